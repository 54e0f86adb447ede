// @ts-check
/**
 * The card browser: narrows and sorts the list of cards that stands in the page, by query, facets and ranges. What it shows
 * is in the address, so that it can be shared, and the browser's own buttons go back and forth.
 *
 *     ?find=destroy&type=group&alignment=violent,weird&match=all&power=4..&arrows=2,3&sort=-power&view=table
 *
 * It is `find` and not `q`, because Material opens its own search on a page with a `q`.
 *
 * The page holds `#card-browser` with lists, `ul.card-list > li[data-card="deluxe/the-mafia"]`, each below the heading of
 * its type in the section of its set; without this script it is just that. In this order, "Set and type", the lists stay
 * what they are, with the cards that fit; other orders are one list.
 *
 * Nothing that somebody waits for takes longer than a frame, on a phone too: the words are indexed in idle time, and of a
 * list what fills the window is shown at once, the rest in portions, as the reader comes near its end. What is far from the window is
 * an empty place of the size that it had, until the reader comes near again, prints or looks for something in the page.
 *
 * @typedef {import("./card-query.js").CardFields} Card
 * @typedef {object} Index  data/card-index.json
 * @property {Record<string, string>} games
 * @property {Record<string, string>} sets
 * @property {Record<string, string>} types
 * @property {Record<string, string>} subtypes
 * @property {Card[]} cards  by title
 * @typedef {{low: number | null, high: number | null}} Limits  both included
 * @typedef {object} State
 * @property {string} find
 * @property {Record<string, string[]>} chosen  values of each facet; none is no restriction
 * @property {boolean} all  whether a card must have all alignments and attributes chosen, not only one
 * @property {Record<string, Limits>} limits  by number
 * @property {string | null} sort  null is the order of the answer: best first, or by set and type
 * @property {"faces" | "table"} view
 * @typedef {"power" | "transferable" | "global" | "resistance" | "income"} NumberKey
 * @typedef {object} Facet
 * @property {string} key
 * @property {string} title
 * @property {boolean} [several]  whether a card can have more than one of its values
 * @property {boolean} [open]  whether it stands open where there is room
 * @property {string[]} values  all that cards have, in order
 * @property {Map<Card, string[]>} of
 * @property {(value: string) => string} label
 * @typedef {{list: HTMLElement, heading: HTMLElement | null, section: HTMLElement | null}} Group  a list of the page
 * @typedef {{parent: Element, above?: Array<HTMLElement | null>, children: Array<() => Element>}} Part  what shall stand in a list, made
 *     when it comes into it, and what is shown from then on
 */
import { CARD_LISTS, CardSearch } from "./card-query.js";
import { el, freshId, fromHash } from "./dom.js";
import { favorites } from "./favorites.js";
import { whenIdle } from "./idle.js";
import { CHOSEN, myGame } from "./my-game.js";

const ROOT = new URL("../../", import.meta.url);
const WIDE = matchMedia("(min-width: 60em)");
/** @type {Map<NumberKey, string>} */
const NUMBERS = new Map([
  ["power", "Power"], ["global", "Global Power"], ["transferable", "Transferable Power"], ["resistance", "Resistance"],
  ["income", "Income"],
]);
const RARITIES = ["common", "uncommon", "rare", "ultra-rare", "special", "promo", "illuminati"];
const YES_NO = ["yes", "no"];
const VIEWS = { faces: "Faces", table: "Table" };
/** @type {Array<[string, string]>} */
const SORTS = [
  ["set", "Set and type"], ["name", "Name"], ["type", "Type"], ["alignment", "Alignment"],
  ...[...NUMBERS].flatMap(([key, name]) => /** @type {Array<[string, string]>} */ ([
    [`-${key}`, `${name}, highest first`], [key, `${name}, lowest first`],
  ])),
];
/** How long somebody pauses who is not typing on, in milliseconds. */
const TYPING = 500;
/** How far below the window cards come into the list. */
const AHEAD = "1500px";
/** How far from the window a place is empty. */
const FAR = "3000px";
/** Whether an empty place keeps the size that it had. */
const KEEPS_SIZE = globalThis.CSS?.supports("contain-intrinsic-size", "auto 1px") ?? false;
/** How many cards come into a list at once; on a phone, where half as many fill the window, half as many at first. */
const PORTION = 20;
/** @type {import("./card-query.js").Answer} */
const NOTHING_ASKED = { ids: [], ranked: false, corrected: null, anyWord: false, problems: [] };

// --- what is asked, and what fits -------------------------------------------------------------------------------------

