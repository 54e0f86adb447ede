// @ts-check
/**
 * The chance of an attack when cards change the roll that has been made. tests/roll_chances.py works it out too, and tests/test_dice.py holds
 * the two together. All functions are pure.
 *
 * @typedef {import("./attack-types.js").Attack} Attack
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Piece} Piece
 * @typedef {"attack" | "defense"} Side
 * @typedef {{again: boolean, to: number | null, by: number, last: boolean}} RollChange  made again (against a strength that is changed by
 *   `by`), set, or changed by `by` either way; after the `last` one nobody changes the roll any more
 * @typedef {{ways: bigint, of: bigint}} Chance  exact, in lowest terms
 */

import { isMeant, matches, met, pieceOf, sentences } from "./selecting.js";

const [LOWEST, HIGHEST] = [2, 12];
const TOTALS = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => LOWEST + index);
const clamped = (/** @type {number} */ roll) => Math.max(LOWEST, Math.min(HIGHEST, roll));
const ways = (/** @type {number} */ total) => BigInt(6 - Math.abs(total - 7));
/** Whose cards serve a side. What nobody controls serves none. */
const OWNERS = { attack: /** @type {const} */ (["you", "third"]), defense: /** @type {const} */ (["rival", "third"]) };
/** Which side may use what is used after dice of these players: the roll is the attacker's own. @type {Record<string, Side[]>} */
const ROLLED_BY = { anybody: ["attack", "defense"], you: ["attack"], rival: ["defense"] };
/** @type {Record<string, Side>} */
const DISLIKES = { succeeds: "defense", fails: "attack" };

// --- what cards say ---------------------------------------------------------------------------------------------------

/** The abilities that a card says. @param {Card} card @returns {any[]} */
const abilities = (card) => sentences(card, "Ability").map(([, clause]) => clause.tree);

/**
 * How a card that this side has may change the roll of this attack, whose cards are settled; null when it may not.
 * @param {Card} card
 * @param {Side} side
 * @param {Attack} attack
 * @returns {RollChange | null}
 */
export function changeOf(card, side, attack) {
  const speaker = speakerOf(card, side, attack);
  if (!speaker) return null;
  for (const said of abilities(speaker.card)) {
    if (!isTime(said.timing, side, attack, speaker) || !met(said.when, attack, speaker)) continue;
    const change = changeIn(said.effects.flatMap((effect) => {
      if (effect.is !== "IfThen") return [effect];
      return met(effect.condition, attack, speaker) ? effect.effects : effect.otherwise;
    }));
    if (change) return change;
  }
  return null;
}

/** The card as one of this side. What must be linked is linked to the card that the side attacks with or defends, if it may be.
 * @param {Card} card @param {Side} side @param {Attack} attack @returns {Piece | null} */
function speakerOf(card, side, attack) {
  const there = attack.pieces.find((piece) => piece.card.id === card.id);
  if (there) return OWNERS[side].some((owner) => owner === there.owner) ? there : null;
  /** @type {Piece} */
  const speaker = {
    card, owner: OWNERS[side][0], alignments: card.alignments, openArrows: 0, attacksMade: 0, master: null, linked: null, power: null,
  };
  const host = pieceOf(attack, side === "attack" ? attack.attacker : attack.target);
  const fits = sentences(card, "Links").some(([, { tree }]) => matches(/** @type {any} */ (tree).what, host, attack, speaker));
  return fits ? { ...speaker, linked: host.card.id } : speaker;
}

function isTime(timing, /** @type {Side} */ side, /** @type {Attack} */ attack, /** @type {Piece} */ speaker) {
  if (timing.is === "DuringAttack") return timing.rolled;
  if (timing.is === "Just") return timing.what.startsWith("dice rolled") && ROLLED_BY[timing.by].includes(side);
  if (timing.is !== "OnAttack") return false;
  const isHeard = !attack.nature?.includes("Instant") || timing.what.quality === "any";
  return DISLIKES[timing.happens] === side && isHeard && isMeant(timing.what, attack, speaker);
}

/** @returns {RollChange | null} */
function changeIn(/** @type {any[]} */ effects) {
  const last = effects.some(({ is, outcome }) => is === "Outcome" && outcome === "final");
  for (const { is, value, change } of effects) {
    if (is === "SetRoll") return { again: false, to: value, by: 0, last };
    if (is === "ChangeRoll" && !change.anew) return { to: null, again: change.again, by: change.by, last };
  }
  return null;
}

// --- odds -------------------------------------------------------------------------------------------------------------

/**
 * The exact chance that a roll which must be `needed` or less succeeds in the end, when both sides use their cards as well as they can,
 * each card once at most.
 * @param {number | null} needed  null when no roll succeeds
 * @param {RollChange[]} attacking  cards of those who want it to succeed
 * @param {RollChange[]} defending
 * @param {number} strength  of the attack, which can be more than is needed
 * @param {Map<number, number>} natural  what totals of the dice count as
 * @returns {Chance}
 */
export function chance(needed, attacking = [], defending = [], strength = needed ?? 0, natural = new Map()) {
  if (needed === null) return { ways: 0n, of: 1n };
  const cards = [...attacking, ...defending];
  const own = (1 << attacking.length) - 1;
  /** All values are counted in this many parts, which divide by 36 for each time that the dice are rolled. */
  const whole = 36n ** BigInt(1 + cards.filter((change) => change.again).length);
  /** @type {Map<string, bigint>} */
  const known = new Map();

  /** The parts of `whole` that succeed once this roll is seen and these cards (bits) are left. */
  const after = (/** @type {number} */ roll, /** @type {number} */ against, /** @type {number} */ left) => {
    const key = `${roll} ${against} ${left}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const good = roll <= Math.min(needed, against);
    let best = good ? whole : 0n;
    cards.forEach((change, index) => {
      const bit = 1 << index;
      if (!(left & bit) || (bit <= own) === good) return;
      for (const value of made(change, roll, against, change.last ? 0 : left & ~bit)) if (good ? value < best : value > best) best = value;
    });
    known.set(key, best);
    return best;
  };
  const thrown = (/** @type {number} */ against, /** @type {number} */ left) => (
    TOTALS.reduce((sum, total) => sum + ways(total) * after(natural.get(total) ?? total, against, left), 0n) / 36n
  );
  const made = (
    /** @type {RollChange} */ { again, to, by }, /** @type {number} */ roll, /** @type {number} */ against, /** @type {number} */ left,
  ) => {
    if (again) return [thrown(against + by, left)];
    return to === null ? [after(clamped(roll - by), against, left), after(clamped(roll + by), against, left)] : [after(to, against, left)];
  };
  return lowest(thrown(strength, (1 << cards.length) - 1), whole);
}

function lowest(/** @type {bigint} */ ways, /** @type {bigint} */ of) {
  let [a, b] = [ways, of];
  while (b) [a, b] = [b, a % b];
  return { ways: ways / a, of: of / a };
}
