// @ts-check
/**
 * What a position leaves open and its sum depends on: whose puppet a Group is, where a card speaks of its master or its puppets. The twin of
 * generator/engine/questions.py, which says more. And the part of the calculator that asks.
 *
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./evaluate.js").Attack} Attack
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./evaluate.js").Ledger} Ledger
 * @typedef {import("./evaluate.js").Piece} Piece
 * @typedef {import("./evaluate.js").Rules} Rules
 * @typedef {{puppet: string, master: string, ledger: Ledger}} Question  ids of cards, and the explanation if the one is a puppet of the other
 */

import { odds, plain } from "./calculator-model.js";
import { el, freshId } from "./dom.js";
import { explain, OVER_PERSONALITIES, UNDER_PERSONALITY } from "./evaluate.js";
import { isBelow } from "./position.js";
import { nodes, sentences } from "./selecting.js";

const FAMILY = ["MasterOf", "PuppetsOf", "HasMaster", "HasPuppet"];

/**
 * What an attack of a position, with this Ledger, does not say of masters and puppets, and which would change strength, odds or legality.
 * @param {Attack} attack @param {Rules} rules @param {Ledger} ledger @returns {Question[]}
 */
export function questions(attack, rules, ledger) {
  return [...open(attack)].flatMap(([puppet, master]) => {
    const pieces = attack.pieces.map((piece) => (piece === puppet ? { ...piece, master: master.card.id } : piece));
    const other = explain({ ...attack, pieces }, rules);
    return result(other) === result(ledger) ? [] : [{ puppet: puppet.card.id, master: master.card.id, ledger: other }];
  });
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
  return (master.subtype === "personality" || !says(puppet, UNDER_PERSONALITY))
    && (puppet.subtype === "personality" || !says(master, OVER_PERSONALITIES));
}

/** @type {WeakMap<Card, boolean>} */
const speaking = new WeakMap();

/** Whether a card says something of its master or its puppets that an attack may ask for. @param {Card} card */
function speaksOfFamily(card) {
  if (!speaking.has(card)) {
    speaking.set(card, card.clauses.some(({ tree }) => [...nodes(tree)].some(({ is, alignments }) => (
      FAMILY.includes(is) || (is === "AlignmentsOf" && alignments.includes("master"))
    ))));
  }
  return speaking.get(card) ?? false;
}

// --- the part of the page -------------------------------------------------------------------------------------------------

/** What is asked, and what has been said, each with a box to tick. @param {Desk} desk */
export function questionsPart(desk) {
  const list = el("ul");
  const element = el("fieldset", { class: "calc-questions", hidden: true }, el("legend", {}, "Whose puppet?"), list);
  const box = (/** @type {string} */ puppet, /** @type {string} */ master, /** @type {boolean} */ checked, /** @type {string} */ note) => {
    const id = freshId("puppet");
    const name = (/** @type {string} */ slug) => desk.card(slug)?.name ?? slug;
    return el("li", {}, el("input", { "type": "checkbox", id, checked, "data-puppet": `${puppet}+${master}`, "on": { change: () => {
      const now = desk.position();
      const others = now.masters.filter(([slug]) => slug !== puppet);
      if (puppet === now.target) desk.change({ ...now, under: master });
      else desk.change({ ...now, masters: checked ? others : [...others, [puppet, master]] });
    } } }), " ", el("label", { for: id }, `${name(puppet)} is a puppet of ${name(master)}`), note ? ` ${note}` : "");
  };
  return {
    element,
    show(/** @type {Attack} */ attack, /** @type {Ledger} */ ledger) {
      const slugs = new Map(attack.pieces.map(({ card }) => [card.id, card.slug]));
      const slug = (/** @type {string} */ id) => /** @type {string} */ (slugs.get(id));
      const rows = [
        ...desk.position().masters.map(([puppet, master]) => box(puppet, master, true, "")),
        ...questions(attack, desk.data, ledger).map(({ puppet, master, ledger: other }) => box(
          slug(puppet), slug(master), false, `(then strength ${plain(other.strength)}, ${odds(other.ways)}${other.legal ? "" : ", not legal"})`,
        )),
      ];
      const { activeElement } = document;
      const pair = activeElement instanceof HTMLInputElement && list.contains(activeElement) ? activeElement.dataset.puppet : "";
      element.hidden = !rows.length;
      list.replaceChildren(...rows);
      for (const input of pair ? list.querySelectorAll("input") : []) if (input.dataset.puppet === pair) input.focus();
    },
  };
}
