// @ts-check
/**
 * The position as text, and what can be done with it: paste another, copy link, sum and ruling, print, begin anew.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./calculator.js").Part} Part
 * @typedef {import("./position.js").Problem} Problem
 */

import { section } from "./calculator-controls.js";
import { pasted, purpose } from "./calculator-model.js";
import { el } from "./dom.js";
import { formatPosition } from "./position.js";

/** A text to copy, whose module is loaded when it is asked for. @param {(made: typeof import("./calculator-copies.js")) => string} make */
const texts = async (make) => make(await import("./calculator-copies.js"));

/** The field of the position. */
export const FIELD = "calculator-position";

/** What an attack is called: who attacks whom, and what for. @param {Desk} desk */
export function headingOf({ card, position }) {
  const [attacker, target] = [position().attacker, position().target].map((slug) => /** @type {Card} */ (card(slug)));
  return `${attacker.name} → ${target.name}, ${purpose(position(), attacker)}`;
}

/**
 * The field of a line of text, and the place for what is wrong with it. What is typed, pasted or left goes to `load`.
 * @param {string} id @param {(text: string, typing: boolean) => void} load
 */
export function lineField(id, load) {
  const field = el("textarea", {
    "id": id, "class": "calc-input calc-code", "rows": 2, "spellcheck": "false", "autocapitalize": "none", "autocomplete": "off",
    "aria-describedby": `${id}-hint ${id}-problems`,
    "on": {
      input: () => load(pasted(field.value), true),
      change: () => load(pasted(field.value), false),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        load(pasted(field.value), false);
      },
    },
  });
  return { field, problems: el("div", { id: `${id}-problems`, class: "calc-problems", role: "alert", hidden: true }) };
}

/** @param {Desk} desk @returns {Part} */
export function sharePart(desk) {
  const { cite, card, position, load, reset } = desk;
  /** @type {Ledger | null} */
  let ledger = null;
  const sum = () => /** @type {Ledger} */ (ledger);
  const { field, problems: problemList } = lineField(FIELD, load);

  const { copied, byHand, copy } = copier();
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => (
    el("button", { type: "button", on: { click: act } }, label)
  );
  const ends = () => ({ attacker: /** @type {Card} */ (card(position().attacker)), target: /** @type {Card} */ (card(position().target)) });
  const needsAttack = [
    button("Copy link", () => copy(desk.link(), "the link")),
    button("Copy sum as text", () => copy(
      texts(({ sumText }) => sumText({ heading: headingOf(desk), ledger: sum(), sources: cite.sources, link: desk.link() })), "the sum",
    )),
    button("Print", () => window.print()),
  ];
  const ruling = button("Copy as ruling YAML", () => copy(
    texts(({ rulingYaml }) => rulingYaml({ position: position(), ...ends(), ledger: sum() })), "the ruling",
  ));
  return {
    element: section(
      "Share", el("label", { class: "calc-label", for: field.id }, "Position in one line"),
      el("p", { class: "calc-hint", id: `${FIELD}-hint` }, "The same line as in the link and on the command line. Paste another one here."),
      field, problemList, el("div", { class: "calc-buttons" }, ...needsAttack, button("Reset", reset)), copied, byHand,
      el("details", { class: "calc-more" }, el("summary", {}, "For editors of this site"), el("div", { class: "calc-buttons" }, ruling)),
    ),
    show(view) {
      ledger = view.ledger;
      for (const each of [...needsAttack, ruling]) each.disabled = ledger === null;
      const wrong = view.problems.length > 0;
      field.setAttribute("aria-invalid", String(wrong));
      problemList.hidden = !wrong;
      problemList.replaceChildren(...(wrong ? said(view.text, view.problems) : []));
      if (!view.typing) field.value = wrong ? view.text : ledger ? formatPosition(view.position) : "";
    },
  };
}

/** Copies texts, says that it did, and shows a text to copy by hand where a browser does not let a page copy. */
export function copier() {
  const copied = el("p", { class: "calc-copied", role: "status" });
  const byHand = el("textarea", {
    "class": "calc-input calc-code", "readonly": true, "rows": 4, "aria-label": "Text to copy by hand", "hidden": true,
  });
  const copy = async (/** @type {string | Promise<string>} */ wanted, /** @type {string} */ what) => {
    byHand.hidden = true;
    copied.textContent = "";
    const text = await wanted;
    try {
      await navigator.clipboard.writeText(text);
      copied.textContent = `Copied ${what}.`;
    } catch {
      byHand.value = text;
      byHand.hidden = false;
      byHand.focus();
      byHand.select();
      copied.textContent = `This browser does not let a page copy. Here is ${what} to copy by hand.`;
    }
  };
  return { copied, byHand, copy };
}

/** What is wrong with a line, the places marked. @param {string} text @param {Problem[]} problems @param {string} [what] */
export function said(text, problems, what = "a position") {
  const letters = [...text];
  const marked = el("code", { "class": "calc-marked", "aria-hidden": "true" });
  let end = 0;
  for (const start of [...new Set(problems.map(({ column }) => column - 1))]) {
    if (start < end) continue;
    const length = letters.slice(start).findIndex((letter, index) => index > 0 && " ,>=".includes(letter));
    marked.append(letters.slice(end, start).join(""));
    end = length < 0 ? letters.length : start + length;
    marked.append(el("mark", {}, letters.slice(start, end).join("") || "…"));
  }
  marked.append(letters.slice(end).join(""));
  return [
    el("p", {}, `This line is not ${what}:`), marked,
    el("ul", {}, ...problems.map(({ column, message, suggestion }) => el(
      "li", {}, `Column ${column}: ${message}`, suggestion ? ` (did you mean ${suggestion}?)` : "",
    ))),
  ];
}
