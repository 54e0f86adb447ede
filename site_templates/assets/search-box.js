// @ts-check
/**
 * The search field of the header and of the home page: suggestions while you type, grouped by kind, the best first. It is an editable
 * combobox as the ARIA Authoring Practices describe it: arrows move, Enter takes, Escape closes. Without scripts, and with Enter on
 * what was typed, it leads to the page of results. search-field.js fetches this when the field has the focus.
 *
 * @typedef {import("./search-engine.js").Answer} Answer
 * @typedef {import("./search-engine.js").Hit} Hit
 */

import { el, freshId, put, write } from "./dom.js";
import { myGame } from "./my-game.js";

/** How many suggestions there are, how many of them are the best of all, how many else of one kind, and among how many they are chosen. */
const MOST = 8;
const BEST = 3;
const OF_A_KIND = 4;
const AMONG = 48;
/** How long nobody has typed when the sum of an attack is worked out, in milliseconds. */
const REST = 250;

/** @typedef {{href: string, title: string, note: string}} Option */
/** @typedef {{title: string, unseen?: boolean, options: Option[]}} Group  of a title that is unseen only those know who listen */

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

/** The best hits whatever their kind, without a kind of their own; then others in groups by kind, in the order of the best of each.
 * @param {Hit[]} hits @returns {Array<[string, Hit[]]>} */
export function grouped(hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map([["", hits.slice(0, BEST)]]);
  let count = BEST;
  for (const hit of hits.slice(BEST)) {
    const group = groups.get(hit.kind) ?? [];
    if (count >= MOST) break;
    if (group.length >= OF_A_KIND) continue;
    groups.set(hit.kind, [...group, hit]);
    count += 1;
  }
  return hits.length ? [...groups] : [];
}

/** What each option says. It is kept beside the page, as a browser takes longer to tell than to compare it. @type {WeakMap<HTMLElement, Option>} */
const saying = new WeakMap();

/** Let an option say this; what it says already is left alone. @param {HTMLElement} option @param {Option} said */
function fillOption(option, said) {
  const { href, title, note } = said;
  const known = saying.get(option);
  saying.set(option, said);
  if (known?.href !== href) option.setAttribute("href", href);
  const [first, second] = /** @type {Iterable<HTMLElement>} */ (option.children);
  if (known?.title !== title) textOf(first).data = title;
  if (known?.note === note) return;
  textOf(second).data = note;
  put(second, { hidden: !note });
}

/** The one text of an element. @param {HTMLElement} element */
function textOf(element) {
  return /** @type {Text} */ (element.firstChild);
}

/**
 * The groups of suggestions in their list. Each letter typed shows others: what is there is filled anew, as making elements takes a browser
 * longer than finding what they say.
 */
class Suggestions {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.notes = el("div", { role: "presentation", hidden: true });
    /** @type {Array<{box: HTMLElement, heading: HTMLElement, options: HTMLElement[]}>} */
    this.groups = [];
    list.append(this.notes);
  }

  /** Show notes and groups; answer the options in order. @param {string[]} notes @param {Group[]} groups @returns {HTMLElement[]} */
  show(notes, groups) {
    if (notes.length || !this.notes.hidden) this.notes.replaceChildren(...notes.map((note) => el("p", { class: "search-note", role: "presentation" }, note)));
    put(this.notes, { hidden: !notes.length });
    for (const { box } of this.groups.slice(groups.length)) box.remove();
    return groups.flatMap((group, at) => {
      this.groups[at] ??= newGroup();
      const { box, heading, options } = this.groups[at];
      write(heading, group.title);
      put(heading, { hidden: group.unseen ?? false });
      for (const option of options.slice(group.options.length)) option.remove();
      group.options.forEach((said, place) => {
        options[place] ??= newOption();
        fillOption(options[place], said);
        if (options[place].parentElement !== box) box.append(options[place]);
      });
      if (!box.isConnected) this.list.append(box);
      return options.slice(0, group.options.length);
    });
  }
}

/** @returns {{box: HTMLElement, heading: HTMLElement, options: HTMLElement[]}} */
function newGroup() {
  const id = freshId("group");
  const heading = el("div", { id, class: "search-group", role: "presentation" });
  return { box: el("div", { "role": "group", "aria-labelledby": id }, heading), heading, options: [] };
}

