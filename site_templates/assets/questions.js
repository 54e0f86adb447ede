// @ts-check
/**
 * What a position leaves open and its sum depends on: whose puppet a Group is, where a card speaks of its master or its puppets; and what only
 * the players know. The twin of generator/engine/questions.py, which says more. And the part of the calculator that asks.
 *
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./attack-types.js").Attack} Attack
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Ledger} Ledger
 * @typedef {import("./attack-types.js").Piece} Piece
 * @typedef {import("./attack-types.js").Rules} Rules
 * @typedef {{card: string, master: string | null, ledger: Ledger}} Question  ids of cards, and the explanation if the one is a puppet of the
 *   other, or without a master, if what the card waits for is so
 */

import { odds, plain } from "./calculator-model.js";
import { el, freshId } from "./dom.js";
import { explain } from "./evaluate.js";
import { isBelow, waits } from "./position.js";
import { nodes, sentences } from "./selecting.js";

const FAMILY = ["MasterOf", "PuppetsOf", "BelowOf", "HasMaster", "HasPuppet", "AsMaster"];

/**
 * What an attack of a position, with this Ledger, does not say, and which would change strength, odds or legality.
 * @param {Attack} attack @param {Rules} rules @param {Ledger} ledger @returns {Question[]}
 */
export function questions(attack, rules, ledger) {
  return [...answeredOtherwise(attack, rules)].filter((each) => result(each.ledger) !== result(ledger));
}

/** @returns {Generator<Question>} */
function* answeredOtherwise(/** @type {Attack} */ attack, /** @type {Rules} */ rules) {
  for (const [puppet, master] of open(attack)) {
    const pieces = attack.pieces.map((piece) => (piece === puppet ? { ...piece, master: master.card.id } : piece));
    yield { card: puppet.card.id, master: master.card.id, ledger: explain({ ...attack, pieces }, rules) };
  }
  const told = attack.told ?? [];
  for (const { card } of attack.pieces) {
    if (!told.includes(card.id) && waits(card)) {
      yield { card: card.id, master: null, ledger: explain({ ...attack, told: [...told, card.id] }, rules) };
    }
  }
}

function result(/** @type {Ledger} */ { strength, legal, needed, ways, turned }) {
  return JSON.stringify([strength, legal, needed, ways, turned]);
}

/** Each Group without a master and each card that may be its master, where one of the two speaks of that. @returns {Generator<[Piece, Piece]>} */
function* open(/** @type {Attack} */ attack) {
  const part = [attack.attacker, attack.target, ...attack.helpers, ...attack.opponents];
  const masters = new Map(attack.pieces.map((piece) => [piece.card.id, piece.master]));
  for (const puppet of attack.pieces) {
    const { card, owner } = puppet;
    if (card.kind !== "group" || puppet.master !== null || owner === "nobody" || (card.id === attack.target && attack.distance === 1)) continue;
    for (const master of attack.pieces) {
      if (
        master.owner === owner && ["group", "illuminati"].includes(master.card.kind) && (part.includes(card.id) || part.includes(master.card.id))
        && (speaksOfFamily(card) || speaksOfFamily(master.card)) && !isBelow(master.card.id, card.id, masters) && mayBe(card, master.card)
      ) yield [puppet, master];
    }
  }
}

/** Whether what the cards say of Personalities lets one be a puppet of the other. */
function mayBe(/** @type {Card} */ puppet, /** @type {Card} */ master) {
  const says = (/** @type {Card} */ card, /** @type {string} */ rule) => sentences(card, "Standing").some(([, { tree }]) => tree.rule === rule);
  return (master.subtype === "personality" || !says(puppet, "under Personality"))
    && (puppet.subtype === "personality" || !says(master, "over Personalities"));
}

/** @type {WeakMap<Card, boolean>} */
const speaking = new WeakMap();

/** Whether a card says something of its master or its puppets that an attack may ask for. @param {Card} card */
function speaksOfFamily(card) {
  if (!speaking.has(card)) {
    speaking.set(card, card.clauses.some(({ tree }) => [...nodes(tree)].some(({ is }) => FAMILY.includes(is))));
  }
  return speaking.get(card) ?? false;
}

// --- the part of the page -------------------------------------------------------------------------------------------------

/** What is asked, and what has been said, each with a box to tick. @param {Desk} desk */
export function questionsPart(desk) {
  const list = el("ul");
  const element = el("fieldset", { class: "calc-questions", hidden: true }, el("legend", {}, "The sum depends on this"), list);
  const name = (/** @type {string} */ slug) => desk.card(slug)?.name ?? slug;
  const row = (
    /** @type {string} */ key, /** @type {string} */ words, /** @type {boolean} */ checked, /** @type {string} */ note, /** @type {() => void} */ change,
  ) => {
    const id = freshId("question");
    return el("li", {}, el("input", { "type": "checkbox", id, checked, "data-question": key, "on": { change } }), " ",
      el("label", { for: id }, words), note ? ` ${note}` : "");
  };
  const puppetRow = (/** @type {string} */ puppet, /** @type {string} */ master, /** @type {boolean} */ checked, note = "") => (
    row(`${puppet}+${master}`, `${name(puppet)} is a puppet of ${name(master)}`, checked, note, () => {
      const now = desk.position();
      const others = now.masters.filter(([slug]) => slug !== puppet);
      if (puppet === now.target) desk.change({ ...now, under: master });
      else desk.change({ ...now, masters: checked ? others : [...others, [puppet, master]] });
    })
  );
  const holdsRow = (/** @type {string} */ slug, /** @type {boolean} */ checked, note = "") => {
    const card = desk.card(slug);
    return row(slug, `${name(slug)}: ${card ? waits(card) : ""}`, checked, note, () => {
      const now = desk.position();
      const others = now.holds.filter((each) => each !== slug);
      desk.change({ ...now, holds: checked ? others : [...others, slug] });
    });
  };
  return {
    element,
    show(/** @type {Attack} */ attack, /** @type {Ledger} */ ledger) {
      const slugs = new Map(attack.pieces.map(({ card }) => [card.id, card.slug]));
      const slug = (/** @type {string} */ id) => /** @type {string} */ (slugs.get(id));
      const said = desk.position();
      const rows = [
        ...said.masters.map(([puppet, master]) => puppetRow(puppet, master, true)), ...said.holds.map((each) => holdsRow(each, true)),
        ...questions(attack, desk.data, ledger).map(({ card, master, ledger: other }) => {
          const note = `(then strength ${plain(other.strength)}, ${odds(other.ways)}${other.legal ? "" : ", not legal"})`;
          return master === null ? holdsRow(slug(card), false, note) : puppetRow(slug(card), slug(master), false, note);
        }),
      ];
      const { activeElement } = document;
      const asked = activeElement instanceof HTMLInputElement && list.contains(activeElement) ? activeElement.dataset.question : "";
      element.hidden = !rows.length;
      list.replaceChildren(...rows);
      for (const input of asked ? list.querySelectorAll("input") : []) if (input.dataset.question === asked) input.focus();
    },
  };
}
