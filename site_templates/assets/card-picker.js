// @ts-check
/**
 * A field that finds a card by name, forgiving case, accents, punctuation, a leading "the", initials and small mistakes.
 * It is an editable combobox as the ARIA Authoring Practices describe it: arrows move, Enter takes, Escape closes.
 *
 * @typedef {import("./attack-types.js").Card} Card
 */

import { el, freshId } from "./dom.js";
import { normal, occurrences, slips } from "./words.js";

const SMALL_WORDS = new Set(["the", "of", "and", "for", "a", "to"]);
/** How many cards to offer where no name holds what was typed. */
const GUESSES = 5;
/** How many cards a list shows at once: more would take longer to lay out than a letter to type. */
const SHOWN = 60;

/** The words of a name, folded. @param {string} name */
function wordsOf(name) {
  return occurrences(normal(name)).map((word) => word.surface);
}

/** What is left of a name when case, accents, punctuation, spaces and a leading "the" do not matter. @param {string} name */
export function foldName(name) {
  const words = wordsOf(name);
  return (words[0] === "the" && words.length > 1 ? words.slice(1) : words).join("");
}

/** What each card is known by: made once, for every letter that is typed.
 * @type {WeakMap<Card, {name: string, slug: string, words: string[], initials: string[]}>} */
const knownBy = new WeakMap();

function known(/** @type {Card} */ card) {
  let found = knownBy.get(card);
  if (!found) {
    const words = wordsOf(card.name);
    const initials = [words, words.filter((word) => !SMALL_WORDS.has(word))].map((some) => some.map((word) => word[0]).join(""));
    knownBy.set(card, found = { name: foldName(card.name), slug: foldName(card.slug), words, initials });
  }
  return found;
}

