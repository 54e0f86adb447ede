// @ts-check
/**
 * What the calculator does apart from showing it: changes to a position, links, and texts to copy. All functions are pure.
 *
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./evaluate.js").Ledger} Ledger
 * @typedef {import("./evaluate.js").Line} Line
 * @typedef {import("./position.js").Position} Position
 */

import { formatPosition } from "./position.js";

/** @type {Record<string, string>} */
export const TO = { control: "to control", neutralize: "to neutralize", destroy: "to destroy" };

// --- changing a position ----------------------------------------------------------------------------------------------

/** The cards of a position, each once, in the order in which a player thinks of them. @param {Position} position */
export function everyone(position) {
  const { attacker, target, aid, others, rival, under } = position;
  return [...new Set([attacker, target, ...aid, ...others, ...rival, under ?? ""])].filter(Boolean);
}

/** A card stands in one place: taken out of all lists. */
function without(/** @type {Position} */ position, /** @type {string} */ slug) {
  const kept = (/** @type {string[]} */ slugs) => slugs.filter((other) => other !== slug);
  return { ...position, aid: kept(position.aid), others: kept(position.others), rival: kept(position.rival) };
}

/** What is said of cards that left the position goes with them. @param {Position} position @returns {Position} */
function tidy(position) {
  const here = new Set(everyone(position));
  return {
    ...position, used: position.used.filter(([slug]) => here.has(slug)), align: position.align.filter(([slug]) => here.has(slug)),
  };
}

/** With this card, or none (""), as the attacker. @param {Position} position @param {string} slug */
export function withAttacker(position, slug) {
  return tidy({ ...without(position, slug), attacker: slug, arrows: null });
}

/** With this card, or none (""), as the target. @param {Position} position @param {string} slug */
export function withTarget(position, slug) {
  return tidy({ ...without(position, slug), target: slug });
}

/**
 * With this card added to a list; it leaves the other lists. Attacker and target may only be named as helpers (which the
 * rules then forbid, with the reason).
 * @param {Position} position
 * @param {"aid" | "others" | "rival"} list
 * @param {string} slug
 * @returns {Position}
 */
export function withCard(position, list, slug) {
  const freed = without(position, slug);
  return tidy({ ...freed, [list]: [...freed[list], slug] });
}

/** With this card taken out of the lists. @param {Position} position @param {string} slug */
export function withoutCard(position, slug) {
  return tidy(without(position, slug));
}

/**
 * With the target at this distance; what belongs to a controlled target goes when nobody controls it.
 * @param {Position} position
 * @param {number | null} at
 * @returns {Position}
 */
export function withPlace(position, at) {
  return at === null ? tidy({ ...position, at, under: null, rival: [] }) : { ...position, at };
}

/** With this number said of a card, or nothing for 0. @param {Position} position @param {string} slug @param {number} times */
export function withAttacksMade(position, slug, times) {
  const used = position.used.filter(([other]) => other !== slug);
  return { ...position, used: times ? [...used, /** @type {[string, number]} */ ([slug, times])] : used };
}

/**
 * With these alignments instead of those printed.
 * @param {Position} position
 * @param {Card} card
 * @param {string[]} names
 * @returns {Position}
 */
export function withAlignments(position, card, names) {
  const align = position.align.filter(([slug]) => slug !== card.slug);
  const printed = names.length === card.alignments.length && names.every((name) => card.alignments.includes(name));
  return { ...position, align: printed ? align : [...align, [card.slug, names]] };
}

/** With this much from a purse. @param {Position} position @param {string} purse @param {number} amount */
export function withMoney(position, purse, amount) {
  const spent = { ...position.spent };
  if (amount) spent[purse] = amount;
  else delete spent[purse];
  return { ...position, spent };
}

// --- links ------------------------------------------------------------------------------------------------------------

/** The part of a link behind the `#`. @param {string} text */
export function toHash(text) {
  return encodeURIComponent(text).replace(/%(2C|3D|3A|2B)/g, decodeURIComponent);
}

