// @ts-check
/**
 * The attack calculator: parts around one position. Every change makes a new position, which all parts then show, and which stands in
 * the address of the page. Each game has its own data, loaded when it is chosen. It does nothing on pages without `#calculator`.
 *
 * @typedef {import("./attack-types.js").Attack} Attack
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./position.js").Problem} Problem
 * @typedef {import("./calculator-model.js").Asked} Asked
 * @typedef {import("./calculator-model.js").Asides} Asides
 * @typedef {import("./attack-types.js").Rules & {cards: Card[], renamed: Record<string, string>,
 *   citations: Record<string, {label: string, url: string | null}>}} Data
 *
 * @typedef {{position: Position, attack: Attack | null, ledger: Ledger | null, text: string, problems: Problem[], typing: boolean}} View
 *   what there is to show: no attack without attacker and target; a line of text that could not be read and what is wrong with it, and
 *   whether somebody is still at work on it
 * @typedef {{element: HTMLElement, show: (view: View) => void}} Part  made once for a game; `show` is called after every change
 * @typedef {{data: Data, asked: Asked, cite: import("./calculator-sources.js").Citing, card: (slug: string | null) => Card | null,
 *   cardsOf: (slugs: string[]) => Card[], ofKind: (...kinds: string[]) => Card[], explain: (position: Position) => Ledger,
 *   position: () => Position, change: (position: Position) => unknown, load: (text: string, typing: boolean) => void,
 *   reset: () => void, link: () => string, asides: () => Asides, changeAsides: (asides: Asides) => void}} Desk  a game, and the position that is worked on
 * @typedef {{desk: Desk, elements: HTMLElement[], parts: Part[]}} Table  what the page shows for a game
 */

import { answerPart, dockPart, RESULT } from "./calculator-answer.js";
import { folded } from "./calculator-controls.js";
import { formParts } from "./calculator-form.js";
import { amongCards, askedBy, inGame, linkText, noAsides, plain, toHash } from "./calculator-model.js";
import { FIELD, sharePart } from "./calculator-share.js";
import { citing } from "./calculator-sources.js";
import { el } from "./dom.js";
import { explain } from "./evaluate.js";
import { followAddress, gameChoice } from "./game-choice.js";
import { attackOf, emptyPosition, readPosition } from "./position.js";

/** How long after the last change the address is written, in milliseconds. */
const REST = 150;

const root = document.getElementById("calculator");
if (root) calculator(root);

/** What would change the answer, loaded when it is asked for. @param {Desk} desk @returns {Part[]} */
function whatIfParts(desk) {
  const loaded = () => import("./calculator-whatif.js");
  const among = (/** @type {Array<"rolls" | "counters" | "have" | "theirs">} */ ...lists) => (
    () => lists.reduce((sum, each) => sum + desk.asides()[each].length, 0)
  );
  return [
    folded("Cards that change the roll", among("rolls", "counters"), async () => (await loaded()).rollParts(desk)),
    folded("What would it take?", among("have", "theirs"), async () => (await loaded()).takesParts(desk)),
  ];
}

const FAMILY = /master|puppet|controlled by|exposed|players agree|5 p\.m\./;

/** What the position does not say, loaded where a card speaks of masters and puppets or of what only the players know. @param {Desk} desk @returns {Part} */
function questionsOf(desk) {
  const element = el("div", { hidden: true });
  /** @type {ReturnType<typeof import("./questions.js").questionsPart> | null} */
  let part = null;
  let latest = 0;
  return {
    element,
    async show({ position, attack, ledger }) {
      const now = latest += 1;
      const speaks = attack?.pieces.some(({ card }) => card.clauses.some(({ text }) => FAMILY.test(text))) || position.masters.length || position.holds.length;
      element.hidden = !attack || !ledger || !speaks;
      if (!attack || !ledger || !speaks) return;
      try {
        const { questionsPart } = await import("./questions.js");
        if (!part) element.append((part = questionsPart(desk)).element);
      } catch {
        return; // no network: nothing is asked
      }
      if (now === latest) part.show(attack, ledger);
    },
  };
}

