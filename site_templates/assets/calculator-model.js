// @ts-check
/**
 * What the calculator does apart from showing it: changes to a position, and links. All functions are pure.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./attack-types.js").Line} Line
 * @typedef {import("./attack-types.js").Tree} Tree
 * @typedef {import("./position.js").Position} Position
 * @typedef {"aid" | "others" | "rival" | "third" | "over"} List
 * @typedef {"you" | "rival" | "third" | "over" | "under"} Side  whose a card is that takes part; the last two are the target's puppets and master
 * @typedef {{kinds: string[], helpers: boolean, opponents: boolean, purses: string[], attacks: boolean,
 *   agents: boolean, hands: boolean, devastation: boolean}} Asked
 */

import { AGAINST, helpsEither, isUsed } from "./answers.js";
import { fromHash } from "./dom.js";
import { natureOf } from "./instant.js";
import { ALIGNMENTS, formatPosition, KINDS, waits } from "./position.js";

/** @type {Record<string, string>} */
export const TO = { control: "to control", neutralize: "to neutralize", destroy: "to destroy" };
/** The kinds of cards that take part in attacks. */
export const TAKING_PART = ["group", "illuminati"];
const LISTS = /** @type {const} */ (["aid", "others", "rival", "third", "over", "nwo"]);

// --- what a game asks for ---------------------------------------------------------------------------------------------

/**
 * What the terms and requirements of a game ask for: what else a position may say counts for nothing in it.
 * @param {import("./attack-types.js").Rules} rules
 * @returns {Asked}
 */
export function askedBy({ terms, requirements, besides }) {
  const rules = [...terms, ...requirements].map(({ tree }) => tree);
  const nodes = rules.flatMap((tree) => [...within(tree)]);
  const roles = new Set(nodes.map((node) => node.role));
  return {
    kinds: KINDS.filter((kind) => rules.some((tree) => tree.kinds.includes(kind))),
    helpers: roles.has("helper"), opponents: roles.has("opponent"),
    purses: [...new Set(nodes.filter(({ is }) => is === "Money" || is === "NoMoney").map((node) => node.purse))],
    attacks: nodes.some(({ is }) => is === "HasAttackLeft"),
    agents: "agents-for" in besides, hands: "hand" in besides, devastation: "devastated-idle" in besides,
  };
}

/** A tree and all that is in it. @returns {Generator<Tree>} */
export function* within(/** @type {any} */ tree) {
  if (!tree || typeof tree !== "object") return;
  if (tree.is) yield tree;
  for (const value of Object.values(tree)) yield* within(value);
}

// --- reading a position -----------------------------------------------------------------------------------------------

/** The cards of a position that lie on no other, each once, in the order in which a player thinks of them. @param {Position} position */
export function everyone(position) {
  const { attacker, target, aid, against, others, under, over, rival, third } = position;
  const opposing = against.map(([slug]) => slug);
  return [...new Set([attacker, target, ...aid, ...opposing, ...others, under ?? "", ...over, ...rival, ...third])].filter(Boolean);
}

/** The card of an item of `play` or `ability`, and what it is played on or for: a card, an alignment, the defense, or nothing (""). @param {string} item */
export function playedOn(item) {
  const [slug, on = ""] = item.split("+");
  return { slug, on };
}

/** Whether a rival controls the target. @param {Position} position */
export function isRivals({ at }) {
  return typeof at === "number" && at > 0;
}

/** Whose a helper or an opponent is. @param {Position} position @param {string} slug @param {"aid" | "against"} role @returns {Side} */
export function sideOf(position, slug, role) {
  if (slug === position.target) return position.at === 0 ? "you" : "rival";
  if (slug === position.under) return "under";
  if (position.over.includes(slug)) return "over";
  if (position.third.includes(slug)) return "third";
  if (role === "aid") return position.rival.includes(slug) ? "rival" : "you";
  return position.others.includes(slug) ? "you" : isRivals(position) ? "rival" : "third";
}

