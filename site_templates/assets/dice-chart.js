// @ts-check
/**
 * The 36 outcomes of two dice as bars: which totals succeed, which fail, and which always fail. Told apart by fill, pattern
 * and outline, so that no colour is needed, and described in words for those who do not see it.
 *
 * @typedef {import("./attack-types.js").Ledger} Ledger
 */

import { freshId, svg } from "./dom.js";
import { waysToRoll } from "./evaluate.js";

/** What two dice can show. */
export const TOTALS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const [WIDTH, HEIGHT, BAR, GAP, UNIT, BASE] = [352, 132, 26, 6, 14, 108];

/**
 * What becomes of the attack when two dice show this total.
 * @param {number} total @param {Ledger} ledger @returns {"success" | "failure" | "always"}
 */
export function outcome(total, { needed, failsFrom, turned }) {
  const roll = new Map(turned).get(total) ?? total;
  if (roll >= failsFrom) return "always";
  return needed !== null && roll <= needed ? "success" : "failure";
}

/** The chart in words. @param {Ledger} ledger */
export function chartWords(ledger) {
  const { needed, ways, failsFrom, fixedRoll, turned } = ledger;
  if (fixedRoll !== null) return `A Special has set the roll to ${fixedRoll}, so the attack ${ways ? "succeeds" : "fails"}.`;
  const [lowest] = TOTALS.filter((total) => outcome(total, ledger) === "success");
  const always = [...turned.map(([from, to]) => `A card makes a roll of ${from} one of ${to}.`), `${failsFrom} or more always fails.`].join(" ");
  if (needed === null || !lowest) return `No roll of two dice succeeds. ${always}`;
  const range = needed > lowest ? `${lowest} to ${needed}` : lowest;
  return `Of the 36 outcomes of two dice ${ways} ${ways === 1 ? "succeeds" : "succeed"}: ${range}. ${always}`;
}

/** @param {Ledger} ledger @returns {SVGElement} */
export function diceChart(ledger) {
  const hatch = freshId("hatch");
  const words = chartWords(ledger);
  const bars = TOTALS.flatMap((total, index) => {
    const ways = waysToRoll(total);
    const [x, height] = [GAP / 2 + index * (BAR + GAP), ways * UNIT];
    const kind = outcome(total, ledger);
    const fixed = ledger.fixedRoll === total;
    return [
      svg("rect", {
        class: `calc-bar calc-bar-${kind}${fixed ? " calc-bar-fixed" : ""}`, x, y: BASE - height, width: BAR, height,
        fill: kind === "always" ? `url(#${hatch})` : null, "data-total": total, "data-outcome": kind,
      }),
      svg("text", { class: "calc-bar-ways", x: x + BAR / 2, y: BASE - height - 4 }, String(ways)),
      svg("text", { class: `calc-bar-total${kind === "success" ? " calc-bar-wanted" : ""}`, x: x + BAR / 2, y: BASE + 17 }, String(total)),
    ];
  });
  return svg(
    "svg", { class: "calc-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    svg(
      "defs", {},
      svg(
        "pattern", { id: hatch, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("line", { class: "calc-hatch", x1: 0, y1: 0, x2: 0, y2: 5 }),
      ),
    ),
    ...bars,
  );
}
