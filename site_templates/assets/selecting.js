// @ts-check
/**
 * What the cards of an attack are, which of them a sentence means, and whether its conditions hold: the twin of
 * generator/engine/selecting.py, function by function. tests/test_parity.py holds the two together.
 *
 * @import { Attack, Card, Piece, Rules, Tree } from "./attack-types.js"
 * @typedef {Array<[number, {text: string, tree: Tree, cites: string[]}]>} Numbered  clauses, each with its number on the card
 */

import { CARDS, LINKED, THIS, asserted, demands, onceEach, same } from "./core.js";

export const WHILE_LINKED = "linked";
/** What a Place is called that has been Devastated, as if it were one of its attributes. */
export const DEVASTATED = "Devastated";
/** How long some Plots change numbers of the defenders. */
export const IN_DEFENSE = "defending";
/** What holds for an action of a card does nothing for the card that is attacked. */
export const IN_ACTION = "next action";
/**
 * How long a Plot changes a card, and what is left of that for the attack that the Plot lies beside the card in, or is played with.
 * @type {Record<string, string | null>}
 */
export const HOLDS_NOW = {
  [WHILE_LINKED]: null, turn: null, gone: null, next: null, [IN_DEFENSE]: IN_DEFENSE, [IN_ACTION]: IN_ACTION, action: IN_ACTION,
};
/** What a master says of its puppets holds as long as they are its puppets. */
const ANOTHER_MASTER = "master";
const CHANGES = ["StatChange", "StatSet", "StatEqual", "Becomes", "AlignmentsOf", "AddsNothing"];
/** The alignment that has no opposite in any game. What else has none is an attribute. */
const UNOPPOSED = "Criminal";
const LIMITS = ["open side", "under Personality", "over Personalities", "no alignments for Goals"];
const BARE = { id: "#illuminati", name: "", kind: "illuminati", subtype: null, alignments: [], attributes: [], unprinted: [], clauses: [] };
const HUSHED = ["Bonus", "BonusTo", "DefenseOf", "Immunity"];

/** The piece of that card. @param {Attack} attack @param {string} cardId @returns {Piece} */
export function pieceOf(attack, cardId) {
  const piece = attack.pieces.find((candidate) => candidate.card.id === cardId);
  if (!piece) throw new Error(`${cardId} is not part of the attack`);
  return piece;
}

/** The clauses whose sentence is of one class. */
export const sentences = onceEach((/** @type {Card} */ card, kind) => /** @type {Numbered} */ (
  card.clauses.flatMap((clause, at) => (clause.tree?.is === kind ? [[at + 1, clause]] : []))
));

const standingOf = onceEach((/** @type {Card} */ card, kind) => {
  if (card.kind !== "plot") {
    return sentences(card, kind).filter(([, clause]) => [null, ANOTHER_MASTER].includes(clause.tree.until ?? null));
  }
  return card.clauses.flatMap((clause, at) => (
    lasting(clause.tree).filter((tree) => tree?.is === kind && [null, IN_DEFENSE, IN_ACTION].includes(tree.until ?? null))
      .map((tree) => /** @type {Numbered[number]} */ ([at + 1, { ...clause, tree }]))
  ));
});

/**
 * Those that hold as long as the card is in play, of a Plot what it does as long as it is linked or in effect.
 * @param {{card: Card}} piece @param {string} kind @returns {Numbered}
 */
export function standing({ card }, kind) {
  return standingOf(card, kind);
}

/**
 * The sentences that hold as long as a Plot is linked to a card, or in effect on it: itself, or what playing it does.
 * @returns {Array<Tree | null>}
 */
