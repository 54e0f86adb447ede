// @ts-check
/**
 * Attacks that a Plot makes, and what counts in them: the twin of generator/engine/instant.py. tests/test_parity.py holds the two together.
 *
 * @import { Attack, Card, Clause, Piece, Rules, Tree } from "./attack-types.js"
 * @import { Use } from "./answers.js"
 */

import { ANY_ATTACK } from "./answers.js";
import { asserted, demands } from "./core.js";
import { count, matches, nodes, pieceOf, sentences, standing } from "./selecting.js";

/** @type {Tree} */
const PERSONALITY = { is: "Kind", kinds: ["personality"] };

/** The clause with which a Plot attacks: what it is, or what playing it does; null for all others. @param {Card} card */
export function attacking(card) {
  return card.clauses.find(({ tree }) => tree && ["Assassination", "Disaster"].includes(tree.is))
    ?? card.clauses.find(({ tree }) => tree?.is === "Ability" && strike(tree) !== null) ?? null;
}

/** What attacks in a sentence with which a Plot attacks: itself, or the effect that does. @param {Tree} sentence @returns {Tree | null} */
export function strike(sentence) {
  if (sentence.is !== "Ability") return sentence;
  return [...nodes(sentence)].find((node) => node.is === "InstantAttack") ?? null;
}

/** What the attack is that a Plot makes; null for all other cards. @param {Card} card @returns {string[] | null} */
export function natureOf(card) {
  const clause = card.kind === "plot" ? attacking(card) : null;
  const sentence = clause?.tree ? strike(clause.tree) : null;
  switch (sentence?.is) {
    case "Assassination": return ["Instant", "Assassination"];
    case "Disaster": return sentence.slow ? ["Disaster"] : ["Instant", "Disaster"];
    case "InstantAttack": return sentence.instant ? ["Instant"] : [];
  }
  return null;
}

/** The cards that a Plot can strike, by what attacks. @param {Tree} sentence @returns {Tree} */
export function targetOf(sentence) {
  return sentence.is === "Assassination" ? PERSONALITY : sentence.target;
}

/**
 * An attack with those sentences alone that count in it; the Plot that makes it stands as the attacker, with its own Power or the one
 * that it has now.
 * @param {Attack} attack @param {string[]} nature
 * @param {Attack} seen  the attack with its cards as standing sentences make them
 */
export function prepared(attack, nature, seen) {
  const plot = pieceOf(attack, attack.attacker);
  attack = asHeard(attack, nature);
  return withPiece(attack, plotPiece(attack, plot, saidBy(plot.card, nature), seen));
}

/** An attack with those sentences alone that count in it. @param {Attack} attack @param {string[]} nature @returns {Attack} */
function asHeard(attack, nature) {
  attack = { ...attack, pieces: ignored(attack, nature).map((piece) => heard(piece, nature)) };
  return withPiece(attack, targetPiece(attack, nature));
}

/**
 * An attack by a Group that cards which are used with it make Instant: those let some take part, and of some cards (`loud`) the bonuses are
 * heard as in any attack.
 * @param {Attack} attack @param {Use[]} uses @param {string[]} nature @param {string[]} loud @returns {Attack}
 */
export function madeInstant(attack, uses, nature, loud) {
  const silent = asHeard(attack, nature);
  return {
    ...silent, nature, pieces: silent.pieces.map((piece, index) => {
      const plain = attack.pieces[index].card.clauses;
      const isLoud = loud.includes(piece.card.id);
      const clauses = piece.card.clauses.map((clause, at) => (
        isLoud && ["Bonus", "BonusTo"].includes(plain[at].tree?.is ?? "") ? plain[at] : clause
      ));
      const leave = uses.filter((use) => use.piece.card.id === piece.card.id).flatMap(({ clause }) => saidFor(clause, nature));
      return withClauses(piece, [...clauses, ...leave]);
    }),
  };
}

/**
 * The rules of the game as they are for attacks by Plots; `loud` with alignments, which count in an Instant Attack only where a card says so.
 * @param {Rules} rules @param {boolean} instant @param {boolean} loud @returns {Rules}
 */
export function rulesOf(rules, instant, loud = false) {
  const counting = loud ? [...rules.instant.terms, ...rules.instant.alignments] : rules.instant.terms;
  return {
    ...rules, terms: instant ? rules.terms.filter((rule) => counting.includes(rule.id)) : rules.terms,
    requirements: rules.requirements.filter((rule) => !rules.instant.lifted.includes(rule.id)),
  };
}

