// @ts-check
/**
 * What answers a question at once: a card's text and face, a definition, a row of a table, an erratum, or the sum of an attack.
 *
 * @typedef {import("./search-engine.js").Answer} Answer
 * @typedef {import("./search-engine.js").Hit} Hit
 */

import { el } from "./dom.js";
import { GAMES, ROOT, rowOf, theEngine } from "./search-engine.js";

/** How kinds of things are called, in the order in which their filters stand. */
export const KINDS = new Map([
  ["card", "Card"], ["section", "Rule"], ["glossary", "Word"], ["faq", "FAQ"], ["ruling", "Ruling"], ["erratum", "Erratum"],
  ["change", "Rule change"], ["conflict", "In dispute"], ["difference", "Games differ"], ["table", "Table"], ["tool", "Tool"],
]);
export { GAMES };
/** How many cards of a list are named before the list itself. */
const FIRST = 8;
const FULL = ["glossary", "erratum", "table"];

/** What a hit is, in a few words: `Card · INWO`. @param {Hit} hit */
export function whatIs({ kind, game }) {
  return [KINDS.get(kind) ?? kind, GAMES.get(game)].filter(Boolean).join(" · ");
}

/** The address of a hit. @param {Hit} hit */
export function address({ url }) {
  return ROOT.href + url;
}

/** The calculator, opened on a position in one line. @param {string} position */
export function calculatorAddress(position) {
  return `${ROOT.href}calculator/#${encodeURIComponent(position)}`;
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** @param {string} path @returns {Promise<any>} */
function data(path) {
  let known = fetched.get(path);
  if (!known) {
    known = fetch(new URL(path, ROOT)).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${path}: ${answer.status}`))));
    known.catch(() => fetched.delete(path));
    fetched.set(path, known);
  }
  return known;
}

/** What an attack comes to, in words, from the calculator's own code and data. @param {string} position */
export async function sumOf(position) {
  const [game] = position.split(" ");
  const [{ attackOf, readPosition }, { explain }, { odds, plain, roll, signed }, rules] = await Promise.all([
    import("./position.js"), import("./evaluate.js"), import("./calculator-model.js"), data(`data/${game}.json`),
  ]);
  const { position: read } = readPosition(position, rules.cards, game, rules);
  const ledger = read && explain(attackOf(read, rules.cards), rules);
  if (!read || !ledger) return null;
  const parts = ledger.lines.map((/** @type {any} */ line) => `${signed(line)} ${line.label}`);
  const legal = ledger.reasons.every((/** @type {any} */ reason) => reason.ok);
  return {
    parts,
    result: `Strength ${plain(ledger.strength)}: ${ledger.needed === null ? "no roll succeeds" : `roll ${roll(ledger)}, ${odds(ledger.ways)}`}`,
    legal,
  };
}

/** The sum of an attack as a box with a link to the calculator. @param {string} position @param {string} title */
async function attackBox(position, title) {
  const sum = await sumOf(position);
  if (!sum) return null;
  return el(
    "article", { class: "answer" },
    el("p", { class: "answer-kind" }, "Attack calculator"),
    el("h2", { class: "answer-title" }, el("a", { href: calculatorAddress(position) }, title)),
    el("p", { class: "answer-result" }, el("strong", {}, sum.result), sum.legal ? "" : " · not legal like this: the calculator says why"),
    el("ul", { class: "answer-sum" }, ...sum.parts.map((/** @type {string} */ part) => el("li", {}, part))),
  );
}

/** @param {Hit} hit */
async function cardBox(hit) {
  const id = hit.url.replace(/^cards\//, "").replace(/\/$/, "");
  const card = (await data("data/card-index.json")).cards.find((/** @type {any} */ each) => each.id === id);
  return el(
    "article", { class: "answer answer-card" },
    el("a", { href: address(hit), tabindex: "-1", "aria-hidden": "true" }, el("img", { src: new URL("face.svg", address(hit)).href, alt: "", loading: "lazy" })),
    el(
      "div", {},
      el("p", { class: "answer-kind" }, whatIs(hit)),
      el("h2", { class: "answer-title" }, el("a", { href: address(hit) }, hit.title)),
      el("p", {}, card?.text ?? hit.text),
    ),
  );
}

/** The hits that themselves answer a question, and need not stand in the list as well: the best, and in the other games a card of that
 * name or a row of that table that says something else. A word's meaning answers only who asks for that word. @param {Answer} answer @returns {Hit[]} */
export function answering({ positions, hits, named, games, query, nothing }) {
  const [best] = hits;
  if (positions.length || !best || nothing || (query && best.kind === "card")) return [];
  const first = hits.slice(0, GAMES.size).filter(({ kind }) => kind === best.kind);
  if (best.kind === "card") return first.filter(({ title }) => title === best.title);
  if (best.kind === "table" && !games.includes(best.game)) return first.filter(({ title, text }, at) => rowOf(title) === rowOf(best.title) && first.findIndex((hit) => hit.text === text) === at);
  return best.kind === "glossary" && !named.includes(best.url) || !FULL.includes(best.kind) ? [] : [best];
}

/** How many cards there are that have what is asked for, the first of them, and all of them in the card browser. @param {Answer} answer */
async function listBox({ question, query, hits }) {
  const cards = hits.filter(({ kind }) => kind === "card");
  if (!query || !cards.length) return null;
  const understood = await (await theEngine()).understood(query, question);
  const all = new URL(`cards/?find=${encodeURIComponent(query)}`, ROOT).href;
  return el(
    "article", { class: "answer answer-list" },
    el("p", { class: "answer-kind" }, `Cards with ${understood}`),
    el("h2", { class: "answer-title" }, el("a", { href: all }, cards.length === 1 ? "1 card" : `${cards.length} cards`)),
    el("p", {}, ...cards.slice(0, FIRST).flatMap((hit, at) => [at ? " · " : "", el("a", { href: address(hit) }, hit.title)]), cards.length > FIRST ? " …" : ""),
    el("p", {}, el("a", { href: all }, "Show them in the card browser")),
  );
}

/** The boxes that answer a question at once. @param {Answer} answer @returns {Promise<HTMLElement[]>} */
export async function answerBoxes(answer) {
  if (answer.positions.length) {
    const boxes = await Promise.all(answer.positions.map((position, at) => attackBox(position, answer.attacks[at])));
    return boxes.filter((box) => box !== null);
  }
  const list = await listBox(answer);
  const boxes = await Promise.all(answering(answer).map((hit) => (hit.kind === "card" ? cardBox(hit) : el(
    "article", { class: "answer" },
    el("p", { class: "answer-kind" }, whatIs(hit)),
    el("h2", { class: "answer-title" }, el("a", { href: address(hit) }, hit.title)),
    el("p", {}, hit.text),
  ))));
  return list ? [...boxes, list] : boxes;
}