function lasting(/** @type {Tree | null} */ sentence) {
  if (sentence?.is === "PowerPlot") {
    return [{
      is: "StatSet", who: LINKED, stat: ["Power"], value: sentence.value, how: "raised", against: null, while_: [], until: null,
      rounded_up: false,
    }];
  }
  if (sentence?.is === "ConversionPlot") {
    const lost = sentence.loses ? [sentence.loses] : [];
    return [{ is: "Becomes", who: LINKED, traits: [sentence.gains], lost, not_for_goals: false, while_: [], until: null }];
  }
  if (sentence?.is !== "Ability") return [sentence];
  if (!sentence.use.plays) {
    const { timing: { who: player, what }, may } = sentence;
    const does = !may && player === "you" && what?.count === 1 && !demands(what.of).some((each) => same(each, { is: "Belongs", player: "rival" }));
    const both = sentence.effects.filter((/** @type {Tree} */ { who, until }) => does && who?.is === "Pair" && until === "gone");
    return [...both.map((/** @type {Tree} */ effect) => ({ ...effect, who: LINKED, until: null })), sentence];
  }
  const changes = parts(sentence.effects).filter((/** @type {Tree} */ { is, until }) => CHANGES.includes(is) && until in HOLDS_NOW).map((/** @type {Tree} */ effect) => ({
    ...effect, who: effect.who.is === "Some" && effect.who.count === "all" ? effect.who.of : LINKED,
    until: HOLDS_NOW[effect.until],
  }));
  return [...changes, sentence];
}

/** Effects, each of those of which one is chosen by itself. @returns {Tree[]} */
export function parts(/** @type {Tree[]} */ effects) {
  return effects.flatMap((effect) => (effect.is === "EitherEffect" ? [...effect.first, ...effect.second] : [effect]));
}

// --- what the cards are ----------------------------------------------------------------------------------------------

/**
 * The attack with its cards as standing sentences make them: their alignments, their attributes, and which of them have a say.
 * @param {Attack} attack @param {Rules} rules @returns {Attack}
 */
export function settled(attack, rules) {
  let found = { ...attack, differs: rules.differs, opposites: rules.opposites };
  for (const make of [working, changed(false), changed(true), loyal, counting, ...(rules.differs.includes("secrecy") ? [heard] : [])]) {
    const before = found;
    found = { ...before, pieces: before.pieces.map((piece) => make(piece, before, rules.opposites)) };
  }
  return found;
}

/** A card without what it says, where another says that it has no effect. */
function working(piece, attack) {
  if (!attack.pieces.some((speaker) => saidTo(piece, speaker, attack, "NoEffect").length)) return piece;
  return { ...piece, card: mute(piece.card) };
}

/** A card without what it says, but for such sentences. @param {Card} card @param {(tree: Tree) => boolean} but @returns {Card} */
export function mute(card, but = () => false) {
  return { ...card, clauses: card.clauses.map((clause) => (clause.tree && but(clause.tree) ? clause : { ...clause, tree: null })) };
}

/**
 * Whether what a card says is no special ability: its own numbers and alignments, what binds its player or helps its attackers, what its puppets became.
 * @param {Tree} tree
 */
export function isInstruction(tree) {
  if (["NeedsFor", "NoGoal", "StatAgainst"].includes(tree.is)) return true;
  if (tree.is === "Treat") return tree.these === "its master's Fanatic";
  if (tree.is === "Standing") return LIMITS.includes(tree.rule);
  if (tree.is === "BonusTo") return tree.amount > 0 && tree.what.on !== null && same(tree.what.on, THIS);
  if (["StatSet", "AlignmentsOf"].includes(tree.is)) return same(tree.who, THIS);
  if (tree.is !== "MayNot") return tree.is === "Becomes" && tree.until === ANOTHER_MASTER;
  return tree.who === null || typeof tree.who === "string" ? [null, "you", "any player"].includes(tree.who)
    : same(tree.who, THIS) || demands(tree.who).some((part) => part.is === "Belongs" && part.player === "you");
}

/** Cards with what sentences give and take: `late` those that ask what a card is, and what came after them takes. @param {boolean} late */
const changed = (late) => (/** @type {Piece} */ piece, /** @type {Attack} */ attack, opposites) => {
  if (piece.card.kind === "illuminati") return piece;
  let { alignments } = piece;
  let { attributes } = piece.card;
  const never = [];
  const given = [];
  for (const speaker of attack.pieces) {
    for (const sentence of late ? [] : saidTo(piece, speaker, attack, "AlignmentsOf")) {
      alignments = [];
      if (sentence.alignments.attributes) attributes = [];
    }
    for (const sentence of saidTo(piece, speaker, attack, "Becomes")) {
      if (sentence.never) never.push(...sentence.lost);
      const isNow = [...asserted(sentence.who)].some(({ is }) => is === "Trait") === late;
      const stays = (name) => !sentence.lost.includes(name) || !(isNow || given.includes(name));
      [alignments, attributes] = [alignments.filter(stays), attributes.filter(stays)];
      for (const name of isNow ? sentence.traits : []) {
        const opposed = name in opposites || name === UNOPPOSED;
        if ([...alignments, ...attributes, ...never].includes(name) || gainsNone(piece, attack, opposed)) continue;
        if (opposed) alignments = [...alignments.filter((each) => each !== opposites[name]), name];
        else attributes = [...attributes, name];
        if (late && !speaker.card.nwo) given.push(name);
      }
    }
  }
  return { ...piece, alignments, card: { ...piece.card, attributes }, printed: piece.printed ?? piece.card };
};

