// @ts-check
/**
 * The card browser: narrows and sorts the list of cards that stands in the page, by query, facets and ranges. What it shows
 * is in the address, so that it can be shared, and the browser's own buttons go back and forth.
 *
 *     ?find=destroy&type=group&alignment=violent,weird&match=all&power=4..&arrows=2,3&sort=-power&view=table
 *
 * It is `find` and not `q`, because Material opens its own search on a page with a `q`.
 *
 * The page holds `#card-browser` with a list of `<li data-card="deluxe/the-mafia">`; without this script it is just that.
 *
 * @typedef {import("./card-query.js").CardFields & {url: string, arrows: number, abilities: number}} Card
 * @typedef {{games: Record<string, string>, sets: Record<string, string>, cards: Card[]}} Index  data/card-index.json
 * @typedef {{low: number | null, high: number | null}} Limits  both included
 * @typedef {object} State
 * @property {string} find
 * @property {Record<string, string[]>} chosen  values of each facet; none is no restriction
 * @property {boolean} all  whether a card must have all alignments and attributes chosen, not only one
 * @property {Record<string, Limits>} limits  by number
 * @property {string | null} sort  null is the order of the answer: best first, or by name
 * @property {"faces" | "table"} view
 * @typedef {"power" | "transferable" | "resistance" | "income"} NumberKey
 * @typedef {object} Facet
 * @property {string} key
 * @property {string} title
 * @property {boolean} [several]  whether a card can have more than one of its values
 * @property {(card: Card) => string[]} of
 * @property {(value: string) => string} label
 */
import { CardSearch } from "./card-query.js";
import { el, freshId } from "./dom.js";
import { fold, sortTitle } from "./words.js";

const ROOT = new URL("../../", import.meta.url);
const WIDE = matchMedia("(min-width: 60em)");
/** @type {Map<NumberKey, string>} */
const NUMBERS = new Map([
  ["power", "Power"], ["transferable", "Transferable Power"], ["resistance", "Resistance"], ["income", "Income"],
]);
/** @type {Record<string, string>} */
const ABILITY = { yes: "has an ability", no: "has none" };
const VIEWS = { faces: "Faces", table: "Table" };
/** @type {Array<[string, string]>} */
const SORTS = [
  ["name", "Name"], ["type", "Type"], ["alignment", "Alignment"],
  ...[...NUMBERS].flatMap(([key, name]) => /** @type {Array<[string, string]>} */ ([
    [`-${key}`, `${name}, highest first`], [key, `${name}, lowest first`],
  ])),
];
/** How long somebody pauses who is not typing on, in milliseconds. */
const TYPING = 500;
/** @type {import("./card-query.js").Answer} */
const NOTHING_ASKED = { ids: [], ranked: false, corrected: null, anyWord: false, problems: [] };

// --- what is asked, and what fits -------------------------------------------------------------------------------------

/** The facets that tell these cards apart. @param {Index} index @returns {Facet[]} */
export function facetsOf(index) {
  /** @type {Facet[]} */
  const all = [
    { key: "game", title: "Game", of: (card) => [card.game], label: (value) => index.games[value] ?? value },
    { key: "set", title: "Set", of: (card) => [card.set], label: (value) => index.sets[value] ?? value },
    { key: "type", title: "Type", of: (card) => [card.type], label: capital },
    { key: "alignment", title: "Alignment", several: true, of: (card) => card.alignment.map(fold), label: capital },
    { key: "attribute", title: "Attribute", several: true, of: (card) => card.attribute.map(fold), label: capital },
    { key: "arrows", title: "Outward arrows", of: (card) => [String(card.arrows)], label: (value) => value },
    { key: "ability", title: "Special ability", of: (card) => [card.abilities ? "yes" : "no"], label: (value) => ABILITY[value] },
  ];
  return all.filter((facet) => valuesOf(facet, index.cards).length > 1);
}

