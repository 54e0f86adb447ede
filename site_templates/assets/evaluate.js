// @ts-check
/**
 * The attack sum in the browser: the twin of generator/engine/attack.py, function by function. tests/test_parity.py holds
 * the two together line by line, so a change here needs one there.
 *
 * Everything is plain data: `rules` and the cards are those of data/<game>.json, their sentences the trees of the effect
 * language, each node an object whose key `is` names its class. All functions are pure.
 *
 * @typedef {{is: string, [field: string]: any}} Tree
 * @typedef {{text: string, tree: Tree | null, cites: string[]}} Clause
 * @typedef {{id: string, slug: string, name: string, url: string, kind: "illuminati" | "group" | "special", set: string,
 *   power: number | null, transferable: number | null, resistance: number | null, income: number | null,
 *   alignments: string[], attributes: string[], arrow_in: string | null, arrows_out: string[], arrows_unsure: boolean,
 *   clauses: Clause[]}} Card
 * @typedef {{id: string, text: string, tree: Tree, label: string, cites: string[]}} Rule
 * @typedef {{game: string, terms: Rule[], requirements: Rule[], opposites: Record<string, string>, fails_from: number}} Rules
 * @typedef {"you" | "rival" | "nobody"} Owner
 * @typedef {{card: Card, owner: Owner, alignments: string[], openArrows: number, attacksMade: number,
 *   master: string | null}} Piece
 * @typedef {{kind: string, attacker: string, target: string, pieces: Piece[], helpers: string[],
 *   distance: number | null, spent: Record<string, number>, played: Card[], privileged: boolean}} Attack
 * @typedef {{side: "attack" | "defense", amount: number, label: string, text: string, source: string, cites: string[]}} Line
 * @typedef {{ok: boolean, about: string | null, text: string, source: string, cites: string[]}} Reason
 * @typedef {{lines: Line[], reasons: Reason[], legal: boolean, strength: number, needed: number | null,
 *   fixedRoll: number | null, ways: number}} Ledger
 */

/** Whose money a purse holds, as sentences say it. @type {Record<string, string>} */
export const PURSE_WORDS = {
  "attacker": "the attacker's treasury",
  "attacker's Illuminati": "the attacker's Illuminati",
  "target": "the target's treasury",
  "target's Illuminati": "the target's Illuminati",
  "assisting": "assisting players",
  "opposing": "opposing players",
};

/** The names of the purses, in the order of the sum. */
export const PURSES = Object.keys(PURSE_WORDS);

/**
 * The explanation of an attack under the rules of a game.
 * @param {Attack} attack
 * @param {Rules} rules
 * @returns {Ledger}
 */
export function explain(attack, rules) {
  const found = [...termLines(attack, rules), ...bonusLines(attack)];
  const lines = ["attack", "defense"].flatMap((side) => found.filter((line) => line.side === side));
  const reasonsFound = [...reasons(attack, rules)];
  const strength = lines.reduce((sum, line) => sum + (line.side === "attack" ? line.amount : -line.amount), 0);
  const needed = strength >= 2 ? Math.min(strength, rules.fails_from - 1) : null;
  const roll = fixedRoll(attack);
  return {
    lines, reasons: reasonsFound, legal: reasonsFound.every((reason) => reason.ok), strength, needed, fixedRoll: roll,
    ways: ways(needed, roll),
  };
}

/** How many of the 36 outcomes of two dice show this total. @param {number} total */
export function waysToRoll(total) {
  return Math.max(0, 6 - Math.abs(total - 7));
}

/**
 * The piece of that card.
 * @param {Attack} attack
 * @param {string} cardId
 * @returns {Piece}
 */
export function pieceOf(attack, cardId) {
  const piece = attack.pieces.find((candidate) => candidate.card.id === cardId);
  if (!piece) throw new Error(`${cardId} is not part of the attack`);
  return piece;
}

/**
 * Its alignments in this attack: those it has now, or another in place of one when its card says so.
 * @param {Attack} attack
 * @param {Piece} piece
 * @returns {string[]}
 */
export function alignmentsOf(attack, piece) {
  if (piece.card.id === attack.attacker) {
    const target = pieceOf(attack, attack.target);
    for (const [, clause] of sentences(piece.card, "CountsAs")) {
      const sentence = clause.tree;
      if (sentence.kinds.includes(attack.kind) && matchesAs(sentence.target, target, target.alignments, attack, piece)) {
        const kept = piece.alignments.filter((name) => name !== sentence.instead_of && name !== sentence.alignment);
        return [...kept, sentence.alignment];
      }
    }
  }
  return piece.alignments;
}

/**
 * Whether the selector, said by `speaker`, means this piece; `your` is said by the speaker's owner.
 * @param {Tree} selector
 * @param {Piece} piece
 * @param {Attack} attack
 * @param {Piece} speaker
 */