/** @returns {HTMLElement} */
function newOption() {
  return el(
    "a", { "id": freshId("option"), "class": "search-option", "role": "option", "aria-selected": "false", "tabindex": "-1" },
    el("span", { class: "search-option-title" }, ""), el("span", { class: "search-option-note" }, ""),
  );
}

/** Suggestions for a field that search-field.js made a combobox. @param {HTMLFormElement} form */
export function searchBox(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const id = freshId("search");
  const list = /** @type {HTMLElement} */ (el("div", { "id": id, "class": "search-options", "role": "listbox", "aria-label": "Suggestions" }));
  const room = el("div", { class: "search-room", hidden: true }, list);
  const view = new Suggestions(list);
  const status = el("p", { class: "hidden", role: "status" });
  input.setAttribute("aria-controls", id);
  input.after(room, status);
  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;
  let asked = "";
  let rest = 0;

  const close = () => {
    room.hidden = true;
    activate(-1);
    input.setAttribute("aria-expanded", "false");
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
  const suggest = async () => {
    const question = input.value;
    asked = question;
    if (!question.trim()) return close();
    try {
      const [engine, words] = await loaded();
      if (asked !== question) return undefined;
      const answer = await engine.ask(question, AMONG, myGame());
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
    const all = `${form.action}?q=${encodeURIComponent(question)}`;
    const notes = [];
    if (!answer || !words) notes.push("The search cannot be loaded. Are you offline?");
    else if (answer.problems.length) notes.push(...answer.problems.map(({ message, suggestion }) => `${message}${suggestion ? ` (did you mean ${suggestion}?)` : ""}`));
    else if (!answer.hits.length && !answer.positions.length) notes.push("Nothing has these words.");
    else if (answer.corrected) notes.push(`Showing results for “${answer.corrected}”`);
    if (answer?.sum) notes.push(answer.sum);
    if (answer?.nothing) notes.push(`No card has all of this${answer.nearest ? "; these have most" : ""}.`);
    if (answer?.missing) notes.push(`No erratum is published for ${answer.missing}.`);
    const attacks = words && answer ? answer.positions.map((position, at) => ({ href: words.calculatorAddress(position), title: answer.attacks[at], note: "" })) : [];
    const groups = words && answer ? grouped(answer.hits).map(([kind, hits]) => ({
      title: kind ? words.KINDS.get(kind) ?? kind : "Best matches",
      options: hits.map((hit) => ({ href: words.address(hit), title: hit.title, note: kind ? words.GAMES.get(hit.game) ?? "" : words.whatIs(hit) })),
    })) : [];
    const more = answer?.total ? [{ title: "All results", unseen: true, options: [{ href: all, title: answer.total === 1 ? "1 result" : `All ${answer.total} results`, note: "" }] }] : [];
    options[active]?.setAttribute("aria-selected", "false");
    active = -1;
    options = view.show(notes, [...attacks.length ? [{ title: "Attack calculator", options: attacks }] : [], ...groups, ...more]);
    write(status, [...notes, answer?.total ? `${options.length} suggestions` : ""].filter(Boolean).join(" "));
    if (room.hidden) input.setAttribute("aria-expanded", "true");
    room.hidden = false;
    input.removeAttribute("aria-activedescendant");
    clearTimeout(rest);
    if (words && answer && attacks.length) rest = window.setTimeout(() => sums(question, answer, words), REST);
  };

  /** What each attack comes to, in its suggestion. */
  const sums = (
    /** @type {string} */ question, /** @type {Answer} */ { positions, attacks }, /** @type {typeof import("./search-answer.js")} */ words,
  ) => positions.forEach((position, at) => words.sumOf(position).then((sum) => {
    if (sum && asked === question) fillOption(options[at], { href: words.calculatorAddress(position), title: attacks[at], note: sum.result });
  }).catch(() => {}));

  input.addEventListener("input", suggest);
  input.addEventListener("click", () => { if (room.hidden && input.value.trim()) suggest(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (room.hidden) return suggest();
      const count = options.length;
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === "Enter" && !room.hidden && options[active]) {
      event.preventDefault();
      options[active].click();
    } else if (event.key === "Escape" && !room.hidden) {
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
