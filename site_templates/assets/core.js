// @ts-check
/**
 * Terms of the core (generator/meaning/core.py), as they come in the data: taking tests apart, putting them together, and finding once
 * what is asked for often.
 *
 * @typedef {{is: string, [field: string]: any}} Term
 */

/** @type {Term} */
export const THIS = { is: "Speaker" };
/** @type {Term} */
export const LINKED = { is: "HostOf", cards: THIS };
/** References, which as tests ask whether a card is one of them. */
export const CARDS = [
  "Speaker", "Role", "MasterOf", "FormerMasterOf", "PuppetsOf", "BelowOf", "HostOf", "TwinsOf", "IlluminatiOf", "Spoken", "Noted", "Pair", "Together",
];

/** Whether two terms are the same. @param {any} one @param {any} other @returns {boolean} */
export function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}

/** The tests that all must hold for a test to hold. @param {Term} such @returns {Term[]} */
export function demands(such) {
  if (such.is === "All") return such.members.flatMap(demands);
  return such.is === "Anything" ? [] : [such];
}

/** A test that holds where all of these do. @param {Term[]} parts @returns {Term} */
export function every(parts) {
  return parts.length === 1 ? parts[0] : { is: "All", members: parts };
}

/** A test without those of its demands that are of these classes. @param {Term} such @param {string[]} kinds */
export function without(such, ...kinds) {
  return every(demands(such).filter((part) => !kinds.includes(part.is)));
}

/** The combinations of alignments and attributes of which a test asks for one. @param {Term} such @returns {string[][]} */
export function combinations(such) {
  const names = (/** @type {Term} */ of) => demands(of).filter(({ is }) => is === "Trait").map(({ name }) => name);
  const plain = names(such);
  const several = demands(such).find(({ is }) => is === "AnyOf")?.members.map(names).filter((/** @type {string[]} */ each) => each.length) ?? [];
  if (several.length) return several.map((/** @type {string[]} */ each) => [...plain, ...each]);
  return plain.length ? [plain] : [];
}

/** Every construction and term in a tree, itself first, but for what a Not or Fails denies. @param {any} tree @returns {Generator<Term>} */
export function* asserted(tree) {
  if (tree === null || typeof tree !== "object" || ["Not", "Fails"].includes(tree.is)) return;
  if (!Array.isArray(tree)) yield tree;
  for (const part of Object.values(tree)) yield* asserted(part);
}

/** Whether a term speaks of alignments and attributes. @param {Term} part */
export function isOfTraits(part) {
  return [part, ...(part.members ?? []), part.such].some((each) => each?.is === "Trait");
}

/**
 * What is found of a card or an attack for each kind of sentence, looked for once: neither ever changes, another is made in its place.
 * @template {object} Of @template Found
 * @param {(of: Of, kind: string) => Found} find @returns {(of: Of, kind: string) => Found}
 */
export function onceEach(find) {
  /** @type {WeakMap<Of, Map<string, Found>>} */
  const found = new WeakMap();
  return (of, kind) => {
    const its = found.get(of) ?? new Map();
    if (!its.size) found.set(of, its);
    if (!its.has(kind)) its.set(kind, find(of, kind));
    return its.get(kind);
  };
}
