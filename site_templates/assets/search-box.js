// @ts-check
/**
 * The search field of the header and of the home page: suggestions while you type, grouped by kind, the best first. It is an editable
 * combobox as the ARIA Authoring Practices describe it: arrows move, Enter takes, Escape closes. Without scripts, and with Enter on
 * what was typed, it leads to the page of results. search-field.js fetches this when the field has the focus.
 *
 * @typedef {import("./search-engine.js").Answer} Answer
 * @typedef {import("./search-engine.js").Hit} Hit
 */

import { el, freshId } from "./dom.js";

/** How many suggestions there are, and how many of one kind. */
const MOST = 8;
const OF_A_KIND = 4;

/** @typedef {[import("./search-engine.js").Engine, typeof import("./search-answer.js")]} Search */
/** @type {Promise<Search> | undefined} */
let search;

/** What answers, fetched once; again after a failure. @returns {Promise<Search>} */
function loaded() {
  search ??= Promise.all([import("./search-engine.js").then(({ theEngine }) => theEngine()), import("./search-answer.js")]).catch((error) => {
    search = undefined;
    throw error;
  });
  return search;
}

/** The best hits in groups by kind, in the order of the best of each. @param {Hit[]} hits @returns {Array<[string, Hit[]]>} */
export function grouped(hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map();
  let count = 0;
  for (const hit of hits) {
    const group = groups.get(hit.kind) ?? [];
    if (count >= MOST) break;
    if (group.length >= OF_A_KIND) continue;
    groups.set(hit.kind, [...group, hit]);
    count += 1;
  }
  return [...groups];
}

/** Suggestions for a field that search-field.js made a combobox. @param {HTMLFormElement} form */
export function searchBox(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const id = freshId("search");
  const list = el("div", { "id": id, "class": "search-options", "role": "listbox", "aria-label": "Suggestions", "hidden": true });
  const status = el("p", { class: "hidden", role: "status" });
  input.setAttribute("aria-controls", id);
  input.after(list, status);
  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;
  let asked = "";

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const activate = (/** @type {number} */ index) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = options[index];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    return input.setAttribute("aria-activedescendant", option.id);
  };
  const option = (/** @type {string} */ href, /** @type {string} */ title, /** @type {string} */ note) => el(
    "a", { "id": freshId("option"), "class": "search-option", "role": "option", "aria-selected": "false", "tabindex": "-1", href },
    el("span", { class: "search-option-title" }, title), note ? el("span", { class: "search-option-note" }, note) : null,
  );

  const suggest = async () => {
    const question = input.value;
    asked = question;
    if (!question.trim()) return close();
    try {
      const [engine, words] = await loaded();
      if (asked !== question) return undefined;
      const answer = await engine.ask(question);
      if (asked !== question || document.activeElement !== input) return undefined;
      show(question, answer, words);
    } catch {
      if (asked === question) show(question, null, null);
    }
    return undefined;
  };

  const show = (
    /** @type {string} */ question, /** @type {Answer | null} */ answer, /** @type {typeof import("./search-answer.js") | null} */ words,
  ) => {
    const all = new URL(form.action);
    all.searchParams.set("q", question);
    const notes = [];
    if (!answer || !words) notes.push("The search cannot be loaded. Are you offline?");
    else if (answer.problems.length) notes.push(...answer.problems.map(({ message, suggestion }) => `${message}${suggestion ? ` (did you mean ${suggestion}?)` : ""}`));
    else if (!answer.hits.length && !answer.positions.length) notes.push("Nothing has these words.");
    else if (answer.corrected) notes.push(`Showing results for “${answer.corrected}”`);
    if (answer?.nearest) notes.push("No card has all of this; these have most.");
    const attacks = words && answer ? answer.positions.map((position) => option(words.calculatorAddress(position), position, "")) : [];
    const groups = words && answer ? grouped(answer.hits).map(([kind, hits]) => {
      const name = freshId("group");
      return el(
        "div", { "role": "group", "aria-labelledby": name },
        el("div", { "id": name, "class": "search-group", "role": "presentation" }, words.KINDS.get(kind) ?? kind),
        ...hits.map((hit) => option(words.address(hit), hit.title, words.GAMES.get(hit.game) ?? "")),
      );
    }) : [];
    const more = answer?.hits.length ? option(all.href, `All ${answer.hits.length} results`, "") : null;
    list.replaceChildren(...[
      ...notes.map((note) => el("p", { class: "search-note", role: "presentation" }, note)),
      ...attacks.length ? [el("div", { "role": "group", "aria-label": "Attack calculator" }, ...attacks)] : [], ...groups, ...more ? [more] : [],
    ]);
    options = [...list.querySelectorAll("[role=option]")];
    status.textContent = [...notes, answer?.hits.length ? `${options.length} suggestions` : ""].filter(Boolean).join(" ");
    list.hidden = false;
    active = -1;
    input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-expanded", "true");
    if (words && answer?.positions.length) {
      answer.positions.forEach((position, at) => words.sumOf(position).then((sum) => {
        if (sum && attacks[at].isConnected) attacks[at].replaceChildren(
          el("span", { class: "search-option-title" }, sum.title), el("span", { class: "search-option-note" }, sum.result),
        );
      }).catch(() => {}));
    }
  };

  let waiting = 0;
  input.addEventListener("input", () => { // the letter is shown first
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => setTimeout(suggest));
  });
  input.addEventListener("click", () => { if (list.hidden && input.value.trim()) suggest(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return suggest();
      const count = options.length;
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === "Enter" && !list.hidden && options[active]) {
      event.preventDefault();
      options[active].click();
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    }
    return undefined;
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  form.addEventListener("focusout", (event) => {
    if (!form.contains(/** @type {Node | null} */ (event.relatedTarget))) close();
  });
  loaded().catch(() => {});
  suggest(); // what was typed before this was here
}