/** The cards that a player has besides those that take part. @param {Position} position @param {"others" | "rival" | "third"} list */
export function besides(position, list) {
  const taking = [...position.aid, ...position.against.map(([slug]) => slug)];
  return position[list].filter((slug) => !taking.includes(slug));
}

// --- changing a position ----------------------------------------------------------------------------------------------

const kept = (/** @type {string[]} */ slugs, /** @type {string} */ slug) => slugs.filter((other) => other !== slug);

/** A card taken out of all lists: what stays are the attacker, the target and its master. */
function without(/** @type {Position} */ position, /** @type {string} */ slug) {
  const found = { ...position };
  for (const list of LISTS) found[list] = kept(position[list], slug);
  found.against = position.against.filter(([other]) => other !== slug);
  found.link = position.link.filter(([other]) => other !== slug);
  for (const list of /** @type {const} */ (["play", "ability"])) found[list] = position[list].filter((item) => playedOn(item).slug !== slug);
  return found;
}

/** What is said of cards that left the position goes with them. @param {Position} position @returns {Position} */
function tidy(position) {
  const here = new Set(everyone(position));
  const stays = (/** @type {string} */ on) => here.has(on) || ["", AGAINST].includes(on) || isAlignment(on);
  const link = position.link.filter(([, on]) => here.has(on));
  const lying = new Set(link.map(([slug]) => slug));
  const acts = (/** @type {string} */ slug) => here.has(slug) || lying.has(slug);
  const hasMaster = (/** @type {string} */ slug) => position.over.includes(slug) || slug === position.target;
  return {
    ...position, used: position.used.filter(([slug]) => here.has(slug)), align: position.align.filter(([slug]) => here.has(slug)),
    link, ability: position.ability.filter((item) => acts(playedOn(item).slug)), play: position.play.filter((item) => stays(playedOn(item).on)),
    power: position.power.filter(([slug]) => here.has(slug)), devastated: position.devastated.filter((slug) => here.has(slug)),
    holds: position.holds.filter(acts),
    masters: position.masters.filter((pair) => pair.every((slug) => here.has(slug)) && !hasMaster(pair[0])),
  };
}

function isAlignment(/** @type {string} */ word) {
  return ALIGNMENTS.some((name) => name.toLowerCase() === word);
}

/** With this card, or none (""), as the attacker. @param {Position} position @param {string} slug */
export function withAttacker(position, slug) {
  return tidy({ ...without(position, slug), attacker: slug, arrows: null });
}

/** With this card, or none (""), as the target. @param {Position} position @param {string} slug */
export function withTarget(position, slug) {
  return tidy({ ...without(position, slug), target: slug, under: position.under === slug ? null : position.under });
}

/** With this card, or none (""), as the target's master. @param {Position} position @param {string} slug */
export function withMaster(position, slug) {
  const freed = slug && !isEnd(position, slug) ? outOf(position, slug) : position;
  return tidy({ ...freed, under: slug || null });
}

const isEnd = (/** @type {Position} */ position, /** @type {string} */ slug) => slug === position.attacker || slug === position.target;

/** A card taken out of the lists that say whose it is. */
function outOf(/** @type {Position} */ position, /** @type {string} */ slug) {
  const { others, rival, third, over } = position;
  return { ...position, others: kept(others, slug), rival: kept(rival, slug), third: kept(third, slug), over: kept(over, slug) };
}

/**
 * With this card added to a list. It leaves the others, but a card that takes part may be said to be somebody's, and the other way
 * round.
 * @param {Position} position
 * @param {List} list
 * @param {string} slug
 * @returns {Position}
 */
export function withCard(position, list, slug) {
  const { aid, against } = position;
  const freed = without(position, slug);
  if (list === "over") return tidy({ ...freed, aid, against, over: [...freed.over, slug] });
  const said = list === "aid" ? { rival: position.rival, third: position.third, over: position.over } : {};
  return tidy({ ...freed, ...said, [list]: [...freed[list], slug] });
}

