// @ts-check
/**
 * The answer of the calculator: what to roll, whether the attack is legal, every line of the sum, and the dice.
 *
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./calculator.js").Part} Part
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./attack-types.js").Line} Line
 * @typedef {import("./attack-types.js").Reason} Reason
 */

import { showItems } from "./calculator-controls.js";
import { odds, plain, roll, sentence, signed } from "./calculator-model.js";
import { FIELD, headingOf } from "./calculator-share.js";
import { chartWords, diceChart, outcome, TOTALS } from "./dice-chart.js";
import { el, write } from "./dom.js";
import { formatPosition } from "./position.js";

/** The place of the answers on the page. */
export const RESULT = "calculator-result";
/** So many rows of sums are kept. */
const MOST_ROWS = 200;
/** How long after the last change the sum is read out, in milliseconds: not at every letter of a number. */
const QUIET = 400;

/** The answer, also as words for those who listen. What did not change stays as it is. @param {Desk} desk @returns {Part} */
export function answerPart(desk) {
  const heading = el("h2", { class: "calc-heading" });
  const [strengthLine, line] = [el("p", { class: "calc-strength" }), el("p", { class: "calc-printed" })];
  const [bigWords, oddsWords] = [el("strong"), el("span", { class: "calc-odds" })];
  const parts = [outcomes(desk), legality(desk), sumTable(desk), chart()];
  const found = [
    heading, el("p", { class: "calc-big" }, bigWords, " ", oddsWords), strengthLine, ...parts.map(({ element }) => element), line,
  ];
  const empty = el("p", { class: "calc-empty" });
  const answer = el("div", { class: "calc-answer" });
  const spoken = el("p", { class: "calc-spoken", role: "status" });
  let speaking = 0;
  const say = (/** @type {string} */ words) => {
    clearTimeout(speaking);
    speaking = window.setTimeout(() => { if (spoken.textContent !== words) spoken.textContent = words; }, QUIET);
  };
  return {
    element: el("div", {}, answer, spoken),
    show({ position, ledger, problems }) {
      showItems(answer, ledger ? found : [empty]);
      if (!ledger) {
        empty.replaceChildren(...(problems.length ? unread() : ["Choose an attacker and a target: the sum appears here."]));
        say("");
        return;
      }
      const { big, small, strength } = answerWords(ledger);
      write(heading, headingOf(desk));
      write(bigWords, big);
      write(oddsWords, small);
      write(strengthLine, strength);
      write(line, formatPosition(position));
      for (const part of parts) part.show(ledger);
      say(`${big}, ${small}. ${strength} ${ledger.legal ? "Legal." : "Not legal."}`);
    },
  };
}

/** What stands there when a link holds no position. */
function unread() {
  return ["This link holds no position that can be read. ", el("a", { href: `#${FIELD}`, on: {
    click: (/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById(FIELD)?.focus();
    },
  } }, "See what is wrong with it"), ", or choose an attacker and a target."];
}

/** The essence of the answer, in view where the answer comes after the form. @returns {Part} */
export function dockPart() {
  const [bigWords, oddsWords] = [el("strong"), el("span")];
  const illegal = el("span", { class: "calc-badge calc-no" }, "Not legal");
  const dock = el("a", { class: "calc-dock", href: `#${RESULT}`, on: {
    click: (/** @type {Event} */ event) => {
      event.preventDefault();
      const result = document.getElementById(RESULT);
      result?.scrollIntoView();
      result?.focus();
    },
  } }, bigWords, " ", oddsWords, illegal, el("span", { class: "calc-dock-go" }, "The sum"));
  return {
    element: dock,
    show({ ledger }) {
      dock.hidden = ledger === null;
      if (!ledger) return;
      const { big, small } = answerWords(ledger);
      write(bigWords, big);
      write(oddsWords, small);
      illegal.hidden = ledger.legal;
    },
  };
}

/** The answer in words: what to roll, the odds, and the strength. @param {Ledger} ledger */
function answerWords(ledger) {
  const { fixedRoll, needed, ways, strength, failsFrom } = ledger;
  const never = needed === null;
  const set = fixedRoll !== null && !never;
  return {
    big: never ? "No roll succeeds" : set ? `The roll becomes ${fixedRoll}: ${ways ? "success" : "failure"}` : `Roll ${roll(ledger)}`,
    small: odds(ways),
    strength: `Strength ${plain(strength)}.${
      never ? " With less than 2 no roll succeeds." : set ? ` A Special sets the roll; ${roll(ledger)} succeeds.` : ` ${failsFrom} or more always fails.`
    }`,
  };
}