/** Build the calculator in `root`. */
function calculator(/** @type {HTMLElement} */ root) {
  const { base, games, place, tell, withData, withLine } = gameChoice(root, (wanted) => withData(wanted, (/** @type {Data} */ data) => {
    const before = table;
    const { position: changed, left } = inGame(position, data, askedBy(data));
    lay(data);
    asides = amongCards(asides, data);
    change(position.attacker || position.target ? changed : beginning(data));
    const names = left.map((slug) => before?.desk.card(slug)?.name ?? slug);
    if (names.length) tell(`${games.find(([id]) => id === data.game)?.[1]} has no place for ${names.join(", ")}: left out.`);
  }));
  /** What the calculator begins with: where Groups come from hands, one from yours. */
  const beginning = (/** @type {Data} */ data) => {
    const { hands, kinds } = askedBy(data);
    return { ...emptyPosition(data.game, kinds[0]), at: hands ? "hand" : null };
  };
  /** The tables of the games that were shown. @type {Map<string, Table>} */
  const tables = new Map();
  /** @type {Table} */
  let table;
  let position = emptyPosition(games[0][0]);
  let asides = noAsides();

  // --- one position, shown and changed --------------------------------------------------------------------------------

  /** Show the position, or a line that could not be read. */
  const show = (text = "", /** @type {Problem[]} */ problems = [], typing = false) => {
    const { data } = table.desk;
    const attack = position.attacker && position.target ? attackOf(position, data.cards) : null;
    const ledger = attack && explain(attack, data);
    for (const part of table.parts) part.show({ position, attack, ledger, text, problems, typing });
    return ledger;
  };
  /** The address that is to be written, when the changes have come to rest. */
  let address = "";
  let resting = 0;
  /** Put the position into the address, so that a copied address opens it again. */
  const remember = () => {
    clearTimeout(resting);
    if (address && address !== location.href) history.replaceState(history.state, "", address);
    address = "";
  };
  /** Show another position; its address is written later, because that takes a browser longer than the sum. */
  const change = (/** @type {Position} */ changed, typing = false) => {
    position = changed;
    tell();
    const ledger = show("", [], typing);
    const url = new URL(location.href);
    url.hash = ledger ? toHash(linkText(position, ledger.strength, asides)) : "";
    address = url.href;
    clearTimeout(resting);
    resting = window.setTimeout(remember, REST);
    return ledger;
  };
  const reset = () => {
    const { data } = table.desk;
    tables.delete(data.game); // what its parts remember goes with them
    lay(data);
    asides = noAsides();
    change(beginning(data));
    /** @type {HTMLElement | null} */ (place.querySelector("[role=combobox]"))?.focus();
  };

  // --- games ----------------------------------------------------------------------------------------------------------

  /** Put the table of a game in place. */
  const lay = (/** @type {Data} */ data) => {
    const before = place.firstChild;
    table = tables.get(data.game) ?? tableOf(data);
    tables.set(data.game, table);
    if (table.elements[0] === before) return;
    const typing = document.activeElement?.id === FIELD;
    place.replaceChildren(...table.elements);
    if (typing) document.getElementById(FIELD)?.focus();
  };
  /** @returns {Table} */
  const tableOf = (/** @type {Data} */ data) => {
    const bySlug = new Map(data.cards.map((card) => [card.slug, card]));
    const card = (/** @type {string | null} */ slug) => bySlug.get(slug ?? "") ?? null;
    /** @type {Desk} */
    const desk = {
      data, asked: askedBy(data), cite: citing(data, base), card, cardsOf: (slugs) => slugs.map((slug) => /** @type {Card} */ (card(slug))),
      ofKind: (...kinds) => data.cards.filter(({ kind }) => kinds.includes(kind)),
      explain: (other) => explain(attackOf(other, data.cards), data),
      position: () => position, change, load: read, reset,
      link: () => {
        remember();
        return location.href;
      },
      asides: () => asides,
      changeAsides: (other) => {
        asides = other;
        change(position);
      },
    };
    const [form, dock] = [[...formParts(desk), questionsOf(desk), sharePart(desk)], dockPart()];
    const answers = [answerPart(desk), ...whatIfParts(desk)];
    const elements = [
      el("div", { class: "calc-columns" },
        el("form", { "class": "calc-form", "aria-label": "Attack", "on": { submit: (/** @type {Event} */ event) => event.preventDefault() } },
          ...form.map((part) => part.element)),
        el("section", { "class": "calc-result", "id": RESULT, "tabindex": -1, "aria-label": "Result" }, ...answers.map((part) => part.element))),
      dock.element,
    ];
    return { desk, elements, parts: [...form, ...answers, dock] };
  };

  // --- text and links -------------------------------------------------------------------------------------------------

  /** Take over a line of text. One that cannot be read is shown with what is wrong with it; without `fresh` the position stays. */
  const read = (/** @type {string} */ text, typing = false, fresh = false) => withLine(text, (/** @type {Data} */ data, link) => {
    const { line, sum } = link;
    const { position: found, problems } = line === null ? { position: null, problems: [] } : readPosition(line, data.cards, data.game, data);
    if (found || fresh) {
      lay(data);
      asides = amongCards(link.asides, data);
    }
    if (fresh) position = found ?? beginning(data);
    const ledger = found && !fresh ? change(found, typing) : show(line ?? "", problems, typing);
    return found && ledger && sum !== null && sum !== ledger.strength
      ? [`When this link was made the strength was ${plain(sum)}; the rules on this site have been corrected since.`] : [];
  }, table?.desk.data.game);
  window.addEventListener("pagehide", remember);
  /** What cannot be read leaves the calculator empty, with the reasons at the field. */
  followAddress((text) => {
    clearTimeout(resting);
    address = "";
    read(text, false, true);
  });
}