/** Whether a sentence keeps a card from gaining attributes, or alignments. */
function gainsNone(piece, attack, alignment) {
  return attack.pieces.some((speaker) => standing(speaker, "MayNot").some(([, { tree: { deed, who, while_ } }]) => (
    deed.includes(alignment ? "gain alignments" : "gain attributes")
    && matches(who, piece, attack, speaker) && met(while_, attack, speaker)
  )));
}

/** Whether a card has a say about a card: one that nobody controls, about itself alone and what it is linked to. */
export function hasSay(/** @type {Piece} */ speaker, /** @type {Piece} */ piece) {
  return speaker.owner !== "nobody" || speaker === piece || speaker.linked === piece.card.id;
}

/** Whether what a card says can change a card: secrecy and immunity keep abilities off. @param {Tree | null} sentence */
export function reaches(/** @type {Piece} */ speaker, /** @type {Piece} */ piece, /** @type {Attack} */ attack, sentence = null) {
  return !isHiddenFrom(piece, speaker, attack, sentence) && !isImmune(piece, speaker, attack);
}

/** Whether secrecy keeps the abilities of a card off another: neither its master nor its puppet, and the sentence names no Secret Groups. */
function isHiddenFrom(piece, speaker, attack, sentence) {
  if (!attack.differs.includes("secrecy") || !isSecret(piece) || speaker === piece || !isOrdinary(speaker, attack)) return false;
  const related = speaker.card.id === piece.master || speaker.master === piece.card.id;
  return !related && !namesSecret(sentence, [piece.card.name]);
}

/** Whether secrecy concerns a card: a Group that is not Secret, or a Resource linked to one. @returns {boolean} */
function isOrdinary(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  if (piece.card.kind === "resource") return attack.pieces.some((each) => each.card.id === piece.linked && isOrdinary(each, attack));
  return piece.card.kind === "group" && !isSecret(piece);
}

/** Whether a card is immune to a card of another player. */
export function isImmune(piece, speaker, attack) {
  const known = attack.differs.includes("passive") && ["group", "resource"].includes(speaker.card.kind);
  if (!known || speaker.owner === "nobody" || piece.owner === speaker.owner) return false;
  return attack.pieces.some((shield) => standing(shield, "Immunity").some(([, { tree }]) => (
    typeof tree.attackers !== "string" && tree.attackers.is !== "Attacks" && isShielded(tree.who, piece, shield, attack)
    && isBarred(tree, speaker, shield, attack) && met(tree.while_, attack, shield)
  )));
}

/** Whether an immunity of a card covers another, its player's where it names none; nobody's has its own, but not out of a hand. @param {any} who @returns {boolean} */
export function isShielded(who, /** @type {Piece} */ piece, /** @type {Piece} */ shield, /** @type {Attack} */ attack) {
  if (!hasSay(shield, piece) || (piece.owner === "nobody" && attack.fromHand && piece.card.id === attack.target)) return false;
  return who === null || who === "you" ? piece.owner !== "nobody" && piece.owner === shield.owner : matches(who, piece, attack, shield);
}

/** Whether an immunity to cards is one to this card, all alignments for which the card ignores it left aside. @param {any} immunity @returns {boolean} */
export function isBarred(immunity, /** @type {Piece} */ piece, /** @type {Piece} */ shield, /** @type {Attack} */ attack) {
  const { attackers, unless } = immunity, passed = ignored(piece, shield, attack);
  const barred = passed.length > 0 ? { ...piece, alignments: piece.alignments.filter((each) => !passed.includes(each)) } : piece;
  return matches(attackers, barred, attack, shield) && !matches(unless, piece, attack, shield);
}