/** With this card in opposition, with so many Action tokens; not at all for 0. @param {Position} position @param {string} slug */
export function withOpponent(position, slug, tokens = 1) {
  if (!tokens) return withoutCard(position, slug);
  if (position.against.some(([other]) => other === slug)) {
    const against = position.against.map((each) => (each[0] === slug ? /** @type {[string, number]} */ ([slug, tokens]) : each));
    return { ...position, against };
  }
  const { others, third, over } = position;
  return tidy({ ...without(position, slug), others, third, over, against: [...position.against, [slug, tokens]] });
}

/** With a helper or opponent as one of this player's cards. @param {Position} position @param {string} slug @param {"aid" | "against"} role */
export function withSide(position, slug, role, /** @type {Side} */ side) {
  const freed = outOf({ ...position, under: position.under === slug ? null : position.under }, slug);
  if (side === "under") return tidy({ ...freed, under: slug });
  const list = side === "you" ? "others" : side;
  const implied = role === "aid" ? side === "you" : side === (isRivals(position) ? "rival" : "third");
  return tidy(implied ? freed : { ...freed, [list]: [...freed[list], slug] });
}

/** With this card out of the lists. @param {Position} position @param {string} slug */
export function withoutCard(position, slug) {
  return tidy(without(position, slug));
}

/**
 * With the target at this distance; what belongs to a controlled target goes when nobody controls it.
 * @param {Position} position
 * @param {Position["at"]} at
 * @returns {Position}
 */
export function withPlace(position, at) {
  return typeof at === "number" ? { ...position, at } : tidy({ ...position, at, under: null, over: [], rival: [] });
}

/**
 * With the cards that a rival had before his Group was no longer his, and what was said of them.
 * @param {Position} position
 * @param {Position} before
 * @returns {Position}
 */
export function withRivalsBack(position, before) {
  const elsewhere = new Set(everyone(position));
  const absent = (/** @type {string} */ slug) => !elsewhere.has(slug);
  const found = {
    ...position, rival: before.rival.filter(absent), over: before.over.filter(absent),
    under: before.under && absent(before.under) ? before.under : null,
  };
  const back = new Set([...found.rival, ...found.over, found.under]);
  const lying = new Set([...position.link.map(([slug]) => slug), ...position.play.map((item) => playedOn(item).slug), ...position.nwo]);
  const free = (/** @type {string} */ slug) => absent(slug) && !lying.has(slug);
  return {
    ...found, used: [...position.used, ...before.used.filter(([slug]) => back.has(slug))],
    align: [...position.align, ...before.align.filter(([slug]) => back.has(slug))],
    power: [...position.power, ...before.power.filter(([slug]) => back.has(slug))],
    devastated: [...position.devastated, ...before.devastated.filter((slug) => back.has(slug))],
    holds: [...position.holds, ...before.holds.filter((slug) => back.has(slug))],
    link: [...position.link, ...before.link.filter(([slug, on]) => back.has(on) && free(slug))],
    play: [...position.play, ...before.play.filter((item) => back.has(playedOn(item).on) && free(playedOn(item).slug))],
    ability: [...position.ability, ...before.ability.filter((item) => back.has(playedOn(item).slug))],
  };
}

/** With a Resource or Plot linked to a card. @param {Position} position @param {string} slug @param {string} on */
export function withLink(position, slug, on) {
  const found = position.link.some(([other]) => other === slug);
  if (found) return { ...position, link: position.link.map((each) => (each[0] === slug ? /** @type {[string, string]} */ ([slug, on]) : each)) };
  return { ...without(position, slug), link: [...position.link, [slug, on]] };
}

/** With a Special or Plot played, on a card, for an alignment, or on nothing (""). @param {Position} position @param {string} slug */
export function withPlay(position, slug, on = "") {
  const item = on ? `${slug}+${on}` : slug;
  const found = position.play.some((each) => playedOn(each).slug === slug);
  if (found) return { ...position, play: position.play.map((each) => (playedOn(each).slug === slug ? item : each)) };
  return { ...without(position, slug), play: [...position.play, item] };
}