/** @param {Facet} facet @param {Card[]} cards */
function valuesOf(facet, cards) {
  const found = new Set(cards.flatMap((card) => facet.of(card)));
  return [...found].sort((a, b) => (facet.key === "ability" ? order(b, a) : order(a, b)));
}

/** @returns {State} */
export function emptyState() {
  return { find: "", chosen: {}, all: false, limits: {}, sort: null, view: "faces" };
}

/**
 * The state that an address describes, and the parts of it that mean nothing here.
 * @param {string} address  what follows the page's name, from the question mark
 * @param {Index} index
 * @returns {{state: State, ignored: string[]}}
 */
export function readState(address, index) {
  const state = emptyState();
  /** @type {string[]} */
  const ignored = [];
  const facets = new Map(facetsOf(index).map((facet) => [facet.key, facet]));
  for (const [key, value] of new URLSearchParams(address)) {
    const facet = facets.get(key);
    const isNumber = NUMBERS.has(/** @type {NumberKey} */ (key));
    const limits = isNumber && /^(-?\d{1,4})?\.\.(-?\d{1,4})?$/.exec(value);
    if (key === "find") {
      state.find = value;
    } else if (facet) {
      const known = valuesOf(facet, index.cards);
      const asked = value.split(",").map(fold).filter(Boolean);
      state.chosen[key] = known.filter((each) => asked.includes(fold(each)));
      const unknown = asked.filter((each) => !known.some((value) => fold(value) === each));
      if (unknown.length) ignored.push(`${key}=${unknown.join(",")}`);
    } else if (limits) {
      const [low, high] = limits.slice(1).map((limit) => (limit === undefined ? null : Number(limit)));
      state.limits[key] = { low, high };
    } else if (key === "match" && value === "all") {
      state.all = true;
    } else if (key === "sort" && SORTS.some(([sort]) => sort === value)) {
      state.sort = value;
    } else if (key === "view" && Object.hasOwn(VIEWS, value)) {
      state.view = /** @type {State["view"]} */ (value);
    } else if (value || isNumber) {
      ignored.push(`${key}=${value}`);
    }
  }
  return { state, ignored };
}

/** The address that describes a state; empty for everything by name. @param {State} state */
export function writeState(state) {
  /** @type {Array<[string, string]>} */
  const parts = [];
  if (state.find.trim()) parts.push(["find", state.find.trim()]);
  for (const [key, values] of Object.entries(state.chosen)) if (values.length) parts.push([key, values.join(",")]);
  if (state.all) parts.push(["match", "all"]);
  for (const [key, { low, high }] of Object.entries(state.limits)) {
    if (low !== null || high !== null) parts.push([key, `${low ?? ""}..${high ?? ""}`]);
  }
  if (state.sort) parts.push(["sort", state.sort]);
  if (state.view !== "faces") parts.push(["view", state.view]);
  /** @param {string} text */
  const readable = (text) => encodeURIComponent(text).replace(/%(?:3A|2C|2F)/g, decodeURIComponent).replaceAll("%20", "+");
  return parts.length ? `?${parts.map(([key, value]) => `${key}=${readable(value)}`).join("&")}` : "";
}

/**
 * The cards that fit, in order, and for each value of each facet how many fit when it is chosen too.
 * @param {Card[]} cards  those that the query found, best first
 * @param {State} state
 * @param {Facet[]} facets
 * @returns {{cards: Card[], counts: Map<string, Map<string, number>>}}
 */
export function narrow(cards, state, facets) {
  const keys = [...NUMBERS.keys()];
  const within = cards.filter((card) => keys.every((key) => inLimits(card[key], state.limits[key])));
  const misses = within.map((card) => facets.filter((facet) => !fits(card, facet, state)));
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map(facets.map((facet) => [facet.key, new Map()]));
  within.forEach((card, at) => {
    for (const facet of facets) {
      const others = misses[at].filter((missed) => missed !== facet || (facet.several && state.all));
      if (others.length) continue;
      const here = /** @type {Map<string, number>} */ (counts.get(facet.key));
      for (const value of facet.of(card)) here.set(value, (here.get(value) ?? 0) + 1);
    }
  });
  return { cards: sorted(within.filter((_, at) => misses[at].length === 0), state.sort), counts };
}

