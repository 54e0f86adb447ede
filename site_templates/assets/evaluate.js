// @ts-check
/**
 * The attack sum in the browser: the twin of generator/engine/attack.py (and selecting.js of selecting.py). tests/test_parity.py holds
 * the two together line by line, so a change here needs one there.
 *
 * Everything is plain data: `rules` and the cards are those of data/<game>.json, their sentences the trees of the effect
 * language, each node an object whose key `is` names its class. All functions are pure.
 *
 * @import { Tree, Card, Rules, Piece, Attack, Line, Reason, Ledger } from "./attack-types.js"
 * @import { Use } from "./answers.js"
 */

import { answered, asNothing, boostOf, fails, madeInto, mayBeUsed, usesIn } from "./answers.js";
import { attacking, madeInstant, prepared, rulesOf, strike, targetOf } from "./instant.js";
import { linksOf, withoutForbidden, withoutLapsed, withoutParalyzed } from "./linking.js";
import {
  IN_ACTION, IN_DEFENSE, allowsOwn, count, effects, hasSay, isAnyOf, isBarred, isImmune, isMeant, isPrivileged, isShielded, isUnheard, liftsSecrecy, masterOf, matches, mayInterfere,
  met, numberOn, pieceOf, powerOf, reaches, sentences, settled, standing,
} from "./selecting.js";
import { LINKED, THIS, asserted, demands, onceEach, same } from "./core.js";

/** Whose money a purse holds, as sentences say it. @type {Record<string, string>} */
export const PURSE_WORDS = {
  "attacker": "the attacker's treasury",
  "attacker's Illuminati": "the attacker's Illuminati",
  "target": "the target's treasury",
  "target's Illuminati": "the target's Illuminati",
  "assisting": "assisting players",
  "opposing": "opposing players",
};

/** To which Plots a player may be immune. */

/** The names of the purses, in the order of the sum. */
export const PURSES = Object.keys(PURSE_WORDS);

/**
 * The explanation of an attack under the rules of a game.
 * @param {Attack} attack @param {Rules} rules @returns {Ledger}
 */
export function explain(attack, rules) {
  attack = inOrder(attack.alone ? withoutLapsed(withoutParalyzed(attack), rules) : attack, rules);
  if (attack.alone) attack = withoutForbidden(attack, rules);
  let nature = attack.nature ?? null;
  const [laid, gameRules] = [attack, rules];
  /** @type {Use[]} */
  let making = [];
  if (nature !== null) {
    attack = prepared(attack, nature, settled(counting(attack, rules), rules));
    rules = rulesOf(rules, nature.includes("Instant"));
  } else if (attack.pieces.some(({ card }) => card.id in attack.uses)) {
    const asItIs = settled(counting(attack, rules), rules);
    making = usesIn(asItIs).filter((use) => madeInto(use).length);
    if (making.length) {
      nature = [...new Set(making.flatMap(madeInto))];
      const loud = loudBy(making, asItIs);
      attack = madeInstant(attack, making, nature, loud);
      rules = rulesOf(rules, true, loud.length > 0);
    }
  }
  attack = counting(attack, rules);
  const seen = present(settled(attack, rules));
  const links = attack.alone ? linksOf(laid, nature === null ? seen : settled(laid, gameRules), gameRules) : [];
  const linked = links.map(({ piece, way, legal }) => reason(legal, piece.linked, piece, way.index, way.clause));
  const uses = usesIn(seen).map((use) => making.find(({ piece }) => piece.card.id === use.piece.card.id) ?? use);
  const told = attack.alone ? answered(attack, seen, uses) : attack;
  attack = told === attack ? seen : present(settled(told, rules));
  const found = [...termLines(attack, rules), ...bonusLines(attack, rules), ...agentsLines(attack, rules), ...useLines(uses, seen, attack)];
  const lines = ["attack", "defense"].flatMap((side) => found.filter((line) => line.side === side && isCounted(line, uses, attack, rules)));
  const toUse = uses.map(({ piece, at, clause, fits }) => reason(fits, piece.card.id, piece, at + 1, clause));
  const opened = uses.some(({ effects }) => effects.some(({ is, what }) => is === "MayJoin" && demands(what).some((part) => part.is === "Spared")));
  const own = [...reasons(attack, rules)].filter(({ source }) => !(opened && spares(saidIn(source, attack))));
  const reasonsFound = [...own, ...toUse, ...linked, ...(nature === null ? [] : plotReasons(attack, nature, rules))];
  const strength = lines.reduce((sum, line) => sum + (line.side === "attack" ? line.amount : -line.amount), 0);
  const [failsFrom, fixed, into] = [failingFrom(attack, rules), fixedRoll(attack), turned(attack)];
  const lost = uses.some(({ effects }) => effects.some(fails));
  const needed = lost ? null : neededFor(strength, failsFrom);
  return {
    lines, reasons: reasonsFound, legal: reasonsFound.every((reason) => reason.ok), strength, needed,
    fixedRoll: fixed, ways: ways(needed, fixed, into),
    outcomes: nature === null || lost ? [] : results(attack, rules, strength, uses).map(({ limit, ...told }) => {
      const most = neededFor(limit, failsFrom);
      return { needed: most, ways: ways(most, fixed, into), ...told };
    }),
    failsFrom, turned: [...into],
  };
}

/** The attack in which the Power of the target, and of a card that asks for its own, is the one that it has now (WDH p. 5). @returns {Attack} */
function present(/** @type {Attack} */ attack) {
  return { ...attack, powerNow: (piece) => numberNow({ stat: "Power", role: "helper" }, piece, attack) };
}

/** The cards whose bonuses count in an Instant Attack because a card that is used says so. @returns {string[]} */
function loudBy(/** @type {Use[]} */ uses, /** @type {Attack} */ attack) {
  return uses.flatMap(({ piece: speaker, effects }) => effects.filter(({ is }) => is === "OnlyBonuses").flatMap(({ whose }) => (
    attack.pieces.filter((piece) => matches(whose, piece, attack, speaker)).map(({ card }) => card.id)
  )));
}

/** The attack without what the game does not have besides its terms and requirements. @param {Attack} attack @param {Rules} rules */
function counting(attack, { besides }) {
  return {
    ...attack, besides, agents: "agents-for" in besides ? attack.agents : [], devastated: "devastated" in besides ? attack.devastated : [],
    fromHand: attack.fromHand && "hand" in besides,
    idle: Object.fromEntries(Object.entries(attack.idle).filter(([, why]) => why in besides)),
  };
}

/** Whether nobody treats the pairs of alignments of a line as nothing: all of opposites, or those that hurt him. */
function isCounted(/** @type {Line} */ { source, side, amount }, /** @type {Use[]} */ uses, /** @type {Attack} */ attack, rules) {
  const pairs = rules.terms.find(({ id }) => id === source)?.tree.per;
  return pairs?.is !== "SharedAlignments" || !uses.some((use) => asNothing(use).some((these) => {
    if (these === "opposite") return pairs.relation === "opposite";
    const attacks = [attack.attacker, ...attack.helpers].includes(use.piece.card.id);
    return ((side === "attack") === (amount > 0)) !== attacks;
  }));
}