/** The facets that tell these cards apart. @param {Index} index @param {string[]} [kept]  the reader's favorites @returns {Facet[]} */
export function facetsOf(index, kept = []) {
  /** @param {string[]} labels @returns {(value: string) => string} */
  const yesNo = ([yes, no]) => (value) => (value === "yes" ? yes : no);
  /** @param {Record<string, string>} names @returns {(value: string) => string} */
  const named = (names) => (value) => names[value] ?? capital(value);
  /** @param {boolean | undefined} holds */
  const either = (holds) => [holds ? "yes" : "no"];
  /** @type {Array<[string, string, (card: Card) => Array<string | number | undefined>, Partial<Facet>, string[]?]>} */
  const kinds = [
    ["kept", "Favorites", (card) => [kept.includes(card.id) ? "favorite" : undefined], { label: () => "Favorites only", open: true }],
    ["game", "Game", (card) => [card.game], { label: named(index.games), open: true }, Object.keys(index.games)],
    ["set", "Set", (card) => [card.set], { label: named(index.sets), open: true }, Object.keys(index.sets)],
    ["type", "Type", (card) => [card.type], { label: named(index.types), open: true }, Object.keys(index.types)],
    ["subtype", "Subtype", (card) => [card.subtype], { label: named(index.subtypes) }, Object.keys(index.subtypes)],
    ["alignment", "Alignment", (card) => card.alignment ?? [], { several: true, open: true }],
    ["attribute", "Attribute", (card) => card.attribute ?? [], { several: true }],
    ["arrows", "Outward arrows", (card) => [card.arrows], {}],
    ["rarity", "Rarity", (card) => [card.rarity], {}, RARITIES],
    ["nwo", "New World Order", (card) => [card.nwo], {}],
    ["ability", "Ability", (card) => either(card.has?.includes("ability")), { label: yesNo(["Has one", "Has none"]) }, YES_NO],
    ["action", "Action", (card) => either(card.has?.includes("action")), { label: yesNo(["Has one", "Has none"]) }, YES_NO],
    ["secret", "Secret", (card) => either(card.attribute?.includes("Secret")), { label: yesNo(["Secret", "Not Secret"]) }, YES_NO],
  ];
  return kinds.map(([key, title, values, more, sequence = []]) => {
    const of = new Map(index.cards.map((card) => (
      [card, values(card).flatMap((value) => (value === undefined ? [] : [String(value).toLowerCase()]))]
    )));
    const rank = (/** @type {string} */ value) => (sequence.includes(value) ? sequence.indexOf(value) : sequence.length);
    const found = [...new Set([...of.values()].flat())].sort((a, b) => rank(a) - rank(b) || order(a, b));
    return { key, title, of, values: found, label: capital, ...more };
  }).filter((facet) => facet.values.length > (facet.key === "kept" ? 0 : 1));
}

/** @returns {State} */
export function emptyState() {
  return { find: "", chosen: {}, all: false, limits: {}, sort: null, view: "faces" };
}

/**
 * The state that an address describes, and the parts of it that mean nothing here.
 * @param {string} address  what follows the page's name, from the question mark
 * @param {Facet[]} facets
 * @returns {{state: State, ignored: string[]}}
 */