function ignored(piece, shield, attack) {
  return standing(piece, "Ignores").filter(([, { tree: { who, what } }]) => (
    what.is === "ImmunityOf" && matches(who, piece, attack, piece) && matches(what.whose, shield, attack, piece)
  )).flatMap(([, { tree }]) => [...asserted(tree.what.attackers)].filter(({ is }) => is === "Trait").map(({ name }) => name));
}

function saidTo(piece, speaker, attack, kind) {
  if (!hasSay(speaker, piece)) return [];
  return standing(speaker, kind).map(([, clause]) => clause.tree).filter((sentence) => (
    matches(sentence.who, piece, attack, speaker) && met(sentence.while_, attack, speaker) && reaches(speaker, piece, attack, sentence)
  ));
}

/** A card with the alignments of its master, and no others, where a card says so. */
function loyal(piece, attack) {
  const said = attack.pieces.flatMap((speaker) => saidTo(piece, speaker, attack, "AlignmentsOf")).map((sentence) => sentence.alignments)
    .find(({ is }) => is === "AsMaster");
  return said ? { ...piece, alignments: [...new Set([...masterOf(piece, attack)?.alignments ?? [], ...said.besides])] } : piece;
}

function counting(piece, attack) {
  if (piece.card.id !== attack.attacker) return piece;
  const target = pieceOf(attack, attack.target);
  const sentence = standing(piece, "CountsAs").map(([, clause]) => clause.tree)
    .find((each) => each.kinds.includes(attack.kind) && matches(each.target, target, attack, piece));
  if (!sentence) return piece;
  const kept = piece.alignments.filter((name) => name !== sentence.instead_of && name !== sentence.alignment);
  return { ...piece, alignments: [...kept, sentence.alignment] };
}

/** A card with those of its abilities that have a say in an attack by or on a Secret Group. */
function heard(piece, attack) {
  const clauses = piece.card.clauses.map((clause) => (
    clause.tree && isHushed(clause.tree) && isUnheard(piece, attack, clause.tree) ? { ...clause, tree: null } : clause
  ));
  return { ...piece, card: { ...piece.card, clauses } };
}

/** Whether a bonus or immunity that a card gives by what it says counts for nothing in an attack by or on a Secret Group. */
export function isUnheard(/** @type {Piece} */ piece, /** @type {Attack} */ attack, /** @type {Tree} */ said) {
  const secret = attack.differs.includes("secrecy") ? [attack.attacker, attack.target].map((cardId) => pieceOf(attack, cardId)).filter(isSecret) : [];
  const related = secret.some((each) => piece.card.id === each.master || piece.master === each.card.id);
  return secret.length > 0 && !related && isOrdinary(piece, attack) && !namesSecret(said, secret.map((each) => each.card.name));
}

/** Whether a sentence gives a bonus or an immunity in an attack, or another number against such attacks. */
const isHushed = (tree) => HUSHED.includes(tree.is) || (tree.is === "StatChange" && Boolean(tree.against));

const isSecret = (piece) => piece.card.attributes.includes("Secret");

/** All nodes of a tree, itself first. @returns {Generator<Tree>} */
export function* nodes(/** @type {any} */ tree) {
  if (tree === null || typeof tree !== "object") return;
  if (!Array.isArray(tree)) yield tree;
  for (const part of Object.values(tree)) yield* nodes(part);
}

function namesSecret(said, names) {
  return [...asserted(said)].some((node) => (
    (node.is === "Trait" && node.name === "Secret" && !node.printed) || (node.is === "Named" && node.names.some((name) => names.includes(name)))
    || (node.is === "Becomes" && node.lost.includes("Secret"))
  ));
}

/** Whether a permission holds for a Secret target too: one that says so, or names it. @param {Tree} sentence @param {Piece} target */
export function liftsSecrecy(sentence, target) {
  return !isSecret(target) || sentence.secret || namesSecret(sentence.what, [target.card.name]);
}

/** Whether a permission to attack holds for this target's player too: to control one's own, only what says `your` Groups does. @param {Tree} sentence @param {Attack} attack */
export function allowsOwn(sentence, attack) {
  return attack.kind !== "control" || pieceOf(attack, attack.target).owner !== "you" || [...asserted(sentence.what)].some((node) => node.is === "Belongs" && node.player === "you");
}

