// @ts-check
/**
 * The kinds of controls that the calculator is made of. Each answers its element and a way to show a value in it; a change
 * made by the reader goes to the function it was given.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./calculator.js").Part} Part
 * @typedef {import("./calculator.js").View} View
 * @typedef {import("./position.js").Position} Position
 */

import { cardPicker } from "./card-picker.js";
import { el, freshId, put, write } from "./dom.js";
import { MOST } from "./position.js";

/**
 * A row of choices of which one holds.
 * @param {string} legend
 * @param {string[][]} choices  value and label of each
 * @param {(value: string) => void} choose
 */
export function segmented(legend, choices, choose) {
  const name = freshId("choice");
  const inputs = choices.map(([value]) => el("input", {
    type: "radio", name, value, id: `${name}-${value}`, on: { change: () => choose(value) },
  }));
  const element = el(
    "fieldset", { class: "calc-segmented" }, el("legend", { class: "calc-label" }, legend),
    el("div", { class: "calc-segments" }, ...choices.flatMap(([value, label], index) => [
      inputs[index], el("label", { for: `${name}-${value}` }, label),
    ])),
  );
  /** Show this one as chosen; only those that are `open` can be. @param {string} value @param {string[] | null} [open] */
  const set = (value, open = null) => {
    for (const input of inputs) put(input, { checked: input.value === value, disabled: open !== null && !open.includes(input.value) });
  };
  return { element, set };
}

/**
 * A number with buttons for less and more.
 * @param {string} label
 * @param {string} unit  what one step is, as in "1 MB less"
 * @param {(value: number | null) => void} choose  null when the field was emptied
 */
export function stepper(label, unit, choose) {
  const id = freshId("number");
  const input = el("input", {
    id, class: "calc-number", type: "number", min: 0, max: MOST, step: 1, inputmode: "numeric", placeholder: "0",
    on: { input: () => choose(input.value === "" ? null : bounded(Number(input.value))), blur: () => show() },
  });
  const bounded = (/** @type {number} */ value) => Math.min(MOST, Math.max(0, Math.trunc(value)));
  const step = (/** @type {number} */ by) => () => choose(bounded(Number(input.value || input.placeholder) + by));
  let text = "";
  const show = () => put(input, { value: text });
  const element = el(
    "div", { class: "calc-stepper" }, el("label", { class: "calc-label", for: id }, label),
    el(
      "div", { class: "calc-steps" },
      el("button", { "type": "button", "aria-label": `${label}: 1 ${unit} less`, "on": { click: step(-1) } }, "−"), input,
      el("button", { "type": "button", "aria-label": `${label}: 1 ${unit} more`, "on": { click: step(1) } }, "+"),
    ),
  );
  /** @param {number | null} value @param {number} [otherwise]  what holds when nothing is said */
  const set = (value, otherwise = 0) => {
    put(input, { placeholder: String(otherwise) });
    text = value === null || (value === 0 && otherwise === 0) ? "" : String(value);
    if (document.activeElement !== input || Number(input.value || 0) !== (value ?? 0)) show();
  };
  return { element, set };
}

/**
 * A list to which cards are added by name and from which each can be taken out. `cards` answers those in it, `row` makes what
 * stands in the row of one.
 * @param {{label: string, hint?: string, choices: () => Card[], cards: () => Card[], add: (slug: string) => void,
 *   remove: (slug: string) => void, note?: (card: Card) => string, row: (card: Card) => Part}} options
 * @returns {Part}
 */
export function cardList({ label, hint, choices, cards, add, remove, note, row }) {
  const picker = cardPicker({
    label, hint, note, keep: false, choose: (found) => { if (found) add(found.slug); },
    choices: () => {
      const chosen = new Set(cards());
      return choices().filter((each) => !chosen.has(each));
    },
  });
  const list = el("ul", { "class": "calc-chosen", "aria-label": `${label}: chosen` });
  /** @type {Map<Card, {item: HTMLElement, part: Part}>} */
  let rows = new Map();
  const made = (/** @type {Card} */ of) => {
    const part = row(of);
    part.element.classList.add("calc-chosen-body");
    const button = el("button", {
      "type": "button", "class": "calc-remove", "aria-label": `Remove ${of.name}`,
      "on": { click: () => { remove(of.slug); picker.input.focus(); } },
    }, "×");
    return { item: el("li", { "data-card": of.slug }, part.element, button), part };
  };
  return {
    element: el("div", { class: "calc-list" }, picker.element, list),
    show(view) {
      rows = new Map(cards().map((card) => [card, rows.get(card) ?? made(card)]));
      for (const { part } of rows.values()) part.show(view);
      showItems(list, [...rows.values()].map(({ item }) => item));
      list.hidden = rows.size === 0;
    },
  };
}