/** @param {Card} card @param {Facet} facet @param {State} state */
function fits(card, facet, state) {
  const wanted = state.chosen[facet.key] ?? [];
  if (!wanted.length) return true;
  const has = facet.of(card);
  return facet.several && state.all ? wanted.every((value) => has.includes(value)) : wanted.some((value) => has.includes(value));
}

/** @param {number | null} number @param {Limits | undefined} limits */
function inLimits(number, limits) {
  if (!limits || (limits.low === null && limits.high === null)) return true;
  return number !== null && number >= (limits.low ?? -Infinity) && number <= (limits.high ?? Infinity);
}

/** Cards without the number come last, either way; equal ones keep to their names. @param {Card[]} cards @param {string | null} sort */
function sorted(cards, sort) {
  if (!sort) return cards;
  const down = sort.startsWith("-");
  const key = down ? sort.slice(1) : sort;
  /** @param {Card} card @returns {string | number | null} */
  const value = (card) => {
    if (key === "name") return null;
    if (key === "type") return card.type;
    if (key === "alignment") return [...card.alignment].sort().join(" ") || null;
    return card[/** @type {"power"} */ (key)];
  };
  const names = new Map(cards.map((card) => [card, sortTitle(card.title)]));
  return [...cards].sort((a, b) => {
    const [first, second] = [value(a), value(b)];
    if (first !== second && (first === null || second === null)) return first === null ? 1 : -1;
    const apart = first !== null && second !== null && order(first, second) * (down ? -1 : 1);
    return apart || order(names.get(a) ?? "", names.get(b) ?? "");
  });
}

/** @template {string | number} T @param {T} a @param {T} b */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A number with a real minus sign; nothing where there is none. @param {number | null} value */
function shown(value) {
  return value === null ? "–" : String(value).replace("-", "−");
}

// --- the page ---------------------------------------------------------------------------------------------------------

class CardBrowser {
  /** @param {HTMLElement} root @param {Index} index */
  constructor(root, index) {
    this.index = index;
    this.facets = facetsOf(index);
    this.search = new CardSearch(index.cards);
    this.cards = new Map(index.cards.map((card) => [card.id, card]));
    this.list = /** @type {HTMLElement} */ (root.querySelector(".card-list"));
    /** @type {Map<string, Element>} */
    this.items = new Map([...root.querySelectorAll("[data-card]")].map((item) => [item.getAttribute("data-card") ?? "", item]));
    /** @type {Map<string, Element>} */
    this.rows = new Map();
    this.state = emptyState();
    /** The last query that could be read: what is listed while the next one is typed. */
    this.answer = NOTHING_ASKED;
    this.found = this.search.entries.map((entry) => entry.card.id);
    this.timer = 0;
    this.fresh = true;
    this.build(root);
    addEventListener("popstate", () => this.open());
    this.open();
  }