// --- which cards -----------------------------------------------------------------------------------------------------

/**
 * Whether a test of a sentence of `speaker` holds for this piece. What speaks of attacks or players, and what a play chooses, means no card
 * by itself. Throws for a term that is none of the core's.
 * @param {any} such @param {Piece} piece @param {Attack} attack @param {Piece} speaker @returns {boolean}
 */
export function matches(such, piece, attack, speaker) {
  if (such === null || such === undefined || typeof such === "string" || CHOSEN.includes(such.is)) return false;
  const fits = (each) => matches(each, piece, attack, speaker);
  const { card } = piece;
  switch (such.is) {
    case "Anything": return true;
    case "All": return such.members.every(fits);
    case "AnyOf": return such.members.some(fits);
    case "Not": return !fits(such.such);
    case "Kind": return such.kinds.includes(card.kind) || such.kinds.includes(card.subtype);
    case "Named": return such.names.includes(card.name);
    case "Trait": return such.printed ? [piece.printed ?? card].some((it) => [...it.alignments, ...it.attributes].includes(such.name)) : traitsOf(piece).has(such.name);
    case "Belongs": return belongs(such.player, piece, attack, speaker);
    case "Compare": return compares(such, piece, attack, speaker);
    case "HasMaster": {
      if (such.such.is === "Anything") return piece.master !== null;
      const master = masterOf(piece, attack) ?? unnamedIlluminati(piece, attack);
      return master !== undefined && matches(such.such, master, attack, speaker);
    }
    case "HasPuppet": return puppetsOf(piece, attack).some((each) => matches(such.such, each, attack, speaker));
    case "HasLink": return attack.pieces.some((each) => each.linked === card.id && matches(such.such, each, attack, speaker));
    case "SameStructure": return piece.owner !== "nobody" && attack.pieces.some((each) => (
      each.owner === piece.owner && matches(such.such, each, attack, speaker)
    ));
    case "LinkedTo": return piece.linked !== null && cardsOf(such.cards, attack, speaker).some((each) => each.card.id === piece.linked);
    case "Shares": return cardsOf(such.cards, attack, speaker).some(({ alignments }) => alignments.some((name) => (
      attack.opposites[name] !== name && piece.alignments.includes(name)
    )));
    case "Opposes": return cardsOf(such.cards, attack, speaker).some(({ alignments }) => alignments.some((name) => (
      piece.alignments.includes(attack.opposites[name])
    )));
    case "Chosen": return !such.of_payer && speaker.alignments.some((name) => piece.alignments.includes(name));
    case "Relieves": return card.clauses.some(({ text }) => text.includes("Relief"));
    case "In": return such.zone === "play" ? !isFromHand(piece, attack)
      : ["hand", "your hand", "just played", "just played by a rival"].includes(such.zone) ? isFromHand(piece, attack) : such.zone === "victims" && attack.victims === true;
    case "ImmuneTo": case "Weakest": case "Spared": case "Duplicate": case "UsesPower": case "Homeless": return false;
    case "Agreed": return attack.told?.includes(speaker.card.id) ?? false;
  }
  if (CARDS.includes(such.is)) return cardsOf(such, attack, speaker).some((each) => each.card.id === card.id);
  throw new Error(`no test: ${such.is}`);
}

/** What a play chooses, and what speaks of attacks. */
const CHOSEN = ["Pick", "Some", "Attacks", "EitherAttack"];

/** Whether a card is the target that comes from a hand. */
function isFromHand(piece, attack) {
  return Boolean(attack.fromHand) && piece.card.id === attack.target;
}

function belongs(player, piece, attack, speaker) {
  const held = piece.owner !== "nobody";
  switch (player) {
    case "you": return held && piece.owner === speaker.owner;
    case "rival": return held && piece.owner !== speaker.owner;
    case "nobody": return !held;
    case "somebody": return held;
  }
  return false;
}

/** @type {Record<string, (left: number, right: number) => boolean>} */
export const SIGNS = {
  ">=": (left, right) => left >= right, "<=": (left, right) => left <= right, "=": (left, right) => left === right,
  "<": (left, right) => left < right, ">": (left, right) => left > right,
};

