// @ts-check
/**
 * What cards do when an attack is made, of themselves or when used with it: the twin of generator/engine/answers.py (tests/test_parity.py).
 *
 * @import { Card, Clause, Attack, Piece, Tree } from "./attack-types.js"
 *
 * @typedef {{piece: Piece, at: number, clause: Clause, fits: boolean, effects: Tree[]}} Use
 *   a clause of a card that a player uses with the attack: its place, whether it may be used, and what it brings about then
 */

import { meant } from "./instant.js";
import { isMeant, matches, met, pieceOf } from "./selecting.js";

/** What a line says of a Plot or an ability that may help either side and is used for the defense. */
export const AGAINST = "against";
/** What a card lets its player treat as nothing. */
const AS_NOTHING = ["opposite", "harmful"];
/** What a card that is used makes of an attack by a Group. @type {Record<string, string[]>} */
const MADE_INTO = { "Instant": ["Instant"], "Assassination": ["Instant", "Assassination"] };
const FOR_NOW = ["attack", "defense"];
/** @type {Tree} */
export const ANY_ATTACK = {
  is: "Attacks", quality: "any", kinds: [], on: null, by: null, joined: null, owner: null, included: null, either: null, not_by: null,
};

/**
 * The attack with what its cards do of themselves, judged by the cards as they are in it (`seen`), and with what is used; itself where
 * nothing is done. Of themselves cards do nothing in Instant Attacks, of which they do not speak.
 * @param {Attack} attack @param {Attack} seen @param {Use[]} uses @returns {Attack}
 */
export function answered(attack, seen, uses) {
  /** @type {Map<string, Map<number, Tree>>} */
  const said = new Map();
  let privileged = false;
  const say = (/** @type {Piece} */ piece, /** @type {number} */ at, /** @type {Tree} */ effect) => {
    privileged ||= effect.is === "MakePrivileged";
    if (!said.has(piece.card.id)) said.set(piece.card.id, new Map());
    said.get(piece.card.id)?.set(at, effect);
  };
  if (!seen.nature?.includes("Instant")) for (const piece of seen.pieces) for (const [at, effect] of answers(piece, seen)) say(piece, at, effect);
  for (const { piece, at, effects } of uses) for (const effect of effects.filter(holds)) say(piece, at, standing(effect, piece, seen));
  const magic = uses.some(({ effects }) => effects.some(({ is, outcome }) => is === "Outcome" && outcome === "Magic"));
  if (!said.size && !magic) return attack;
  return {
    ...attack, privileged: attack.privileged || privileged,
    pieces: [
      ...attack.pieces.map((piece) => withAnswers(piece, said.get(piece.card.id) ?? new Map())),
      ...(magic ? [magicOn(pieceOf(attack, attack.attacker))] : []),
    ],
  };
}

/** A card whose sentences that are answers now are what they bring about. @returns {Piece} */
function withAnswers(/** @type {Piece} */ piece, /** @type {Map<number, Tree>} */ said) {
  if (!said.size) return piece;
  const clauses = piece.card.clauses.map((clause, at) => (said.has(at) ? { ...clause, tree: said.get(at) ?? null } : clause));
  return { ...piece, card: { ...piece.card, clauses } };
}

/** What lies on the attacker of an attack that counts as Magic by another card. @returns {Piece} */
function magicOn(/** @type {Piece} */ piece) {
  const bare = { name: "", kind: "plot", subtype: "", alignments: [], attributes: ["Magic"], clauses: [] };
  return { ...piece, card: { ...piece.card, id: "#magic", ...bare }, alignments: [], master: null, linked: piece.card.id };
}

// --- of themselves ----------------------------------------------------------------------------------------------------

/** What a card brings about of itself: the place of its clause, and the sentence that holds. @returns {Array<[number, Tree]>} */
function answers(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return piece.card.clauses.flatMap(({ tree }, at) => {
    if (tree?.is !== "Ability" || tree.use.plays || tree.use.once || tree.costs.length || tree.timing?.moment !== "when") return [];
    if (!isCalled(tree.timing, piece, attack) || !met(tree.when, attack, piece)) return [];
    return chosen(tree.effects, piece, attack).filter(holds)
      .map((effect) => /** @type {[number, Tree]} */ ([at, standing(effect, piece, attack)]));
  });
}

