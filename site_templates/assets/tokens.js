// @ts-check
/**
 * What Action tokens can pay: Relief for a Devastated Place, cards that are bought, Plots that give tokens back. And the line of text that
 * says which cards have tokens. All functions are pure.
 *
 *     inwo tokens own=the-network illuminati=2 ready=cfl-aio,f-b-i:6 relief=los-angeles reload=reload spent=the-mafia
 *
 * First the game and the word `tokens`; then, in any order, which Illuminati you have and how many tokens, your Groups with a token (with
 * their Power now, where it is not the printed one), the Place that needs Relief, a Plot that gives tokens back, your Groups without a token.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {{game: string, own: string | null, illuminati: number, ready: Array<[string, number | null]>, relief: string | null, reload: string | null,
 *   spent: Array<[string, number | null]>}} Tokens
 * @typedef {{code: string, message: string}} Problem
 * @typedef {{card: Card, power: number}} Giver
 */

import { matches } from "./selecting.js";

const WORDS = ["own", "illuminati", "ready", "relief", "reload", "spent"];
const MOST = 99;

/** @param {string} game @returns {Tokens} */
export function noTokens(game) {
  return { game, own: null, illuminati: 1, ready: [], relief: null, reload: null, spent: [] };
}

/** The line of these tokens; reading it gives the same. @param {Tokens} tokens */
export function formatTokens({ game, own, illuminati, ready, relief, reload, spent }) {
  const groups = (/** @type {Tokens["ready"]} */ some) => some.map(([slug, power]) => (power === null ? slug : `${slug}:${power}`)).join(",");
  const words = [
    ["own", own], ["illuminati", illuminati === 1 ? "" : String(illuminati)], ["ready", groups(ready)], ["relief", relief],
    ["reload", reload], ["spent", groups(spent)],
  ];
  return [game, "tokens", ...words.filter(([, value]) => value).map(([key, value]) => `${key}=${value}`)].join(" ");
}

/**
 * What a line says, with all that is wrong in it.
 * @param {string} text @param {Card[]} cards  those of the game
 * @param {string} of  the game
 * @returns {{tokens: Tokens | null, problems: Problem[]}}
 */
export function readTokens(text, cards, of) {
  const [game = "", tool = "", ...rest] = text.trim().split(/\s+/);
  const known = new Map(cards.map((card) => [card.slug, card]));
  /** @type {Problem[]} */
  const problems = [];
  const wrong = (/** @type {string} */ code, /** @type {string} */ message) => { problems.push({ code, message }); };
  const tokens = noTokens(game);
  if (tool !== "tokens") wrong("not-tokens", "A line of tokens starts with a game and the word tokens.");
  else if (game !== of) wrong("no-tokens", `There are no Action tokens in ${game}.`);
  const group = (/** @type {string} */ item) => {
    const [slug, power] = item.split(":");
    const card = known.get(slug);
    if (!card) wrong("unknown-card", `There is no card ${slug}.`);
    else if (card.kind !== "group") wrong("wrong-kind-of-card", `${card.name} isn't a Group.`);
    if (power !== undefined && !isNumber(power)) wrong("no-number", `${power} isn't a Power from 0 to ${MOST}.`);
    return /** @type {[string, number | null]} */ ([slug, power === undefined ? null : Number(power)]);
  };
  const seen = new Set();
  for (const word of rest) {
    const at = word.indexOf("=");
    const [key, value] = at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
    if (seen.has(key)) wrong("key-twice", `${key} comes twice.`);
    seen.add(key);
    if (!WORDS.includes(key)) wrong("unknown-key", `There is no word ${key}.`);
    else if (key === "illuminati") {
      if (isNumber(value)) tokens.illuminati = Number(value);
      else wrong("no-number", `${value} isn't a number from 0 to ${MOST}.`);
    } else if (key === "ready" || key === "spent") tokens[key] = value.split(",").filter(Boolean).map(group);
    else {
      const card = known.get(value);
      if (!card) wrong("unknown-card", `There is no card ${value}.`);
      else if (key === "own" && card.kind !== "illuminati") wrong("wrong-kind-of-card", `${card.name} isn't an Illuminati.`);
      else if (key === "relief" && card.subtype !== "place") wrong("wrong-kind-of-card", `${card.name} isn't a Place.`);
      else if (key === "reload" && !reloads(card)) wrong("wrong-kind-of-card", `${card.name} gives no tokens back.`);
      tokens[key] = value;
    }
  }
  const slugs = [...tokens.ready, ...tokens.spent].map(([slug]) => slug);
  if (new Set(slugs).size !== slugs.length) wrong("card-twice", "A Group either has a token or doesn't: name it in only one list, and once.");
  if (tokens.ready.some(([slug]) => slug === tokens.relief)) {
    wrong("devastated", `${known.get(tokens.relief ?? "")?.name} is Devastated: it has no token.`);
  }
  return { tokens: problems.length ? null : tokens, problems };
}