/** The text that the part of a link behind the `#` stands for; nonsense stays as it is. @param {string} hash */
export function fromHash(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return hash.replace(/^#/, "");
  }
}

/** The position in what somebody pasted: a position, or a link that holds one, on one line. @param {string} text */
export function pasted(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return /^https?:/.test(line) && line.includes("#") ? fromHash(line.slice(line.indexOf("#"))) : line;
}

// --- numbers and words ------------------------------------------------------------------------------------------------

/** The amount of a line as it counts in the sum: `+7`, `−5`. @param {Line} line */
export function signed(line) {
  const amount = line.side === "attack" ? line.amount : -line.amount;
  return `${amount < 0 ? "−" : "+"}${Math.abs(amount)}`;
}

/** A number with a real minus sign. @param {number} value */
export function plain(value) {
  return String(value).replace("-", "−");
}

/** The chance of success: `33/36 (92%)`. @param {number} ways  of 36 */
export function odds(ways) {
  return `${ways}/36 (${Math.round((ways / 36) * 100)}%)`;
}

/** What must be rolled: `10 or less`. @param {Ledger} ledger */
export function roll(ledger) {
  if (ledger.needed === null) return "no roll succeeds";
  return `${ledger.needed}${ledger.needed > 2 ? " or less" : ""}`;
}

/** A sentence of rules or cards as a reader expects it, with real minus signs. @param {string} text */
export function sentence(text) {
  const bare = text.replace(/\[([^\]]+)\]/g, "$1").replace(/(?<![\w-])-(?=\d)/g, "−");
  return `${bare[0].toUpperCase()}${bare.slice(1)}.`;
}

// --- texts to copy ----------------------------------------------------------------------------------------------------

/**
 * The sum as plain text, for a chat.
 * @param {{heading: string, ledger: Ledger, sources: (cites: string[]) => string, link: string}} given
 */
export function sumText({ heading, ledger, sources, link }) {
  const amounts = ledger.lines.map(signed);
  const width = Math.max(0, ...amounts.map((amount) => amount.length));
  const lines = ledger.lines.map((line, index) => {
    const from = sources(line.cites);
    return `${amounts[index].padStart(width)}  ${line.label}: ${line.text}${from ? ` (${from})` : ""}`;
  });
  const broken = ledger.reasons.filter((reason) => !reason.ok).map((reason) => `Not legal: ${reason.text} (${sources(reason.cites)})`);
  const set = ledger.fixedRoll === null ? "" : `, a Special sets the roll to ${ledger.fixedRoll}`;
  const total = `Strength ${plain(ledger.strength)}, ${ledger.needed === null ? "" : "roll: "}${roll(ledger)}${set}, ${odds(ledger.ways)}`;
  return [heading, ...lines, total, ...broken, link].join("\n");
}

/**
 * The attack as a ruling that a maintainer can complete: what it settles, and a question worth asking.
 * @param {{position: Position, attacker: Card, target: Card, ledger: Ledger}} given
 */
export function rulingYaml({ position, attacker, target, ledger }) {
  const text = (/** @type {string} */ words) => JSON.stringify(words);
  const cites = [...new Set(ledger.lines.flatMap((line) => line.cites))];
  return [
    `- id: ${position.kind}-${attacker.slug}-${target.slug}`,
    `  title: ${text(`${attacker.name} against ${target.name}`)}`,
    `  question: ${text(`What must ${attacker.name} roll ${TO[position.kind]} ${target.name} here?`)}`,
    `  answer: ${text(`Strength ${ledger.strength}, so ${ledger.needed === null ? "" : "the roll is: "}${roll(ledger)}.`)}`,
    "  section: attack-sum",
    `  sources: [${cites.join(", ")}]`,
    `  cards: [${[...new Set([attacker.slug, target.slug])].join(", ")}]`,
    `  position: ${text(formatPosition(position))}`,
    "  expect:",
    `    - {strength: ${ledger.strength}, settles: []}`,
    `    - {needed: ${ledger.needed ?? "never"}, settles: []}`,
    `    - {ways: ${ledger.ways}, settles: []}`,
    "",
  ].join("\n");
}