  /** Make the controls. @param {HTMLElement} root */
  build(root) {
    const [box, problems, help] = [freshId("find"), freshId("problems"), freshId("help")];
    this.box = el("input", {
      "type": "search", "id": box, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "enterkeyhint": "search",
      "aria-describedby": `${problems} ${help}`, "placeholder": "name, ability, type:group, power>=4 …",
      "on": { input: () => this.typed() },
    });
    this.problems = el("div", { "id": problems, "class": "cb-problems", "role": "alert" });
    this.form = el(
      "form", {
        "class": "cb-form", "role": "search", "aria-label": "Cards",
        "on": { submit: (/** @type {Event} */ event) => this.entered(event) },
      },
      el("label", { for: box }, "Find cards"), this.box, this.problems,
      el("details", { class: "cb-help" }, el("summary", { id: help }, "How to ask"), ...helpText()),
    );
    this.summary = el("span", { class: "cb-chosen" });
    this.filters = el(
      "details", { class: "cb-filters", open: WIDE.matches }, el("summary", {}, "Filters", this.summary),
      ...this.facets.map((facet) => this.facetSet(facet)),
      el("div", { class: "cb-ranges" }, ...[...NUMBERS].map(([key, name]) => this.rangeSet(key, name))),
    );
    WIDE.addEventListener("change", () => { this.filters.open = WIDE.matches; });
    this.count = el("p", { class: "cb-count", role: "status" });
    this.sort = el("select", { id: freshId("sort"), on: { change: () => this.sortBy(this.sort.value) } });
    this.clear = el("button", { type: "button", class: "cb-clear", on: { click: () => this.clearAll() } }, "Clear all");
    const name = freshId("view");
    this.views = el(
      "fieldset", { class: "cb-views" }, el("legend", { class: "cb-unseen" }, "Show as"),
      ...Object.entries(VIEWS).map(([view, text]) => el("label", {}, el("input", {
        type: "radio", name, value: view,
        on: { change: () => this.change((state) => { state.view = /** @type {State["view"]} */ (view); }) },
      }), el("span", {}, text))),
    );
    this.note = el("p", { class: "cb-note", role: "status" });
    this.table = el("tbody");
    this.heads = el("tr");
    this.region = el(
      "div", { class: "cb-table", role: "region", "aria-label": "Cards in a table", tabindex: "0", hidden: true },
      el("table", { class: "cb-cards" }, el("thead", {}, this.heads), this.table),
    );
    this.none = el("p", { class: "cb-none", hidden: true }, "No card fits. Take something away, or clear all.");
    const tools = el(
      "div", { class: "cb-tools" }, this.count, this.clear,
      el("span", { class: "cb-sort" }, el("label", { for: this.sort.id }, "Sort by"), this.sort), this.views,
    );
    const main = el("div", { class: "cb-main" }, tools, this.note, this.none, this.region, this.list);
    root.replaceChildren(this.form, el("div", { class: "cb-body" }, this.filters, main));
    root.classList.add("cb-ready");
  }

  /** @param {Facet} facet */
  facetSet(facet) {
    const key = facet.key;
    const boxes = valuesOf(facet, this.index.cards).map((value) => el(
      "label", { "class": "cb-value", "data-facet": key, "data-value": value },
      el("input", { type: "checkbox", name: key, value, on: { change: (/** @type {Event} */ event) => this.choose(facet, value, event) } }),
      el("span", { class: "cb-name" }, facet.label(value)), el("span", { class: "cb-number" }),
    ));
    return el(
      "fieldset", { class: `cb-facet cb-${key}` }, el("legend", {}, facet.title),
      facet.several ? this.matchSwitch(facet) : null, el("div", { class: "cb-values" }, ...boxes),
    );
  }

  /** Whether a card must have one of the chosen values, or all. @param {Facet} facet */
  matchSwitch(facet) {
    const name = freshId("match");
    const choice = (/** @type {string} */ value, /** @type {string} */ text) => el("label", {}, el("input", {
      type: "radio", name, value, class: "cb-match", on: { change: () => this.change((state) => { state.all = value === "all"; }) },
    }), el("span", {}, text));
    return el(
      "div", { "class": "cb-switch", "role": "radiogroup", "aria-label": `${facet.title}: how many of those chosen` },
      choice("any", "any of them"), choice("all", "all of them"),
    );
  }