function isNumber(/** @type {string} */ text) {
  return /^\d{1,2}$/.test(text);
}

// --- buying -------------------------------------------------------------------------------------------------------------

/** How many Plots the tokens buy: one for a token of the Illuminati, one for two of other Groups. @param {Tokens} tokens */
export function plotsBought({ illuminati, ready }) {
  return illuminati + Math.floor(ready.length / 2);
}

// --- Relief -------------------------------------------------------------------------------------------------------------

/** What a Group's own sentences make of its Power while it gives Relief. @param {Card} card @param {number | null} now @returns {number} */
export function powerForRelief(card, now) {
  const power = now ?? card.power ?? 0;
  for (const { tree } of card.clauses) {
    const speaks = tree?.is === "StatSet" && tree.stat.includes("Power") && tree.while_.some((each) => each.is === "Relieving");
    if (speaks && tree.how === "set") return tree.value;
    if (speaks && tree.how === "times") return power * tree.value;
  }
  return power;
}

/** Whether a card gives Relief with its action alone, whatever its Power. @param {Card} card */
export function relievesAlone({ clauses }) {
  return clauses.some(({ tree }) => (
    tree?.is === "Ability" && tree.costs.some((each) => each.what === "own") && tree.effects.some((each) => each.verb === "relieve")
  ));
}

/**
 * The cheapest of these Groups that reach the price: fewest tokens, then least Power. Null when all together do not.
 * @param {Giver[]} groups @param {number} price
 * @returns {Giver[] | null}
 */
export function cheapestRelief(groups, price) {
  /** By number of Groups: the Groups with each sum of Power, of those that can be made. @type {Map<number, Giver[]>[]} */
  const made = [new Map([[0, /** @type {Giver[]} */ ([])]])];
  for (const each of groups) {
    for (let many = made.length - 1; many >= 0; many -= 1) {
      made[many + 1] ??= new Map();
      for (const [sum, some] of made[many]) if (!made[many + 1].has(sum + each.power)) made[many + 1].set(sum + each.power, [...some, each]);
    }
  }
  for (const sums of made) {
    const enough = [...sums.keys()].filter((sum) => sum >= price);
    if (enough.length) return sums.get(Math.min(...enough)) ?? null;
  }
  return null;
}

// --- Plots that give tokens back ----------------------------------------------------------------------------------------------

/** Whether a Plot gives Action tokens to one Group, or to several that are weak. @param {Card} card */
export function reloads(card) {
  return card.clauses.some((clause) => clause.tree?.is === "ReloadPlot");
}

/**
 * What a Plot that gives tokens back can do for these Groups: those that it means, the strongest of them alone, and as many as can be
 * within its total (then the strongest such).
 * @param {Card} plot @param {Giver[]} groups
 * @returns {{total: number, meant: Giver[], alone: Giver | null, several: Giver[]}}
 */
export function reloadBest(plot, groups) {
  const { who, total } = plot.clauses.find((clause) => clause.tree?.is === "ReloadPlot")?.tree ?? {};
  const pieces = groups.map(({ card }) => ({
    card, owner: "you", alignments: card.alignments, openArrows: 0, attacksMade: 0, master: null, linked: null,
  }));
  const attack = { kind: "control", attacker: "", target: "", pieces, helpers: [], opponents: [], distance: null, spent: {}, played: [] };
  const meant = groups.filter((_, index) => matches(who, pieces[index], /** @type {any} */ (attack), pieces[index]));
  const alone = meant.reduce((/** @type {Giver | null} */ best, each) => (best && best.power >= each.power ? best : each), null);
  let several = /** @type {Giver[]} */ ([]);
  for (const some of subsets(meant, total)) {
    const more = some.length - several.length || together(some) - together(several);
    if (more > 0) several = some;
  }
  return { total, meant, alone, several };
}

/** Every choice of these with so much Power together at most. @returns {Generator<Giver[]>} */
function* subsets(/** @type {Giver[]} */ from, /** @type {number} */ total) {
  if (!from.length) {
    yield [];
    return;
  }
  const [first, ...rest] = from;
  yield* subsets(rest, total);
  if (first.power <= total) for (const some of subsets(rest, total - first.power)) yield [first, ...some];
}

/** The Power of Groups together. @param {Giver[]} groups */
export function together(groups) {
  return groups.reduce((sum, { power }) => sum + power, 0);
}
