// @ts-check
/**
 * The page of results: what was asked and the filters stand in its address, so that it can be linked, and back and forward work.
 *
 * @typedef {import("./search-engine.js").Answer} Answer
 * @typedef {import("./search-engine.js").Hit} Hit
 */

import { el } from "./dom.js";
import { CHOSEN, myGame } from "./my-game.js";
import { address, answerBoxes, answering, GAMES, KINDS, whatIs } from "./search-answer.js";
import { theEngine } from "./search-engine.js";

/** How many results stand on the page until more are asked for. */
const STEP = 30;
/** How long after the last key the address is written, in milliseconds. */
const REST = 300;

/** @typedef {{q: string, kind: string, game: string}} State */

/** @returns {State} */
function fromAddress() {
  const asked = new URLSearchParams(location.search);
  return { q: asked.get("q") ?? "", kind: asked.get("kind") ?? "", game: asked.get("game") ?? "" };
}

/** With the host, as a path that begins with // would be read as one. @param {State} state */
function toAddress(state) {
  const asked = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
  return `${location.origin}${location.pathname}${asked.size ? `?${asked}` : ""}`;
}

/** @param {HTMLElement} root */
function start(root) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector("form"));
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const notes = /** @type {HTMLElement} */ (root.querySelector(".search-notes"));
  const filters = /** @type {HTMLElement} */ (root.querySelector(".search-filters"));
  const answers = /** @type {HTMLElement} */ (root.querySelector(".search-answers"));
  const results = /** @type {HTMLElement} */ (root.querySelector(".search-results"));
  let state = fromAddress();
  let shown = STEP;
  let turn = 0;
  let rest = 0;
  /** Whether the address is that of words that are still typed: those are one step, which begins with the first of them. */
  let typing = false;
  /** @type {Answer | null} */
  let answer = null;

  const remember = () => {
    clearTimeout(rest);
    if (toAddress(state) === toAddress(fromAddress())) return;
    if (typing) history.replaceState(null, "", toAddress(state));
    else history.pushState(null, "", toAddress(state));
  };

  /** @param {Partial<State>} change @param {boolean} typed  whether more letters may follow */
  const go = (change, typed) => {
    state = { ...state, ...change };
    shown = STEP;
    clearTimeout(rest);
    if (typed) {
      rest = window.setTimeout(() => { remember(); typing = true; }, REST);
    } else {
      remember();
      typing = false;
    }
    render();
  };

  const render = async () => {
    turn += 1;
    const mine = turn;
    document.title = state.q ? `${state.q} · Search` : "Search";
    if (!state.q.trim()) {
      answer = null;
      for (const part of [notes, filters, answers, results]) part.replaceChildren();
      return;
    }
    try {
      const engine = await theEngine();
      if (mine !== turn) return;
      if (answer?.question !== state.q) answer = await engine.ask(state.q, Infinity, myGame());
      if (mine === turn) show(answer);
    } catch {
      if (mine === turn) notes.replaceChildren(el("p", {}, "The search cannot be loaded. Are you offline?"));
    }
  };

  /** One row of filters, with how many results each leaves; `filter` has the chosen ones.
   * @param {"kind" | "game"} name @param {string} label @param {Map<string, string>} names @param {Hit[]} among
   * @param {{kind: string, game: string}} filter */
  const filterRow = (name, label, names, among, filter) => {
    const counts = new Map();
    for (const hit of among) if (hit[name]) counts.set(hit[name], (counts.get(hit[name]) ?? 0) + 1);
    if (counts.size < 2 && !filter[name]) return null;
    const choice = (/** @type {string} */ value, /** @type {string} */ text, /** @type {number} */ count) => el(
      "button", { type: "button", "class": "search-filter", "aria-pressed": String(filter[name] === value), "data-filter": `${name}=${value}`,
        on: { click: () => go({ ...filter, [name]: value }, false) } },
      text, " ", el("span", { class: "count" }, String(count)),
    );
    return el(
      "div", { "class": "search-filter-row", "role": "group", "aria-label": label }, choice("", "All", among.length),
      ...[...names].filter(([value]) => counts.has(value)).map(([value, text]) => choice(value, text, counts.get(value))),
    );
  };

  /** @param {Answer} found */
  const show = (found) => {
    // A filter of the question before that leaves nothing of this one holds nothing back.
    const filter = { kind: state.kind, game: state.game };
    const fits = (/** @type {Hit} */ hit, /** @type {"kind" | "game"} */ name) => !filter[name] || hit[name] === filter[name];
    const fitting = () => found.hits.filter((hit) => fits(hit, "kind") && fits(hit, "game"));
    const said = [];
    for (const [name, names] of /** @type {const} */ ([["kind", KINDS], ["game", GAMES]])) {
      if (!found.hits.length || !filter[name] || fitting().length) continue;
      said.push(`No result is filed under ${names.get(filter[name]) ?? filter[name]}; the filter is off.`);
      filter[name] = "";
    }
    const hits = fitting();
    for (const { message, suggestion } of found.problems) said.push(`${message}${suggestion ? ` (did you mean ${suggestion}?)` : ""}`);
    if (found.corrected) said.push(`Showing results for “${found.corrected}”`);
    if (found.sum) said.push(found.sum);
    if (found.nothing) said.push(`No card has all of this${found.nearest ? "; these have most of it" : ""}.`);
    if (found.missing) said.push(`No erratum is published for ${found.missing}.`);
    if (!found.problems.length) said.push(hits.length === 1 ? "1 result" : `${hits.length} results`);
    notes.replaceChildren(...said.map((text) => el("p", {}, text)));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filter : undefined;
    filters.replaceChildren(...[
      filterRow("kind", "Kind", KINDS, found.hits.filter((hit) => fits(hit, "game")), filter),
      filterRow("game", "Game", GAMES, found.hits.filter((hit) => fits(hit, "kind")), filter),
    ].filter((row) => row !== null));
    if (focused) [...filters.querySelectorAll("button")].find((button) => button.dataset.filter === focused)?.focus();
    const filtered = { ...found, hits, positions: filter.kind ? [] : found.positions };
    const mine = turn;
    answerBoxes(filtered).then((boxes) => mine === turn && answers.replaceChildren(...boxes)).catch(() => answers.replaceChildren());
    const told = new Set(answering(filtered));
    list(hits.filter((hit) => !told.has(hit)));
  };

  /** @param {Hit[]} hits */
  const list = (hits) => {
    const more = hits.length > shown ? el(
      "button", { type: "button", class: "button", on: { click: () => {
        const first = shown;
        shown += STEP;
        list(hits);
        const links = results.querySelectorAll("li a");
        if (links[first] instanceof HTMLElement) /** @type {HTMLElement} */ (links[first]).focus();
      } } }, `Show more (${hits.length - shown})`,
    ) : null;
    results.replaceChildren(el("ol", {}, ...hits.slice(0, shown).map((hit) => el(
      "li", {},
      el("a", { href: address(hit) }, hit.title), el("span", { class: "result-kind" }, whatIs(hit)),
      hit.text ? el("p", {}, hit.text) : null,
    ))), ...more ? [more] : []);
  };

  input.value = state.q;
  input.addEventListener("input", () => go({ q: input.value }, true));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    const first = root.querySelector(".search-answers a:not([tabindex]), .search-results a");
    if (!(first instanceof HTMLElement)) return;
    event.preventDefault();
    first.focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go({ q: input.value }, false);
  });
  document.addEventListener(CHOSEN, () => {
    answer = null;
    render();
  });
  addEventListener("popstate", () => {
    clearTimeout(rest);
    typing = false;
    state = fromAddress();
    shown = STEP;
    input.value = state.q;
    render();
  });
  if (!state.q) input.focus();
  render();
}

const root = document.getElementById("search-page");
if (root) start(root);
