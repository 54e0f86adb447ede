// @ts-check
/**
 * Whether a card of an attack may lie where a position says that it lies: the twin of generator/engine/linking.py. tests/test_parity.py
 * holds the two together.
 *
 * @import { Attack, Card, Clause, Piece, Tree } from "./attack-types.js"
 *
 * @typedef {{index: number, clause: Clause, selectors: Tree[]}} Way
 *   in which a card may come to lie beside another: the number of the clause that says so, and what that card must be
 */

import { CARDS, demands, every, same } from "./core.js";
import { HOLDS_NOW, WHILE_LINKED, isInstruction, matches, met, mute, parts, pieceOf, settled, standing } from "./selecting.js";

/** The sentences that change what a card is. */
const CHANGING = ["NoEffect", "AlignmentsOf", "Becomes", "CountsAs"];

/** Whether a Resource does nothing without the link that it asks for. */
export function needsLink(/** @type {Card} */ { kind, clauses }) {
  const said = clauses.find(({ tree }) => tree?.is === "Links");
  return kind === "resource" && Boolean(said && !said.tree?.free);
}

/** How a card may have come to where it lies: what its text says of links, and of a Plot what it may be played on. @returns {Way[]} */
export function waysToLink(/** @type {Card} */ { clauses }, says = asked) {
  return clauses.flatMap((clause, at) => {
    const selectors = says(clause.tree);
    return selectors.length ? [{ index: at + 1, clause, selectors }] : [];
  });
}

/** What a Plot asks of the card beside which it lies that divides it (Partition). @returns {Tree[]} */
function divided(/** @type {Tree | null} */ tree) {
  const twin = tree?.timing?.what?.of;
  return twin && demands(twin).some(({ is, played }) => is === "Duplicate" && played) ? [twin] : [];
}

/** What a sentence asks of the card beside which its own lies; nothing where it speaks of no link. @returns {Tree[]} */
function asked(/** @type {Tree | null} */ tree) {
  if (tree?.is === "Links") return [tree.what];
  if (tree?.is === "PowerPlot" || tree?.is === "Paralysis") return [tree.who];
  if (tree?.is !== "Ability" || !tree.use.plays) return [];
  return parts(tree.effects).flatMap((/** @type {Tree} */ { is, verb, what, who, until }) => (
    is === "Act" && verb === "link" ? [what] : until in HOLDS_NOW ? [who] : []
  )).slice(0, 1);
}

/** Effects that last for a while, for a card that they name. */
const LASTS = [
  "StatChange", "StatSet", "StatEqual", "Becomes", "AlignmentsOf", "ChangeAlignments", "MoveTokens", "MayNot", "Immunity", "Cannot", "NoEffect", "NoMasterBonus", "AddsNothing",
  "Borrow",
];
/** What a card is, and not where it is just now. */
const LASTING = ["Kind", "Named", "Trait", "AnyOf", "HasMaster", "HasPuppet", "SameStructure", ...CARDS];

/** Where a target is that no player controls, which a position tells of a Plot that is played on it just now. @type {Tree[]} */
const ON_NOBODYS = [{ is: "Belongs", player: "nobody" }, { is: "In", zone: "your hand" }];

/**
 * What a selector asks of a linked card at all times: not how many are chosen, whose it is, its numbers, and where it was when it was linked,
 * unless that is among what it asks `now`.
 * @param {Tree} chosen @param {Tree[]} now @returns {Tree}
 */
export function atAllTimes(chosen, now = []) {
  switch (chosen.is) {
    case "Pick": case "Some": return atAllTimes(chosen.of, now);
    case "AnyOf": return { ...chosen, members: chosen.members.map((/** @type {Tree} */ each) => atAllTimes(each, now)) };
  }
  return every(demands(chosen).map((part) => (part.is === "AnyOf" ? atAllTimes(part, now) : part)).filter((part) => (
    now.some((each) => same(each, part)) || LASTING.includes(part.is) || (part.is === "Not" && LASTING.includes(part.such.is)))));
}

/**
 * The links of an attack, each with a way in which it may have come about and whether it may be: of several ways one that fits. A link of
 * which the card says nothing is legal, and not told.
 * `seen` is the attack as its cards make it.
 * @param {Attack} attack @param {Attack} seen @param {import("./attack-types.js").Rules} rules
 * @returns {Array<{piece: Piece, way: Way, legal: boolean}>}
 */
export function linksOf(attack, seen, rules) {
  return attack.pieces.flatMap((piece) => {
    const ways = piece.linked ? [...waysToLink(piece.card), ...waysToLink(piece.card, divided)] : [];
    if (!ways.length) return [];
    const before = CHANGING.some((kind) => standing(piece, kind).length)
      ? settled({ ...attack, pieces: attack.pieces.map((each) => (each === piece ? { ...each, card: mute(each.card) } : each)) }, rules) : seen;
    const now = isPlayed(piece, attack) ? ON_NOBODYS : [];
    const fitting = ways.find((way) => fits(way, piece, before, now));
    return [{ piece, way: fitting ?? ways[0], legal: fitting !== undefined }];
  });
}