/** What comes of the attack of a Plot, each with its own roll. */
function outcomes(/** @type {Desk} */ { cite: { sourceLinks } }) {
  const element = el("ul", { class: "calc-outcomes" });
  return {
    element,
    show(/** @type {Ledger} */ { outcomes: found }) {
      element.hidden = found.length === 0;
      element.replaceChildren(...found.map((each) => el(
        "li", { "data-source": each.source }, `${each.text[0].toUpperCase()}${each.text.slice(1)}: `, el("strong", {}, roll(each)), " ",
        odds(each.ways), " ", sourceLinks(each.cites),
      )));
    },
  };
}

/** What forbids the attack, if anything does, and what does not. */
function legality(/** @type {Desk} */ { cite: { listReasons } }) {
  const [broken, kept] = [el("ul", { class: "calc-reasons" }), el("ul", { class: "calc-reasons" })];
  const illegal = el("div", { class: "calc-illegal" }, el("p", { class: "calc-illegal-title" }, "This attack is not legal"), broken);
  const summary = el("summary");
  /** @type {Reason[]} */
  let holding = [];
  const fill = () => { if (details.open) listReasons(kept, holding, true); };
  const details = el("details", { class: "calc-checks", on: { toggle: fill } }, summary, kept);
  return {
    element: el("div", { class: "calc-legality" }, illegal, details),
    show(/** @type {Ledger} */ { reasons, legal }) {
      holding = reasons.filter(({ ok }) => ok);
      listReasons(broken, reasons.filter(({ ok }) => !ok), true);
      illegal.hidden = legal;
      write(summary, legal ? `Legal: all ${holding.length} requirements hold` : `${holding.length} other requirements hold`);
      fill();
    },
  };
}

/** Every line with its amount, sentence and source. */
function sumTable(/** @type {Desk} */ { cite: { speaker, cardLink, sourceLinks } }) {
  const row = (/** @type {Line} */ line) => {
    const from = line.source.includes("#") ? speaker(line.source) : null;
    return el(
      "tr", { "data-source": line.source, "data-side": line.side },
      el("td", { class: "calc-amount" }, signed(line)),
      el(
        "td", {}, el("span", { class: "calc-line" }, from ? cardLink(from, line.label) : line.label), " ",
        el("span", { class: "calc-facts" }, sentence(line.text)), " ", sourceLinks(line.cites),
      ),
    );
  };
  /** The rows that have been made: who tries one thing and another sees the same ones again. @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const [body, total] = [el("tbody"), el("td", { class: "calc-amount" })];
  const element = el(
    "table", { class: "calc-sum" }, el("caption", {}, "The sum"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Amount"), el("th", { scope: "col" }, "Line and source"))), body,
    el("tfoot", {}, el("tr", {}, total, el("td", {}, "Strength"))),
  );
  return {
    element,
    show(/** @type {Ledger} */ { lines, strength }) {
      /** @type {Map<string, HTMLElement>} */
      const shown = new Map();
      if (rows.size > MOST_ROWS) rows.clear();
      for (const line of lines) {
        let key = `${line.side} ${line.source} ${line.amount} ${line.label}`;
        while (shown.has(key)) key += "+";
        if (!rows.has(key)) rows.set(key, row(line));
        shown.set(key, /** @type {HTMLElement} */ (rows.get(key)));
      }
      showItems(body, [...shown.values()]);
      write(total, plain(strength));
    },
  };
}

/** The dice as bars, in words, and what the fills of the bars mean. */
function chart() {
  const element = el("figure", { class: "calc-figure" });
  let shown = "";
  return {
    element,
    show(/** @type {Ledger} */ ledger) {
      const { needed, fixedRoll, failsFrom, turned } = ledger;
      const key = `${needed} ${fixedRoll} ${failsFrom} ${turned}`;
      if (key === shown) return;
      shown = key;
      const kinds = new Set(TOTALS.map((total) => outcome(total, ledger)));
      const keys = [["success", "succeeds"], ["failure", "fails"], ["always", "always fails"]]
        .filter(([kind]) => kinds.has(/** @type {any} */ (kind)))
        .map(([kind, name]) => el("span", { class: "calc-key" }, el("span", { class: `calc-swatch calc-swatch-${kind}` }), name));
      element.replaceChildren(diceChart(ledger), el(
        "figcaption", {}, el("span", {}, chartWords(ledger)), " ",
        el("span", { "class": "calc-legend", "aria-hidden": "true" }, ...keys),
      ));
    },
  };
}