  /** @param {NumberKey} key @param {string} name */
  rangeSet(key, name) {
    const numbers = this.index.cards.map((card) => card[key]).filter((number) => number !== null);
    const problem = freshId("range");
    /** @param {"low" | "high"} end @param {string} label @param {number} most */
    const limit = (end, label, most) => el("input", {
      "type": "number", "inputmode": "numeric", "step": "1", "min": "-9999", "max": "9999", "placeholder": String(most),
      "aria-label": `${name} ${label}`, "aria-describedby": problem, "data-range": key, "data-end": end,
      "on": { input: (/** @type {Event} */ event) => this.limit(key, end, event) },
    });
    return el(
      "fieldset", { class: "cb-range" }, el("legend", {}, name),
      limit("low", "from", Math.min(...numbers)), el("span", {}, "to"), limit("high", "to", Math.max(...numbers)),
      el("p", { id: problem, class: "cb-wrong", role: "alert" }),
    );
  }

  // --- what the reader does ---

  typed() {
    this.state.find = this.box.value;
    this.show(this.fresh ? "push" : "replace", TYPING);
    this.fresh = false;
  }

  /** Enter: nothing more will be typed; what is wrong is shown at once, where it is. @param {Event} event */
  entered(event) {
    event.preventDefault();
    this.show("replace", 0);
    this.fresh = true;
    const [problem] = this.answer.problems;
    if (problem) {
      const at = [...this.box.value].slice(0, problem.column - 1).join("").length;
      this.box.setSelectionRange(at, this.box.value.length);
    }
  }

  /** @param {(state: State) => void} how */
  change(how) {
    how(this.state);
    this.fresh = true;
    this.show("push", 0);
  }

  /** @param {Facet} facet @param {string} value @param {Event} event */
  choose(facet, value, event) {
    const on = /** @type {HTMLInputElement} */ (event.target).checked;
    this.change(({ chosen }) => {
      const wanted = (chosen[facet.key] ?? []).filter((other) => other !== value).concat(on ? [value] : []);
      chosen[facet.key] = valuesOf(facet, this.index.cards).filter((each) => wanted.includes(each));
    });
  }

  /** @param {string} key @param {"low" | "high"} end @param {Event} event */
  limit(key, end, event) {
    const value = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
    const limits = (this.state.limits[key] ??= { low: null, high: null });
    limits[end] = Number.isInteger(value) && Math.abs(value) <= 9999 ? value : null;
    this.show(this.fresh ? "push" : "replace", 0);
    this.fresh = false;
  }

  /** The order of an answer that nobody asked to be sorted. */
  get natural() {
    return this.answer.ranked ? "" : "name";
  }

  /** @param {string} sort */
  sortBy(sort) {
    this.change((state) => { state.sort = sort === this.natural ? null : sort; });
  }

  clearAll() {
    this.change((state) => Object.assign(state, { ...emptyState(), view: state.view }));
    this.fill();
    this.box.focus();
  }

  /** Show what the address says. */
  open() {
    const { state, ignored } = readState(location.search, this.index);
    this.state = state;
    this.fresh = true;
    this.show(null, 0);
    this.fill();
    if (!ignored.length) return;
    this.say(this.note, `The address asks for what is not here: ${ignored.join(", ")}. ${this.note.textContent}`);
  }

  // --- what the page shows ---

  /** Set the controls that the reader sets to what the state says. */
  fill() {
    this.box.value = this.state.find;
    for (const input of this.filters.querySelectorAll("[data-range]")) {
      input.value = this.state.limits[input.dataset.range]?.[/** @type {"low"} */ (input.dataset.end)] ?? "";
    }
  }

  /**
   * Answer the state. `history` says what becomes of the address; problems of the query are shown after `patience` ms.
   * @param {"push" | "replace" | null} history
   * @param {number} patience
   */
  show(history, patience) {
    this.ask(patience);
    const found = this.found.map((id) => /** @type {Card} */ (this.cards.get(id)));
    const { cards, counts } = narrow(found, this.state, this.facets);
    this.showCards(cards);
    this.showCounts(counts);
    this.showRanges();
    this.showTools(cards.length);
    if (history) this.remember(history);
  }