function compares({ left, sign, right }, piece, attack, speaker) {
  const [one, other] = [amountOf(left, piece, attack, speaker), amountOf(right, piece, attack, speaker)];
  return one !== null && other !== null && SIGNS[sign](one, other);
}

/** The value of an amount, about this piece; null for a Power that is printed as an asterisk. @returns {number | null} */
function amountOf(amount, piece, attack, speaker) {
  if (typeof amount === "number") return amount;
  if (amount.of !== null) {
    const [first] = cardsOf(amount.of, attack, speaker);
    return first ? amountOf({ ...amount, of: null }, first, attack, speaker) : null;
  }
  switch (amount.what) {
    case "arrows": return piece.card.arrows_out.length;
    case "puppets": return puppetsOf(piece, attack).length;
    case "open arrows": return piece.openArrows;
    case "tokens": return 1;
  }
  const known = piece.power !== null && piece.power !== undefined;
  if (["Power", "printed Power"].includes(amount.what) && piece.card.variable_power && !(known && amount.what === "Power")) return null;
  if (amount.what === "Power" && attack.powerNow && [attack.target, speaker.card.id].includes(piece.card.id)) return attack.powerNow(piece);
  if (amount.what === "Power" && known) return piece.power;
  const copied = amount.what === "Global Power"
    && attack.pieces.some((each) => saidTo(piece, each, attack, "StatEqual").some(({ stat }) => stat.includes(amount.what)));
  return numberOn(piece.card, copied ? "Power" : amount.what);
}

/** The alignments, attributes and other words of a card that a selector may ask for. @param {Piece} piece */
export function traitsOf(piece) {
  const { name, attributes, unprinted } = piece.card;
  return new Set([...piece.alignments, ...attributes, ...unprinted, ...(name.includes("Satellite") ? ["Satellite"] : [])]);
}

/** Whether a card has all of any of these combinations. @param {Piece} piece @param {string[][]} traits */
export function isAnyOf(piece, traits) {
  const found = traitsOf(piece);
  return traits.some((each) => each.every((trait) => found.has(trait)));
}

/** The card that controls a card directly. @param {Piece} piece @param {Attack} attack */
export function masterOf(piece, attack) {
  return attack.pieces.find((each) => each.card.id === piece.master);
}

/** The master of a target that is directly under its Illuminati, of which a position says no more. @returns {Piece | undefined} */
function unnamedIlluminati(piece, attack) {
  if (piece.card.id !== attack.target || attack.distance !== 1 || piece.master !== null) return undefined;
  return attack.pieces.find(({ card, owner }) => card.kind === "illuminati" && owner === piece.owner)
    ?? { ...piece, card: { ...piece.card, ...BARE }, printed: undefined, alignments: [], linked: null, power: null };
}

function puppetsOf(piece, attack) {
  return attack.pieces.filter((each) => each.master === piece.card.id);
}

/** All cards below a card, each once, also where a position names two as masters of each other. */
function below(piece, attack) {
  const found = [piece];
  for (const each of found) found.push(...puppetsOf(each, attack).filter((puppet) => !found.includes(puppet)));
  return found.slice(1);
}

/** The cards that a reference of a sentence of `speaker` means. Throws for one that an attack does not know. @returns {Piece[]} */
function cardsOf(cards, attack, speaker) {
  switch (cards.is) {
    case "Speaker": return [speaker];
    case "Role": return inRole(cards.name, attack).map((cardId) => pieceOf(attack, cardId));
    case "MasterOf": return cardsOf(cards.cards, attack, speaker).map((each) => masterOf(each, attack)).filter((each) => each !== undefined);
    case "PuppetsOf": return cardsOf(cards.cards, attack, speaker).flatMap((each) => puppetsOf(each, attack));
    case "BelowOf": return cardsOf(cards.cards, attack, speaker).flatMap((each) => below(each, attack));
    case "HostOf": {
      const hosts = cardsOf(cards.cards, attack, speaker).map(({ linked }) => linked);
      return attack.pieces.filter(({ card }) => hosts.includes(card.id));
    }
    case "TwinsOf": {
      const names = cardsOf(cards.cards, attack, speaker).map(({ card }) => card.name);
      return attack.pieces.filter(({ card }) => names.includes(card.name) && card.kind !== "plot");
    }
    case "IlluminatiOf":
      return cards.player !== "you" ? [] : attack.pieces.filter(({ card, owner }) => card.kind === "illuminati" && owner === speaker.owner);
    case "Together": return cards.members.flatMap((each) => cardsOf(each, attack, speaker));
    case "Spoken": case "Noted": case "Pair": case "FormerMasterOf": return [];
  }
  throw new Error(`no cards: ${cards.is}`);
}

