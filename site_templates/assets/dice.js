// @ts-check
/**
 * The chance of an attack when cards change the roll that has been made: the twin of generator/engine/dice.py. tests/test_dice.py holds
 * the two together. All functions are pure.
 *
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {{again: boolean, to: number | null, by: number}} RollChange  made again (with `by` added), set, or changed by `by` either way
 * @typedef {{ways: bigint, of: bigint}} Chance  exact, in lowest terms
 */

const [LOWEST, HIGHEST] = [2, 12];
const TOTALS = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => LOWEST + index);
const clamped = (/** @type {number} */ roll) => Math.max(LOWEST, Math.min(HIGHEST, roll));
const ways = (/** @type {number} */ total) => BigInt(6 - Math.abs(total - 7));
/** @type {Record<string, {again: boolean, by: number}>} */
const CHANGES = {
  "is made again": { again: true, by: 0 }, "is made again at -4": { again: true, by: -4 },
  "changes by 1 either way": { again: false, by: 1 }, "changes by 2 either way": { again: false, by: 2 },
};

/** The ways in which the sentences of a card change a roll of two dice, each once. @param {Card} card @returns {RollChange[]} */
export function changesOf(card) {
  /** @type {Map<string, RollChange>} */
  const found = new Map();
  const walk = (/** @type {any} */ node) => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (node && typeof node === "object") {
      const change = node.is === "ChangeRoll" ? CHANGES[node.change] : null;
      if (node.is === "SetRoll") found.set(`=${node.value}`, { again: false, to: node.value, by: 0 });
      if (change) found.set(node.change, { to: null, ...change });
      Object.values(node).forEach(walk);
    }
  };
  card.clauses.forEach((clause) => walk(clause.tree));
  return [...found.values()];
}

/**
 * The exact chance that a roll which must be `needed` or less succeeds in the end, when both sides use their cards as well as they can,
 * each card once at most.
 * @param {number | null} needed  null when no roll succeeds
 * @param {RollChange[]} attacking  cards of those who want it to succeed
 * @param {RollChange[]} defending
 * @returns {Chance}
 */
export function chance(needed, attacking = [], defending = []) {
  if (needed === null) return { ways: 0n, of: 1n };
  const cards = [...attacking, ...defending];
  const own = (1 << attacking.length) - 1;
  /** All values are counted in this many parts, which divide by 36 for each time that the dice are rolled. */
  const whole = 36n ** BigInt(1 + cards.filter((change) => change.again).length);
  /** @type {Map<number, bigint>} */
  const known = new Map();

  /** The parts of `whole` that succeed once this roll is seen and these cards (bits) are left. */
  const after = (/** @type {number} */ roll, /** @type {number} */ left) => {
    const key = left * 16 + roll;
    const before = known.get(key);
    if (before !== undefined) return before;
    const good = roll <= needed;
    let best = good ? whole : 0n;
    cards.forEach((change, index) => {
      const bit = 1 << index;
      if (!(left & bit) || (bit <= own) === good) return;
      for (const value of made(change, roll, left & ~bit)) if (good ? value < best : value > best) best = value;
    });
    known.set(key, best);
    return best;
  };
  const thrown = (/** @type {number} */ by, /** @type {number} */ left) => (
    TOTALS.reduce((sum, total) => sum + ways(total) * after(clamped(total + by), left), 0n) / 36n
  );
  const made = (/** @type {RollChange} */ { again, to, by }, /** @type {number} */ roll, /** @type {number} */ left) => {
    if (again) return [thrown(by, left)];
    return to === null ? [after(clamped(roll - by), left), after(clamped(roll + by), left)] : [after(to, left)];
  };
  return lowest(thrown(0, (1 << cards.length) - 1), whole);
}

function lowest(/** @type {bigint} */ ways, /** @type {bigint} */ of) {
  let [a, b] = [ways, of];
  while (b) [a, b] = [b, a % b];
  return { ways: ways / a, of: of / a };
}
