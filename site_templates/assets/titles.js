// @ts-check
// Everything on the site by its title: what the search box of the home page offers while you type, and what the search at
// the top offers when no text has the words.

import { el } from "./dom.js";
import { normal, occurrences, slips } from "./words.js";

/** A page or a place in one: `where` is the set of a card or the game of a rule, `also` are other names of a card.
 * @typedef {{title: string, kind: string, url: string, where?: string, also?: string[]}} Title */

const MOST = 8;
const KINDS = new Map([
  ["card", "card"], ["section", "rule"], ["ruling", "ruling"], ["glossary", "word"], ["conflict", "in dispute"],
  ["faq", "question"], ["difference", "games differ"], ["change", "rule change"], ["erratum", "change"],
]);
const ROOT = new URL("../../", import.meta.url);

/** @type {Promise<Title[]> | undefined} */
let titles;

/** All titles, fetched once; none while there is no network, and then asked for again. @returns {Promise<Title[]>} */
export function allTitles() {
  titles ??= fetch(new URL("data/titles.json", ROOT))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .catch(() => {
      titles = undefined;
      return [];
    });
  return titles;
}

/** Small letters without accents and punctuation. @param {string} text */
export function fold(text) {
  return occurrences(normal(text)).map((word) => word.surface).join(" ");
}

/** What each title may be called, folded: made once, for every letter that is typed. @type {WeakMap<Title, string[]>} */
const folded = new WeakMap();

/** @param {Title} title */
function namesOf(title) {
  let names = folded.get(title);
  if (!names) folded.set(title, names = [title.title, ...title.also ?? []].map((name) => fold(name).replace(/^the (?=.)/, "")));
  return names;
}

/**
 * The titles that hold every word of `query`, those that begin with it first.
 * @param {Title[]} titles
 * @param {string} query
 * @returns {Title[]}
 */
export function fitting(titles, query) {
  const wanted = fold(query).replace(/^the (?=.)/, "");
  if (!wanted) return [];
  const words = wanted.split(" ");
  /** @param {string} name */
  const has = (name) => words.every((word) => ` ${name}`.includes(` ${word}`));
  /** @param {string} name */
  const far = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : has(name) ? 2 : 3);
  return titles
    .map((title) => ({ title, away: Math.min(...namesOf(title).map(far)) }))
    .filter(({ away }) => away < 3)
    .sort((a, b) => a.away - b.away)
    .slice(0, MOST)
    .map(({ title }) => title);
}

/**
 * The query with each word that begins no word of a title replaced by the nearest that does; null when that is no change.
 * @param {Title[]} titles
 * @param {string} query
 * @returns {string | null}
 */
export function respelled(titles, query) {
  const wanted = fold(query);
  const known = [...new Set(titles.flatMap(namesOf).flatMap((name) => name.split(" ")))];
  const nearest = (/** @type {string} */ word) => {
    const allowed = word.length < 3 || /^\d+$/.test(word) ? 0 : word.length < 6 ? 1 : 2;
    if (!allowed || known.some((other) => other.startsWith(word))) return word;
    const near = known
      .filter((other) => Math.abs(other.length - word.length) <= allowed)
      .map((other) => ({ other, far: 2 * slips(word, other) + Number(other[0] !== word[0]) }))
      .sort((a, b) => a.far - b.far)[0];
    return near && near.far <= 2 * allowed + 1 ? near.other : word;
  };
  const spelled = wanted.split(" ").map(nearest).join(" ");
  return spelled === wanted ? null : spelled;
}

/**
 * The titles that fit a query, as a list of links; when none does, those that fit it spelled otherwise, with a word on that.
 * @param {Title[]} titles
 * @param {string} query
 * @returns {HTMLElement[]}  empty when nothing fits
 */
export function titleList(titles, query) {
  const found = fitting(titles, query);
  const other = found.length ? null : respelled(titles, query);
  const shown = other === null ? found : fitting(titles, other);
  if (!shown.length) return [];
  return [
    ...(other === null ? [] : [el("p", { class: "found-words" }, `Showing titles with “${other}”`)]),
    el("ul", {}, ...shown.map(({ title, kind, url, where }) => el(
      "li", {}, el("a", { href: new URL(url, ROOT).href }, title),
      el("span", { class: "result-kind" }, [KINDS.get(kind) ?? kind, where].filter(Boolean).join(" · ")),
    ))),
  ];
}