/** How many of the 36 outcomes of two dice show this total. @param {number} total */
export function waysToRoll(total) {
  return Math.max(0, 6 - Math.abs(total - 7));
}

/** @returns {Piece[]} */
function role(attack, name) {
  const ids = { attacker: [attack.attacker], target: [attack.target], helper: attack.helpers, opponent: attack.opponents }[name];
  return (ids ?? []).map((cardId) => pieceOf(attack, cardId));
}

// --- lines -----------------------------------------------------------------------------------------------------------

/** @returns {Generator<Line>} */
function* termLines(attack, rules) {
  for (const rule of rules.terms) {
    const term = rule.tree;
    if (term.amount?.is === "StatOf") {
      const once = new Set(term.amount.role === "helper" ? [attack.attacker] : []);
      for (const piece of role(attack, term.amount.role)) {
        if (!inForce(term, attack, rules, piece)) continue;
        const counted = once.has(piece.card.id) ? surges(attack) : [];
        once.add(piece.card.id);
        for (const line of statLines(rule, term.side, term.amount, piece, attack)) if (!counted.includes(line.source)) yield line;
      }
      continue;
    }
    if (!inForce(term, attack, rules)) continue;
    const [times, label] = counted(term, attack, rules);
    if (times) {
      yield {
        side: term.side, amount: weighed(term, attack) * times, label: label || rule.label, text: rule.text, source: rule.id,
        cites: rule.cites,
      };
    }
  }
}

/** The sources of what +10 Plots add, which counts once however many Action tokens a card spends. @returns {string[]} */
function surges(attack) {
  return attack.pieces.flatMap((speaker) => standing(speaker, "SurgePlot").map(([index]) => `${speaker.card.id}#${index}`));
}

/** The amount of a term, or what a card in play lets each pair of alignments count instead. */
function weighed(term, attack) {
  let { amount } = term;
  if (term.per?.is !== "SharedAlignments") return amount;
  for (const speaker of attack.pieces) {
    for (const [, clause] of standing(speaker, "AlignmentWeight")) {
      const weight = clause.tree;
      if (speaker.owner !== "nobody" && term.per.relation === weight.relation && Math.abs(amount) === weight.instead) {
        amount = amount > 0 ? weight.value : 0 - weight.value;
      }
    }
  }
  return amount;
}

/** Whether a term or requirement counts, for the card that it speaks of just then. */
function inForce(rule, attack, rules, it = null) {
  return (
    (rule.kinds.length === 0 || rule.kinds.includes(attack.kind))
    && rule.when.every((condition) => holds(condition, attack, rules, it))
    && !rule.unless.some((condition) => holds(condition, attack, rules, it))
  );
}

/** What is printed, as some cards change it, and then what the others make of it (WDH p. 9). */
function* statLines(rule, side, of, piece, attack) {
  const { stat } = of;
  const said = (amount, label) => ({ side, amount, label, text: rule.text, source: rule.id, cites: rule.cites });
  let lines = [said(stat === "Power" ? powerOf(piece) : numberOn(piece.card, stat), `${of.permanent ? "permanent " : ""}${stat} of ${piece.card.name}`)];
  if (PRINTED.has(stat)) lines = changed(lines, { ...of, stat: PRINTED.get(stat), stepped: false }, piece, attack, said);
  lines = changed(lines, of, piece, attack, said, rule.label);
  yield lines[0];
  yield* lines.slice(1).filter((line) => line.amount);
  const total = sumOf(lines);
  if (total < 0 && stat === "Power") yield said(-total, "Power is never below 0");
  if (stat === "Global Power") {
    const most = numberNow({ ...of, stat: "Power", stepped: false, permanent: false }, piece, attack);
    if (most < total) yield said(most - total, "Global Power is never above Power");
  }
}

/** The numbers of which some cards change what is printed: that comes before all other changes, so it is doubled with it. */
const PRINTED = new Map([["Power", "printed Power"], ["Resistance", "printed Resistance"]]);

/** The lines of a number and of its changes. First the value: what a set-to sentence says, else what there was. Then the largest multiplier, then additions (WDH p. 9). */
function changed(lines, of, piece, attack, said, stepLabel = "") {
  const { stat } = of;
  const [{ side, label }] = lines;
  let value = sumOf(lines);
  for (const [speaker, index, clause] of saidOf(piece, attack, of, "StatAgainst", "StatSet", "StatEqual")) {
    const set = speaksOf(clause.tree, stat) ? valueSet(clause.tree, stat, value, piece, speaker, attack) : null;
    if (set === null) continue;
    value = set;
    lines = [clauseLine(side, set, label, speaker.card, index, clause)];
  }
  let factor = of.stepped ? 1 : -1;
  let multiplied = [];
  for (const [speaker, index, clause] of saidOf(piece, attack, of, "StatSet")) {
    const { how, value: by, rounded_up: up } = clause.tree;
    const times = how === "times" ? by : how === "divided" && by ? 1 / by : -1;
    if (times <= factor || !speaksOf(clause.tree, stat)) continue;
    factor = times;
    const product = how === "times" ? value * by : (up ? Math.ceil : Math.floor)(value / by);
    multiplied = [clauseLine(side, product - value, speaker.card.name, speaker.card, index, clause)];
  }
  const step = of.stepped ? [said(value, stepLabel || label)] : [];
  const halved = [];
  const isHalved = stat === "Power" && attack.kind === "destroy" && piece.card.id === attack.target && attack.devastated.includes(attack.target);
  if (isHalved && !of.stepped) {
    const power = value + sumOf(multiplied);
    halved.push({ side, amount: Math.floor(power / 2) - power, label: "Devastated", ...besides(attack.besides, "devastated") });
  }
  return [...lines, ...multiplied, ...halved, ...step, ...additions(side, of, piece, attack)];
}

