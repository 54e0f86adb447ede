// @ts-check
/**
 * What cards do of themselves when an attack is made, aided or opposed: the twin of generator/engine/answers.py. tests/test_parity.py holds
 * the two together.
 *
 * @typedef {import("./evaluate.js").Attack} Attack
 * @typedef {import("./evaluate.js").Piece} Piece
 * @typedef {import("./evaluate.js").Tree} Tree
 */

import { isMeant, matches, met, pieceOf } from "./selecting.js";

const FOR_NOW = "for that attack";
/** @type {Tree} */
export const ANY_ATTACK = {
  is: "Attacks", quality: "any", kinds: [], on: null, by: null, joined: null, owner: null, included: null, either: null, not_by: null,
};

/**
 * The attack with what its cards do of themselves, judged by the cards as they are in it (`seen`); itself where they do nothing.
 * @param {Attack} attack @param {Attack} seen @returns {Attack}
 */
export function answered(attack, seen) {
  const said = new Map(seen.pieces.map((piece) => [piece.card.id, new Map(answers(piece, seen))]));
  const effects = [...said.values()].flatMap((each) => [...each.values()]);
  if (!effects.length) return attack;
  return {
    ...attack, pieces: attack.pieces.map((piece) => withAnswers(piece, said.get(piece.card.id) ?? new Map())),
    privileged: attack.privileged || effects.some(({ is }) => is === "MakePrivileged"), places: { ...attack.places, ...sides(attack) },
  };
}

/** Words about the side of an attack that a card is on, and the cards that spend an action for it there. */
function sides(/** @type {Attack} */ attack) {
  const [attacking, defending] = [[attack.attacker, ...attack.helpers], attack.opponents];
  return { "on the attacking side": attacking, "on the defending side": defending, "on either side": [...attacking, ...defending] };
}

/** A card whose sentences that are answers now are what they bring about. @returns {Piece} */
function withAnswers(/** @type {Piece} */ piece, /** @type {Map<number, Tree>} */ said) {
  if (!said.size) return piece;
  const clauses = piece.card.clauses.map((clause, at) => (said.has(at) ? { ...clause, tree: said.get(at) ?? null } : clause));
  return { ...piece, card: { ...piece.card, clauses } };
}

/** What a card brings about of itself: the place of its clause, and the sentence that holds. @returns {Array<[number, Tree]>} */
function answers(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return piece.card.clauses.flatMap(({ tree }, at) => {
    if (tree?.is !== "Ability" || tree.use !== "at will" || tree.costs.length) return [];
    if (!isCalled(tree.timing, piece, attack) || !met(tree.when, attack, piece)) return [];
    return chosen(tree.effects, piece, attack).map((effect) => holding(effect, piece, attack)).filter((found) => found !== null)
      .map((found) => /** @type {[number, Tree]} */ ([at, found]));
  });
}

/** @returns {Tree[]} */
function chosen(/** @type {Tree[]} */ effects, /** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return effects.flatMap((effect) => {
    if (effect.is !== "IfThen") return [effect];
    return met(effect.condition, attack, piece) ? effect.effects : effect.otherwise;
  });
}

/** An effect as the standing sentence that it is for this attack; null for what changes no sum and lets nobody in or out. */
function holding(/** @type {Tree} */ effect, /** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  if (["StatSet", "StatChange", "NoMasterBonus", "Becomes"].includes(effect.is) && effect.until === FOR_NOW) return { ...effect, until: null };
  if (effect.is === "MayJoin" && effect.deed === "aid its side in" && effect.what === "that attack") {
    return { ...effect, deed: attack.opponents.includes(piece.card.id) ? "oppose" : "aid", what: ANY_ATTACK };
  }
  if (effect.is === "MayNot" && effect.deed === "aid the target of" && effect.what === "that attack") {
    return { ...effect, deed: "oppose", what: ANY_ATTACK };
  }
  return effect.is === "MakePrivileged" ? effect : null;
}

/** Whether this attack is what an ability of a card waits for. @param {any} timing @param {Piece} piece @param {Attack} attack */
function isCalled(timing, piece, attack) {
  if (timing?.moment !== "when") return false;
  const target = pieceOf(attack, attack.target);
  if (timing.is === "OnAttack") return timing.happens === "is announced" && isMeant(timing.what, attack, piece);
  if (timing.is === "OnCard") return timing.happens === "is attacked" && matches(timing.what, target, attack, piece);
  if (timing.is !== "OnDeed" || !["this card", "the linked card"].includes(timing.who)) return false;
  if (!does(timing.deed, timing.who === "this card" ? piece.card.id : piece.linked, attack)) return false;
  if (["Attacks", "EitherAttack"].includes(timing.what?.is)) return isMeant(timing.what, attack, piece);
  return matches(timing.what, target, attack, piece);
}

/** Whether a card does that in the attack. @param {string} deed @param {string | null} card @param {Attack} attack */
function does(deed, card, attack) {
  const [makes, opposes] = [card === attack.attacker, attack.opponents.includes(card ?? "")];
  const aids = attack.helpers.includes(card ?? "");
  switch (deed) {
    case "make": case "attack": return makes;
    case "aid": return aids;
    case "make or aid": return makes || aids;
    case "aid the defense of": return opposes;
    case "take part in": case "use its Power in": return makes || aids || opposes;
  }
  return false;
}
