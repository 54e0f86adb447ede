// @ts-check
/**
 * Texts that the calculator copies, loaded when somebody copies one. All functions are pure.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./position.js").Position} Position
 */

import { odds, plain, purpose, roll, signed } from "./calculator-model.js";
import { formatPosition } from "./position.js";

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
    `  question: ${text(`What must ${attacker.name} roll ${purpose(position, attacker)} ${target.name} here?`)}`,
    `  answer: ${text(`Strength ${ledger.strength}, so ${ledger.needed === null ? "" : "the roll is: "}${roll(ledger)}.`)}`,
    "  section: attack-roll",
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
