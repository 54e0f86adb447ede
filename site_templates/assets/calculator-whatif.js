// @ts-check
/**
 * What would change an attack: cards that change its roll, and the cheapest ways to a wanted chance among the cards that somebody has. What is
 * set here is no part of the position; it stands in the link besides.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./calculator.js").Part} Part
 * @typedef {import("./calculator.js").View} View
 * @typedef {import("./calculator-model.js").Asides} Asides
 * @typedef {import("./what-it-takes.js").Way} Way
 */

import { cardList, choice } from "./calculator-controls.js";
import { everyone, isAttackPlot, odds, plain, roll } from "./calculator-model.js";
import { chance, changeOf } from "./dice.js";
import { el, write } from "./dom.js";
import { waysToRoll } from "./evaluate.js";
import { attackOf } from "./position.js";
import { settled } from "./selecting.js";
import { cheapest, MOST_CARDS, strongestDefense } from "./what-it-takes.js";

/** How long after the last change the search begins, in milliseconds. */
const QUIET = 250;
/** A search stops for a frame after so many milliseconds. */
const PATIENCE = 8;
/** So many cards of one side that change the roll are enough for any table. */
const MOST_CHANGES = 5;

/** A list of cards that is kept in the asides. `note` is what there is to say of a card in it. */
function asideList(
  /** @type {Desk} */ desk, /** @type {"rolls" | "counters" | "have" | "theirs"} */ which, label, hint, /** @type {() => Card[]} */ choices,
  /** @type {(card: Card) => string} */ note = () => "",
) {
  const { card, cardsOf, cite, asides, changeAsides } = desk;
  return cardList({
    label, hint, choices, cards: () => cardsOf(asides()[which]),
    add: (slug) => changeAsides({ ...asides(), [which]: [...asides()[which], slug] }),
    remove: (slug) => changeAsides({ ...asides(), [which]: asides()[which].filter((other) => other !== slug) }),
    row: (of) => {
      const said = el("span", { class: "calc-hint" });
      return {
        element: el("div", {}, cite.cardLink(of, /** @type {Card} */ (card(of.slug)).name), " ", said),
        show: () => write(said, note(of)),
      };
    },
  });
}

// --- cards that change the roll -----------------------------------------------------------------------------------------

/** The odds once both sides have used the cards that change a roll. @param {Desk} desk @returns {Part[]} */
export function rollParts(desk) {
  const { data, asides, cardsOf, position } = desk;
  /** The attack with its cards as they are, null without attacker and target. */
  const now = () => (position().attacker && position().target ? settled(attackOf(position(), data.cards), data) : null);
  /** @param {"rolls" | "counters"} which @param {"attack" | "defense"} side */
  const listOf = (which, side, label) => asideList(desk, which, label, "", () => {
    const attack = now();
    const chosen = [...asides().rolls, ...asides().counters];
    if (!attack || asides()[which].length >= MOST_CHANGES) return [];
    return data.cards.filter((card) => !chosen.includes(card.slug) && changeOf(card, side, attack));
  }, (card) => {
    const attack = now();
    return attack && !changeOf(card, side, attack) ? "does nothing to this roll on this side" : "";
  });
  const lists = [listOf("rolls", "attack", "For the attack"), listOf("counters", "defense", "Against it")];
  const result = el("p", { class: "calc-strength", role: "status" });
  const said = (/** @type {View} */ { ledger }) => {
    const attack = now();
    if (!ledger || !attack) return "";
    const { rolls, counters } = asides();
    if (!rolls.length && !counters.length) return "";
    const changes = (/** @type {string[]} */ slugs, /** @type {"attack" | "defense"} */ side) => (
      cardsOf(slugs).map((card) => changeOf(card, side, attack)).filter((change) => change !== null)
    );
    const [ours, theirs] = [changes(rolls, "attack"), changes(counters, "defense")];
    if (!ours.length && !theirs.length) return `Nothing changes this roll: ${odds(ledger.ways)}.`;
    const { ways: good, of } = chance(ledger.needed, ours, theirs, ledger.strength, new Map(ledger.turned));
    return `With them: ${good}/${of} (${Math.round((Number(good) / Number(of)) * 100)}%) instead of ${odds(ledger.ways)}.`;
  };
  return [
    {
      element: el("p", { class: "calc-hint" },
        "A changed roll counts as if the dice had shown it, and may be changed again. Each side uses its cards as well as it can."),
      show() {},
    },
    ...lists,
    { element: result, show: (view) => { result.textContent = said(view); } },
  ];
}

/** Why nothing is enough. @param {boolean} isLegal @param {boolean} isAnything  there is to add @param {boolean} isMended  by it */
function shortfall(isLegal, isAnything, isMended) {
  if (isLegal) return isAnything ? "All these cards together are not enough." : "";
  if (!isAnything) return "The attack is not legal as it is.";
  return isMended ? "The attack is not legal as it is. These cards make it legal, but not as good as you want it:"
    : "The attack is not legal as it is, and these cards do not make it legal.";
}

// --- what it would take -------------------------------------------------------------------------------------------------