/** @returns {string[]} */
function inRole(name, attack) {
  const [attackers, defenders] = [[attack.attacker, ...attack.helpers], [...new Set(attack.opponents)]];
  switch (name) {
    case "attacker": return [attack.attacker];
    case "target": return [attack.target];
    case "attackers": return attackers;
    case "defenders": return defenders;
    case "either side": return [...attackers, ...defenders];
  }
  throw new Error(`no part in an attack: ${name}`);
}

/** A number that the card prints; 0 where it prints none. @param {Card} card @param {string} stat @returns {number} */
export function numberOn(card, stat) {
  const value = {
    "Power": card.power, "Transferable Power": card.transferable, "Global Power": card.global_power, "Resistance": card.resistance,
    "Income": card.income, "printed Power": card.power, "printed Resistance": card.resistance,
  }[stat];
  return value ?? 0;
}

/** The Power that a card has before what cards say of it. @param {Piece} piece */
export function powerOf(piece) {
  return piece.power ?? numberOn(piece.card, "Power");
}

// --- attacks and conditions ------------------------------------------------------------------------------------------

/**
 * Whether this attack, which is none by a Plot, is among those that a sentence of `speaker` speaks of.
 * @param {Tree} attacks @param {Attack} attack @param {Piece} speaker @returns {boolean}
 */
export function isMeant(attacks, attack, speaker) {
  if (attacks.is === "EitherAttack") return attacks.members.some((each) => isMeant(each, attack, speaker));
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  const isAny = (selector, pieces) => pieces.some((each) => matches(selector, each, attack, speaker));
  return (
    (["", "any", "not Instant", "not Disaster"].includes(attacks.quality)
      || (attacks.quality === "privileged" && (isPrivileged(attack) || hasEndedPrivilege(speaker, attack))))
    && (attacks.kinds.length === 0 || attacks.kinds.includes(attack.kind))
    && ([null, "any player"].includes(attacks.owner) || (attacks.owner === "yours") === (speaker.owner === attacker.owner))
    && (attacks.on === null || isAny(attacks.on, [target]))
    && (attacks.by === null || isAny(attacks.by, [attacker]))
    && (attacks.not_by === null || !isAny(attacks.not_by, [attacker]))
    && (attacks.either === null || isAny(attacks.either, [attacker, target]))
    && (attacks.joined === null || isAny(attacks.joined, involved(attack)))
  );
}

/** The cards that make or aid an attack, and what lies on them: with a Magic Resource an attack is Magic. */
function involved(/** @type {Attack} */ attack) {
  const first = [attack.attacker, ...attack.helpers];
  return [...first.map((cardId) => pieceOf(attack, cardId)), ...attack.pieces.filter(({ linked }) => linked !== null && first.includes(linked))];
}

/**
 * Whether the attack still has its privilege: it was declared, and neither a card in effect has ended it nor one that interferes.
 * @param {Attack} attack
 */
export function isPrivileged(attack) {
  if (!attack.privileged || effects(attack, "EndPrivilege").length) return false;
  return ![...attack.helpers, ...attack.opponents].some((cardId) => hasEndedPrivilege(pieceOf(attack, cardId), attack));
}

/** Whether a card of a third player takes part that may interfere in spite of the privilege, and says that this ends it. */
function hasEndedPrivilege(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  if (!attack.privileged || piece.owner !== "third" || ![...attack.helpers, ...attack.opponents].includes(piece.card.id)) return false;
  const ends = standing(piece, "Ability").some(([, { tree: { timing, effects: found } }]) => (
    timing?.is === "OnDeed" && timing.who.is === "Speaker" && timing.deed.includes("interfere")
    && found.some((/** @type {Tree} */ effect) => effect.is === "Outcome" && effect.outcome === "unprivileged")
  ));
  return ends && letsItselfIn(piece, attack);
}