/** @param {Line[]} lines */
function sumOf(lines) {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

/** Text, source and statements of what counts besides the terms and requirements of a game. */
function besides(said, source) {
  return { text: said[source].text, source, cites: said[source].cites };
}

/**
 * The attack with the Groups named that a New World Order makes something because of their Power: by all but itself and the orders after it.
 * @param {Attack} attack @param {Rules} rules @returns {Attack}
 */
export function inOrder(attack, rules) {
  const asks = (/** @type {any} */ tree) => tree?.is === "Becomes" && demands(tree.who).some((each) => each.is === "Compare" && each.left.what === "Power");
  const orders = attack.pieces.filter(({ card }) => card.nwo && !card.id.includes("@"));
  orders.forEach((order, at) => {
    if (!order.card.clauses.some(({ tree }) => asks(tree))) return;
    const later = orders.slice(at).map(({ card }) => card.id);
    const pieces = attack.pieces.filter(({ card }) => !later.includes(card.id.split("@")[0]));
    const first = pieces[0].card.id;
    const seen = settled(
      { ...attack, kind: "control", attacker: first, target: first, pieces, helpers: [], opponents: [], played: [], devastated: [] }, rules,
    );
    const now = seen.pieces.filter(({ card }) => card.kind === "group").map((piece) => (
      { ...piece, power: numberNow({ stat: "Power", role: "helper", stepped: false, permanent: false }, piece, seen) }
    ));
    const clauses = order.card.clauses.map((clause) => (asks(clause.tree) ? { ...clause, tree: {
      ...clause.tree,
      who: { is: "Named", names: now.filter((piece) => matches(/** @type {any} */ (clause.tree).who, piece, seen, order)).map(({ card }) => card.name) },
    } } : clause));
    attack = { ...attack, pieces: attack.pieces.map((piece) => (piece === order ? { ...order, card: { ...order.card, clauses } } : piece)) };
  });
  return attack;
}

/** A number of a card as it is in this attack. */
export function numberNow(of, piece, attack) {
  const noRule = { id: "", text: "", label: "", cites: [] };
  return sumOf([...statLines(noRule, "attack", of, piece, attack)]);
}

/** What cards add; where one has a bonus in place of its others, only that, and of Resources of which one says so only the best. */
function additions(side, of, piece, attack) {
  let said = saidOf(piece, attack, of, "StatChange").filter(([, , clause]) => speaksOf(clause.tree, of.stat));
  if (of.stat === "Resistance" && says("AddsNothing", piece, attack)) said = [];
  if (said.some(([, , clause]) => clause.tree.alone)) {
    const together = said.filter(([speaker]) => speaker.card.kind === "resource");
    const best = together.reduce((most, each) => (most === null || each[2].tree.amount > most[2].tree.amount ? each : most), null);
    said = said.filter((each) => each === best || !together.includes(each));
  }
  const alone = said.filter(([, , clause]) => clause.tree.instead).map(([speaker]) => speaker.card.id);
  const counting = said.filter(([speaker, , clause]) => clause.tree.instead || clause.tree.amount < 0 || !alone.includes(speaker.card.id));
  const added = counting.map(([speaker, index, clause]) => (
    clauseLine(side, clause.tree.amount * count(clause.tree.per, attack, speaker, piece), speaker.card.name, speaker.card, index, clause)
  ));
  const isTarget = of.role === "target" && !attack.nature?.includes("Instant"); // it is too late then
  const isPrinted = [...PRINTED.values()].includes(of.stat);
  const surges = !of.permanent && !isPrinted && (isTarget || (of.stat === "Power" && piece.card.id !== attack.target));
  const played = surges ? attack.pieces.filter((speaker) => speaker.linked === piece.card.id) : [];
  return [...added, ...played.flatMap((speaker) => standing(speaker, "SurgePlot").map(([index, clause]) => (
    clauseLine(side, clause.tree.amount, speaker.card.name, speaker.card, index, clause)
  )))];
}

/**
 * Standing sentences of these classes that speak of a piece in this attack. A number that is permanent is without those that hold for
 * a while.
 * @returns {Array<[Piece, number, {text: string, tree: Tree, cites: string[]}]>}
 */
function saidOf(piece, attack, of, ...kinds) {
  const attacker = pieceOf(attack, attack.attacker);
  const speaks = (sentence, speaker) => {
    if (sentence.is === "StatAgainst") return speaker === piece && matches(sentence.attackers, attacker, attack, piece);
    return (
      hasSay(speaker, piece)
      && (sentence.until !== IN_DEFENSE || (!of.permanent && inDefense(piece, attack, of)))
      && (sentence.until !== IN_ACTION || of.role !== "target")
      && matches(sentence.who, piece, attack, speaker)
      && (sentence.against === null || (piece.card.id === attack.target && isMeant(sentence.against, attack, speaker)))
      && met(sentence.while_, attack, speaker, piece)
      && reaches(speaker, piece, attack, sentence)
    );
  };
  return spoken(attack, kinds.join(" ")).filter(([speaker, , clause]) => speaks(clause.tree, speaker));
}

/** All standing sentences of these classes, each with who says it and the number of its clause. */
const spoken = onceEach((/** @type {Attack} */ attack, kinds) => attack.pieces.flatMap((speaker) => kinds.split(" ").flatMap((kind) => (
  standing(speaker, kind).map(([index, clause]) => [speaker, index, clause])
))));

/** Whether a number of a card is asked for in the defense of its own Power Structure. */
function inDefense(piece, attack, of) {
  return of.role === "target" || (of.role === "opponent" && piece.owner === pieceOf(attack, attack.target).owner);
}

/** The value that a set-to sentence gives to a number that is `value` now; null when it leaves it alone. */
function valueSet(sentence, stat, value, piece, speaker, attack) {
  switch (sentence.is === "StatSet" ? sentence.how : sentence.source ?? "set") {
    case "set": return sentence.value;
    case "raised": return value < sentence.value ? sentence.value : null;
    case "lowered": return value > sentence.value ? sentence.value : null;
    case "Power": case "permanent Power": {
      if (stat !== "Global Power") return powerOf(piece);
      const permanent = sentence.source === "permanent Power";
      return numberNow({ stat: "Power", role: "helper", stepped: false, permanent }, piece, attack);
    }
    case "printed Power": return numberNow({ stat: "printed Power", role: "helper", stepped: false, permanent: false }, piece, attack);
    case "strongest puppet": {
      const such = sentence.while_.filter((each) => each.is === "Exists").map((each) => each.such);
      const puppets = attack.pieces.filter((each) => (
        each.master === speaker.card.id && such.every((what) => matches(what, each, attack, speaker))
      ));
      const printed = { stat: "printed Power", role: "helper", stepped: false, permanent: false };
      return puppets.length ? Math.max(...puppets.map((each) => numberNow(printed, each, attack))) : null;
    }
  }
  return null;
}

function speaksOf(sentence, stat) {
  return sentence.stat.includes(stat);
}

/** @returns {Line} */
function clauseLine(side, amount, label, card, index, clause) {
  return { side, amount, label, text: clause.text, source: `${card.id}#${index}`, cites: clause.cites };
}

/** How often the amount of a term counts, and the label that says of what. @returns {[number, string]} */
function counted(term, attack, rules) {
  const { per } = term;
  if (per === null) return [1, ""];
  if (per.is === "Money") {
    const spent = attack.spent[per.purse] ?? 0;
    return [spent, `${spent} MB from ${PURSE_WORDS[per.purse]}`];
  }
  const target = pieceOf(attack, attack.target);
  if (per.is === "MasterAlignments") {
    const kept = opposites(attack, rules, attack.target);
    const shared = pairs("identical", target.alignments, masterOf(target, attack)?.alignments ?? [], kept)
      .filter((name) => !addsNothing(name, target, attack));
    return [shared.length, `shared with its master: ${shared.join(", ")}`];
  }
  const attacker = pieceOf(attack, attack.attacker);
  const puppet = attacker.master === attack.target ? attack.attacker : target.master === attack.attacker ? attack.target : null;
  const kept = areTreatedAsIdentical(attack) ? withoutFanatic(rules) : opposites(attack, rules, puppet);
  const found = pairs(per.relation, attacker.alignments, target.alignments, kept)
    .filter((pair) => !replaced(pair, term, attack));
  return [found.length, `${per.relation}: ${found.join(", ")}`];
}

/** Whether a card in effect says that an alignment shared with the master adds nothing to the Resistance of the target. */
function addsNothing(name, target, attack) {
  return says("AddsNothing", target, attack) || says("NoMasterBonus", target, attack, ({ traits }) => traits.includes(name));
}

/** Whether a card in effect says that of a card, in a sentence such as that. */
function says(kind, piece, attack, such = (/** @type {Tree} */ _tree) => true) {
  return attack.pieces.some((speaker) => standing(speaker, kind).some(([, { tree }]) => matches(tree.who, piece, attack, speaker) && such(tree)));
}

/** The opposites of the game, but for Fanatic where all must treat two Fanatics as identical, or those of a `puppet` and its master, if the two
 * alignments compared are theirs. */
function opposites(attack, rules, puppet = null) {
  const isSaid = (speaker) => standing(speaker, "Treat").map(([, clause]) => clause.tree).some((sentence) => (
    sentence.may === "must" && sentence.those === "identical" && sentence.attacks === null
    && ((sentence.these === "Fanatics" && speaker.owner !== "nobody")
      || (sentence.these === "its master's Fanatic" && speaker.card.id === puppet))
  ));
  return attack.pieces.some(isSaid) ? withoutFanatic(rules) : rules.opposites;
}

function withoutFanatic(rules) {
  return Object.fromEntries(Object.entries(rules.opposites).filter(([name]) => name !== "Fanatic"));
}

/** Whether a player who may treat two Fanatics as identical does: the attacker to control, the defender against destruction by others. */
function areTreatedAsIdentical(attack) {
  const chooser = attack.kind === "control" ? "you" : pieceOf(attack, attack.target).owner.replace("you", "nobody");
  return chooser !== "nobody" && attack.pieces.some((speaker) => speaker.owner === chooser && standing(speaker, "Treat").some(([, { tree }]) => (
    tree.these === "any Fanatic"
  )));
}

/** Whether a bonus stands in place of what this pair of alignments gives. */
function replaced(pair, term, attack) {
  return attack.pieces.some((piece) => bonuses(attack, piece).some(([, clause]) => {
    const bonus = clause.tree;
    const penalty = bonus.replaces.includes(term.per.relation) && term.amount < 0;
    if (!penalty && !bonus.replaces.includes("alignments")) return false;
    const asked = [...asserted(bonus.target)].filter(({ is }) => is === "Trait").map(({ name }) => name);
    return asked.length === 0 || pair.split(" and ").some((name) => asked.includes(name));
  }));
}

/** Alignments in common, or opposite pairs. An alignment that is its own opposite (Fanatic) is never in common. */
function pairs(relation, ours, theirs, opposites) {
  if (relation === "identical") return ours.filter((name) => theirs.includes(name) && opposites[name] !== name);
  return ours.filter((name) => theirs.includes(opposites[name])).map((name) => `${name} and ${opposites[name]}`);
}

/** The bonuses of a card that apply to this attack. */
function bonuses(attack, piece) {
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  const reaches = {
    "direct": piece.card.id === attack.attacker,
    "any attempt": piece.owner === "you",
    "defense": piece.card.id === attack.target,
  };
  return standing(piece, "Bonus").filter(([, { tree: bonus }]) => (
    reaches[bonus.reach]
    && bonus.kinds.includes(attack.kind)
    && (bonus.target === null || matches(bonus.target, bonus.reach === "defense" ? attacker : target, attack, piece))
    && met(bonus.while_, attack, piece)
    && !(bonus.reach === "any attempt" && isImmune(target, piece, attack))
  ));
}

/** @returns {Generator<Line>} */
function* bonusLines(attack, rules) {
  const target = pieceOf(attack, attack.target);
  for (const piece of attack.pieces) {
    const found = ownBonuses(attack, piece, rules);
    const alone = found.some(isAlone);
    yield* found.filter((each) => each[1].amount && (!alone || isAlone(each))).map(([, line]) => line);
    for (const [index, clause] of standing(piece, "DefenseOf")) {
      const sentence = clause.tree;
      const meant = sentence.against === null || isMeant(sentence.against, attack, piece);
      const may = meant && maySpeak(piece, sentence.who, sentence) && matches(sentence.who, target, attack, piece);
      if (may && met(sentence.while_, attack, piece)) {
        const line = bonusLine("defense", piece, index, clause, attack, target);
        if (line.amount) yield line;
      }
    }
  }
  for (const [name, side] of [["helper", "attack"], ["opponent", "defense"]]) {
    for (const piece of once(role(attack, name))) {
      for (const [speaker, index, clause] of invitations(piece, attack)) {
        if (clause.tree.bonus) yield clauseLine(side, clause.tree.bonus, piece.card.name, speaker.card, index, clause);
      }
    }
  }
}

/** What agents are worth; those for the attack nothing, where a card of the target's player says so. @returns {Generator<Line>} */
function* agentsLines(attack, rules) {
  const target = pieceOf(attack, attack.target);
  const useless = areUseless(attack);
  for (const side of attack.agents) {
    if ((side === "for" && useless) || attack.nature?.includes("Instant")) continue;
    yield {
      side: side === "for" ? "attack" : "defense", amount: rules.agents[side], label: `agents: ${target.card.name}`,
      ...besides(rules.besides, `agents-${side}`), source: "agents",
    };
  }
}

/** Whether a card of the target's player takes the bonus from agents for the attack. */
function areUseless(/** @type {Attack} */ attack) {
  const target = pieceOf(attack, attack.target);
  return target.owner !== "nobody" && attack.pieces.some((speaker) => speaker.owner === target.owner && (
    standing(speaker, "Standing").some(([, { tree }]) => tree.rule === "weak agents" && met(tree.while_, attack, speaker))
  ));
}

/** What Plots and abilities add that are used with the attack as it is `seen` before them; what counts, the `told` one says. @returns {Generator<Line>} */
function* useLines(/** @type {Use[]} */ uses, /** @type {Attack} */ seen, /** @type {Attack} */ told) {
  const useless = areUseless(told);
  for (const { piece, at, clause, effects } of uses) {
    const withAgents = useless && piece.card.kind !== "plot" && clause.tree.timing?.what?.is === "Duplicate";
    for (const found of isUnheard(piece, told, clause.tree) ? [] : effects.map((effect) => boostOf(effect, piece, seen))) {
      if (found && !(withAgents && found.side === "attack")) yield clauseLine(found.side, found.amount, piece.card.name, piece.card, at + 1, clause);
    }
  }
}

const isAlone = ([replaces]) => replaces.includes("others");

function bonusLine(side, piece, index, clause, attack, target) {
  return clauseLine(side, clause.tree.amount * count(clause.tree.per, attack, piece, target), piece.card.name, piece.card, index, clause);
}

/**
 * The lines of a card's bonuses, each with what it stands in place of. Where only the best counts, penalties and what is added
 * to the others count besides. A bonus to attacks that are named counts beside one on any attempt, but not beside a direct one.
 */
function ownBonuses(attack, piece, rules) {
  const target = pieceOf(attack, attack.target);
  const own = bonuses(attack, piece).map(([index, clause]) => (
    [clause.tree.replaces, bonusLine(clause.tree.reach === "defense" ? "defense" : "attack", piece, index, clause, attack, target), clause.tree]
  ));
  const named = namedBonuses(attack, piece);
  const leading = own.filter(([, line, bonus]) => rules.differs.includes("best-bonus") && bonus.reach !== "defense" && !bonus.added && line.amount > 0);
  if (leading.some(([, , { reach }]) => reach === "direct")) leading.push(...named.filter(([, line]) => line.amount > 0));
  const [best] = leading.some(isAlone) ? [] : [...leading].sort(([, one], [, other]) => other.amount - one.amount);
  return [...own, ...named].filter((each) => !best || !leading.includes(each) || each === best);
}

function namedBonuses(attack, piece) {
  const target = pieceOf(attack, attack.target);
  if (isImmune(target, piece, attack)) return [];
  return standing(piece, "BonusTo").filter(([, { tree: sentence }]) => (
    maySpeak(piece, sentence.what.on, sentence) && isMeant(sentence.what, attack, piece) && met(sentence.while_, attack, piece)
  )).map(([index, clause]) => [clause.tree.replaces, bonusLine("attack", piece, index, clause, attack, target)]);
}

/** What a sentence says of itself that holds while nobody controls its card. */
const UNCONTROLLED = { is: "It", such: { is: "Belongs", player: "nobody" } };

/** Whether a card has a say about what a sentence names: one of nobody's, about itself or what it is linked to, unless it speaks of that. */
function maySpeak(piece, of, sentence) {
  return piece.owner !== "nobody" || [THIS, LINKED].some((each) => same(of, each)) || sentence.while_.some((each) => same(each, UNCONTROLLED));
}

// --- legality --------------------------------------------------------------------------------------------------------

/** @returns {Generator<Reason>} */
function* reasons(attack, rules) {
  for (const rule of rules.requirements) {
    const requirement = rule.tree;
    const asked = requirement.holds.role ? once(role(attack, requirement.holds.role)) : [null];
    const asksPrivilege = requirement.when.some(({ is }) => is === "Privileged");
    for (const piece of asked) {
      if (!inForce(requirement, attack, rules, piece) || (piece && asksPrivilege && mayInterfere(piece, attack))) continue;
      yield {
        ok: piece ? holdsOf(requirement.holds, piece, attack, rules) : holds(requirement.holds, attack, rules),
        about: piece ? piece.card.id : null, text: rule.text, source: rule.id, cites: rule.cites,
      };
    }
  }
  yield* shields(attack, rules);
  yield* bans(attack);
  yield* plays(attack);
  yield* masters(attack);
  yield* before(attack, rules);
}

/** What is judged before an attack: where its target is, what agents there are, and who has no Action to spend. @returns {Generator<Reason>} */
function* before(attack, rules) {
  if (attack.fromHand) yield { ok: attack.kind === "control", about: attack.target, ...besides(rules.besides, "hand") };
  if (attack.agents.length) {
    yield { ok: attack.agents.length === 1, about: null, ...besides(rules.besides, "agents-once") };
    const isBarredFrom = standing(pieceOf(attack, attack.target), "Standing").some(([, { tree }]) => tree.rule === "no agents");
    yield { ok: !isBarredFrom, about: attack.target, ...besides(rules.besides, "agents-barred") };
    for (const shield of attack.pieces) {
      for (const [index, clause] of standing(shield, "Immunity")) {
        const { attackers, who } = clause.tree;
        if (attackers === "duplicates" && isShielded(who, pieceOf(attack, attack.target), shield, attack)) {
          yield reason(false, attack.target, shield, index, clause);
        }
      }
    }
    const isWithin = pieceOf(attack, attack.target).owner !== "nobody" || (attack.fromHand && !attack.agents.includes("for"));
    if (attack.alone) yield { ok: isWithin, about: attack.target, ...besides(rules.besides, "agents-within") };
  }
  const frozen = new Map([...frozenBy(attack), ...withoutTokens(attack)]);
  for (const cardId of new Set([attack.attacker, ...attack.helpers, ...attack.opponents])) {
    const why = attack.idle[cardId] ?? powerless(pieceOf(attack, cardId), attack, rules);
    if (!why && !frozen.has(cardId)) continue;
    const free = cardId !== attack.attacker && invitations(pieceOf(attack, cardId), attack).some(([, , clause]) => clause.tree.free);
    if (why) yield { ok: free, about: cardId, ...besides(rules.besides, why) };
    if (frozen.has(cardId)) yield { ok: free, ...frozen.get(cardId) };
  }
}

/** Why a Group of a position spends no Action token whose Power other cards reduce to 0. @returns {string | null} */
function powerless(/** @type {Piece} */ piece, /** @type {Attack} */ attack, rules) {
  if (!attack.alone || piece.card.kind !== "group" || !piece.card.power || !rules.besides["powerless-idle"]) return null;
  return numberNow({ stat: "Power", role: "helper" }, piece, attack) === 0 ? "powerless-idle" : null;
}

/** The cards that take part and of which a card in play says that they cannot have Action tokens. @returns {Array<[string, Reason]>} */
function withoutTokens(attack) {
  const taking = ["attacker", "helper", "opponent"].flatMap((name) => role(attack, name));
  return (attack.alone ? attack.pieces : []).flatMap((speaker) => standing(speaker, "MayNot").flatMap(([index, clause]) => (
    clause.tree.deed.includes("keep tokens") && met(clause.tree.while_, attack, speaker)
      ? taking.filter((piece) => matches(clause.tree.who, piece, attack, speaker)).map(({ card }) => [card.id, reason(false, card.id, speaker, index, clause)]) : []
  )));
}

/** What an Attribute Freeze that a position says is in effect keeps from spending Action tokens; the target still defends itself. @returns {Map<string, Reason>} */
function frozenBy(attack) {
  const taking = ["attacker", "helper", "opponent"].flatMap((name) => role(attack, name)).filter(({ card }) => card.id !== attack.target);
  return new Map((attack.alone ? attack.played : []).flatMap((card) => card.clauses.flatMap((clause, at) => (
    clause.tree?.is !== "Freeze" ? [] : taking.filter((piece) => matches(clause.tree.who, piece, attack, piece)).map((piece) => (
      [piece.card.id, reason(false, piece.card.id, { card }, at + 1, clause)]
    ))
  ))));
}

/** Whether a Plot may strike its target, and who may take part in an Instant Attack. @returns {Generator<Reason>} */
function* plotReasons(attack, nature, rules) {
  const attacker = pieceOf(attack, attack.attacker);
  const sentence = struckBy(attacker.card);
  if (sentence) {
    const source = { Assassination: "assassination", Disaster: "disaster" }[sentence.is] ?? "plot-target";
    const fits = matches(targetOf(sentence), pieceOf(attack, attack.target), attack, attacker);
    yield { ok: fits, about: attack.target, ...besides(rules.besides, source) };
  }
  for (const [index, clause] of attack.privileged ? standing(attacker, "Ability") : []) {
    const isSaid = clause.tree.effects.some((/** @type {Tree} */ each) => each.is === "Outcome" && each.outcome === "never Instant or privileged");
    if (isSaid) yield reason(false, attack.attacker, attacker, index, clause);
  }
  if (!nature.includes("Instant")) return;
  if (attack.agents.length) yield { ok: false, about: null, ...besides(rules.besides, "instant-agents") };
  const leave = new Map([...attack.helpers, ...attack.opponents].map((cardId) => (
    [cardId, invitations(pieceOf(attack, cardId), attack).map(([speaker]) => speaker.card.id)]
  )));
  for (const [cardId, speakers] of leave) yield { ok: speakers.length > 0, about: cardId, ...besides(rules.besides, "instant-joins") };
  const byPlot = [...new Set(attack.helpers)].filter((cardId) => leave.get(cardId).join() === attack.attacker).length;
  if (sentence?.helper && (sentence.is === "Disaster" || byPlot)) {
    yield { ok: byPlot === 1, about: null, ...besides(rules.besides, "instant-one") };
  }
  if (attack.opponents.includes(attack.target)) yield { ok: false, about: attack.target, ...besides(rules.besides, "instant-target") };
  const late = attack.pieces.filter((piece) => piece.linked === attack.target && standing(piece, "SurgePlot").length);
  yield* late.map(() => ({ ok: false, about: attack.target, ...besides(rules.besides, "instant-late") }));
}

/** What attacks in what a Plot says; null for a Group, whose attack another card makes Instant. @returns {Tree | null} */
function struckBy(card) {
  const clause = card.kind === "plot" ? attacking(card) : null;
  return clause ? strike(clause.tree) : null;
}

/**
 * What may come of the attack of a Plot, and up to which roll.
 * @param {Attack} attack @param {Rules} rules @param {number} strength @param {Use[]} uses
 * @returns {Array<{limit: number, text: string, source: string, cites: string[]}>}
 */
function results(attack, rules, strength, uses) {
  const sentence = struckBy(pieceOf(attack, attack.attacker).card);
  /** @type {Array<[string, number]>} */
  const limits = [];
  if (sentence?.is === "Disaster") {
    const target = pieceOf(attack, attack.target);
    const isSpared = attack.pieces.some((speaker) => standing(speaker, "Cannot").some(([, { tree }]) => (
      tree.deed.includes("Devastated") && matches(tree.who, target, attack, speaker) && met(tree.while_, attack, speaker)
    )));
    if (!isSpared) limits.push(["devastates", strength]);
    const isSlight = uses.some(({ effects }) => effects.some(({ is, outcome }) => is === "Outcome" && outcome === "only devastates"));
    if (sentence.margin !== null && !isSlight) limits.push(["destroys", strength - sentence.margin]);
  } else {
    limits.push([attack.nature.includes("Assassination") ? "killed" : "destroyed", strength]);
  }
  return limits.map(([source, limit]) => ({ limit, ...besides(rules.besides, source) }));
}

/** Each card once, however many Action tokens it spends. @param {Piece[]} pieces */
function once(pieces) {
  return [...new Map(pieces.map((piece) => [piece.card.id, piece])).values()];
}

/**
 * Immunities of the target, asked of everyone who takes part, of the cards whose abilities are used with the attack, and those to Plots of
 * the Plots that are played.
 * @returns {Generator<Reason>}
 */
function* shields(attack, rules) {
  const target = pieceOf(attack, attack.target);
  const used = usedFromOutside(attack, target);
  for (const shield of attack.pieces) {
    for (const [index, clause] of standing(shield, "Immunity")) {
      if (!isShielded(clause.tree.who, target, shield, attack) || !met(clause.tree.while_, attack, shield)) continue;
      const here = attack.played.map(({ id }) => id).filter((id) => attack.pieces.some(({ card }) => card.id === id));
      const plots = [Object.keys(attack.uses), here].find(({ length }) => length) ?? [];
      const { attackers } = clause.tree;
      const also = typeof attackers === "string" ? plots : attackers.is === "Attacks" ? [] : used;
      for (const cardId of [attack.attacker, ...attack.helpers, ...also]) {
        const piece = pieceOf(attack, cardId);
        const barred = barredBy(clause.tree, piece, shield, attack);
        const own = rules.differs.includes("own-cards") && piece.owner === target.owner;
        if (barred !== null) yield reason(own || !barred || (shield === target && isNamed(target, piece, attack)), cardId, shield, index, clause);
      }
    }
  }
}

/**
 * The Groups and Resources of others than the target's player of which an ability is used with the attack, and that neither make nor aid
 * it, except one that lets it join. What a Resource does that is linked to a Group, this Group does.
 * @returns {string[]}
 */
function usedFromOutside(attack, target) {
  const joins = ({ tree }) => tree.effects.some(({ is }) => is === "MayJoin");
  return attack.pieces.filter(({ card, owner }) => (
    card.id in attack.uses && owner !== target.owner && ["group", "resource"].includes(card.kind)
    && !card.clauses.filter(mayBeUsed).some(joins)
  )).flatMap(({ card, linked }) => [card.id, card.kind === "resource" ? linked : null].filter((id) => (
    id !== null && attack.pieces.some((each) => each.card.id === id) && id !== attack.attacker && !attack.helpers.includes(id)
  )));
}

/** Whether a bonus of a card for what it does in this attack names the target: then no immunity that its own text gives counts against it. */
function isNamed(target, piece, attack) {
  return attack.differs.includes("passive") && bonuses(attack, piece).some(([, { tree }]) => (
    tree.reach === "direct"
    && [...asserted(tree.target)].some((node) => node.is === "Named" && node.names.includes(target.card.name))
  ));
}

/** @returns {Reason} */
function reason(ok, about, speaker, index, clause) {
  return { ok, about, text: clause.text, source: `${speaker.card.id}#${index}`, cites: clause.cites };
}

/** What a clause says that is the source of a line or of a reason; null for any other source. @returns {Tree | null} */
function saidIn(/** @type {string} */ source, /** @type {Attack} */ attack) {
  const [cardId, number] = source.split("#");
  const piece = attack.pieces.find(({ card }) => card.id === cardId);
  return piece?.card.clauses[Number(number) - 1]?.tree ?? null;
}

/** Whether a sentence spares a Group whoever attacks. */
function spares(/** @type {Tree | null} */ said) {
  return said?.is === "Cannot" || (said?.is === "Immunity" && said.attackers.is === "Attacks" && said.attackers.by === null);
}

/** Whether an immunity bars a card from this attack; null when it is no immunity to cards or attacks such as this. */
function barredBy(immunity, piece, shield, attack) {
  const { attackers, unless } = immunity;
  if (typeof attackers === "string") {
    return attackers === "Magic" && piece.card.kind === "plot" && piece.card.attributes.includes("Magic") ? true : null;
  }
  if (attackers.is === "Attacks") {
    if (piece.card.id !== attack.attacker) return barredFromAid(immunity, piece, shield, attack);
    if (!isMeant(attackers, attack, shield)) return null;
    return !(unless?.is === "Attacks" && isMeant(unless, attack, shield));
  }
  return isBarred(immunity, piece, shield, attack);
}

/** Whether an immunity to attacks by some cards bars this one, which aids: who may not attack may not aid either. */
function barredFromAid(immunity, piece, shield, attack) {
  const { attackers, unless } = immunity;
  if (!attackers.by || !isMeant({ ...attackers, by: null }, attack, shield)) return null;
  return matches(attackers.by, piece, attack, shield) && !(unless?.is === "Attacks" && isMeant(unless, attack, shield));
}

/** What a card does, by the role in which it then takes part. Who is neither attacker nor defender interferes besides. */
const JOINS = { helper: "aid", opponent: "oppose" };
/** @type {Record<string, string>} */
const SPARES = { "destroyed": "destroy", "captured": "control", "controlled": "control" };

/** What cards in play forbid: attacks by some cards or players, and attacks on some cards. @returns {Generator<Reason>} */
function* bans(attack) {
  const target = pieceOf(attack, attack.target);
  for (const [zap, index, clause] of zapsOn(attack, pieceOf(attack, attack.attacker).owner)) {
    if (isZapped(zap, clause.tree.ban, attack)) yield reason(false, attack.attacker, zap, index, clause);
  }
  for (const speaker of attack.pieces) {
    if (speaker.owner === "nobody" && speaker !== target) continue;
    for (const [index, clause] of standing(speaker, "MayNot")) {
      const ban = clause.tree;
      if (attack.alone && attack.kind === "control" && ban.deed.includes("get puppets")) {
        if (isBanned(ban.who, pieceOf(attack, attack.attacker), speaker, attack)) yield reason(false, attack.attacker, speaker, index, clause);
        continue;
      }
      if (!ban.deed.includes(attack.kind) || !(ban.what === null || matches(ban.what, target, attack, speaker))) continue;
      if (isBanned(ban.who, pieceOf(attack, attack.attacker), speaker, attack) && met(ban.while_, attack, speaker)) {
        yield reason(matches(ban.unless, target, attack, speaker), attack.attacker, speaker, index, clause);
      }
    }
    yield* bansOnJoining(speaker, attack);
    for (const [index, clause] of standing(speaker, "Cannot")) {
      const shield = clause.tree;
      if (!shield.deed.some((deed) => SPARES[deed] === attack.kind)) continue;
      const meant = matches(shield.who, target, attack, speaker) && met(shield.while_, attack, speaker);
      if (meant && (isOf(shield.by, attack, speaker, true) || launches(shield.by, attack))) {
        const allowed = shield.allowed && pieceOf(attack, attack.attacker).owner === speaker.owner;
        yield reason(isOf(shield.unless, attack, speaker, false) || allowed, attack.target, speaker, index, clause);
      }
    }
  }
}

/**
 * The Zaps that a position lays on the Illuminati of a player and that have a hold on it.
 * @returns {Array<[Piece, number, any]>}
 */
function zapsOn(/** @type {Attack} */ attack, /** @type {import("./attack-types.js").Owner} */ owner) {
  if (!attack.alone) return [];
  return attack.pieces.flatMap((piece) => {
    const host = attack.pieces.find(({ card }) => card.id === piece.linked);
    if (host?.card.kind !== "illuminati" || host.owner !== owner) return [];
    const names = ({ rider }) => rider?.is === "Named" && rider.names.includes(host.card.name);
    return piece.card.clauses.flatMap((clause, at) => (clause.tree?.is === "Zap" && !names(clause.tree) ? [[piece, at + 1, clause]] : []));
  });
}

/** Whether the attack is what a Zap on the attacker's player forbids: a strike, or an attack to control such a Group. */
function isZapped(zap, ban, attack) {
  if (!ban) return false;
  if (ban.deed[0] === "play") return ["Assassination", "Disaster"].some((nature) => attack.nature?.includes(nature));
  return attack.kind === "control" && matches(ban.what, pieceOf(attack, attack.target), attack, zap);
}

/** Whether an attack by a Plot is one of a player whose Illuminati a sentence names. @param {Tree | string | null} by @param {Attack} attack */
function launches(by, attack) {
  const attacker = pieceOf(attack, attack.attacker);
  return attacker.card.kind === "plot" && by?.is === "Named" && attack.pieces.some((each) => (
    each.card.kind === "illuminati" && each.owner === attacker.owner && by.names.includes(each.card.name)
  ));
}

/** What a card forbids to helpers and opponents; who is immune to it may oppose. @returns {Generator<Reason>} */
function* bansOnJoining(speaker, attack) {
  for (const [name, deed] of Object.entries(JOINS)) {
    for (const piece of once(role(attack, name))) {
      for (const [index, clause] of standing(speaker, "MayNot")) {
        const ban = clause.tree;
        const named = ban.deed.includes(deed) || (ban.deed.includes("aid target") && name === "opponent" && piece.card.id !== attack.target);
        if (named && (ban.what === null || concerns(ban.what, attack, speaker)) && isBanned(ban.who, piece, speaker, attack) && met(ban.while_, attack, speaker)) {
          const spared = matches(ban.unless, piece, attack, speaker) || (name === "opponent" && isImmune(piece, speaker, attack));
          yield reason(spared, piece.card.id, speaker, index, clause);
        }
      }
    }
  }
}

/** Whether a +10 Plot may be played on the card that it is played on, which must take part. @returns {Generator<Reason>} */
function* plays(attack) {
  const taking = [attack.attacker, attack.target, ...attack.helpers, ...attack.opponents];
  for (const speaker of attack.pieces) {
    for (const [index, clause] of standing(speaker, "SurgePlot")) {
      const on = attack.pieces.find((each) => each.card.id === speaker.linked);
      const may = on !== undefined && taking.includes(on.card.id) && matches(clause.tree.who.of, on, attack, speaker);
      yield reason(may, speaker.linked, speaker, index, clause);
    }
  }
}

/** What target and attacker say of their masters and puppets, where one is to be the other's. @returns {Generator<Reason>} */
function* masters(attack) {
  const target = pieceOf(attack, attack.target);
  const attacker = pieceOf(attack, attack.attacker);
  for (const { speaker, other, rule } of attack.kind !== "control" ? [] : [
    { speaker: target, other: attacker, rule: "under Personality" }, { speaker: attacker, other: target, rule: "over Personalities" },
  ]) {
    for (const [index, clause] of standing(speaker, "Standing")) {
      if (clause.tree.rule === rule) yield reason(other.card.subtype === "personality", other.card.id, speaker, index, clause);
    }
  }
}

/** Whether a ban speaks of a card that takes part: of the card itself, of its player, of rivals or of cards. */
function isBanned(who, piece, speaker, attack) {
  switch (who) {
    case null: return piece === speaker;
    case "you": return piece.owner === speaker.owner;
    case "your rivals": return piece.owner !== speaker.owner;
    case "any player": return true;
  }
  return matches(who, piece, attack, speaker);
}

/** Whether the attack is, or its attacker is among, what a sentence names; `otherwise` when it names nothing. */
function isOf(what, attack, speaker, otherwise) {
  const attacker = pieceOf(attack, attack.attacker);
  if (what === null) return otherwise;
  if (what === "your rivals") return attacker.owner !== speaker.owner;
  return ["Attacks", "EitherAttack"].includes(what.is) ? isMeant(what, attack, speaker) : matches(what, attacker, attack, speaker);
}

/** Whether a condition holds; about each helper or opponent, for all of them, and about `it`, for that card. */
function holds(condition, attack, rules, it = null) {
  if (condition.role) {
    const its = it ? [it] : [];
    return (condition.role === "it" ? its : role(attack, condition.role)).every((piece) => holdsOf(condition, piece, attack, rules));
  }
  switch (condition.is) {
    case "Distance": return attack.distance === condition.cards
      && !zapsOn(attack, pieceOf(attack, attack.target).owner).some(([, , { tree }]) => tree.rule === "no position");
    case "Played": return attack.played.some((card) => card.name === condition.name);
    case "Privileged": return isPrivileged(attack) === condition.holds;
    case "NoMoney": return (attack.spent[condition.purse] ?? 0) === 0;
  }
  throw new TypeError(condition.is);
}

function holdsOf(condition, piece, attack, rules) {
  switch (condition.is) {
    case "Whose": return (piece.owner === condition.owner) === condition.holds;
    case "SameCard":
      if (condition.role === "helper" && condition.other === "attacker" && spendsTogether(piece)) return true;
      return (piece.card.id === { attacker: attack.attacker, target: attack.target }[condition.other]) === condition.holds;
    case "IsIlluminati": return (piece.card.kind === "illuminati") === condition.holds;
    case "HasNumber": return matches(condition.number, piece, attack, piece);
    case "RoleIs": return isAnyOf(piece, condition.traits) === condition.holds;
    case "MayAttack": return mayAttack(piece, attack);
    case "Tied": return condition.ties.some((tie) => isTied(tie, piece, attack, rules));
    case "Once":
      return [...attack.helpers, ...attack.opponents].filter((cardId) => cardId === piece.card.id).length < 2
        || spendsTogether(piece);
    case "HasOpenArrow": return piece.openArrows > 0;
    case "HasAttackLeft": return piece.attacksMade < attacksAllowed(piece.card);
  }
  throw new TypeError(condition.is);
}

/** Whether a card says that it may spend several Action tokens in one attack. */
function spendsTogether(/** @type {Piece} */ piece) {
  return standing(piece, "Tokens").some(([, clause]) => clause.tree.limit === "together");
}

/** Whether a card has such a reason to take part. */
function isTied(tie, piece, attack, rules) {
  const attacker = pieceOf(attack, attack.attacker);
  const target = pieceOf(attack, attack.target);
  switch (tie) {
    case "identical": case "opposite":
      if (piece === attacker) return true; // one that spends several Action tokens together
      return pairs(tie, piece.alignments, target.alignments, opposites(attack, rules)).length > 0;
    case "master": return piece.card.id === target.master;
    case "puppet": return piece.master === target.card.id;
    case "self": return piece === target;
    case "its master": return piece.card.id === attacker.master;
    case "its puppet": return piece.master === attacker.card.id;
    case "Illuminati": return piece.card.kind === "illuminati";
    case "Global Power":
      return numberNow({ stat: "Global Power", role: "helper", stepped: false, permanent: false }, piece, attack) > 0;
  }
  const said = invitations(piece, attack).map(([, , clause]) => clause.tree);
  if (tie === "allowed") return said.some((sentence) => sentence.any_alignment);
  return said.some((sentence) => liftsSecrecy(sentence, attacker) && liftsSecrecy(sentence, target));
}

/**
 * What cards say that lets a helper or opponent take part.
 * @returns {Array<[Piece, number, {text: string, tree: Tree, cites: string[]}]>}
 */
function invitations(piece, attack) {
  const deed = JOINS[attack.helpers.includes(piece.card.id) ? "helper" : "opponent"];
  const isFor = (who, speaker) => (
    who === null ? speaker === piece : hasSay(speaker, piece) && matches(who, piece, attack, speaker)
  );
  return attack.pieces.flatMap((speaker) => standing(speaker, "MayJoin").filter(([, { tree: sentence }]) => (
    (sentence.deed.includes(deed) || (piece.owner === "third" && sentence.deed.includes("interfere"))) && isFor(sentence.who, speaker) && concerns(sentence.what, attack, speaker)
    && met(sentence.while_, attack, speaker) && (sentence.secret || !isUnheard(speaker, attack, sentence))
  )).map(([index, clause]) => /** @type {[Piece, number, typeof clause]} */ ([speaker, index, clause])));
}

/** Whether a sentence of `speaker` speaks of this attack, or of its target. */
function concerns(what, attack, speaker) {
  if (["Attacks", "EitherAttack"].includes(what?.is)) return isMeant(what, attack, speaker);
  return matches(what, pieceOf(attack, attack.target), attack, speaker);
}

/** Whether what a card says lets it attack this target although a rule would not. */
function mayAttack(piece, attack) {
  const target = pieceOf(attack, attack.target);
  return standing(piece, "MayJoin").some(([, { tree: sentence }]) => (
    sentence.deed.includes(attack.kind) && sentence.who === null && matches(sentence.what, target, attack, piece) && liftsSecrecy(sentence, target)
    && allowsOwn(sentence, attack) && met(sentence.while_, attack, piece)
  ));
}

/** In how many attacks the card may take part each turn: what it says, else one. @param {Card} card */
function attacksAllowed(card) {
  const allowed = sentences(card, "Participation").map(([, clause]) => clause.tree.attacks);
  return allowed.length ? Math.max(...allowed) : 1;
}

/** The roll that Specials have set; the last one played governs (Deluxe rules p. 8). */
function fixedRoll(attack) {
  return effects(attack, "SetRoll").at(-1)?.value ?? null;
}

/** The lowest roll that always fails: 12 where a card that takes part says that 11 does not. */
function failingFrom(attack, rules) {
  const eleven = attack.pieces.some((speaker) => standing(speaker, "Standing").some(([, { tree }]) => (
    tree.rule === "11 is safe" && met(tree.while_, attack, speaker)
  )));
  return eleven ? Math.max(rules.fails_from, 12) : rules.fails_from;
}

/** The highest roll with which an attack of this strength succeeds. */
function neededFor(/** @type {number} */ strength, /** @type {number} */ failsFrom) {
  return strength >= 2 ? Math.min(strength, failsFrom - 1) : null;
}

/** The rolls that cards turn into others of themselves, and into which. @returns {Map<number, number>} */
function turned(/** @type {Attack} */ attack) {
  const found = new Map();
  for (const speaker of attack.pieces) {
    for (const [, { tree: { timing, costs, when, effects: does } }] of standing(speaker, "Ability")) {
      if (timing?.is !== "OnDeed" || !timing.deed.includes("roll") || costs.length || !met(when, attack, speaker)) continue;
      for (const effect of does) if (effect.is === "SetRoll") (timing.what.rolls ?? []).forEach((/** @type {number} */ roll) => found.set(roll, effect.value));
    }
  }
  return found;
}

/** How many outcomes of two dice succeed where `needed` is the highest roll that does. */
function ways(/** @type {number | null} */ needed, /** @type {number | null} */ fixed, /** @type {Map<number, number>} */ into) {
  if (needed === null) return 0;
  if (fixed !== null) return fixed <= needed ? 36 : 0;
  let sum = 0;
  for (let total = 2; total <= 12; total += 1) if ((into.get(total) ?? total) <= needed) sum += waysToRoll(total);
  return sum;
}
