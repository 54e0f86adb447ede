// @ts-check
/**
 * How the calculator shows where things come from: sources with links, and requirements with their verdict.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Reason} Reason
 * @typedef {import("./calculator.js").Data} Data
 * @typedef {ReturnType<typeof citing>} Citing
 */

import { sentence } from "./calculator-model.js";
import { el } from "./dom.js";

/** The ways to cite what `data` knows; `base` is the root of the site. @param {Data} data @param {URL} base */
export function citing(data, base) {
  const byId = new Map(data.cards.map((card) => [card.id, card]));
  const site = (/** @type {string} */ url) => new URL(url, base).href;

  /** The sources of statements, each place once; after the first of a document its name is left out. */
  const cited = (/** @type {string[]} */ cites) => {
    const found = new Map(cites.map((cite) => [data.citations[cite].label, data.citations[cite].url]));
    let before = "";
    return [...found].map(([label, url], index) => {
      const [book, ...places] = label.split(", ");
      const again = index > 0 && book === before;
      before = book;
      return { words: again ? places.join(", ") : label, label, url };
    });
  };
  const sources = (/** @type {string[]} */ cites) => cited(cites).map(({ words }) => words).join(", ");
  const sourceLinks = (/** @type {string[]} */ cites) => el(
    "span", { class: "calc-from" },
    ...cited(cites).flatMap(({ words, label, url }, index) => [
      index ? ", " : "", url ? el("a", { "href": site(url), "aria-label": words === label ? null : label }, words) : words,
    ]),
  );
  /** The card that a line or reason comes from, if it does. */
  const speaker = (/** @type {string} */ source) => byId.get(source.split("#")[0]) ?? null;
  const cardLink = (/** @type {Card} */ of, /** @type {string} */ words) => (
    el("a", { class: "card-link", href: site(of.url) }, words)
  );

  /** One requirement: whether it holds, in words and sign, the sentence and where it stands. */
  const reasonItem = (/** @type {Reason} */ reason, /** @type {boolean} */ named) => {
    const [about, from] = [byId.get(reason.about ?? ""), speaker(reason.source)];
    const who = named && about ? `${about.name}: ` : "";
    return el(
      "li", { "class": reason.ok ? "calc-yes" : "calc-no", "data-source": reason.source, "data-ok": String(reason.ok) },
      el("span", { class: "calc-verdict" }, reason.ok ? "Yes" : "No"), " ", who, from ? cardLink(from, from.name) : null,
      from ? ": " : null, sentence(reason.text), " ", sourceLinks(reason.cites),
    );
  };

  /** By list, the requirements that stand in it. @type {WeakMap<HTMLElement, string>} */
  const listed = new WeakMap();
  /** Let a list hold these requirements, touching nothing where it does. */
  const listReasons = (/** @type {HTMLElement} */ list, /** @type {Reason[]} */ reasons, /** @type {boolean} */ named) => {
    const key = JSON.stringify(reasons);
    if ((listed.get(list) ?? "[]") !== key) list.replaceChildren(...reasons.map((reason) => reasonItem(reason, named)));
    listed.set(list, key);
  };

  return { sources, sourceLinks, speaker, cardLink, listReasons };
}