/** @returns {Tree[]} */
function chosen(/** @type {Tree[]} */ effects, /** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return effects.flatMap((effect) => {
    if (effect.is !== "IfThen") return [effect];
    return met(effect.condition, attack, piece) ? effect.effects : effect.otherwise;
  });
}

/** Whether an effect holds for the attack under way: it changes its sum, or lets cards in or out. */
function holds(/** @type {Tree} */ effect) {
  switch (effect.is) {
    case "StatSet": case "StatChange": case "NoMasterBonus": case "Becomes": return FOR_NOW.includes(effect.until);
    case "MayJoin": return ["aid side", "aid,oppose", "interfere"].includes(String(effect.deed)) && effect.what === "attack";
    case "MayNot": return effect.deed.includes("aid target") && effect.what === "attack";
  }
  return effect.is === "MakePrivileged";
}

/** An effect as the standing sentence that it is for this attack. @returns {Tree} */
function standing(/** @type {Tree} */ effect, /** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  switch (effect.is) {
    case "MayJoin": {
      const deed = attack.opponents.includes(piece.card.id) ? "oppose" : "aid";
      return { ...effect, deed: effect.deed.includes("aid side") ? [deed] : effect.deed, what: ANY_ATTACK };
    }
    case "MayNot": return { ...effect, what: ANY_ATTACK };
    case "MakePrivileged": return effect;
  }
  return { ...effect, who: effect.until === FOR_NOW[1] ? { is: "Role", name: "target" } : effect.who, until: null };
}

// --- used by players --------------------------------------------------------------------------------------------------

/** Whether a player may use a clause with an attack, and what it does changes the attack by no more than a position says. */
export function mayBeUsed(/** @type {Clause} */ { tree }) {
  if (tree?.is !== "Ability") return false;
  const effects = tree.effects.flatMap(parts);
  const adds = effects.some((each) => each.is === "BoostOne" || (each.is === "Boost" && each.per === null));
  const { timing } = tree;
  switch (timing?.is) {
    case "With": return adds || effects.some((each) => holds(each) || fails(each) || natureBy(each).length > 0);
    case "OnAttack": return adds && timing.moment === "after" && timing.happens === "is played";
    case "OnDeed":
      if (timing.moment !== "when") return false;
      if (timing.who.is === "Speaker") return adds || effects.some((each) => treats(each) || natureBy(each).length > 0);
      return adds && timing.deed.includes("play") && timing.what.is === "Duplicate";
  }
  return effects.some(({ is }) => is === "BoostOne");
}

/** Whether an effect lets the attack fail, whatever the dice show. */
export function fails(/** @type {Tree} */ { is, outcome }) {
  return is === "Outcome" && outcome === "fails";
}

/** What an effect makes of an attack by a Group; nothing for all others. @param {Tree} effect @returns {string[]} */
function natureBy({ is, outcome }) {
  return is === "Outcome" ? MADE_INTO[outcome] ?? [] : [];
}

/** What a clause that is used makes of the attack, which is by a Group. @param {Use} use @returns {string[]} */
export function madeInto({ effects }) {
  return effects.flatMap(natureBy);
}

function treats(/** @type {Tree} */ { is, these }) {
  return is === "Treat" && AS_NOTHING.includes(these);
}

/** What the player who uses a clause treats as nothing. @returns {string[]} */
export function asNothing(/** @type {Use} */ { effects }) {
  return effects.filter(treats).map(({ these }) => these);
}

/** Whether a player may use the card with an attack. @param {Card} card */
export function isUsed({ clauses }) {
  return clauses.some(mayBeUsed);
}

/** Whether the player who uses a card may do it for the attack or against it. @param {Card} card */
export function helpsEither({ clauses }) {
  return clauses.some((clause) => mayBeUsed(clause) && clause.tree?.effects.some((/** @type {Tree} */ effect) => {
    const boosts = parts(effect).filter(({ is }) => is === "Boost");
    return boosts.some(({ attack }) => attack === "either")
      || (effect.is === "EitherEffect" && new Set(boosts.map(({ amount }) => amount > 0)).size === 2);
  }));
}

/**
 * What players use with the attack, each with whether it may be. Of several ways to use a card the one that adds most to the side that it is
 * used for.
 * @param {Attack} attack @returns {Use[]}
 */
export function usesIn(attack) {
  return attack.pieces.filter(({ card }) => card.id in attack.uses).flatMap((piece) => {
    const found = piece.card.clauses.flatMap((clause, at) => {
      if (!mayBeUsed(clause)) return [];
      const { effects: said, timing, when } = /** @type {Tree} */ (clause.tree);
      const effects = said.flatMap((effect) => taken(effect, piece, attack));
      const counts = effects.some((each) => holds(each) || treats(each) || fails(each) || natureBy(each).length || boostOf(each, piece, attack));
      const fits = counts && isCalled(timing, piece, attack) && met(when, attack, piece);
      return [{ piece, at, clause, fits, effects: fits ? effects : [] }];
    });
    const worth = (/** @type {Use} */ { fits, effects }) => (
      fits ? 1 + Math.abs(effects.reduce((sum, effect) => sum + (boostOf(effect, piece, attack)?.amount ?? 0), 0)) : 0
    );
    return found.length ? [found.reduce((best, each) => (worth(each) > worth(best) ? each : best))] : [];
  });
}

/** What an effect adds, and to which side; null where it adds nothing. @param {Tree} effect @param {Piece} piece @param {Attack} attack */
export function boostOf(effect, piece, attack) {
  if (effect.is === "BoostOne") return { side: /** @type {const} */ ("attack"), amount: effect.amount };
  if (effect.is !== "Boost" || effect.per !== null) return null;
  const own = sideOf(piece, attack);
  const isAgainst = {
    "defense": true, "either": attack.uses[piece.card.id] === AGAINST, "own": own === AGAINST, "other": own !== AGAINST,
  }[effect.attack] ?? false;
  return { side: /** @type {"attack" | "defense"} */ (isAgainst ? "defense" : "attack"), amount: effect.amount };
}

/** The side of the player of a card. @param {Piece} piece @param {Attack} attack */
function sideOf(piece, attack) {
  return piece.owner === pieceOf(attack, attack.attacker).owner ? "for" : AGAINST;
}

/** What a player who uses an ability chooses of an effect, and what of it comes about. @returns {Tree[]} */
function taken(/** @type {Tree} */ effect, /** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  switch (effect.is) {
    case "IfThen": return chosen([effect], piece, attack);
    case "EitherEffect": {
      const isAgainst = attack.uses[piece.card.id] === AGAINST;
      return parts(effect).filter((each) => each.is !== "Boost" || (each.amount < 0) === isAgainst).flatMap((each) => taken(each, piece, attack));
    }
    case "BoostOne": return means(effect.what, attack, piece) ? [effect] : [];
  }
  return [effect];
}

/** @returns {Tree[]} */
function parts(/** @type {Tree} */ effect) {
  if (effect.is === "EitherEffect") return [...effect.first, ...effect.second];
  return effect.is === "IfThen" ? [...effect.effects, ...effect.otherwise] : [effect];
}

/** Whether a sentence of a card means the attack, which may be by a Plot. */
function means(/** @type {Tree | null} */ what, /** @type {Attack} */ attack, /** @type {Piece} */ piece) {
  const those = attack.nature ? meant(what, attack.nature) : what;
  return those !== null && isMeant(those, attack, piece);
}

// --- when -------------------------------------------------------------------------------------------------------------

/** The terms of the core for a time that waits for no event. */
const MOMENTS = ["Anytime", "Turn", "DuringAttack", "Just", "Due"];

/** Whether this attack is what an ability of a card waits for. @param {any} timing @param {Piece} piece @param {Attack} attack */
function isCalled(timing, piece, attack) {
  if (MOMENTS.includes(timing.is)) return true;
  if (timing.is === "With" || (timing.is === "OnAttack" && timing.moment === "after")) return means(timing.what, attack, piece);
  if (timing.moment !== "when") return false;
  const target = pieceOf(attack, attack.target);
  if (timing.is === "OnDeed" && timing.deed.includes("play") && timing.what.is === "Duplicate") {
    return matches(timing.what.of, target, attack, piece) && attack.agents.some((side) => (side === sideOf(piece, attack)) === (timing.who === "you"));
  }
  if (timing.is === "OnAttack") return timing.happens === "is announced" && isMeant(timing.what, attack, piece);
  if (timing.is === "OnCard") return timing.happens.includes("announced") && matches(timing.what, target, attack, piece);
  if (timing.is !== "OnDeed" || !["Speaker", "HostOf"].includes(timing.who.is)) return false;
  const doer = timing.who.is === "Speaker" ? piece.card.id : piece.linked;
  if (!timing.deed.some((/** @type {string} */ deed) => does(deed, doer, attack))) return false;
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
    case "oppose": return opposes;
    case "use Power": return makes || aids || opposes;
    case "be target": return card === attack.target;
  }
  return false;
}