/** How well a card's name fits what was typed: 0 and 1 mean this card, more mean less, null not at all. */
function fit(/** @type {Card} */ card, /** @type {string} */ wanted, /** @type {string[]} */ starts) {
  const { name, slug, words, initials } = known(card);
  if (!wanted || name === wanted || slug === wanted) return 0;
  if (wanted.length > 1 && initials.includes(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (starts.every((start) => words.some((word) => word.startsWith(start)))) return 3;
  return wanted.length > 1 && name.includes(wanted) ? 4 : null;
}

/** The fewest slips that make a card's name, or a word of it, what was typed. */
function slipsTo(/** @type {Card} */ card, /** @type {string} */ wanted) {
  const { name, words } = known(card);
  return Math.min(...[name, ...words].map((word) => slips(wanted, word)));
}

/**
 * The cards that may be meant, best first; where none fits, those whose names are a few slips away.
 * @param {string} typed
 * @param {Card[]} cards
 */
export function findCards(typed, cards) {
  const [wanted, starts] = [foldName(typed), wordsOf(typed)];
  const fits = cards.flatMap((card) => {
    const rank = fit(card, wanted, starts);
    return rank === null ? [] : [{ card, rank }];
  });
  if (fits.length) return fits.sort((a, b) => a.rank - b.rank).map(({ card }) => card);
  return cards
    .map((card) => ({ card, away: slipsTo(card, wanted) }))
    .filter(({ away }) => away <= 1 + wanted.length / 5)
    .sort((a, b) => a.away - b.away)
    .slice(0, GUESSES)
    .map(({ card }) => card);
}

/** The numbers and alignments of a card in a few words; of one without numbers, what it is. @param {Card} card */
export function cardFacts(card) {
  if (!["group", "illuminati"].includes(card.kind)) {
    const attack = card.clauses.find(({ tree }) => tree && ["Assassination", "Disaster"].includes(tree.is))?.tree?.is;
    const kind = `${card.kind[0].toUpperCase()}${card.kind.slice(1)}`;
    return [attack ?? (card.nwo ? `${card.nwo} New World Order` : kind), ...card.attributes].join(" · ");
  }
  const second = card.transferable ?? card.global_power;
  const power = second ? `${card.power ?? 0}/${second}` : String(card.power ?? 0);
  const facts = [`Power ${power}`];
  if (card.resistance !== null) facts.push(`Resistance ${card.resistance}`);
  return [...facts, card.kind === "illuminati" ? "Illuminati" : card.alignments.join(", ")].filter(Boolean).join(" · ");
}

/**
 * A labelled field to choose one card.
 *
 * With `keep` it shows the chosen card and can be emptied; without, it empties itself after each choice, to add cards to a
 * list. `choices` answers the cards to choose from; `choose` gets the card, or null when the field was emptied.
 * @param {{label: string, choices: () => Card[], choose: (card: Card | null) => void, keep?: boolean, hint?: string,
 *   note?: (card: Card) => string}} options
 */
export function cardPicker({ label, choices, choose, keep = true, hint = "", note = cardFacts }) {
  const id = freshId("card");
  const list = el("ul", { "id": `${id}-list`, "class": "calc-options", "role": "listbox", "aria-label": label, "hidden": true });
  const input = el("input", {
    "id": id, "class": "calc-input", "type": "text", "role": "combobox", "autocomplete": "off", "autocapitalize": "none",
    "spellcheck": "false", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
    "aria-describedby": hint ? `${id}-hint` : null, "placeholder": "Type a name",
  });
  const element = el(
    "div", { class: "calc-picker" },
    el("label", { class: "calc-label", for: id }, label),
    hint ? el("p", { class: "calc-hint", id: `${id}-hint` }, hint) : null,
    el("div", { class: "calc-picker-box" }, input, list),
  );
  /** @type {Card | null} */
  let chosen = null;
  /** @type {Card[]} */
  let shown = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const activate = (/** @type {number} */ index) => {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = list.children[index];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option.id);
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    return undefined;
  };
  const open = (/** @type {string} */ typed) => {
    const found = findCards(typed, choices());
    shown = found.slice(0, SHOWN);
    list.replaceChildren(...shown.map((card, index) => el(
      "li", {
        id: `${id}-option-${index}`, class: "calc-option", role: "option", "aria-selected": "false",
        on: { pointerdown: (/** @type {Event} */ event) => event.preventDefault(), click: () => take(card) },
      },
      el("span", { class: "calc-option-name" }, card.name), " ", el("span", { class: "calc-facts" }, note(card)),
    )));
    if (shown.length < found.length || !shown.length) {
      const words = shown.length ? `${found.length - shown.length} more: type a name` : "No card fits";
      list.append(el("li", { "class": "calc-none", "role": "option", "aria-disabled": "true", "aria-selected": "false" }, words));
    }
    list.hidden = false;
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", "true");
    active = -1;
    activate(typed && shown.length ? 0 : -1);
  };
  const take = (/** @type {Card | null} */ card) => {
    close();
    chosen = keep ? card : null;
    input.value = chosen ? chosen.name : "";
    if (document.activeElement === input) input.select(); // so that the next letter starts another name
    choose(card);
  };
  const settle = () => {
    const typed = input.value.trim();
    if (typed === (chosen?.name ?? "")) return;
    const [best] = typed ? findCards(typed, choices()) : [];
    if (!typed && keep) take(null);
    else if (best && (fit(best, foldName(typed), wordsOf(typed)) ?? 9) < 2) take(best);
    else input.value = chosen ? chosen.name : "";
  };

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => { if (list.hidden) open(""); });
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("blur", () => { close(); settle(); });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (list.hidden) open("");
      if (shown.length) activate(active < 0 && step < 0 ? shown.length - 1 : (active + step + shown.length) % shown.length);
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      if (shown[active]) take(shown[active]);
    } else if (event.key === "Escape") {
      if (!list.hidden) close();
      else input.value = "";
      event.preventDefault();
    }
  });

  return {
    element,
    input,
    /** Show this card as the chosen one. @param {Card | null} card */
    show(card) {
      if (card === chosen) return;
      chosen = card;
      input.value = card ? card.name : "";
    },
  };
}