/** With an ability of a card used for the attack or "against" it; a card that is not there is one of yours. @param {Position} position @param {string} slug */
export function withAbility(position, slug, side = "") {
  const item = side ? `${slug}+${side}` : slug;
  if (position.ability.some((each) => playedOn(each).slug === slug)) {
    return { ...position, ability: position.ability.map((each) => (playedOn(each).slug === slug ? item : each)) };
  }
  const isThere = everyone(position).includes(slug) || position.link.some(([other]) => other === slug);
  const found = isThere ? position : withCard(position, "others", slug);
  return { ...found, ability: [...found.ability, item] };
}

/** Without the use of an ability of a card, which stays. @param {Position} position @param {string} slug */
export function withoutAbility(position, slug) {
  return { ...position, ability: position.ability.filter((item) => playedOn(item).slug !== slug) };
}

/** With a New World Order, the last one played. @param {Position} position @param {string} slug */
export function withOrder(position, slug) {
  return { ...without(position, slug), nwo: [...kept(position.nwo, slug), slug] };
}

/** With a New World Order played that much later, or earlier. @param {Position} position @param {string} slug @param {number} by */
export function withOrderMoved(position, slug, by) {
  const nwo = kept(position.nwo, slug);
  nwo.splice(Math.max(0, position.nwo.indexOf(slug) + by), 0, slug);
  return { ...position, nwo };
}

/** With this number said of a card, or nothing for 0. @param {Position} position @param {string} slug @param {number} times */
export function withAttacksMade(position, slug, times) {
  const used = position.used.filter(([other]) => other !== slug);
  return { ...position, used: times ? [...used, /** @type {[string, number]} */ ([slug, times])] : used };
}

/** With the Power that a card has now; null for the printed one. @param {Position} position @param {string} slug @param {number | null} value */
export function withPower(position, slug, value) {
  const power = position.power.filter(([other]) => other !== slug);
  return { ...position, power: value === null ? power : [...power, /** @type {[string, number]} */ ([slug, value])] };
}