/** What a defense must name to count against an attack of this nature by what these cards say, who make or aid it or not; null where all count. */
function ignoresDefenses(pieces, first, nature) {
  if (!nature.includes("Assassination")) return null;
  const said = pieces.flatMap((piece) => standing(piece, "Ignores").map(([, { tree }]) => tree)
    .filter(({ who }) => !who.joined || first.includes(piece.card.id)));
  return said.find(({ what }) => what.is === "Defenses" && what.attacks.includes("Assassination"))?.what.trait ?? null;
}

/** Whether a sentence speaks of Assassinations, and not of what has a trait. */
function isAgainst(sentence, trait) {
  const parts = [...nodes(sentence)];
  const named = parts.some((node) => node.is === "Attacks" && (node.quality.includes("Assassination") || node.included?.includes("Assassination")));
  return named && ![...asserted(sentence)].some((node) => node.is === "Trait" && node.name === trait);
}

/** The pieces without the defenses that one who makes or aids the attack ignores. @returns {Piece[]} */
function ignored(attack, nature) {
  const first = [attack.attacker, ...attack.helpers];
  const trait = ignoresDefenses(attack.pieces, first, nature);
  if (trait === null) return attack.pieces;
  return attack.pieces.map((piece) => (
    piece.owner === "you" || piece.card.attributes.includes(trait) ? piece
      : withClauses(piece, piece.card.clauses.map((clause) => (isAgainst(clause.tree, trait) ? { ...clause, tree: null } : clause)))
  ));
}

/** @param {Piece} piece @param {Clause[]} clauses @returns {Piece} */
function withClauses(piece, clauses) {
  return { ...piece, card: { ...piece.card, clauses } };
}

/** @returns {Attack} */
function withPiece(attack, piece) {
  return { ...attack, pieces: attack.pieces.map((each) => (each.card.id === piece.card.id ? piece : each)) };
}

/** The target; a card that may be struck as if it were such a Place is one here. @returns {Piece} */
function targetPiece(attack, nature) {
  const piece = pieceOf(attack, attack.target);
  const found = sentences(piece.card, "TargetLike").find(([, { tree }]) => isOfQuality(tree.attacks, nature));
  if (!found) return piece;
  const { like } = found[1].tree;
  const parts = demands(like);
  const power = parts.find((part) => part.is === "Compare" && part.left.what === "Power")?.right ?? piece.card.power;
  const [subtype] = parts.find(({ is }) => is === "Kind")?.kinds ?? [piece.card.subtype];
  return { ...piece, card: { ...piece.card, kind: "group", subtype, power } };
}

/** What the effects of a Plot say of who may take part in its attack. @returns {Clause[]} */
function saidBy(plot, nature) {
  const clause = attacking(plot);
  return clause ? saidFor(clause, nature) : [];
}

/** What the effects of an ability say of who may take part in the attack that it is used for. @returns {Clause[]} */
function saidFor(clause, nature) {
  const effects = clause.tree?.is === "Ability" ? clause.tree.effects.filter((effect) => ["MayJoin", "MayNot"].includes(effect.is)) : [];
  return effects.map((effect) => ({ ...clause, tree: spoken(effect, nature) })).filter((each) => each.tree !== null);
}

/** The Plot as the attacker, with the Power that it has against this target and the leave that it gives to helpers. @returns {Piece} */
function plotPiece(attack, plot, more, seen) {
  const piece = pieceOf(attack, attack.attacker);
  const clause = attacking(plot.card);
  const sentence = clause?.tree ? strike(clause.tree) : null;
  const clauses = [...piece.card.clauses.map(forThatAttack), ...more];
  if (clause && sentence?.helper) {
    const who = { is: "All", members: [{ is: "Belongs", player: "you" }, sentence.helper] };
    const leave = { is: "MayJoin", deed: ["aid"], what: ANY_ATTACK, who, any_alignment: true, free: false, while_: [], secret: true, bonus: 0 };
    clauses.push({ ...clause, tree: leave });
  }
  const own = { ...withClauses({ ...piece, owner: "you" }, clauses) };
  own.card = { ...own.card, power: 0 };
  return { ...own, card: { ...own.card, power: plot.power ?? powerOf(sentence, withPiece(seen, ofNow(attack, seen)), own) } };
}

/** The target as it is now: what it was already made for this attack, with the attributes that standing sentences leave it. @returns {Piece} */
function ofNow(/** @type {Attack} */ attack, /** @type {Attack} */ seen) {
  const [target, now] = [pieceOf(attack, attack.target), pieceOf(seen, attack.target)];
  return { ...target, alignments: now.alignments, card: { ...target.card, attributes: now.card.attributes }, printed: now.printed };
}

