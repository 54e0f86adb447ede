// @ts-check
/**
 * The answer of the calculator: what to roll, whether the attack is legal, every line of the sum, and the dice.
 *
 * @typedef {import("./evaluate.js").Ledger} Ledger
 * @typedef {import("./calculator-sources.js").Citing} Citing
 */

import { odds, plain, roll, sentence, signed } from "./calculator-model.js";
import { chartWords, diceChart, outcome, TOTALS } from "./dice-chart.js";
import { el } from "./dom.js";

/** The answer in words: what to roll, the odds, and the strength. @param {Ledger} ledger @param {number} failsFrom */
export function answerWords(ledger, failsFrom) {
  const { fixedRoll, needed, ways, strength } = ledger;
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

/**
 * The whole answer. `open` says whether the requirements that hold are shown too.
 * @param {{heading: string, ledger: Ledger, failsFrom: number, cite: Citing, open: boolean}} given
 * @returns {HTMLElement[]}
 */
export function answerParts({ heading, ledger, failsFrom, cite, open }) {
  const { big, small, strength } = answerWords(ledger, failsFrom);
  return [
    el("h2", { class: "calc-heading" }, heading),
    el("p", { class: "calc-big" }, el("strong", {}, big), " ", el("span", { class: "calc-odds" }, small)),
    el("p", { class: "calc-strength" }, strength),
    ...legality(ledger, cite, open), sumTable(ledger, cite), chart(ledger, failsFrom),
  ];
}

/** What forbids the attack, if anything does, and what does not. */
function legality(/** @type {Ledger} */ ledger, /** @type {Citing} */ { reasonItem }, /** @type {boolean} */ open) {
  const broken = ledger.reasons.filter((reason) => !reason.ok);
  const kept = ledger.reasons.filter((reason) => reason.ok);
  return [
    ...(broken.length ? [el(
      "div", { class: "calc-illegal" }, el("p", { class: "calc-illegal-title" }, "This attack is not legal"),
      el("ul", { class: "calc-reasons" }, ...broken.map((reason) => reasonItem(reason, true))),
    )] : []),
    el(
      "details", { class: "calc-checks", open },
      el("summary", {}, broken.length ? `${kept.length} other requirements hold` : `Legal: all ${kept.length} requirements hold`),
      el("ul", { class: "calc-reasons" }, ...kept.map((reason) => reasonItem(reason, true))),
    ),
  ];
}

/** Every line with its amount, sentence and source. */
function sumTable(/** @type {Ledger} */ ledger, /** @type {Citing} */ { speaker, cardLink, sourceLinks }) {
  const rows = ledger.lines.map((line) => {
    const from = line.source.includes("#") ? speaker(line.source) : null;
    return el(
      "tr", { "data-source": line.source, "data-side": line.side },
      el("td", { class: "calc-amount" }, signed(line)),
      el(
        "td", {}, el("span", { class: "calc-line" }, from ? cardLink(from, line.label) : line.label), " ",
        el("span", { class: "calc-facts" }, sentence(line.text)), " ", sourceLinks(line.cites),
      ),
    );
  });
  return el(
    "table", { class: "calc-sum" }, el("caption", {}, "The sum"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Amount"), el("th", { scope: "col" }, "Line and source"))),
    el("tbody", {}, ...rows),
    el("tfoot", {}, el("tr", {}, el("td", { class: "calc-amount" }, plain(ledger.strength)), el("td", {}, "Strength"))),
  );
}

/** The dice as bars, in words, and what the fills of the bars mean. */
function chart(/** @type {Ledger} */ ledger, /** @type {number} */ failsFrom) {
  const kinds = new Set(TOTALS.map((total) => outcome(total, ledger, failsFrom)));
  const keys = [["success", "succeeds"], ["failure", "fails"], ["always", "always fails"]]
    .filter(([kind]) => kinds.has(/** @type {any} */ (kind)))
    .map(([kind, name]) => el("span", { class: "calc-key" }, el("span", { class: `calc-swatch calc-swatch-${kind}` }), name));
  return el(
    "figure", { class: "calc-figure" }, diceChart(ledger, failsFrom),
    el(
      "figcaption", {}, el("span", {}, chartWords(ledger, failsFrom)), " ",
      el("span", { "class": "calc-legend", "aria-hidden": "true" }, ...keys),
    ),
  );
}