/** The cheapest ways to a wanted chance, and the best answer of the defense. @param {Desk} desk @returns {Part[]} */
export function takesParts(desk) {
  const { data, asked, asides, changeAsides, cardsOf, card, change, cite, position, explain } = desk;
  const groups = data.cards.filter(({ kind }) => kind === "group" || kind === "illuminati");
  const plots = data.cards.filter((each) => ["plot", "special"].includes(each.kind) && each.nwo === null && !isAttackPlot(each));
  const listed = () => new Set([...everyone(position()), ...asides().have, ...asides().theirs]);
  const room = (/** @type {"have" | "theirs"} */ which) => () => (
    asides()[which].length < MOST_CARDS ? [...groups, ...plots].filter(({ slug }) => !listed().has(slug)) : []
  );
  const lists = [
    asideList(desk, "have", "You also have", "Groups that could still help, and Plots in your hand: the search chooses among them.", room("have")),
    ...(asked.opponents ? [asideList(desk, "theirs", "The defense may have", "Groups that could oppose you, and Plots.", room("theirs"))] : []),
  ];
  const wanted = choice("You want to succeed with", (value) => changeAsides({ ...asides(), want: Number(value) }));
  const ways = (/** @type {number} */ needed) => Array.from({ length: needed - 1 }, (_, index) => waysToRoll(index + 2)).reduce((a, b) => a + b, 0);
  const chances = Array.from({ length: data.fails_from - 2 }, (_, index) => index + 2).map((needed) => (
    [String(ways(needed)), `${needed} or less: ${odds(ways(needed))}`]
  )).reverse();
  const result = el("div", { class: "calc-takes", role: "status" });

  let search = 0;
  let timer = 0;
  /** The last question that was asked, so that showing the same again does not search again. */
  let before = "";
  const show = (/** @type {View} */ { ledger, position: shown }) => {
    const question = JSON.stringify([shown, asides(), ledger?.strength]);
    if (question === before) return;
    before = question;
    search += 1;
    clearTimeout(timer);
    const { have, theirs, want } = asides();
    if (!ledger || (!have.length && !theirs.length)) {
      result.replaceChildren();
      return;
    }
    timer = window.setTimeout(() => find(search, { shown, ledger, have: cardsOf(have), theirs: cardsOf(theirs), want }), QUIET);
  };
  /** Run a search in pieces; null when another one has begun since. @template T @param {Generator<number, T>} steps @param {number} mine */
  const finished = async (steps, mine) => {
    for (let begun = performance.now(); ;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() - begun > PATIENCE) {
        await new Promise((go) => { setTimeout(go); });
        if (mine !== search) return null;
        begun = performance.now();
      }
    }
  };
  const find = async (mine, { shown, ledger, have, theirs, want }) => {
    const about = { explain, known: card };
    const isEnough = ledger.legal && ledger.ways >= want;
    const forAttack = (/** @type {number} */ wanted) => finished(cheapest({ position: shown, cards: have, side: "attack", wanted, ...about }), mine);
    const found = isEnough ? [] : await forAttack(want);
    /** What makes an attack legal that is not, whatever its chance is then. */
    const legal = ledger.legal || found === null || found.length ? found : await forAttack(0);
    if (found === null || legal === null) return;
    const isAny = isEnough || found.length > 0;
    const after = found[0]?.position ?? shown;
    const answers = isAny && theirs.length
      ? await finished(cheapest({ position: after, cards: theirs, side: "defense", wanted: want, ...about }), mine) : [];
    const strongest = isAny && theirs.length && answers?.length === 0
      ? await finished(strongestDefense({ position: after, cards: theirs, ...about }), mine) : null;
    if (answers === null || mine !== search) return;
    const offered = found.length ? found : legal;
    const said = shortfall(ledger.legal, have.length > 0, legal.length > 0);
    result.replaceChildren(...[
      isAny || !said ? null : el("p", {}, said),
      isEnough ? el("p", {}, "It is as good as you want it already.") : null,
      offered.length ? el("ol", { class: "calc-ways" }, ...offered.map((way) => wayItem(way, "Take this way"))) : null,
      isAny && theirs.length ? el("p", { class: "calc-line" }, "What the defense can do then") : null,
      answers.length ? el("ol", { class: "calc-ways" }, ...answers.map((way) => wayItem(way, "Show this answer"))) : null,
      strongest ? el("p", {}, "It cannot bring the chance below what you want. Its best:") : null,
      strongest ? el("ol", { class: "calc-ways" }, wayItem(strongest, "Show this answer")) : null,
    ].filter((each) => each !== null));
  };
  /** One way: what it costs, the cards with what each adds, and what comes of it. */
  const wayItem = (/** @type {Way} */ { cost, groups: some, plots: played, position: after, ledger }, /** @type {string} */ label) => {
    const names = [
      ...some.map((each) => [cite.cardLink(each, each.name)]),
      ...played.map(({ card: plot, on }) => [cite.cardLink(plot, plot.name), on ? ` on ${on.name}` : ""]),
    ].flatMap((each, index) => [index ? ", " : "", ...each]);
    const many = (/** @type {number} */ number, /** @type {string} */ one) => (number ? [`${number} ${one}${number === 1 ? "" : "s"}`] : []);
    const price = [
      ...many(cost.tokens, "Action token"), ...(cost.tokens ? [`Power ${cost.power}`] : []), ...many(cost.cards, "Plot"),
    ].join(", ") || "Nothing";
    return el(
      "li", {}, el("strong", {}, price), ": ", ...(names.length ? names : ["as it is"]),
      `; strength ${plain(ledger.strength)}, ${ledger.needed === null ? "" : "roll "}${roll(ledger)}, ${odds(ledger.ways)}. `,
      el("button", { type: "button", on: { click: () => change(after) } }, label),
    );
  };
  return [{ element: wanted.element, show: () => wanted.set(String(asides().want), chances) }, ...lists, { element: result, show }];
}
