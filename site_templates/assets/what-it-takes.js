// @ts-check
/**
 * What it would take: the cheapest ways, among Groups and Plots that somebody has, to bring an attack to a wanted chance. The search is
 * exact: it tries every choice of cards that could be cheaper than what it has found, each with the whole attack sum. All is pure.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./position.js").Position} Position
 * @typedef {"attack" | "defense"} Side
 * @typedef {{tokens: number, power: number, cards: number}} Cost  Action tokens, Power of the Groups that spend them, Plots
 * @typedef {{groups: Card[], plots: Array<{card: Card, on: Card | null}>, cost: Cost, position: Position, ledger: Ledger}} Way
 */

import { AGAINST, helpsEither } from "./answers.js";

/** More cards than these to choose from would take too long: every one doubles the choices. */
export const MOST_CARDS = 14;
/** So many sums are made before a page may breathe. */
const BREATH = 25;

/**
 * The ways to bring the chance of success to `wanted` of 36 or more (for the attack), or to less than that (for the defense), cheapest
 * first: fewest Action tokens, then least Power, then fewest Plots. A later way has fewer Plots than all before it, but spends more.
 * It yields now and then, so that a page can breathe, and returns the ways: none if nothing is enough.
 * @param {{position: Position, cards: Card[], side: Side, wanted: number, explain: (position: Position) => Ledger,
 *   known: (slug: string) => Card | null}} given
 * @returns {Generator<number, Way[]>}
 */
export function* cheapest({ position, cards, side, wanted, explain, known }) {
  const enough = (/** @type {Ledger} */ ledger) => ledger.legal && (side === "attack" ? ledger.ways >= wanted : ledger.ways < wanted);
  /** @type {Way[]} */
  const found = [];
  let tried = 0;
  let fewest = Infinity;
  const { groups, plots } = sorted(cards);
  for (let played = 0; played <= plots.length; played += 1) {
    for (let tokens = 0; tokens <= groups.length && tokens < fewest; tokens += 1) {
      for (const way of ways(position, groups, plots, { tokens, played }, { side, known })) {
        tried += 1;
        if (tried % BREATH === 0) yield tried;
        const ledger = explain(way.position);
        if (enough(ledger)) {
          found.unshift({ ...way, ledger });
          fewest = tokens;
          break;
        }
      }
    }
  }
  return found;
}

/**
 * The answer of the defense that leaves the attack the smallest chance; of several, the cheapest. Yields as `cheapest` does.
 * @param {{position: Position, cards: Card[], explain: (position: Position) => Ledger, known: (slug: string) => Card | null}} given
 * @returns {Generator<number, Way>}
 */
export function* strongestDefense({ position, cards, explain, known }) {
  const { groups, plots } = sorted(cards);
  /** @type {Way | null} */
  let best = null;
  let tried = 0;
  for (let tokens = 0; tokens <= groups.length; tokens += 1) {
    for (let played = 0; played <= plots.length; played += 1) {
      for (const way of ways(position, groups, plots, { tokens, played }, { side: "defense", known })) {
        tried += 1;
        if (tried % BREATH === 0) yield tried;
        const ledger = explain(way.position);
        const less = best === null || ledger.ways < best.ledger.ways || (ledger.ways === best.ledger.ways && cheaper(way.cost, best.cost));
        if (less && (ledger.legal || tried === 1)) best = { ...way, ledger };
      }
    }
  }
  return /** @type {Way} */ (best);
}

/** Groups, weakest first, and the other cards. @param {Card[]} cards */
function sorted(cards) {
  const isGroup = (/** @type {Card} */ card) => card.kind === "group" || card.kind === "illuminati";
  const groups = cards.filter(isGroup).sort((a, b) => (a.power ?? 0) - (b.power ?? 0) || (a.slug < b.slug ? -1 : 1));
  return { groups, plots: cards.filter((card) => !isGroup(card)) };
}

/**
 * Every choice of so many Groups and Plots, least Power first.
 * @param {Position} position @param {Card[]} groups @param {Card[]} plots
 * @param {{tokens: number, played: number}} size
 * @param {{side: Side, known: (slug: string) => Card | null}} how
 * @returns {Generator<Omit<Way, "ledger">>}
 */
function* ways(position, groups, plots, { tokens, played }, { side, known }) {
  const power = (/** @type {Card[]} */ some) => some.reduce((sum, card) => sum + powerOf(card, position), 0);
  const choices = [...choose(groups, tokens)].map((some) => ({ some, power: power(some) })).sort((a, b) => a.power - b.power);
  for (const { some, power: spent } of choices) {
    const joined = withGroups(position, some, side);
    for (const which of choose(plots, played)) {
      for (const placed of placements(which, joined, side, known)) {
        yield {
          groups: some, plots: placed, cost: { tokens, power: spent, cards: played },
          position: { ...joined, play: [...joined.play, ...placed.map((each) => itemOf(each, side))] },
        };
      }
    }
  }
}

/** How a Plot stands in a position: with what it lies on, or the side that it helps where it may help either. */
function itemOf(/** @type {{card: Card, on: Card | null}} */ { card, on }, /** @type {Side} */ side) {
  if (on) return `${card.slug}+${on.slug}`;
  return side === "defense" && helpsEither(card) ? `${card.slug}+${AGAINST}` : card.slug;
}

/** The Power that a Group has: printed, or as the position says. */
function powerOf(/** @type {Card} */ card, /** @type {Position} */ position) {
  const said = position.power.find(([slug]) => slug === card.slug);
  return said ? said[1] : card.power ?? 0;
}

/** @returns {Position} */
function withGroups(/** @type {Position} */ position, /** @type {Card[]} */ groups, /** @type {Side} */ side) {
  const slugs = groups.map((card) => card.slug);
  if (side === "attack") return { ...position, aid: [...position.aid, ...slugs] };
  return { ...position, against: [...position.against, ...slugs.map((slug) => /** @type {[string, number]} */ ([slug, 1]))] };
}

/** All ways to lay these Plots: one that raises a card lies on one that takes part on its side. */
function* placements(/** @type {Card[]} */ plots, /** @type {Position} */ position, /** @type {Side} */ side, known) {
  const taking = side === "attack"
    ? [position.attacker, ...position.aid] : [position.target, ...position.against.map(([slug]) => slug)];
  const places = [...new Set(taking)].map((slug) => known(slug)).filter((card) => card !== null);
  /** @type {Array<{card: Card, on: Card | null}>[]} */
  let found = [[]];
  for (const card of plots) {
    const on = card.clauses.some((clause) => clause.tree?.is === "SurgePlot") ? places : [null];
    found = found.flatMap((before) => on.map((place) => [...before, { card, on: place }]));
  }
  yield* found;
}

/** Every choice of so many of these, in their order. @template T @param {T[]} from @param {number} many @returns {Generator<T[]>} */
function* choose(from, many, start = 0) {
  if (many === 0) yield [];
  else {
    for (let index = start; index <= from.length - many; index += 1) {
      for (const rest of choose(from, many - 1, index + 1)) yield [from[index], ...rest];
    }
  }
}

/** Whether one cost is less: fewest tokens, then least Power, then fewest Plots. @param {Cost} one @param {Cost} other */
function cheaper(one, other) {
  return (one.tokens - other.tokens || one.power - other.power || one.cards - other.cards) < 0;
}