export function matches(selector, piece, attack, speaker) {
  return matchesAs(selector, piece, alignmentsOf(attack, piece), attack, speaker);
}

/** The clauses whose sentence is of one class, each with its number on the card. */
function* sentences(/** @type {Card} */ card, /** @type {string} */ kind) {
  for (const [index, clause] of card.clauses.entries()) {
    if (clause.tree?.is === kind) yield /** @type {[number, {text: string, tree: Tree, cites: string[]}]} */ ([index + 1, clause]);
  }
}

function matchesAs(selector, piece, alignments, attack, speaker) {
  if (selector.is === "Named") return selector.names.includes(piece.card.name);
  const traits = new Set([...alignments, ...piece.card.attributes]);
  return (
    piece.card.kind === "group"
    && (selector.traits.length === 0 || selector.traits.some((wanted) => wanted.every((trait) => traits.has(trait))))
    && owned(selector.owner, piece, speaker)
    && !(selector.other && piece.card.id === speaker.card.id)
    && selector.numbers.every((number) => compare(number, piece.card))
    && (selector.master === null || hasMaster(piece, selector.master, attack))
  );
}

function owned(owner, piece, speaker) {
  if (owner === "any") return true;
  if (owner === "nobody") return piece.owner === "nobody";
  return piece.owner !== "nobody" && (piece.owner === speaker.owner) === (owner === "you");
}

function hasMaster(piece, master, attack) {
  return attack.pieces.some((other) => other.card.id === piece.master && master.names.includes(other.card.name));
}

function number(card, stat) {
  const value = {
    "Power": card.power, "Transferable Power": card.transferable, "Resistance": card.resistance, "Income": card.income,
  }[stat];
  return value ?? 0;
}

function compare(comparison, card) {
  const value = number(card, comparison.stat);
  if (comparison.operator === ">=") return value >= comparison.value;
  return comparison.operator === "<=" ? value <= comparison.value : value === comparison.value;
}

/** @returns {Piece[]} */
function role(attack, name) {
  const ids = { attacker: [attack.attacker], target: [attack.target], helper: attack.helpers }[name];
  return ids.map((cardId) => pieceOf(attack, cardId));
}

// --- lines -----------------------------------------------------------------------------------------------------------

/** @returns {Generator<Line>} */
function* termLines(attack, rules) {
  for (const rule of rules.terms) {
    const term = rule.tree;
    if (!inForce(term, attack)) continue;
    if (term.amount?.is === "StatOf") {
      for (const piece of role(attack, term.amount.role)) yield* statLines(rule, term, piece, attack);
      continue;
    }
    const [count, label] = counted(term.per, attack, rules);
    if (count) {
      yield {
        side: term.side, amount: term.amount * count, label: label || rule.label, text: rule.text, source: rule.id,
        cites: rule.cites,
      };
    }
  }
}

function inForce(rule, attack) {
  return (
    (rule.kinds.length === 0 || rule.kinds.includes(attack.kind))
    && rule.when.every((condition) => holds(condition, attack, null))
    && !rule.unless.some((condition) => holds(condition, attack, null))
  );
}

/** First the value: what a set-to sentence of the card says, else the printed number. Then additions by other cards. */
function* statLines(rule, term, piece, attack) {
  const stat = term.amount.stat;
  const attacker = pieceOf(attack, attack.attacker);
  let base = {
    side: term.side, amount: number(piece.card, stat), label: `${stat} of ${piece.card.name}`, text: rule.text,
    source: rule.id, cites: rule.cites,
  };
  for (const [index, clause] of sentences(piece.card, "StatAgainst")) {
    if (clause.tree.stat === stat && matches(clause.tree.attackers, attacker, attack, piece)) {
      base = clauseLine(term.side, clause.tree.value, base.label, piece.card, index, clause);
    }
  }
  yield base;
  for (const speaker of attack.pieces) {
    if (speaker.owner === "nobody") continue;
    for (const [index, clause] of sentences(speaker.card, "StatChange")) {
      if (clause.tree.stat === stat && matches(clause.tree.who, piece, attack, speaker)) {
        yield clauseLine(term.side, clause.tree.amount, speaker.card.name, speaker.card, index, clause);
      }
    }
  }
}

/** @returns {Line} */
function clauseLine(side, amount, label, card, index, clause) {
  return { side, amount, label, text: clause.text, source: `${card.id}#${index}`, cites: clause.cites };
}

/** @returns {[number, string]} */
function counted(per, attack, rules) {
  if (per === null) return [1, ""];
  if (per.is === "Money") {
    const spent = attack.spent[per.purse] ?? 0;
    return [spent, `${spent} MB from ${PURSE_WORDS[per.purse]}`];
  }
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  const found = pairs(per.relation, alignmentsOf(attack, attacker), target.alignments, rules.opposites);
  return [found.length, `${per.relation}: ${found.join(", ")}`];
}