  /** @param {number} patience */
  ask(patience) {
    clearTimeout(this.timer);
    const asked = this.state.find.trim() !== "";
    this.answer = asked ? this.search.search(this.state.find) : NOTHING_ASKED;
    if (!asked) this.found = this.search.entries.map((entry) => entry.card.id);
    else if (!this.answer.problems.length) this.found = this.answer.ids;
    const complain = () => {
      this.box.setAttribute("aria-invalid", String(this.answer.problems.length > 0));
      this.problems.replaceChildren(...this.answer.problems.map((problem) => el(
        "p", {}, `Column ${problem.column}: ${problem.message}`, problem.suggestion ? ` (did you mean ${problem.suggestion}?)` : null,
      )));
    };
    if (this.answer.problems.length && patience) this.timer = setTimeout(complain, patience);
    else complain();
    const { anyWord, corrected } = this.answer;
    this.say(this.note, anyWord ? "No card has all of these words; these have some of them."
      : corrected ? `Nothing fits as it is written. These cards fit ${corrected}` : "");
  }

  /** @param {Card[]} cards */
  showCards(cards) {
    const table = this.state.view === "table";
    this.region.hidden = !table || !cards.length;
    this.list.hidden = table;
    this.none.hidden = cards.length > 0;
    if (table) this.table.replaceChildren(...cards.map((card) => this.row(card)));
    else replace(this.list, cards.flatMap((card) => this.items.get(card.id) ?? []));
    if (table) this.showHeads();
  }

  /** @param {Card} card */
  row(card) {
    let row = this.rows.get(card.id);
    if (!row) {
      row = el(
        "tr", {}, el("th", { scope: "row" }, el("a", { "href": new URL(card.url, ROOT).href, "data-card": card.id }, card.title)),
        el("td", {}, capital(card.type)),
        ...[...NUMBERS.keys()].map((key) => el("td", { class: "cb-amount" }, shown(card[key]))),
        el("td", {}, card.alignment.join(", ") || "–"), el("td", { class: "cb-amount" }, String(card.arrows)),
      );
      this.rows.set(card.id, /** @type {Element} */ (row));
    }
    return /** @type {Element} */ (row);
  }