export function readState(address, facets) {
  const state = emptyState();
  /** @type {string[]} */
  const ignored = [];
  for (const [key, value] of new URLSearchParams(address)) {
    const facet = facets.find((each) => each.key === key);
    const isNumber = NUMBERS.has(/** @type {NumberKey} */ (key));
    const limits = isNumber && /^(-?\d{1,4})?\.\.(-?\d{1,4})?$/.exec(value);
    if (key === "find") {
      state.find = value;
    } else if (facet) {
      const asked = value.toLowerCase().split(",").map((each) => each.trim()).filter(Boolean);
      state.chosen[key] = facet.values.filter((each) => asked.includes(each));
      const unknown = asked.filter((each) => !facet.values.includes(each));
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

/** The address that describes a state; empty for everything by set and type. @param {State} state */
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
 * The cards that fit, and for each value of each facet how many fit when it is chosen too.
 * @param {Card[]} cards
 * @param {State} state
 * @param {Facet[]} facets
 * @returns {{cards: Card[], counts: Map<string, Map<string, number>>}}
 */
export function narrow(cards, state, facets) {
  const limits = Object.entries(state.limits).filter(([, { low, high }]) => low !== null || high !== null);
  const asked = facets.filter((facet) => state.chosen[facet.key]?.length);
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map(facets.map((facet) => [facet.key, new Map(facet.values.map((value) => [value, 0]))]));
  const fitting = cards.filter((card) => {
    if (!limits.every(([key, { low, high }]) => within(card[/** @type {"power"} */ (key)], low, high))) return false;
    const missed = asked.filter((facet) => !fits(facet, card, state));
    if (missed.length > 1 || (missed.length && missed[0].several && state.all)) return false;
    for (const facet of missed.length ? missed : facets) {
      const here = /** @type {Map<string, number>} */ (counts.get(facet.key));
      for (const value of facet.of.get(card) ?? []) here.set(value, (here.get(value) ?? 0) + 1);
    }
    return !missed.length;
  });
  return { cards: fitting, counts };
}

/** @param {Facet} facet @param {Card} card @param {State} state */
function fits(facet, card, state) {
  const [wanted, has] = [state.chosen[facet.key], facet.of.get(card) ?? []];
  return facet.several && state.all ? wanted.every((value) => has.includes(value)) : wanted.some((value) => has.includes(value));
}

/** @param {number | undefined} number @param {number | null} low @param {number | null} high */
function within(number, low, high) {
  return number !== undefined && number >= (low ?? -Infinity) && number <= (high ?? Infinity);
}

/**
 * Cards in order: those without what they are sorted by come last, either way; equal ones keep the order they have.
 * @param {Card[]} cards  by title
 * @param {string} sort  one of SORTS
 * @param {Map<string, number>} places  where each card stands by set and type
 */
export function sorted(cards, sort, places) {
  if (sort === "name") return cards;
  const down = sort.startsWith("-");
  const key = down ? sort.slice(1) : sort;
  /** @param {Card} card @returns {string | number | undefined} */
  const value = (card) => {
    if (key === "set") return places.get(card.id);
    if (key === "type") return `${card.type} ${card.subtype ?? ""}`;
    if (key === "alignment") return [...card.alignment ?? []].sort().join(" ") || undefined;
    return card[/** @type {"power"} */ (key)];
  };
  const values = new Map(cards.map((card) => [card, value(card)]));
  return [...cards].sort((a, b) => {
    const [first, second] = [values.get(a), values.get(b)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return order(first, second) * (down ? -1 : 1);
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

/** A number with a real minus sign; nothing where there is none. @param {number | null | undefined} value */
function shown(value) {
  return value === undefined || value === null ? "–" : String(value).replace("-", "−");
}

/** What a query consists of, where it is only `is:weird`, `-is:weird`, `is:weird OR is:huge`, `game:inwo`, `power:>=4` and the like: the parts of each that
 * must hold, whole and in parts. @param {string} query @returns {string[][][]} */
function clausesOf(query) {
  const names = [...CARD_LISTS, "is", ...NUMBERS.keys()].join("|");
  const clause = new RegExp(`^-?(${names}):?([<>]?=?)([\\w-]+)$`);
  const parts = query.trim().split(/(?<! OR)\s+(?!OR )/).map((each) => each.split(" OR ").map((part) => clause.exec(part)));
  const clear = parts.flat().every((part) => part && (part[0].includes(":") || part[2]) && (!NUMBERS.has(/** @type {NumberKey} */ (part[1])) || /^\d+$/.test(part[3])));
  return clear ? parts.map((each) => each.map((part) => [...part ?? []])) : [];
}

// --- the page ---------------------------------------------------------------------------------------------------------

class CardBrowser {
  /** @param {HTMLElement} root @param {Index} index */
  constructor(root, index) {
    this.index = index;
    this.facets = facetsOf(index, favorites());
    this.search = new CardSearch(index.cards);
    /** What knows the words of players, once somebody has something to find. @type {import("./search-engine.js").Engine | undefined} */
    this.engine = undefined;
    this.cards = new Map(index.cards.map((card) => [card.id, card]));
    /** The lists of the page, and which card stands in which. @type {Group[]} */
    this.groups = [...root.querySelectorAll(".card-list")].map((list) => ({
      list, heading: list.previousElementSibling?.matches("h3") ? list.previousElementSibling : null, section: list.closest(".card-set"),
    }));
    const items = [...root.querySelectorAll("[data-card]")];
    /** @type {Map<string, Element>} */
    this.items = new Map(items.map((item) => [item.getAttribute("data-card") ?? "", item]));
    this.places = new Map([...this.items.keys()].map((id, place) => [id, place]));
    this.several = Object.keys(index.sets).length > 1;
    this.lying = new Set(items.filter((item) => item.querySelector(".lying")));
    /** Those that say their set. @type {Set<Element>} */
    this.named = new Set();
    this.groupOf = new Map(items.map((item) => [item, item.parentElement]));
    this.links = new Map(items.map((item) => [item.getAttribute("data-card") ?? "", item.querySelector("a")?.getAttribute("href")]));
    /** What stood in the places that are empty. @type {Map<Element, ChildNode[]>} */
    this.taken = new Map();
    /** Whether nothing is taken from its place: somebody prints or looks for something in the page. */
    this.whole = false;
    this.nearness = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) if (isIntersecting) this.giveBack(target); else this.take(target);
    }, { rootMargin: FAR });
    /** @type {Map<string, Element>} */
    this.rows = new Map();
    this.state = emptyState();
    /** The last query that could be read: what is listed while the next one is typed. */
    this.answer = NOTHING_ASKED;
    this.found = index.cards;
    this.timer = 0;
    this.learning = false;
    this.fresh = true;
    /** How the address that is not written yet will be. @type {"push" | "replace" | null} */
    this.unwritten = null;
    /** Whether the last letter has not been answered yet. */
    this.unanswered = false;
    this.writing = 0;
    /** What will answer the letters typed last. */
    this.frame = this.asking = 0;
    /** What is not in its list yet. @type {Part[]} */
    this.rest = [];
    this.idle = 0;
    this.build(root);
    this.watcher = new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting)) this.goOn();
    }, { rootMargin: AHEAD });
    this.watcher.observe(this.end);
    addEventListener("popstate", () => { this.open(); this.finish(); }); // a browser that goes back scrolls to where it was
    addEventListener("hashchange", () => this.goTo(location.hash));
    document.addEventListener(CHOSEN, () => this.change(({ chosen }) => { chosen.game = myGame() ? [myGame()] : []; }));
    addEventListener("pagehide", () => { if (this.unwritten) this.remember(this.unwritten); });
    addEventListener("beforeprint", () => this.finish(true));
    addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if ((key.toLowerCase() === "f" && (ctrlKey || metaKey)) || key === "F3") this.finish(true);
    });
    this.open();
    const [visit] = performance.getEntriesByType("navigation");
    if (/** @type {PerformanceNavigationTiming | undefined} */ (visit)?.type === "back_forward") this.finish();
    if (location.hash) this.goTo(location.hash);
    this.work();
  }

  /** Make the controls. @param {HTMLElement} root */
  build(root) {
    const [box, problems, help] = [freshId("find"), freshId("problems"), freshId("help")];
    this.box = el("input", {
      "type": "search", "id": box, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "enterkeyhint": "search",
      "aria-describedby": `${problems} ${help}`, "placeholder": "name, ability, type:group, power>=4 …",
      "on": { input: () => this.typed(), focus: () => { this.learn(); } },
    });
    this.problems = el("div", { "id": problems, "class": "cb-problems", "role": "alert" });
    this.form = el(
      "form", {
        "class": "cb-form", "role": "search", "aria-label": "Cards",
        "on": { submit: (/** @type {Event} */ event) => this.entered(event) },
      },
      el("label", { for: box }, "Find cards"), this.box, this.problems,
      el("details", { class: "cb-help" }, el("summary", { id: help }, "Search syntax"), ...helpText([...this.items.keys()][0]?.split("/")[0] ?? "")),
    );
    this.summary = el("span", { class: "cb-chosen" });
    /** The boxes of all values, and the line of each facet that says which are chosen. */
    this.boxes = /** @type {Array<{facet: Facet, value: string, label: HTMLElement, input: HTMLInputElement, number: HTMLElement}>} */ ([]);
    this.lines = /** @type {Map<string, HTMLElement>} */ (new Map());
    this.ranges = /** @type {HTMLInputElement[]} */ ([]);
    this.folds = /** @type {Array<{fold: HTMLDetailsElement, open: boolean}>} */ ([]);
    const folds = this.facets.map((facet) => this.fold(facet.key, facet.title, facet.open ?? false, this.facetSet(facet)));
    const ranges = el("div", { class: "cb-ranges" }, ...[...NUMBERS].map(([key, name]) => this.rangeSet(key, name)));
    folds.splice(this.facets.findIndex((facet) => facet.key === "arrows"), 0, this.fold("numbers", "Numbers", true, ranges));
    this.filters = el("details", { class: "cb-filters", open: WIDE.matches }, el("summary", {}, "Filters", this.summary), ...folds);
    WIDE.addEventListener("change", () => this.unfold());
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
    this.none = el("p", { class: "cb-none", hidden: true }, "No card fits. Remove a filter, or clear all.");
    this.flat = el("ul", { class: "card-list cb-flat", hidden: true });
    const tools = el(
      "div", { class: "cb-tools" }, this.count, this.clear,
      el("span", { class: "cb-sort" }, el("label", { for: this.sort.id }, "Sort by"), this.sort), this.views,
    );
    this.chips = el("ul", { "class": "cb-chips", "aria-label": "What is asked for" });
    this.end = el("div", { class: "cb-end" });
    this.contents = root.querySelector(".card-contents");
    this.contents?.addEventListener("click", (event) => {
      if (event.target instanceof HTMLAnchorElement) this.goTo(event.target.hash);
    });
    this.page = el("div", {}, ...root.childNodes);
    const main = el("div", { class: "cb-main" }, tools, this.chips, this.note, this.none, this.region, this.flat, this.page, this.end);
    root.replaceChildren(this.form, el("div", { class: "cb-body" }, this.filters, main));
    root.classList.add("cb-ready");
  }

  /**
   * Controls below a line that says what they ask for.
   * @param {string} key @param {string} title @param {boolean} open @param {Element} controls
   */
  fold(key, title, open, controls) {
    const chosen = el("span", { class: "cb-chosen" });
    const fold = el("details", { class: `cb-fold cb-${key}` }, el("summary", {}, title, chosen), controls);
    this.lines.set(key, chosen);
    this.folds.push({ fold, open });
    return fold;
  }

  /** Open what stands open here: beside the cards some filters, above them none; and those that ask for something. */
  unfold() {
    this.filters.open = WIDE.matches;
    for (const { fold, open } of this.folds) fold.open = (open && WIDE.matches) || fold.querySelector(".cb-chosen").textContent !== "";
  }

  /** @param {Facet} facet */
  facetSet(facet) {
    const boxes = facet.values.map((value) => {
      const number = el("span", { class: "cb-number" });
      const input = el("input", {
        type: "checkbox", name: facet.key, value, on: { change: () => this.choose(facet, value, input.checked) },
      });
      const label = el(
        "label", { "class": "cb-value", "data-facet": facet.key, "data-value": value },
        input, el("span", { class: "cb-name" }, facet.label(value)), number,
      );
      this.boxes.push({ facet, value, label, input, number });
      return label;
    });
    return el(
      "fieldset", {}, el("legend", { class: "cb-unseen" }, facet.title),
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
    const numbers = this.index.cards.flatMap((card) => card[key] ?? []);
    const problem = freshId("range");
    /** @param {"low" | "high"} end @param {string} label @param {number} most */
    const limit = (end, label, most) => {
      const input = el("input", {
        "type": "number", "inputmode": "numeric", "step": "1", "min": "-9999", "max": "9999", "placeholder": String(most),
        "aria-label": `${name} ${label}`, "aria-describedby": problem, "data-range": key, "data-end": end,
        "on": { input: () => this.limit(key, end, input.valueAsNumber) },
      });
      this.ranges.push(input);
      return input;
    };
    return el(
      "fieldset", { class: "cb-range" }, el("legend", {}, name),
      limit("low", "from", Math.min(...numbers)), el("span", {}, "to"), limit("high", "to", Math.max(...numbers)),
      el("p", { id: problem, class: "cb-wrong", role: "alert" }),
    );
  }

  // --- what the reader does ---

  /** The letter first: what it finds is shown after it, and only if no other letter comes before. */
  typed() {
    this.state.find = this.box.value;
    this.unanswered = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.asking);
    this.frame = requestAnimationFrame(() => { this.asking = setTimeout(() => this.answerLetter()); });
  }

  /** Show what the last letter finds, unless that is done: one step back, also for who clicks before it is shown. */
  answerLetter() {
    if (!this.unanswered) return;
    this.unanswered = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.asking);
    this.show(this.fresh ? "push" : "replace", TYPING);
    this.fresh = false;
  }

  /** Enter: nothing more will be typed; what is wrong is shown at once, where it is. @param {Event} event */
  entered(event) {
    event.preventDefault();
    this.answerLetter();
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
    this.answerLetter();
    if (this.unwritten) this.remember(this.unwritten);
    how(this.state);
    this.fresh = true;
    this.show("push", 0);
  }

  /** @param {Facet} facet @param {string} value @param {boolean} on */
  choose(facet, value, on) {
    this.change(({ chosen }) => {
      const wanted = (chosen[facet.key] ?? []).filter((other) => other !== value).concat(on ? [value] : []);
      chosen[facet.key] = facet.values.filter((each) => wanted.includes(each));
    });
  }

  /** @param {string} key @param {"low" | "high"} end @param {number} value */
  limit(key, end, value) {
    const limits = (this.state.limits[key] ??= { low: null, high: null });
    limits[end] = Number.isInteger(value) && Math.abs(value) <= 9999 ? value : null;
    this.show(this.fresh ? "push" : "replace", 0);
    this.fresh = false;
  }

  /** The order of an answer that nobody asked to be sorted. */
  get natural() {
    return this.answer.ranked ? "" : "set";
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
    const { state, ignored } = readState(location.search, this.facets);
    const games = this.facets.find(({ key }) => key === "game")?.values ?? [];
    if (!location.search && games.includes(myGame())) state.chosen.game = [myGame()];
    this.state = state;
    this.fresh = true;
    this.unwritten = null;
    this.unanswered = false;
    clearTimeout(this.writing);
    this.show(null, 0);
    this.fill();
    this.unfold();
    if (!ignored.length) return;
    this.say(this.note, `The address asks for what is not here: ${ignored.join(", ")}. ${this.note.textContent}`);
  }

  // --- what the page shows ---

  /** Set the controls that the reader sets to what the state says. */
  fill() {
    this.box.value = this.state.find;
    for (const input of this.ranges) {
      const limit = this.state.limits[input.dataset.range ?? ""]?.[/** @type {"low"} */ (input.dataset.end)];
      input.value = String(limit ?? "");
    }
  }

  /**
   * Answer the state. `history` says what becomes of the address; problems of the query are shown after `patience` ms.
   * @param {"push" | "replace" | null} history
   * @param {number} patience
   */
  show(history, patience) {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.asking);
    this.ask(patience);
    const { cards, counts } = narrow(this.found, this.state, this.facets);
    const sort = this.state.sort ?? this.natural;
    this.showCards(sort ? sorted(cards, sort, this.places) : cards, sort);
    this.showCounts(counts);
    this.showRanges();
    this.showTools(cards.length);
    if (history && patience) this.rememberLater(history, patience);
    else if (history) this.remember(history);
  }

  /** Fetch the search of the site; what was asked before it was here is answered again. */
  async learn() {
    if (this.engine || this.learning) return;
    this.learning = true;
    try {
      const { theEngine } = await import("./search-engine.js");
      this.engine = await theEngine();
      const { find } = this.state;
      if (!find.trim()) return;
      const { fields, ids } = this.engine.cardsFor(find, this.search);
      if (fields || ids.join() !== this.answer.ids.join()) this.show(null, TYPING);
    } catch {
      this.learning = false; // without it the words are looked for as they are
    }
  }

  /** Find what the query asks for: by title, or best first where words weigh. @param {number} patience */
  ask(patience) {
    clearTimeout(this.timer);
    const asked = this.state.find.trim() !== "";
    if (asked) this.learn();
    /** @type {import("./search-engine.js").CardsFound} */
    this.answer = !asked ? NOTHING_ASKED : this.engine?.cardsFor(this.state.find, this.search) ?? this.search.search(this.state.find);
    const { anyWord, corrected, ids, nearest, problems, ranked } = this.answer;
    if (!asked) {
      this.found = this.index.cards;
    } else if (!problems.length) {
      const named = new Set(ids);
      const best = this.state.sort === null && ranked;
      this.found = best ? ids.flatMap((id) => this.cards.get(id) ?? []) : this.index.cards.filter((card) => named.has(card.id));
    }
    const complain = () => {
      this.box.setAttribute("aria-invalid", String(problems.length > 0));
      this.problems.replaceChildren(...problems.map((problem) => el(
        "p", {}, `Column ${problem.column}: ${problem.message}`, problem.suggestion ? ` (did you mean ${problem.suggestion}?)` : null,
      )));
    };
    if (problems.length && patience) this.timer = setTimeout(complain, patience);
    else complain();
    this.say(this.note, nearest ? "No card has all of this; these have most." : anyWord ? "No card has all of these words; these have some of them."
      : corrected ? `Nothing fits as it is written. These cards fit ${corrected}` : "");
  }

  /** @param {Card[]} cards @param {string} sort */
  showCards(cards, sort) {
    const table = this.state.view === "table";
    const grouped = !table && sort === "set";
    this.region.hidden = !table || !cards.length;
    this.flat.hidden = table || grouped;
    this.page.hidden = !grouped;
    this.none.hidden = cards.length > 0;
    if (this.contents) this.contents.hidden = cards.length !== this.index.cards.length;
    if (table) {
      this.showHeads(cards);
      this.lay([{ parent: this.table, children: cards.map((card) => () => this.row(card)) }]);
      return;
    }
    const items = cards.flatMap((card) => this.items.get(card.id) ?? []);
    if (grouped) {
      this.lay(this.intoGroups(items));
    } else {
      const lying = items.filter((item) => this.lying.has(item)).length;
      this.flat.classList.toggle("cb-mixed", lying > 0 && lying < items.length);
      this.lay([{ parent: this.flat, children: items.map((item) => () => this.withSet(item)) }]);
    }
  }

  /**
   * The items by the list that they came from; a list without any is hidden with its heading.
   * @param {Element[]} items
   * @returns {Part[]}
   */
  intoGroups(items) {
    /** @type {Map<Element | null | undefined, Element[]>} */
    const inside = new Map(this.groups.map(({ list }) => [list, []]));
    for (const item of items) inside.get(this.groupOf.get(item))?.push(item);
    for (const { list, heading, section } of this.groups) for (const each of [list, heading, section]) if (each) each.hidden = true;
    return this.groups.map(({ list, heading, section }) => ({
      parent: list, above: [list, heading, section], children: (inside.get(list) ?? []).map((item) => () => this.giveBack(item)),
    })).filter(({ children }) => children.length);
  }

  /** Leave a place empty that is far from the window. @param {Element} item */
  take(item) {
    if (this.whole || !item.isConnected || this.taken.has(item) || item.contains(document.activeElement)) return;
    this.taken.set(item, [...item.childNodes]);
    item.replaceChildren();
  }

  /** The item with all that stands in it. @param {Element} item */
  giveBack(item) {
    const taken = this.taken.get(item);
    if (taken) item.append(...taken);
    this.taken.delete(item);
    return item;
  }

  /** In one list of all cards each says its set: cards of several have the same name. @param {Element} item */
  withSet(item) {
    this.giveBack(item);
    if (this.several && !this.named.has(item)) {
      const card = this.cards.get(item.getAttribute("data-card") ?? "");
      item.append(el("span", { class: "cb-origin" }, this.index.sets[card?.set ?? ""] ?? ""));
      this.named.add(item);
    }
    return item;
  }

  /** Put the children into their lists: what fills the window now, the others as the reader comes near. @param {Part[]} parts */
  lay(parts) {
    this.rest = [];
    this.whole = false;
    this.nearness.disconnect();
    const asked = new Set(parts.map(({ parent }) => parent));
    for (const parent of [this.table, this.flat, ...this.groups.map(({ list }) => list)]) if (!asked.has(parent)) parent.replaceChildren();
    let left = WIDE.matches ? PORTION : PORTION / 2;
    for (const { parent, above, children } of parts) {
      const now = parent.children;
      const first = children.slice(0, left);
      if (now.length !== first.length || first.some((child, at) => child() !== now[at])) parent.replaceChildren(...first.map((child) => child()));
      this.watch(parent);
      if (first.length) reveal(above);
      if (left < children.length) this.rest.push({ parent, above, children: children.slice(left) });
      left = Math.max(left - children.length, 0);
    }
    // Watched anew: whoever stands at the end of a short list stands there still.
    this.watcher.unobserve(this.end);
    this.watcher.observe(this.end);
  }

  /** Put the next portion of the rest into its list. */
  more() {
    const [part] = this.rest;
    const more = part.children.splice(0, PORTION).map((child) => child());
    part.parent.append(...more);
    this.watch(part.parent, more);
    reveal(part.above);
    if (!part.children.length) this.rest.shift();
  }

  /** The end has come near: a portion a frame until it is far again. */
  goOn() {
    if (!this.rest.length) return;
    this.more();
    this.watcher.unobserve(this.end);
    requestAnimationFrame(() => this.watcher.observe(this.end));
  }

  /** Take from these places of a list what is far; the rows of the table are too small for it. @param {Element} parent @param {Iterable<Element>} [items] */
  watch(parent, items = parent.children) {
    if (KEEPS_SIZE && parent !== this.table) for (const item of items) this.nearness.observe(item);
  }

  /** Put all of the rest into its lists; `whole` says that nothing is taken from its place until something else is asked for.
   * @param {boolean} [whole] */
  finish(whole = false) {
    this.whole ||= whole;
    while (this.rest.length) this.more();
    if (whole) for (const item of [...this.taken.keys()]) this.giveBack(item);
  }

  /** Go to a heading of the list, which may have been far. @param {string} hash */
  goTo(hash) {
    this.finish();
    document.getElementById(fromHash(hash))?.scrollIntoView();
  }

  /** Make the index of the words in idle time. */
  work() {
    if (this.idle) return;
    this.idle = whenIdle((left) => {
      this.idle = 0;
      if (!this.search.prepare(() => left() > 2)) this.work();
    });
  }

  /** @param {Card} card */
  row(card) {
    let row = this.rows.get(card.id);
    if (!row) {
      row = el(
        "tr", {}, el(
          "th", { scope: "row" }, el("a", { "href": this.links.get(card.id), "data-card": card.id }, card.title),
          this.several ? el("span", { class: "cb-origin" }, this.index.sets[card.set] ?? card.set) : null,
        ),
        ...COLUMNS.slice(1).map(({ of, amount }) => el("td", { class: amount ? "cb-amount" : null }, of(card, this.index))),
      );
      this.rows.set(card.id, /** @type {Element} */ (row));
    }
    return /** @type {Element} */ (row);
  }

  /** Each head sorts by its column, and the other way round when pressed again; what no card has is left out. @param {Card[]} cards */
  showHeads(cards) {
    const now = this.state.sort ?? this.natural;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.sort;
    this.heads.replaceChildren(...COLUMNS.map(({ key, text, amount, sorts }) => {
      const [first, second] = amount ? [`-${key}`, key] : [key, key];
      const on = now === key || now === `-${key}`;
      return el(
        "th", {
          "scope": "col", "class": `cb-col-${key}${amount ? " cb-amount" : ""}`,
          "aria-sort": on ? (now === key ? "ascending" : "descending") : null,
        },
        sorts === false ? text : el(
          "button", { "type": "button", "data-sort": key, "on": { click: () => this.sortBy(now === first ? second : first) } },
          text, el("span", { "class": "cb-way", "aria-hidden": "true" }, on ? (now === key ? "▴" : "▾") : ""),
        ),
      );
    }));
    for (const { key } of COLUMNS) {
      const empty = OPTIONAL.has(key) && !cards.some((card) => [card[/** @type {"power"} */ (key)] ?? []].flat().length);
      this.region.classList.toggle(`cb-no-${key}`, empty);
    }
    if (focused) this.heads.querySelector(`[data-sort="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {Map<string, Map<string, number>>} counts */
  showCounts(counts) {
    for (const { facet, value, label, input, number } of this.boxes) {
      const count = counts.get(facet.key)?.get(value) ?? 0;
      input.checked = (this.state.chosen[facet.key] ?? []).includes(value);
      label.classList.toggle("cb-empty", count === 0 && !input.checked);
      this.say(number, String(count));
    }
    for (const input of this.filters.querySelectorAll(".cb-match")) input.checked = (input.value === "all") === this.state.all;
  }

  showRanges() {
    for (const input of this.ranges) {
      const { low, high } = this.state.limits[input.dataset.range ?? ""] ?? { low: null, high: null };
      const wrong = low !== null && high !== null && low > high;
      input.setAttribute("aria-invalid", String(wrong));
      if (input.dataset.end === "high") {
        this.say(/** @type {Element} */ (input.nextElementSibling), wrong ? `No number is from ${shown(low)} to ${shown(high)}.` : "");
      }
    }
  }

  /** @param {number} count */
  showTools(count) {
    const all = this.index.cards.length;
    this.say(this.count, count === all ? `${all} cards` : `${count} of ${all} cards`);
    const options = this.answer.ranked ? [["", "Best match"], ...SORTS] : SORTS;
    if (this.sort.options.length !== options.length) {
      this.sort.replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
    }
    this.sort.value = this.state.sort ?? this.natural;
    for (const input of this.views.querySelectorAll("input")) input.checked = input.value === this.state.view;
    this.showChosen();
    this.showChips();
    this.clear.disabled = writeState({ ...this.state, view: "faces" }) === "";
  }

  /** What is asked for, each with a button that takes it away. */
  showChips() {
    /** @type {Array<[string, () => void]>} */
    const asked = [];
    const { find, chosen, limits } = this.state;
    const ask = (/** @type {string} */ query) => () => { this.change((state) => { state.find = query; }); this.fill(); };
    const clauses = find.trim() ? clausesOf(this.answer.fields ?? find) : [];
    if (clauses.length) {
      const whole = clauses.map((each) => each.map(([clause]) => clause).join(" OR "));
      clauses.forEach((each, at) => asked.push([
        each.map(([clause, name, sign, value]) => `${clause.startsWith("-") ? "not " : ""}${this.clauseText(name, sign, value)}`).join(" or "), ask(whole.filter((_, other) => other !== at).join(" ")),
      ]));
    } else if (find.trim()) asked.push([`“${find.trim()}”`, ask("")]);
    for (const facet of this.facets) {
      for (const value of chosen[facet.key] ?? []) {
        const label = facet.label(value);
        const title = ["ability", "action", "arrows"].includes(facet.key) ? `${facet.title}: ${label.toLowerCase()}` : label;
        asked.push([title, () => this.choose(facet, value, false)]);
      }
    }
    for (const [key, { low, high }] of Object.entries(limits)) {
      if (low === null && high === null) continue;
      const name = NUMBERS.get(/** @type {NumberKey} */ (key));
      const text = high === null ? `${name} ≥ ${shown(low)}`
        : low === null ? `${name} ≤ ${shown(high)}` : `${name} ${shown(low)} to ${shown(high)}`;
      asked.push([text, () => { this.change((state) => { delete state.limits[key]; }); this.fill(); }]);
    }
    this.chips.replaceChildren(...asked.map(([text, remove]) => el("li", {}, el(
      "button", { "type": "button", "class": "cb-chip", "aria-label": `Remove ${text}`, "on": { click: () => { remove(); this.box.focus(); } } },
      text, el("span", { "aria-hidden": "true" }, " ×"),
    ))));
    this.chips.hidden = !asked.length;
  }

  /** @param {string} name @param {string} sign @param {string} value */
  clauseText(name, sign, value) {
    const number = NUMBERS.get(/** @type {NumberKey} */ (name));
    if (number) return `${number} ${{ ">=": "≥", "<=": "≤" }[sign] ?? (sign || "=")} ${shown(Number(value))}`;
    const named = { game: this.index.games, set: this.index.sets, type: this.index.types, subtype: this.index.subtypes }[name];
    return named?.[value] ?? capital(value);
  }

  /** Say what the filters ask for, beside each and all together. */
  showChosen() {
    const texts = new Map(this.facets.map((facet) => {
      const labels = (this.state.chosen[facet.key] ?? []).map((value) => facet.label(value));
      return [facet.key, labels.join(facet.several && this.state.all ? " and " : ", ")];
    }));
    texts.set("numbers", [...NUMBERS].flatMap(([key, name]) => {
      const { low, high } = this.state.limits[key] ?? { low: null, high: null };
      if (low === null && high === null) return [];
      if (high === null) return [`${name} ${shown(low)} or more`];
      return [low === null ? `${name} ${shown(high)} or less` : `${name} ${shown(low)} to ${shown(high)}`];
    }).join("; "));
    for (const [key, text] of texts) this.say(/** @type {Element} */ (this.lines.get(key)), text && `: ${text}`);
    const plain = new Set(["arrows", "nwo", "ability", "action"]);
    const whole = [...texts].flatMap(([key, text]) => {
      const title = plain.has(key) ? `${this.facets.find((facet) => facet.key === key)?.title} ` : "";
      return text ? [title + (title ? text.toLowerCase() : text)] : [];
    }).join("; ");
    this.say(this.summary, whole && `: ${whole}`);
  }

  /** Not at every letter: a browser takes its time to write an address. @param {"push" | "replace"} how @param {number} patience */
  rememberLater(how, patience) {
    this.unwritten ??= how;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.remember(how), patience);
  }

  /** @param {"push" | "replace"} how */
  remember(how) {
    clearTimeout(this.writing);
    how = this.unwritten ?? how;
    this.unwritten = null;
    const page = location.origin + location.pathname; // a path that begins with // would be read as a host
    const address = page + writeState(this.state);
    if (address === page + location.search) return;
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Change a text only when it differs: what did not change is not read out again. @param {Element} where @param {string} text */
  say(where, text) {
    if (where.textContent !== text) where.textContent = text;
  }
}

/** Show what stands above the first card of a list. @param {Array<HTMLElement | null> | undefined} above */
function reveal(above = []) {
  for (const each of above) if (each) each.hidden = false;
}

/** Power as cards print it: `7`; `7/4` with the part that helps from afar; an asterisk where it varies. @param {Card} card */
function powerOf(card) {
  const power = card.type === "group" && card.power === undefined ? "*" : shown(card.power);
  const part = card.global || card.transferable;
  return part ? `${power}/${part}` : power;
}

/**
 * The columns of the table.
 * @type {Array<{key: string, text: string, of: (card: Card, index: Index) => string, amount?: boolean, sorts?: boolean}>}
 */
const COLUMNS = [
  { key: "name", text: "Card", of: (card) => card.title },
  { key: "type", text: "Type", of: (card, index) => index.subtypes[card.subtype ?? ""] ?? index.types[card.type] ?? card.type },
  { key: "power", text: "Power", of: powerOf, amount: true },
  { key: "resistance", text: "Resist.", of: (card) => shown(card.resistance), amount: true },
  { key: "income", text: "Income", of: (card) => shown(card.income), amount: true },
  { key: "alignment", text: "Alignments", of: (card) => card.alignment?.join(", ") ?? "–" },
  { key: "attribute", text: "Attributes", of: (card) => card.attribute?.join(", ") ?? "–", sorts: false },
  { key: "arrows", text: "Arrows", of: (card) => shown(card.arrows), amount: true, sorts: false },
];
/** Columns that are left out when no card of the answer has such. */
const OPTIONAL = new Set(["power", "resistance", "income", "alignment", "attribute", "arrows"]);

/** What the query language offers. @param {string} game  one that there is */
function helpText(game) {
  const code = (/** @type {string} */ text) => el("code", {}, text);
  const listed = (/** @type {string[]} */ ...texts) => texts.flatMap((text, at) => (at ? [", ", code(text)] : [code(text)]));
  return [
    el("p", {}, "Words are searched for in names, abilities and everything else on a card: ",
      ...listed("loan sharks", '"any attempt to destroy"', "gnom*"),
      ". Capitals, accents, punctuation and plurals do not matter; typos are fine."),
    el("p", {}, "Fields narrow it down: ", ...listed(
      "name:company", "text:destroy", `game:${game}`, "set:assassins", "type:group", "subtype:place", "alignment:violent",
      "attribute:computer", "is:secret", "has:action", "rarity:rare", "nwo:blue",
    ), "; numbers: ", ...listed("power:[4 TO]", "global>0", "transferable>0", "resistance<=3", "income:>5", "arrows=3"), "."),
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