/** With a card devastated, or not. @param {Position} position @param {string} slug @param {boolean} is */
export function withDevastation(position, slug, is) {
  const devastated = kept(position.devastated, slug);
  return { ...position, devastated: is ? [...devastated, slug] : devastated };
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

/**
 * The same position in another game: what both games know by its short id and what the other game asks for.
 * @param {Position} position
 * @param {{game: string, cards: Card[]}} data  of the other game
 * @param {Asked} asked
 * @returns {{position: Position, left: string[]}}  and the short ids that the other game has not
 */
export function inGame(position, data, asked) {
  const bySlug = new Map(data.cards.map((card) => [card.slug, card]));
  /** @type {Set<string>} */
  const left = new Set();
  const has = (/** @type {string} */ slug, /** @type {boolean} */ fits) => {
    const known = fits && bySlug.has(slug);
    if (slug && !known) left.add(slug);
    return known;
  };
  const is = (/** @type {string} */ slug, /** @type {string[]} */ kinds) => kinds.includes(bySlug.get(slug)?.kind ?? "");
  const takes = (/** @type {string} */ slug) => has(slug, is(slug, TAKING_PART));
  const lies = (/** @type {string} */ slug) => has(slug, is(slug, [...TAKING_PART, "resource"]));
  const joins = (/** @type {string} */ slug) => takes(slug) && (asked.opponents || (left.add(slug), false));
  const alignments = new Set(data.cards.flatMap((card) => card.alignments.map((name) => name.toLowerCase())));
  const goesOn = (/** @type {string} */ on) => on === "" || alignments.has(on) || takes(on);
  const one = (/** @type {string} */ slug) => (has(slug, is(slug, TAKING_PART)) ? slug : "");
  const attacker = has(position.attacker, is(position.attacker, TAKING_PART) || isAttackPlot(bySlug.get(position.attacker)))
    ? position.attacker : "";
  const struck = (/** @type {string} */ slug) => {
    const card = bySlug.get(slug);
    return card && isLikePlace(card) && isAttackPlot(bySlug.get(attacker)) ? slug : one(slug);
  };
  const found = {
    ...position, game: data.game, kind: asked.kinds.includes(position.kind) ? position.kind : asked.kinds[0], attacker,
    target: struck(position.target),
    aid: position.aid.filter(takes), against: position.against.filter(([slug]) => joins(slug)), others: position.others.filter(lies),
    under: position.under ? one(position.under) || null : null, masters: position.masters.filter((pair) => pair.every(takes)), over: position.over.filter(joins), rival: position.rival.filter(lies),
    third: position.third.filter((slug) => lies(slug) && (asked.opponents || (left.add(slug), false))),
    link: position.link.filter(([slug, on]) => has(slug, is(slug, ["resource", "plot"]) && asked.opponents) && takes(on)),
    nwo: position.nwo.filter((slug) => has(slug, Boolean(bySlug.get(slug)?.nwo))),
    play: position.play.filter((item) => {
      const { slug, on } = playedOn(item);
      const card = bySlug.get(slug);
      const known = has(slug, is(slug, on ? ["plot"] : ["plot", "special"]));
      return known && (on === AGAINST ? helpsEither(/** @type {Card} */ (card)) : goesOn(on));
    }),
    ability: position.ability.filter((item) => {
      const { slug, on } = playedOn(item);
      const card = bySlug.get(slug);
      return card && isUsed(card) && (!on || helpsEither(card));
    }),
    spent: Object.fromEntries(Object.entries(position.spent).filter(([purse]) => asked.purses.includes(purse))),
    used: asked.attacks ? position.used.filter(([slug]) => takes(slug)) : [],
    align: position.align.filter(([slug, names]) => has(slug, is(slug, ["group"])) && names.every((name) => alignments.has(name.toLowerCase()))),
    power: position.power.filter(([slug]) => slug === attacker || takes(slug)), arrows: attacker ? position.arrows : null,
    devastated: position.devastated.filter((slug) => has(slug, asked.devastation && bySlug.get(slug)?.subtype === "place")),
    holds: position.holds.filter((slug) => {
      const card = bySlug.get(slug);
      return card && waits(card) !== "";
    }),
    agents: asked.agents ? position.agents : [], at: position.at === "hand" && !asked.hands ? null : position.at,
  };
  return { position: tidy(found), left: [...left] };
}

/** Whether a card is a Plot that makes an attack itself, as Assassinations and Disasters do. @param {Card | null | undefined} card */
export function isAttackPlot(card) {
  return card?.kind === "plot" && natureOf(card) !== null;
}

/** Whether a Plot may strike a card as if it were a Place, though it is none. @param {Card} card */
export function isLikePlace({ clauses }) {
  return clauses.some(({ tree }) => tree?.is === "TargetLike");
}

// --- links ------------------------------------------------------------------------------------------------------------

/** The version of the links that the calculators make. A link that names none is of the first, and means the same. */
export const VERSION = 2;

/** What a link says: a line of text, and the version of the notation. @param {string} line */
export function dated(line) {
  return `${line} v=${VERSION}`;
}

/**
 * What is asked about an attack and is no part of its position: cards that change its roll on either side, cards that either side may still
 * use, and the chance that is wanted, of 36. They are words of links: `rolls=a counters=b have=c,d theirs=e want=30`.
 * @typedef {{rolls: string[], counters: string[], have: string[], theirs: string[], want: number}} Asides
 */
const [ASIDE_LISTS, WANT] = [/** @type {const} */ (["rolls", "counters", "have", "theirs"]), 30];

/** Nothing asked. @returns {Asides} */
export function noAsides() {
  return { rolls: [], counters: [], have: [], theirs: [], want: WANT };
}

/** What is asked, with the cards alone that the game has. @param {Asides} asides @param {{cards: Card[]}} data @returns {Asides} */
export function amongCards(asides, { cards }) {
  const known = new Set(cards.map(({ slug }) => slug));
  const found = { ...asides };
  for (const key of ASIDE_LISTS) found[key] = asides[key].filter((slug, index, all) => known.has(slug) && all.indexOf(slug) === index);
  return found;
}

/** What a link to an attack says: the position, what is asked about it, the version of the notation, and the strength that is shown.
 * @param {Position} position @param {number} strength @param {Asides} [asides] */
export function linkText(position, strength, asides = noAsides()) {
  const asked = ASIDE_LISTS.filter((key) => asides[key].length).map((key) => `${key}=${asides[key].join(",")}`);
  if (asides.want !== WANT) asked.push(`want=${asides.want}`);
  return `${dated([formatPosition(position), ...asked].join(" "))} sum=${strength}`;
}

/** The part of a link behind the `#`. @param {string} text */
export function toHash(text) {
  return encodeURIComponent(text).replace(/%(2C|3D|3A|2B)/g, decodeURIComponent);
}

/** The position in what somebody pasted: a position, or a link that holds one, on one line. @param {string} text */
export function pasted(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return /^https?:/.test(line) && line.includes("#") ? fromHash(line.slice(line.indexOf("#"))) : line;
}

/**
 * What the text of a link says: the line itself, with the ids that cards have today, the version of the notation, and which cards have
 * other ids now; of an attack also what is asked about it and the strength shown when the link was made.
 * @param {string} text
 * @param {Record<string, string>} renamed  ids of today by those that they replaced
 */
export function readLink(text, renamed) {
  /** @type {string[][]} */
  const found = [];
  const today = text.replace(/[^ >,=:*+()]+/g, (slug) => {
    if (!Object.hasOwn(renamed, slug)) return slug;
    found.push([slug, renamed[slug]]);
    return renamed[slug];
  });
  const asides = noAsides();
  let [version, sum] = [1, /** @type {number | null} */ (null)];
  const line = today.split(" ").filter((word) => {
    const [key, value = ""] = word.split("=");
    const list = ASIDE_LISTS.find((each) => each === key);
    if (list) asides[list] = value.split(",").filter(Boolean);
    else if (/^want=\d{1,2}$/.test(word)) asides.want = Number(value);
    else if (/^v=\d{1,9}$/.test(word)) version = Number(value);
    else if (/^sum=-?\d{1,9}$/.test(word)) sum = Number(value);
    else return true;
    return false;
  }).join(" ");
  return { line, version, sum, renamed: found, asides };
}

// --- numbers and words ------------------------------------------------------------------------------------------------

/** What an attack is meant to do, in words. @param {Position} position @param {Card} attacker */
export function purpose(position, attacker) {
  return attacker.kind === "plot" ? `${TO[position.kind]}, by Plot` : TO[position.kind];
}

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

/** What must be rolled: `10 or less`. @param {{needed: number | null}} ledger */
export function roll({ needed }) {
  if (needed === null) return "no roll succeeds";
  return `${needed}${needed > 2 ? " or less" : ""}`;
}

/** A sentence of rules or cards as a reader expects it, with real minus signs. @param {string} text */
export function sentence(text) {
  const bare = text.replace(/\[([^\]]+)\]/g, "$1").replace(/(?<![\w-])-(?=\d)/g, "−");
  return (bare[0].toUpperCase() + bare.slice(1)).replace(/([^.?!”])(”?)$/, "$1.$2");
}

/**
 * Which number of a helper or opponent the sum counts, in words: "its Global Power counts".
 * @param {Ledger} ledger
 * @param {Card} card
 * @param {Array<{id: string, tree: Tree}>} terms  of the game
 * @param {"helper" | "opponent"} role
 */
export function contribution(ledger, card, terms, role) {
  const stats = new Map(terms.filter(({ tree }) => tree.amount?.role === role).map(({ id, tree }) => [id, tree.amount.stat]));
  const line = ledger.lines.find(({ source, label }) => stats.has(source) && label.endsWith(`of ${card.name}`));
  return line ? `its ${stats.get(line.source)} counts` : "";
}
