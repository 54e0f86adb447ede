// @ts-check
/**
 * What the cards of an attack are, which of them a sentence means, and whether its conditions hold: the twin of
 * generator/engine/selecting.py, function by function. tests/test_parity.py holds the two together.
 *
 * @typedef {import("./evaluate.js").Attack} Attack
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./evaluate.js").Piece} Piece
 * @typedef {import("./evaluate.js").Rules} Rules
 * @typedef {import("./evaluate.js").Tree} Tree
 * @typedef {Array<[number, {text: string, tree: Tree, cites: string[]}]>} Numbered  clauses, each with its number on the card
 */

/** @type {Record<string, string[]>} */
const PARTIES = ["Republicans", "Democrats", "Libertarians", "The Green Party"];
const KINDS = {
  "Group": ["group"], "Resource": ["resource"], "Illuminati": ["illuminati"], "Group or Resource": ["group", "resource"],
  "Group or Illuminati": ["group", "illuminati"], "card": ["group", "resource", "illuminati", "plot"],
};
/** @type {Record<string, string[]>} */
const SUBTYPES = {
  "Organization": ["organization"], "Personality": ["personality"], "Place": ["place"], "Place or Organization": ["place", "organization"],
};
const CHOSEN = "of 1 alignment that you choose";
const LINKED_HERE = "linked to this card";
const OVER_CORPORATE = "with a Corporate puppet";
const BESIDES_TARGET = "besides the target";
const KNOWN_PLACES = [
  null, "in play", "in play or just played by a rival", "in a Power Structure", CHOSEN, LINKED_HERE, OVER_CORPORATE, BESIDES_TARGET,
];
const LINKED = { is: "Ref", which: "the linked card" };
const WHILE_LINKED = "while this card is linked to it";
/** What a Place is called that has been Devastated, as if it were one of its attributes. */
export const DEVASTATED = "Devastated";
/** How long some Plots change numbers of the defenders. */
export const IN_DEFENSE = "in defense until the start of your next turn";
/** What a master says of its puppets holds as long as they are its puppets. */
const ANOTHER_MASTER = "until it has another master";
const CHANGES = ["StatChange", "StatSet", "StatEqual", "Becomes", "AlignmentsOf"];
/** The alignment that has no opposite in any game. What else has none is an attribute. */
const UNOPPOSED = "Criminal";
const HUSHED = ["Bonus", "BonusTo", "DefenseOf", "Immunity"];

/** The piece of that card. @param {Attack} attack @param {string} cardId @returns {Piece} */
export function pieceOf(attack, cardId) {
  const piece = attack.pieces.find((candidate) => candidate.card.id === cardId);
  if (!piece) throw new Error(`${cardId} is not part of the attack`);
  return piece;
}

/** The clauses whose sentence is of one class. @param {Card} card @param {string} kind @returns {Numbered} */
export function sentences(card, kind) {
  return /** @type {Numbered} */ ([...card.clauses.entries()].map(([index, clause]) => [index + 1, clause])).filter(
    ([, clause]) => clause.tree?.is === kind,
  );
}

/**
 * Those that hold as long as the card is in play, of a Plot what it does as long as it is linked or in effect.
 * @param {Piece} piece
 * @param {string} kind
 * @returns {Numbered}
 */
export function standing(piece, kind) {
  if (piece.card.kind !== "plot") {
    return sentences(piece.card, kind).filter(([, clause]) => [null, ANOTHER_MASTER].includes(clause.tree.until ?? null));
  }
  return piece.card.clauses.flatMap((clause, at) => (
    lasting(clause.tree).filter((tree) => tree?.is === kind && [null, IN_DEFENSE].includes(tree.until ?? null))
      .map((tree) => /** @type {Numbered[number]} */ ([at + 1, { ...clause, tree }]))
  ));
}

/**
 * The sentences that hold as long as a Plot is linked to a card, or in effect on it: itself, or what playing it does.
 * @returns {Array<Tree | null>}
 */
function lasting(/** @type {Tree | null} */ sentence) {
  if (sentence?.is === "PowerPlot") {
    return [{
      is: "StatSet", who: LINKED, stat: "Power", value: sentence.value, how: "raised", against: null, while_: [], until: null,
      rounded_up: false,
    }];
  }
  if (sentence?.is === "ConversionPlot") {
    const lost = sentence.loses ? [sentence.loses] : [];
    return [{ is: "Becomes", who: LINKED, traits: [sentence.gains], lost, not_for_goals: false, while_: [], until: null }];
  }
  if (sentence?.is !== "Ability" || !["play", "play once", "play once each turn"].includes(sentence.use)) return [sentence];
  const changes = sentence.effects.filter((/** @type {Tree} */ effect) => (
    CHANGES.includes(effect.is) && [WHILE_LINKED, IN_DEFENSE].includes(effect.until)
  )).map((/** @type {Tree} */ effect) => ({
    ...effect, who: effect.who.is === "Some" && effect.who.count === "all" ? effect.who.of : LINKED,
    while_: effect.while_.map((/** @type {Tree} */ each) => (each.who?.which === "that Group" ? { ...each, who: LINKED } : each)),
    until: effect.until === WHILE_LINKED ? null : effect.until,
  }));
  return [...changes, sentence];
}