function isPlayed(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return attack.played.some(({ id }) => id === piece.card.id);
}

/**
 * The attack without what linked cards say whose link was legal and is illegal now by what came after it and holds for a while, or by the
 * alignments that a position gives a card: such a link has no effect. Itself where there is none.
 * @param {Attack} attack @param {import("./attack-types.js").Rules} rules @returns {Attack}
 */
export function withoutLapsed(attack, rules) {
  if (!attack.pieces.some(({ linked }) => linked) || !attack.pieces.some(isChanged)) return attack;
  for (const { piece, legal } of linksOf(attack, settled(attack, rules), rules)) {
    if (legal) continue;
    const before = asLinked(piece, attack);
    if (linksOf(before, settled(before, rules), rules).some((each) => each.piece.card.id === piece.card.id && each.legal)) {
      const pieces = attack.pieces.map((each) => (each === piece ? { ...each, card: mute(each.card) } : each));
      return withoutLapsed({ ...attack, pieces }, rules);
    }
  }
  return attack;
}

/** Whether a position gives a Group other alignments, or a Plot changes a card until some time, and not for good. */
function isChanged(/** @type {Piece} */ { card, alignments }) {
  if (card.kind === "group") return !same(alignments, card.alignments);
  return card.clauses.some(({ tree }) => tree?.is === "Ability" && tree.use.plays && parts(tree.effects).some(({ is, until }) => (
    LASTS.includes(is) && until in HOLDS_NOW && ![WHILE_LINKED, "gone"].includes(until))));
}

/** The attack as its cards were when one of them was linked: without what came later and holds for a while. @returns {Attack} */
function asLinked(/** @type {Piece} */ linked, /** @type {Attack} */ attack) {
  const played = isPlayed(linked, attack);
  return {
    ...attack,
    pieces: attack.pieces.map((piece, at) => {
      if (piece.card.kind === "group") return played ? piece : { ...piece, alignments: piece.card.alignments };
      return at > attack.pieces.indexOf(linked) && isChanged(piece) ? { ...piece, card: mute(piece.card) } : piece;
    }),
  };
}

/** The Groups on which a Paralysis card lies. @param {Piece[]} pieces @returns {Set<string | null>} */
export function paralyzed(pieces) {
  return new Set(pieces.filter(({ card, linked }) => linked && card.clauses.some(({ tree }) => tree?.is === "Paralysis")).map(({ linked }) => linked));
}

/** The attack without the abilities of paralyzed Groups and of Resources linked to them; itself where none is. @param {Attack} attack */
export function withoutParalyzed(attack) {
  const struck = paralyzed(attack.pieces);
  if (!struck.size) return attack;
  const left = (/** @type {Piece} */ piece) => {
    if (struck.has(piece.card.id)) return { ...piece, card: mute(piece.card, isInstruction) };
    return piece.card.kind === "resource" && struck.has(piece.linked) ? { ...piece, card: mute(piece.card) } : piece;
  };
  return { ...attack, pieces: attack.pieces.map(left) };
}

/** The attack without the abilities of cards of which another card says that they cannot use any, as the cards are now. @param {Attack} attack */
export function withoutForbidden(attack, rules) {
  const bansIn = (/** @type {Attack} */ found) => found.pieces.flatMap((speaker) => standing(speaker, "MayNot").map(([, { tree }]) => ({ speaker, ban: tree }))
    .filter(({ ban }) => ban.deed.includes("use abilities") && ban.who !== null && typeof ban.who !== "string"));
  if (!bansIn(attack).length) return attack;
  const seen = settled(attack, rules), bans = bansIn(seen);
  const isStruck = (/** @type {Piece} */ now) => bans.some(({ speaker, ban }) => matches(ban.who, now, seen, speaker) && met(ban.while_, seen, speaker));
  return { ...attack, pieces: attack.pieces.map((piece, at) => (isStruck(seen.pieces[at]) ? { ...piece, card: mute(piece.card, isInstruction) } : piece)) };
}

/** Whether the card beside which one lies is as that asks at all times, and `now`, as everything but the card itself makes it. */
function fits(/** @type {Way} */ { selectors }, /** @type {Piece} */ { card, linked }, /** @type {Attack} */ before, /** @type {Tree[]} */ now) {
  const host = pieceOf(before, linked);
  if (card.kind === "resource" && host.card.kind === "illuminati" && !needsLink(card)) return true;
  return selectors.map((each) => atAllTimes(each, now)).every((each) => CARDS.includes(each.is) || matches(each, host, before, pieceOf(before, card.id)));
}