/** Alignments in common, or opposite pairs. An alignment that is its own opposite (Fanatic) is never in common. */
function pairs(relation, ours, theirs, opposites) {
  if (relation === "identical") return ours.filter((name) => theirs.includes(name) && opposites[name] !== name);
  return ours.filter((name) => theirs.includes(opposites[name])).map((name) => `${name} and ${opposites[name]}`);
}

/** @returns {Generator<Line>} */
function* bonusLines(attack) {
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  for (const piece of attack.pieces) {
    const reaches = {
      "direct": piece.card.id === attack.attacker,
      "any attempt": piece.owner === "you",
      "aid": attack.helpers.includes(piece.card.id),
      "defense": piece.card.id === attack.target,
    };
    for (const [index, clause] of sentences(piece.card, "Bonus")) {
      const bonus = clause.tree;
      if (!reaches[bonus.reach] || !bonus.kinds.includes(attack.kind)) continue;
      const defense = bonus.reach === "defense";
      if (bonus.target === null || matches(bonus.target, defense ? attacker : target, attack, piece)) {
        yield clauseLine(defense ? "defense" : "attack", bonus.amount, piece.card.name, piece.card, index, clause);
      }
    }
  }
}

// --- legality --------------------------------------------------------------------------------------------------------

/** @returns {Generator<Reason>} */
function* reasons(attack, rules) {
  for (const rule of rules.requirements) {
    const requirement = rule.tree;
    if (!inForce(requirement, attack)) continue;
    const asked = requirement.holds.role ? role(attack, requirement.holds.role) : [null];
    for (const piece of asked) {
      yield {
        ok: holds(requirement.holds, attack, piece), about: piece ? piece.card.id : null, text: rule.text,
        source: rule.id, cites: rule.cites,
      };
    }
  }
  const target = pieceOf(attack, attack.target);
  if (target.owner === "nobody") return;
  for (const shield of attack.pieces) {
    if (shield.owner !== target.owner) continue;
    for (const [index, clause] of sentences(shield.card, "Immunity")) {
      for (const cardId of [attack.attacker, ...attack.helpers]) {
        const barred = matches(clause.tree.attackers, pieceOf(attack, cardId), attack, shield);
        yield { ok: !barred, about: cardId, text: clause.text, source: `${shield.card.id}#${index}`, cites: clause.cites };
      }
    }
  }
}

/** Whether a condition holds; about each helper, it is asked of `asked`, or else of all of them. */
function holds(condition, attack, asked) {
  if (condition.role) {
    const pieces = asked ? [asked] : role(attack, condition.role);
    return pieces.every((piece) => holdsOf(condition, piece, attack));
  }
  switch (condition.is) {
    case "Distance":
      return attack.distance === condition.cards;
    case "Played":
      return attack.played.some((card) => card.name === condition.name);
    case "Privileged":
      return isPrivileged(attack) === condition.holds;
    case "NoMoney":
      return (attack.spent[condition.purse] ?? 0) === 0;
  }
  throw new TypeError(condition.is);
}

function holdsOf(condition, piece, attack) {
  switch (condition.is) {
    case "Whose":
      return (piece.owner === condition.owner) === condition.holds;
    case "SameCard":
      return (piece.card.id === { attacker: attack.attacker, target: attack.target }[condition.other]) === condition.holds;
    case "IsIlluminati":
      return (piece.card.kind === "illuminati") === condition.holds;
    case "HasNumber":
      return compare(condition.number, piece.card);
    case "HasOpenArrow":
      return piece.openArrows > 0;
    case "HasAttackLeft":
      return piece.attacksMade < attacksAllowed(piece.card);
  }
  throw new TypeError(condition.is);
}

/** In how many attacks the card may take part each turn: what it says, else one. @param {Card} card */
export function attacksAllowed(card) {
  const allowed = [...sentences(card, "Participation")].map(([, clause]) => clause.tree.attacks);
  return allowed.length ? Math.max(...allowed) : 1;
}

/** Whether the attack still has its privilege: it was declared and no Special in effect has ended it. @param {Attack} attack */
export function isPrivileged(attack) {
  return attack.privileged && effects(attack, "EndPrivilege").length === 0;
}

function effects(attack, kind) {
  return attack.played.flatMap((card) => (
    [...sentences(card, "Ability")].flatMap(([, clause]) => clause.tree.effects.filter((effect) => effect.is === kind))
  ));
}

/** The roll that Specials have set; the last one played governs (Deluxe rules p. 8). */
function fixedRoll(attack) {
  return effects(attack, "SetRoll").at(-1)?.value ?? null;
}

function ways(needed, roll) {
  if (needed === null) return 0;
  if (roll !== null) return roll <= needed ? 36 : 0;
  let sum = 0;
  for (let total = 2; total <= needed; total += 1) sum += waysToRoll(total);
  return sum;
}