  /** Each head sorts by its column, and the other way round when pressed again. */
  showHeads() {
    const now = this.state.sort ?? this.natural;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.sort;
    const head = (/** @type {string} */ key, /** @type {string} */ text, number = false) => {
      const [first, second] = number ? [`-${key}`, key] : [key, key];
      const on = now === key || now === `-${key}`;
      const next = now === first ? second : first;
      return el(
        "th", {
          "scope": "col", "class": number ? "cb-amount" : null,
          "aria-sort": on ? (now === key ? "ascending" : "descending") : null,
        },
        el("button", { "type": "button", "data-sort": key, "on": { click: () => this.sortBy(next) } },
          text, el("span", { "class": "cb-way", "aria-hidden": "true" }, on ? (now === key ? "▴" : "▾") : "")),
      );
    };
    this.heads.replaceChildren(
      head("name", "Card"), head("type", "Type"), head("power", "Power", true), head("transferable", "Transf.", true),
      head("resistance", "Resist.", true), head("income", "Income", true), head("alignment", "Alignments"),
      el("th", { scope: "col", class: "cb-amount" }, "Arrows"),
    );
    if (focused) this.heads.querySelector(`[data-sort="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {Map<string, Map<string, number>>} counts */
  showCounts(counts) {
    for (const label of this.filters.querySelectorAll(".cb-value")) {
      const { facet, value } = label.dataset;
      const count = counts.get(facet)?.get(value) ?? 0;
      const input = /** @type {HTMLInputElement} */ (label.querySelector("input"));
      input.checked = (this.state.chosen[facet] ?? []).includes(value);
      label.classList.toggle("cb-empty", count === 0 && !input.checked);
      this.say(label.querySelector(".cb-number"), String(count));
    }
    for (const input of this.filters.querySelectorAll(".cb-match")) input.checked = (input.value === "all") === this.state.all;
  }

  showRanges() {
    for (const input of this.filters.querySelectorAll("[data-range]")) {
      const { low, high } = this.state.limits[input.dataset.range] ?? { low: null, high: null };
      const wrong = low !== null && high !== null && low > high;
      input.setAttribute("aria-invalid", String(wrong));
      if (input.dataset.end === "high") this.say(input.nextElementSibling, wrong ? `No number is from ${shown(low)} to ${shown(high)}.` : "");
    }
  }

  /** @param {number} count */
  showTools(count) {
    const all = this.index.cards.length;
    this.say(this.count, count === all ? `${all} cards` : `${count} of ${all} cards`);
    const { ranked } = this.answer;
    const options = ranked ? [["", "Best match"], ...SORTS] : SORTS;
    if (this.sort.options.length !== options.length) {
      this.sort.replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
    }
    this.sort.value = this.state.sort ?? this.natural;
    for (const input of this.views.querySelectorAll("input")) input.checked = input.value === this.state.view;
    const chosen = this.chosenText();
    this.say(this.summary, chosen ? `: ${chosen}` : "");
    this.clear.disabled = writeState({ ...this.state, view: "faces" }) === "";
  }

  /** What the filters ask for, in words. */
  chosenText() {
    const values = this.facets.flatMap((facet) => {
      const labels = (this.state.chosen[facet.key] ?? []).map((value) => facet.label(value));
      const list = labels.join(facet.several && this.state.all ? " and " : ", ");
      return labels.length ? [facet.key === "arrows" ? `arrows ${list}` : list] : [];
    });
    const limits = [...NUMBERS].flatMap(([key, name]) => {
      const { low, high } = this.state.limits[key] ?? { low: null, high: null };
      if (low === null && high === null) return [];
      if (high === null) return [`${name} ${shown(low)} or more`];
      return [low === null ? `${name} ${shown(high)} or less` : `${name} ${shown(low)} to ${shown(high)}`];
    });
    return [...values, ...limits].join("; ");
  }

  /** @param {"push" | "replace"} how */
  remember(how) {
    const address = location.pathname + writeState(this.state);
    if (address === location.pathname + location.search) return;
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Change a text only when it differs: what did not change is not read out again. @param {Element} where @param {string} text */
  say(where, text) {
    if (where.textContent !== text) where.textContent = text;
  }
}

/** Put these children in, touching nothing when they are there already. @param {Element} parent @param {Element[]} children */
function replace(parent, children) {
  const now = parent.children;
  if (now.length !== children.length || children.some((child, at) => child !== now[at])) parent.replaceChildren(...children);
}

/** What the query language offers. */
function helpText() {
  const code = (/** @type {string} */ text) => el("code", {}, text);
  return [
    el("p", {}, "Words are looked for in names, abilities and alignments: ", code("loan sharks"), ", ", code('"any attempt to destroy"'),
      ", ", code("gnom*"), ". Capitals, accents, punctuation and plurals do not matter; slips are forgiven."),
    el("p", {}, "Fields narrow it down: ", code("title:company"), ", ", code("text:destroy"), ", ", code("type:group"), ", ",
      code("alignment:violent"), ", ", code("power:[4 TO]"), ", ", code("resistance<=3"), ", ", code("income:>5"), ", ", code("transferable>0"), "."),
    el("p", {}, "A space means “and”; ", code("OR"), ", ", code("NOT"), " and brackets as in ",
      code("alignment:(weird OR fanatic) NOT alignment:violent"), "."),
  ];
}

async function start() {
  const root = document.getElementById("card-browser");
  if (!root) return;
  try {
    const answer = await fetch(new URL("data/card-index.json", ROOT));
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    new CardBrowser(root, await answer.json());
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    root.prepend(el(
      "p", { class: "cb-note", role: "status" }, `The list cannot be searched now (${why}). Reload the page to try again.`,
    ));
    root.classList.add("cb-ready");
  }
}

void start();