/** Whether what a card says lets it interfere in a privileged attack: in the one that was made before third players took part without leave. */
function letsItselfIn(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  const isBefore = (/** @type {Piece} */ each) => each !== piece && (each.owner !== "third" || mayInterfere(each, attack));
  const before = (/** @type {string[]} */ cards) => cards.filter((cardId) => isBefore(pieceOf(attack, cardId)));
  const first = { ...attack, helpers: before(attack.helpers), opponents: before(attack.opponents) };
  return standing(piece, "MayJoin").some(([, { tree: { deed, who, what } }]) => (
    deed.includes("interfere") && who === null && what?.quality === "privileged" && isMeant(what, first, piece)
  ));
}

/** Whether a card says that this one of a third player may interfere, whatever privilege the attack has. */
export function mayInterfere(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  return piece.owner === "third" && attack.pieces.some((speaker) => standing(speaker, "MayJoin").some(([, { tree }]) => (
    tree.deed.includes("interfere") && tree.what?.quality === "any" && isMeant(tree.what, attack, speaker) && met(tree.while_, attack, speaker)
    && (tree.who === null ? speaker === piece : hasSay(speaker, piece) && matches(tree.who, piece, attack, speaker))
    && (tree.secret || !isUnheard(speaker, attack, tree))
  )));
}

/** The effects of one class of the cards that were played on the attack. @param {Attack} attack @param {string} kind */
export function effects(attack, kind) {
  return attack.played.flatMap((card) => (
    sentences(card, "Ability").flatMap(([, clause]) => clause.tree.effects.filter((effect) => effect.is === kind))
  ));
}

/**
 * Whether all conditions of a sentence of `speaker` hold, `it` in them being the card that the sentence speaks of.
 * @param {Tree[]} conditions @param {Attack} attack @param {Piece} speaker @param {Piece} it
 */
export function met(conditions, attack, speaker, it = speaker) {
  return conditions.every((each) => isMet(each, attack, speaker, it));
}

/** Whether a condition holds. Throws for a term that is none of the core's; what only a table tells is not so. */
function isMet(condition, attack, speaker, it) {
  const fits = (such) => (each) => matches(such, each, attack, speaker);
  switch (condition.is) {
    case "Exists": return attack.pieces.filter((each) => each.owner !== "nobody" && fits(condition.such)(each)).length >= condition.least;
    case "Every": {
      const found = cardsOf(condition.cards, attack, speaker);
      return found.length > 0 && found.every(fits(condition.such));
    }
    case "Among": return cardsOf(condition.cards, attack, speaker).some(fits(condition.such));
    case "It": return fits(condition.such)(it);
    case "Privileged": return isPrivileged(attack);
    case "Relieving": return attack.relieves === speaker.card.id;
    case "Used": return speaker.card.id in attack.uses;
    case "Fails": return !isMet(condition.condition, attack, speaker, it);
  }
  if (ASKED.includes(condition.is)) return attack.told?.includes(speaker.card.id) ?? false;
  if (TOLD.includes(condition.is)) return false;
  throw new Error(`no condition: ${condition.is}`);
}

/** Conditions that only a table tells. */
const TOLD = [
  "Ends", "TurnOf", "Seats", "Opened", "NoPlots", "Zapped", "Undecided", "HasCopy", "IsGoal", "Displaced", "Fell", "About", "Unrivaled",
];
/** What a position cannot show and its players know: it says of which cards that is so. */
const ASKED = ["AfterHours", "Exposed", "Agreed"];

/**
 * How many there are of what a sentence of `speaker` about `piece` counts.
 * @param {Tree | null} per @param {Attack} attack @param {Piece} speaker @param {Piece} piece @returns {number}
 */
export function count(per, attack, speaker, piece) {
  if (per === null) return 1;
  const target = pieceOf(attack, attack.target);
  const inPlay = () => attack.pieces.filter((each) => each.owner !== "nobody" && matches(per.of, each, attack, speaker));
  switch (per.is) {
    case "Each": return inPlay().length;
    case "EachOfTarget": return inPlay().filter((each) => each.owner === target.owner).length;
    case "TraitsOfTarget": return per.traits.filter((trait) => traitsOf(target).has(trait)).length;
    case "Thing": return per.what === "Power" ? powerOf(piece) : 0;
  }
  return 0;
}