// --- what the cards are ----------------------------------------------------------------------------------------------

/**
 * The attack with its cards as standing sentences make them: their alignments, their attributes, and which of them have a say.
 * @param {Attack} attack
 * @param {Rules} rules
 * @returns {Attack}
 */
export function settled(attack, rules) {
  let found = { ...attack, differs: rules.differs };
  for (const make of [working, changed, loyal, counting, ...(rules.differs.includes("secrecy") ? [heard] : [])]) {
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

/** A card without what it says, but for sentences of these classes. @param {Card} card @param {string[]} but @returns {Card} */
export function mute(card, but = []) {
  return { ...card, clauses: card.clauses.map((clause) => (clause.tree && but.includes(clause.tree.is) ? clause : { ...clause, tree: null })) };
}

/** @returns {Piece} */
function changed(piece, attack, opposites) {
  if (piece.card.kind === "illuminati") return piece;
  let { alignments } = piece;
  let { attributes } = piece.card;
  for (const speaker of attack.pieces) {
    for (const sentence of saidTo(piece, speaker, attack, "AlignmentsOf")) {
      alignments = allOf(sentence.alignments, piece, opposites);
      if (sentence.alignments === "no alignments and no attributes") attributes = [];
    }
    for (const sentence of saidTo(piece, speaker, attack, "Becomes")) {
      alignments = alignments.filter((name) => !sentence.lost.includes(name));
      attributes = attributes.filter((name) => !sentence.lost.includes(name));
      for (const name of sentence.traits) {
        if (alignments.includes(name) || attributes.includes(name)) continue;
        if (name in opposites || name === UNOPPOSED) alignments = [...alignments.filter((each) => each !== opposites[name]), name];
        else attributes = [...attributes, name];
      }
    }
  }
  return { ...piece, alignments, card: { ...piece.card, attributes } };
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

/** Whether a card that somebody controls is immune to a card of another player. */
function isImmune(piece, speaker, attack) {
  const known = attack.differs.includes("passive") && ["group", "resource"].includes(speaker.card.kind);
  if (!known || [piece.owner, speaker.owner].includes("nobody") || piece.owner === speaker.owner) return false;
  return attack.pieces.some((shield) => shield.owner === piece.owner && standing(shield, "Immunity").some(([, { tree }]) => (
    typeof tree.attackers !== "string" && tree.attackers.is !== "Attacks" && isShielded(tree.who, piece, shield, attack)
    && isBarred(tree, speaker, shield, attack) && met(tree.while_, attack, shield)
  )));
}

/** Whether an immunity that the card `shield` gives covers a card of the same player. @param {any} who @returns {boolean} */
export function isShielded(who, /** @type {Piece} */ piece, /** @type {Piece} */ shield, /** @type {Attack} */ attack) {
  return who === null || who === "you" || matches(typeof who === "string" ? { is: "Ref", which: who } : who, piece, attack, shield);
}

/** Whether an immunity to cards is one to this card. @param {any} immunity @returns {boolean} */
export function isBarred(immunity, /** @type {Piece} */ piece, /** @type {Piece} */ shield, /** @type {Attack} */ attack) {
  const { attackers, unless } = immunity;
  return matches(attackers, piece, attack, shield) && !matches(unless, piece, attack, shield) && !ignores(piece, shield, attack);
}

function ignores(piece, shield, attack) {
  return standing(piece, "Ignores").some(([, { tree: { who, what } }]) => (
    what.is === "ImmunityOf" && matches(who, piece, attack, piece) && matches(what.whose, shield, attack, piece)
  ));
}

function saidTo(piece, speaker, attack, kind) {
  if (!hasSay(speaker, piece)) return [];
  return standing(speaker, kind).map(([, clause]) => clause.tree).filter((sentence) => (
    matches(sentence.who, piece, attack, speaker) && met(sentence.while_, attack, speaker) && reaches(speaker, piece, attack, sentence)
  ));
}

function allOf(words, piece, opposites) {
  if (words === "its printed alignments") return piece.card.alignments;
  return words === "every alignment" ? [...Object.keys(opposites), UNOPPOSED] : [];
}

/** A card with the alignments of its master, and no others, where a card says so. */
function loyal(piece, attack) {
  const said = attack.pieces.flatMap((speaker) => saidTo(piece, speaker, attack, "AlignmentsOf")).map((sentence) => sentence.alignments)
    .find((words) => words.startsWith("the alignments of its master"));
  if (!said) return piece;
  const found = masterOf(piece, attack)?.alignments ?? [];
  return { ...piece, alignments: said.endsWith("Fanatic") && !found.includes("Fanatic") ? [...found, "Fanatic"] : found };
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
  const secret = [attack.attacker, attack.target].map((cardId) => pieceOf(attack, cardId)).filter(isSecret);
  if (secret.length === 0 || !isOrdinary(piece, attack)) return piece;
  if (secret.some((each) => piece.card.id === each.master || piece.master === each.card.id)) return piece;
  const names = secret.map((each) => each.card.name);
  const clauses = piece.card.clauses.map((clause) => (
    clause.tree && HUSHED.includes(clause.tree.is) && !namesSecret(clause.tree, names) ? { ...clause, tree: null } : clause
  ));
  return { ...piece, card: { ...piece.card, clauses } };
}

function isSecret(piece) {
  return piece.card.attributes.includes("Secret");
}

/** All nodes of a tree, itself first. @returns {Generator<Tree>} */
export function* nodes(/** @type {any} */ tree) {
  if (tree === null || typeof tree !== "object") return;
  if (!Array.isArray(tree)) yield tree;
  for (const part of Object.values(tree)) yield* nodes(part);
}

function namesSecret(said, names) {
  if (said === null || typeof said !== "object") return false;
  return (
    (said.is === "Groups" && said.traits.some((each) => each.includes("Secret")))
    || (said.is === "Named" && said.names.some((name) => names.includes(name)))
    || Object.values(said).some((each) => namesSecret(each, names))
  );
}

/** Whether a permission holds for a Secret target too: one that says so, or names it. @param {Tree} sentence @param {Piece} target */
export function liftsSecrecy(sentence, target) {
  return !isSecret(target) || sentence.secret || namesSecret(sentence.what, [target.card.name]);
}

// --- selectors -------------------------------------------------------------------------------------------------------

/**
 * Whether the selector, said by `speaker`, means this piece; `your` is said by the speaker's owner.
 * @param {any} selector
 * @param {Piece} piece
 * @param {Attack} attack
 * @param {Piece} speaker
 * @returns {boolean}
 */
export function matches(selector, piece, attack, speaker) {
  switch (selector?.is) {
    case "Named":
      return selector.names.includes(piece.card.name);
    case "Ref":
      return referred(selector.which, attack, speaker).some((each) => each.card.id === piece.card.id);
    case "Either":
      return selector.members.some((each) => matches(each, piece, attack, speaker));
    case "Groups":
      return (
        isKind(selector.kind, piece)
        && (selector.traits.length === 0 || isAnyOf(piece, selector.traits))
        && !selector.without.some((trait) => traitsOf(piece).has(trait))
        && owned(selector.owner, piece, speaker)
        && !(selector.other && piece.card.id === speaker.card.id)
        && selector.numbers.every((number) => compare(number, piece.card, piece.power))
        && (selector.master === null || hasMaster(selector.master, piece, attack, speaker))
        && (KNOWN_PLACES.includes(selector.place) || (attack.places?.[selector.place] ?? []).includes(piece.card.id))
        && (selector.place !== "in a Power Structure" || piece.owner !== "nobody")
        && (selector.place !== CHOSEN || speaker.alignments.some((name) => piece.alignments.includes(name)))
        && (selector.place !== LINKED_HERE || piece.linked === speaker.card.id)
        && (selector.place !== OVER_CORPORATE || puppetsOf(piece, attack).some((each) => each.alignments.includes("Corporate")))
        && (selector.place !== BESIDES_TARGET || piece.card.id !== attack.target)
        && (selector.structure === null || inStructure(selector.structure, piece, attack))
        && (selector.puppet === null || puppetsOf(piece, attack).some((each) => selector.puppet.names.includes(each.card.name)))
        && selector.unlinked === null
      );
  }
  return false;
}

/** The alignments, attributes and other words of a card that a selector may ask for. @param {Piece} piece */
export function traitsOf(piece) {
  const { name, attributes, subtype } = piece.card;
  const seen = [...(name.includes("Satellite") ? ["Satellite"] : []), ...(subtype === "personality" ? ["Male"] : [])];
  return new Set([...piece.alignments, ...attributes, ...seen]);
}

/** Whether a card has all of any of these combinations. @param {Piece} piece @param {string[][]} traits */
export function isAnyOf(piece, traits) {
  const found = traitsOf(piece);
  return traits.some((each) => each.every((trait) => found.has(trait)));
}

/** The card that the speaker is linked to, and the others of its name. */
function parted(speaker, attack) {
  const names = attack.pieces.filter((each) => each.card.id === speaker.linked).map((each) => each.card.name);
  return attack.pieces.filter((each) => names.includes(each.card.name) && each.card.kind !== "plot");
}

function isKind(kind, piece) {
  if (kind === "puppet") return piece.master !== null;
  if (kind === "political party") return PARTIES.includes(piece.card.name);
  if (kind in SUBTYPES) return SUBTYPES[kind].includes(piece.card.subtype);
  return (KINDS[kind] ?? []).includes(piece.card.kind);
}

function owned(owner, piece, speaker) {
  if (owner === "any") return true;
  if (owner === "nobody") return piece.owner === "nobody";
  return ["you", "rival"].includes(owner) && piece.owner !== "nobody" && (piece.owner === speaker.owner) === (owner === "you");
}

/** The card that controls a card directly. @param {Piece} piece @param {Attack} attack */
export function masterOf(piece, attack) {
  return attack.pieces.find((each) => each.card.id === piece.master);
}

function puppetsOf(piece, attack) {
  return attack.pieces.filter((each) => each.master === piece.card.id);
}

function hasMaster(selector, piece, attack, speaker) {
  const master = masterOf(piece, attack);
  return master !== undefined && matches(selector, master, attack, speaker);
}

function inStructure(named, piece, attack) {
  return piece.owner !== "nobody" && attack.pieces.some((each) => each.owner === piece.owner && named.names.includes(each.card.name));
}

/** @returns {Piece[]} */
function referred(which, attack, speaker) {
  const target = pieceOf(attack, attack.target);
  const attacker = pieceOf(attack, attack.attacker);
  const some = (piece) => (piece ? [piece] : []);
  const master = () => some(masterOf(speaker, attack));
  const puppets = () => puppetsOf(speaker, attack);
  switch (which) {
    case "this card": return [speaker];
    case "the linked card": return attack.pieces.filter((each) => each.card.id === speaker.linked);
    case "the target": return [target];
    case "the attacker": return [attacker];
    case "the target's puppets": return puppetsOf(target, attack);
    case "the target's master": return some(masterOf(target, attack));
    case "either Place": case "the other Place": return parted(speaker, attack);
    case "its master": return master();
    case "its puppets": case "its puppet": return puppets();
    case "its master and its puppets": return [...master(), ...puppets()];
    case "this card, its master and its puppets": return [speaker, ...master(), ...puppets()];
    case "this card and its puppets": return [speaker, ...puppets()];
    case "this card and its master": return [speaker, ...master()];
  }
  return [];
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

/**
 * Whether the printed number of a card fits. A Power printed as an asterisk fits none.
 * @param {Tree} number
 * @param {Card} card
 * @param {number | null} power  the Power that it has now instead
 */
export function compare(number, card, power = null) {
  const now = number.stat === "Power" ? power : null;
  if (card.variable_power && ["Power", "printed Power"].includes(number.stat) && now === null) return false;
  const value = now ?? numberOn(card, number.stat);
  if (number.operator === ">=") return value >= number.value;
  return number.operator === "<=" ? value <= number.value : value === number.value;
}

// --- attacks and conditions ------------------------------------------------------------------------------------------

/**
 * Whether this attack, which is none by a Plot, is among those that a sentence of `speaker` speaks of.
 * @param {Tree} attacks
 * @param {Attack} attack
 * @param {Piece} speaker
 * @returns {boolean}
 */
export function isMeant(attacks, attack, speaker) {
  if (attacks.is === "EitherAttack") return attacks.members.some((each) => isMeant(each, attack, speaker));
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  const isAny = (selector, pieces) => pieces.some((each) => matches(selector, each, attack, speaker));
  return (
    (["", "any", "not Instant"].includes(attacks.quality)
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
    timing?.is === "OnDeed" && timing.who === "this card" && timing.deed === "interfere in"
    && found.some((/** @type {Tree} */ effect) => effect.is === "Outcome" && effect.outcome === "is no longer privileged")
  ));
  return ends && letsItselfIn(piece, attack);
}

/** Whether what a card says lets it interfere in a privileged attack: in the one that was made before third players took part. */
function letsItselfIn(/** @type {Piece} */ piece, /** @type {Attack} */ attack) {
  const before = (/** @type {string[]} */ cards) => cards.filter((cardId) => pieceOf(attack, cardId).owner !== "third");
  const first = { ...attack, helpers: before(attack.helpers), opponents: before(attack.opponents) };
  return standing(piece, "MayJoin").some(([, { tree: { deed, who, what } }]) => (
    deed === "interfere in" && who === null && what?.quality === "privileged" && isMeant(what, first, piece)
  ));
}

/** The effects of one class of the cards that were played on the attack. @param {Attack} attack @param {string} kind */
export function effects(attack, kind) {
  return attack.played.flatMap((card) => (
    sentences(card, "Ability").flatMap(([, clause]) => clause.tree.effects.filter((effect) => effect.is === kind))
  ));
}

/**
 * Whether all conditions of a sentence of `speaker` hold, `it` in them being the card that the sentence speaks of.
 * @param {Tree[]} conditions
 * @param {Attack} attack
 * @param {Piece} speaker
 * @param {Piece} it
 */
export function met(conditions, attack, speaker, it = speaker) {
  return conditions.every((each) => isMet(each, attack, speaker, it));
}

function isMet(condition, attack, speaker, it) {
  const inPlay = (selector) => attack.pieces.filter((each) => each.owner !== "nobody" && matches(selector, each, attack, speaker));
  const all = (test) => {
    const found = referred(condition.who.which, attack, speaker);
    return found.length > 0 && found.every(test);
  };
  switch (condition.is) {
    case "Controls": {
      const { player, what } = condition;
      const [least, selector] = what.is === "Pick" ? [what.count, what.of] : [1, what];
      const isOne = (owner) => {
        if (["you control", "its owner controls", "you do not control"].includes(player)) return owner === speaker.owner;
        return player !== "a rival controls" || owner !== speaker.owner;
      };
      const found = inPlay(selector).filter((each) => isOne(each.owner)).length;
      return (found >= least) !== ["you do not control", "no player controls"].includes(player);
    }
    case "InPlay":
      return (inPlay(condition.who).length > 0) === condition.holds;
    case "Is":
      return all((each) => isAnyOf(each, condition.traits) === condition.holds);
    case "OneOf":
      return all((each) => matches(condition.what, each, attack, speaker) === condition.holds);
    case "Has":
      return all((each) => compare(condition.number, each.card, each.power));
    case "Linked": {
      const hosts = referred(condition.to.which, attack, speaker).map((each) => each.card.id);
      return attack.pieces.some((each) => condition.what.names.includes(each.card.name) && each.linked !== null && hosts.includes(each.linked));
    }
    case "TakesPart":
      return [attack.attacker, ...attack.helpers, ...attack.opponents, ...(condition.or_target ? [attack.target] : [])]
        .some((cardId) => matches(condition.who, pieceOf(attack, cardId), attack, speaker));
    case "Fact":
      return isFact(condition.event, attack, speaker, it);
  }
  return false;
}

function isFact(event, attack, speaker, it) {
  const target = pieceOf(attack, attack.target);
  switch (event) {
    case "the attack is privileged": return isPrivileged(attack);
    case "the attack is not privileged": return !isPrivileged(attack);
    case "it makes or aids the attack": case "its own Power makes or aids the attack":
      return [attack.attacker, ...attack.helpers].includes(it.card.id);
    case "it aids the defense": return attack.opponents.includes(it.card.id);
    case "the target is yours": return target.owner === speaker.owner && target.owner !== "nobody";
    case "the target is not in Space": return !target.card.attributes.includes("Space");
    case "it is controlled": return it.owner !== "nobody";
    case "it is uncontrolled": return it.owner === "nobody";
  }
  return attack.facts?.[event]?.includes(speaker.card.id) ?? false;
}

/**
 * How many there are of what a sentence of `speaker` about `piece` counts.
 * @param {Tree | null} per
 * @param {Attack} attack
 * @param {Piece} speaker
 * @param {Piece} piece
 * @returns {number}
 */
export function count(per, attack, speaker, piece) {
  if (per === null) return 1;
  const target = pieceOf(attack, attack.target);
  const inPlay = () => attack.pieces.filter((each) => each.owner !== "nobody" && matches(per.of, each, attack, speaker));
  switch (per.is) {
    case "Each": return inPlay().length;
    case "EachOfTarget": return inPlay().filter((each) => each.owner === target.owner).length;
    case "TraitsOfTarget": return per.traits.filter((trait) => traitsOf(target).has(trait)).length;
    case "Thing": return per.what === "point of its Power" ? powerOf(piece) : 0;
  }
  return 0;
}