/** Let a list hold these items, touching none that is in its place: what has the focus keeps it, and only what changed is laid out anew. */
export function showItems(/** @type {HTMLElement} */ list, /** @type {HTMLElement[]} */ items) {
  const shown = new Set(items);
  for (const child of [...list.children]) if (!shown.has(/** @type {HTMLElement} */ (child))) child.remove();
  let next = list.firstElementChild;
  for (const item of items) {
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}

/**
 * A choice of one of a few cards, or none ("").
 * @param {string} label
 * @param {Card[]} cards
 * @param {(slug: string) => void} choose
 */
export function cardSelect(label, cards, choose) {
  const id = freshId("select");
  const select = el(
    "select", { id, class: "calc-input", on: { change: () => choose(select.value) } }, el("option", { value: "" }, "not chosen"),
    ...cards.map((each) => el("option", { value: each.slug }, each.name)),
  );
  /** Show this one as chosen; those `taken` elsewhere cannot be, and nothing else where it is `fixed`. */
  const set = (/** @type {string} */ slug, /** @type {string[]} */ taken, /** @type {boolean} */ fixed) => {
    for (const option of select.options) {
      put(option, { disabled: option.value !== "" && option.value !== slug && taken.includes(option.value) });
    }
    put(select, { value: slug, disabled: fixed });
  };
  return { element: el("div", { class: "calc-picker" }, el("label", { class: "calc-label", for: id }, label), select), set };
}

/**
 * A choice of one of what `set` is given, shown where there is anything.
 * @param {string} label
 * @param {(value: string) => void} choose
 */
export function choice(label, choose) {
  const id = freshId("select");
  const select = el("select", { id, class: "calc-input", on: { change: () => choose(select.value) } });
  const element = el("div", { class: "calc-choice" }, el("label", { class: "calc-label", for: id }, label), select);
  let shown = "";
  /** @param {string} value @param {string[][]} options  value and name of each */
  const set = (value, options) => {
    const text = JSON.stringify(options);
    if (text !== shown) select.replaceChildren(...options.map(([each, name]) => el("option", { value: each }, name)));
    shown = text;
    put(select, { value });
    element.hidden = options.length === 0;
  };
  return { element, set };
}

/** A box to tick. @param {string} label @param {(checked: boolean) => void} choose */
export function checkbox(label, choose) {
  const input = el("input", { type: "checkbox", id: freshId("check"), on: { change: () => choose(input.checked) } });
  const element = el("p", { class: "calc-check" }, input, " ", el("label", { for: input.id }, label));
  return { element, set: (/** @type {boolean} */ checked) => put(input, { checked }) };
}

/** A titled group of controls. @returns {HTMLElement} */
export function section(/** @type {string} */ title, /** @type {HTMLElement[]} */ ...children) {
  const id = freshId("part");
  return el(
    "div", { "class": "calc-part", "role": "group", "aria-labelledby": id }, el("h2", { id, class: "calc-title" }, title), ...children,
  );
}

/**
 * What is seldom needed, behind its title and how much is set in it. It is kept up to date only while it is open.
 * @param {string} title
 * @param {(position: Position) => number} count
 * @param {Part[] | (() => Promise<Part[]>)} parts  or how they are fetched, which they are when it is first opened
 * @returns {Part}
 */
export function folded(title, count, parts) {
  /** @type {View | null} */
  let last = null;
  /** @type {Part[]} */
  let laid = [];
  const showAll = () => { if (last) for (const part of laid) part.show(last); };
  const lay = (/** @type {Part[]} */ made) => {
    laid = made;
    body.replaceChildren(...made.map((part) => part.element));
  };
  const fetched = (/** @type {() => Promise<Part[]>} */ fetching) => {
    opened = showAll;
    fetching().then(lay).then(showAll, () => {
      body.replaceChildren(el("p", { class: "calc-hint" }, "This couldn't be loaded. Open it again when you are online."));
      opened = () => fetched(fetching);
    });
  };
  let opened = Array.isArray(parts) ? showAll : () => fetched(parts);
  const [said, body] = [el("span", { class: "calc-count" }), el("div", { class: "calc-stack" })];
  const element = el(
    "details", { class: "calc-more", on: { toggle: () => { if (element.open) opened(); } } }, el("summary", {}, title, " ", said), body,
  );
  if (Array.isArray(parts)) lay(parts);
  return {
    element,
    show(view) {
      last = view;
      const found = count(view.position);
      write(said, found ? `${found} set` : "");
      if (element.open) showAll();
    },
  };
}