/** A clause of a Plot that makes an attack: what it says for that attack holds now. @param {Clause} clause @returns {Clause} */
function forThatAttack(clause) {
  return clause.tree?.until === "attack" ? { ...clause, tree: { ...clause.tree, until: null } } : clause;
}

/** The Power of an attack card against this target: the first that fits, else its own, and what it counts besides. */
function powerOf(sentence, attack, plot) {
  const target = pieceOf(attack, attack.target);
  const power = (sentence.against ?? []).find((each) => matches(each.target, target, attack, plot))?.value ?? sentence.power;
  return sentence.is === "Disaster" && sentence.per && sentence.per_amount
    ? power + sentence.per_amount * count(sentence.per, attack, plot, target) : power;
}

// --- what counts -----------------------------------------------------------------------------------------------------

/** Whether attacks of this nature are among those that a sentence names. Instant Attacks are where they are named only. */
function isOfQuality(attacks, nature) {
  if (attacks.quality === "any") return true;
  if (Array.isArray(attacks.quality)) return attacks.quality.some((each) => nature.includes(each));
  if (["Instant", "Disaster"].some((each) => attacks.quality === `not ${each}` && nature.includes(each))) return false;
  return !nature.includes("Instant") || (attacks.included ?? []).some((/** @type {string} */ each) => nature.includes(each));
}

/** The attacks of a sentence as those that are under way, or null when it does not speak of them. */
export function meant(attacks, nature) {
  if (attacks === "attack") return ANY_ATTACK;
  if (attacks?.is === "EitherAttack") {
    const members = attacks.members.map((one) => meant(one, nature)).filter((one) => one !== null);
    return members.length ? { ...attacks, members } : null;
  }
  if (attacks?.is !== "Attacks") return attacks;
  if (!isOfQuality(attacks, nature)) return null;
  return { ...attacks, quality: attacks.quality === "privileged" ? attacks.quality : "any", included: null };
}

/** A card with those of its sentences alone that speak of attacks of this nature. */
function heard(piece, nature) {
  return withClauses(piece, piece.card.clauses.map((clause) => ({ ...clause, tree: spoken(clause.tree, nature) })));
}

/** A sentence as it counts in attacks of this nature; null when it does not. @returns {Tree | null} */
function spoken(sentence, nature) {
  const instant = nature.includes("Instant");
  switch (sentence?.is) {
    case "Bonus":
      return !instant || (sentence.included ?? []).some((/** @type {string} */ each) => nature.includes(each)) ? sentence : null;
    case "BonusTo": {
      const what = meant(sentence.what, nature);
      return what && { ...sentence, what };
    }
    case "DefenseOf": {
      const against = meant(sentence.against, nature);
      return against === null && (instant || sentence.against !== null) ? null : { ...sentence, against };
    }
    case "StatChange": case "StatSet": case "StatEqual": {
      if (sentence.against === null) return sentence;
      const against = meant(sentence.against, nature);
      return against && { ...sentence, against };
    }
    case "MayJoin": {
      const named = !instant || ["Attacks", "EitherAttack"].includes(sentence.what?.is) || sentence.what === "attack";
      const what = named ? meant(sentence.what, nature) : null;
      return what === null ? null : { ...sentence, what };
    }
    case "MayNot": {
      if (sentence.what?.is !== "Attacks" && sentence.what !== "attack") return sentence;
      const what = meant(sentence.what, nature);
      return what && { ...sentence, what };
    }
    case "Cannot": return spared(sentence, nature);
    case "Immunity": {
      if (sentence.attackers?.is !== "Attacks") return sentence;
      const attackers = meant(sentence.attackers, nature);
      if (attackers === null) return null;
      if (["Attacks", "EitherAttack"].includes(sentence.unless?.is)) return { ...sentence, attackers, unless: meant(sentence.unless, nature) };
      return { ...sentence, attackers: { ...attackers, not_by: sentence.unless ?? attackers.not_by }, unless: null };
    }
    case "Ability":
      return {
        ...sentence, effects: sentence.effects.map((effect) => spoken(effect, nature)).filter((/** @type {Tree | null} */ each) => each !== null),
      };
  }
  return sentence ?? null;
}

function spared(sentence, nature) {
  const by = meant(sentence.by, nature);
  if (by === null && sentence.by !== null) return null;
  const deed = sentence.deed.map((each) => (each === "killed" && nature.includes("Assassination") ? "destroyed" : each));
  return { ...sentence, deed, by, unless: meant(sentence.unless, nature) };
}
