// @ts-check
/**
 * The counting of Goals in the browser: the twin of generator/engine/inwo/victory.py and counting.py, of what these ask of
 * inwo/links.py and board.py, and of deluxe/goals.py. tests/test_goal_counter.py holds them together. All functions are pure; `data` is
 * data/<game>.json.
 *
 * @typedef {import("./attack-types.js").Attack} Attack
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Clause} Clause
 * @typedef {import("./attack-types.js").Piece} Piece
 * @typedef {import("./attack-types.js").Tree} Tree
 * @typedef {import("./goal-line.js").Game} Game
 * @typedef {import("./goal-line.js").GoalLine} GoalLine
 * @typedef {{source: string, about: string | null, clauses: Array<{text: string, tree: Tree, cites: string[]}>, cites: string[], rules: Tree[],
 *   test: Tree | null}} Goal  what a player may win by
 * @typedef {{card: string, amount: number, why: string, by: string | null, cites: string[]}} Share
 * @typedef {{amount: number, why: string, by: string | null, cites: string[]}} Step
 * @typedef {{have: number, need: number, what: string, missing: string, shares: Share[], steps: Step[]}} Count
 * @typedef {{goal: string, ok: boolean, text: string, counts: Count[], by: string | null, bar: string, cites: string[]}} Standing
 */

import { CARDS, LINKED, combinations, demands, every, isOfTraits, same, without } from "./core.js";
import { inOrder, numberNow } from "./evaluate.js";
import { CHOICES, choicesOf, choosesInSecret, enters, laysCards, NOBODY, OWN, said } from "./goal-line.js";
import { atAllTimes, needsLink, waysToLink } from "./linking.js";
import { beside, partition } from "./position.js";
import { SIGNS, isInstruction, matches, met, mute, settled, standing } from "./selecting.js";

const [YOU, RIVALS] = ["You", "Rivals"];
const [BASIC, SPECIAL] = ["basic", "special"];
/** So many Groups of a player count double at most. */
const MOST_DOUBLE = 3;
const UNALIGNED = "no Goal counts its alignments";
const NO_VICTIM = "its destruction counts for no Goal";
const WHEN = ["wdh-win-three-ways", "wdh-object-win-ways", "sg-object-four-ways-to-win"];
const WHEN_TURN_ENDS = ["dlx-win-end-of-turn"];
const DOUBLE = ["wdh-double-max-three", "faq-counts-double-at-most", "sg-goal-card-double-three-groups"];
const TWICE = ["wdh-double-only-double", "sg-goal-card-double-cap"];
const CARD_RULES = ["wdh-win-goal-card-kind", "sg-goal-card-in-hand"];
/** What is missing of a thing that is counted: of one, of more. @type {Record<string, string[]>} */
const MISSING = {
  "Groups": ["Group", "Groups"], "Power": ["Power", "Power"], "destroyed": ["Group to destroy", "Groups to destroy"],
  "Illuminati destroyed": ["rival Illuminati to destroy", "rival Illuminati to destroy"],
};

// --- the answer ---------------------------------------------------------------------------------------------------------

/** How the player of a line stands with each Goal. @param {GoalLine} line @param {Game} data @returns {Standing[]} */
export function standings(line, data) {
  return laysCards(data.its) ? new Board(line, data).standings() : numbersAlone(line, data);
}

/** `1 Group`, `2 Groups`. @param {number} number @param {string} one */
function some(number, one) {
  return `${number} ${one}${number === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b and c`. @param {string[]} words @param {string} last */
function listed(words, last = "and") {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}` : words.join("");
}

/** The Basic Goal for so many players. @param {Game} data @param {number} started */
function usualGoal(data, started) {
  let best = data.goals[0];
  const rank = (/** @type {any} */ { tree }) => (tree.fewest <= started ? 1000 : 0) + tree.fewest;
  for (const goal of data.goals) if (rank(goal) > rank(best)) best = goal;
  return /** @type {{text: string, tree: Tree, cites: string[]}} */ (best);
}

const RESOURCES = { is: "Kind", kinds: ["resource"] };
const OF_RIVALS = { is: "Belongs", player: "rival" };
const VICTIMS = { is: "In", zone: "victims" };

/** What a card is that a selector means. @param {any} selector */
function fit(selector) {
  return listed(combinations(selector).map((each) => each.join(" ")), "or") || "a Group";
}

/** The cards by id, as the line has changed them. @param {GoalLine} line @param {Game} data @returns {Map<string, Card>} */
function bookOf(line, data) {
  const [align, power] = [new Map(line.align), new Map(line.power)];
  return new Map(data.cards.map((card) => {
    const changed = { ...card };
    const [alignments, number] = [align.get(card.slug), power.get(card.slug)];
    if (alignments) changed.alignments = alignments;
    if (number !== undefined) Object.assign(changed, { power: number, variable_power: false });
    return [card.id, changed];
  }));
}

// --- Goals that ask how cards lie ---------------------------------------------------------------------------------------------------

/** The table that a line describes, as Goals look at it. */
class Board {
  /** @param {GoalLine} line @param {Game} data @param {string[]} [quiet] what is left out where it says that it is nothing to Goals */
  constructor(line, data, quiet = ["Becomes", "NoEffect"]) {
    this.line = line;
    this.data = data;
    this.book = bookOf(line, data);
    const ids = new Map(data.cards.map((card) => [card.slug, card.id]));
    const id = (/** @type {string} */ slug) => /** @type {string} */ (ids.get(slug));
    const of = (/** @type {string[]} */ slugs) => slugs.map(id);
    const bare = (/** @type {string} */ item) => partition(item, "+")[0];
    this.you = id(line.illuminati);
    this.theirs = `${line.game}/rivals`;
    const blank = /** @type {Card} */ (this.book.get(this.you));
    this.book.set(this.theirs, {
      ...blank, id: this.theirs, slug: "rivals", name: RIVALS, power: 0, global_power: null, transferable: null, attributes: [], unprinted: [], alignments: [],
      clauses: [], variable_power: false,
    });
    const laid = new Map(line.link.map(([slug, on]) => [id(slug), id(on)]));
    const rivals = of(line.rivals);
    const linked = [...laid.keys()].filter((card) => this.card(card).kind === "resource");
    const rivalsHost = (/** @type {string} */ card) => rivals.includes(laid.get(card) ?? "");
    this.structure = [this.you, ...of(line.groups)];
    this.resources = [...of(line.resources), ...linked.filter((card) => !rivalsHost(card))];
    this.rivalStructure = [this.theirs, ...rivals.filter((card) => this.card(card).kind === "group")];
    this.rivalResources = [...rivals.filter((card) => this.card(card).kind === "resource"), ...linked.filter(rivalsHost)];
    this.goals = of(line.goals);
    this.dead = of(line.destroyed.map(bare));
    this.helped = of(line.helped);
    /** Of a destroyed card: whether it was a rival's, and the Plot that did it. */
    this.fallen = new Map(line.destroyed.filter((item) => item.includes("+")).map((item) => {
      const [slug, ...rest] = item.split("+");
      const plot = rest.find((each) => ![OWN, NOBODY].includes(each));
      return [id(slug), { rival: !rest.includes(OWN) && !rest.includes(NOBODY), plot: plot ? this.card(id(plot)) : null }];
    }));
    const under = new Map(line.under.map(([slug, to]) => [id(slug), id(to)]));
    /** @type {Map<string, string>} */
    this.masters = new Map([
      ...this.structure.slice(1).map((card) => /** @type {[string, string]} */ ([card, under.get(card) ?? this.you])),
      ...this.rivalStructure.slice(1).map((card) => /** @type {[string, string]} */ ([card, this.theirs])),
    ]);
    /** What lies beside what, in the order of the table. @type {Map<string, string>} */
    this.links = new Map([
      ...of(line.resources).map((card) => /** @type {[string, string]} */ ([card, this.you])),
      ...this.rivalResources.filter((card) => !laid.has(card)).map((card) => /** @type {[string, string]} */ ([card, this.theirs])), ...laid,
    ]);
    const paralyzing = (/** @type {[string, string]} */ [card]) => this.card(card).clauses.some(({ tree }) => tree?.is === "Paralysis");
    /** Groups on which a Paralysis card lies. */
    this.paralyzed = new Set([...of(line.paralyzed), ...[...this.links].filter(paralyzing).map(([, host]) => host)]);
    this.devastated = new Set(of(line.devastated));
    const orders = new Map(line.nwo.map((item) => [this.card(id(bare(item))).nwo, item]));
    const nwos = line.nwo.filter((item) => [...orders.values()].includes(item));
    this.nwos = of(nwos.map(bare));
    /** What holds because a player chose it: the card, its clause, the effect. */
    this.lasting = nwos.filter((item) => item.includes("+")).map((item) => {
      const card = this.card(id(bare(item)));
      const { clause, effects } = /** @type {NonNullable<ReturnType<typeof choicesOf>>} */ (choicesOf(card));
      return { card, clause, effect: effects[CHOICES.indexOf(partition(item, "+")[2])] };
    });
    /** What orders did to the cards that they found, as Plots that lie on these. @type {Piece[]} */
    this.markers = line.nwo.flatMap((item, at) => {
      const card = this.card(id(bare(item)));
      if (!nwos.includes(item) || !enters(card).length) return [];
      const before = new Board({ ...line, nwo: line.nwo.slice(0, at) }, data);
      return enters(card).flatMap(({ clause, effect }, number) => (
        [...before.structure.slice(1), ...before.rivalStructure.slice(1)].filter((group) => before.means(effect.who, group)).map((group) => {
          const tree = { ...effect, amount: before.notBelow(effect, group), who: LINKED, least: null, until: null };
          const marker = { ...card, id: `${card.id}@${group}@${number}`, clauses: [{ ...clause, tree }] };
          return /** @type {any} */ ({
            card: marker, owner: "you", alignments: [], openArrows: 0, attacksMade: 0, master: null, linked: group, power: null,
          });
        })
      ));
    });
    /** @type {Map<string, any>} */
    this.memo = new Map();
    const isQuiet = (/** @type {Clause} */ { tree }) => tree && quiet.includes(tree.is) && tree.not_for_goals;
    const silent = [...this.nwos, ...this.links.keys(), ...this.controlled(YOU), ...this.controlled(RIVALS)]
      .map((card) => this.card(card)).filter(({ clauses }) => clauses.some(isQuiet));
    /** The table by which numbers go: what becomes of a card but not for Goals changes its alignments and attributes alone. @type {Board} */
    this.numbers = silent.length && quiet.length > 1 ? new Board(line, data, ["NoEffect"]) : this;
    if (this.numbers !== this) for (const { card } of this.numbers.seenBy(YOU).pieces) if (this.nwos.includes(card.id)) this.book.set(card.id, card);
    for (const { id: card, clauses } of silent) {
      this.book.set(card, { ...this.card(card), clauses: clauses.map((clause) => (isQuiet(clause) ? { ...clause, tree: null } : clause)) });
    }
  }

  /** @param {string} cardId @returns {Card} */
  card(cardId) {
    return /** @type {Card} */ (this.book.get(cardId));
  }

  /** @param {string} name */
  controlled(name) {
    return name === YOU ? [...this.structure, ...this.resources] : [...this.rivalStructure, ...this.rivalResources];
  }

  /** Who controls a card. @param {string} cardId */
  ownerOf(cardId) {
    return [YOU, RIVALS].find((name) => this.controlled(name).includes(cardId)) ?? null;
  }

  /** @template T @param {string} key @param {() => T} make @returns {T} */
  once(key, make) {
    if (!this.memo.has(key)) this.memo.set(key, make());
    return this.memo.get(key);
  }

  // --- the cards as they are now ------------------------------------------------------------------------------------------

  /** The whole table as a player sees it. @param {string} viewer @returns {Attack} */
  seenBy(viewer) {
    return this.once(`seen ${viewer}`, () => settled(this.attackOf(viewer, this.pieces(viewer, false, null)), this.data));
  }

  /** @param {string} viewer @param {Piece[]} pieces @returns {Attack} */
  attackOf(viewer, pieces) {
    const own = viewer === YOU ? this.you : this.theirs;
    return /** @type {any} */ ({
      kind: "control", attacker: own, target: own, pieces, helpers: [], opponents: [], distance: null, spent: {}, played: [], privileged: false,
      differs: this.data.differs,
    });
  }

  /** @param {string} viewer @param {boolean} trusting @param {string | null} but @returns {Piece[]} */
  pieces(viewer, trusting, but) {
    /** @type {Map<string, Piece>} */
    const found = new Map();
    const make = (
      /** @type {Card} */ card, /** @type {import("./attack-types.js").Owner} */ owner, /** @type {string | null} */ master,
      /** @type {string | null} */ linked,
    ) => (
      /** @type {any} */ ({ card, owner, alignments: card.alignments, openArrows: 0, attacksMade: 0, master, linked, power: null })
    );
    for (const name of viewer === YOU ? [YOU, RIVALS] : [RIVALS, YOU]) {
      for (const cardId of this.controlled(name)) {
        let card = this.card(cardId);
        if (this.devastated.has(cardId)) card = { ...card, attributes: [...card.attributes, "Devastated"] };
        if (!this.hasAbilities(cardId, trusting)) card = mute(card, isInstruction);
        const linked = this.isLinkedToGroup(cardId) && (trusting || this.isLegal(cardId)) ? this.links.get(cardId) ?? null : null;
        found.set(cardId, make(card, name === viewer ? "you" : "third", this.masters.get(cardId) ?? null, linked));
      }
    }
    for (const cardId of this.nwos) found.set(cardId, make(this.card(cardId), "third", null, null));
    for (const [cardId, host] of this.links) {
      const on = found.get(host);
      if (this.card(cardId).kind !== "plot" || !on || cardId === but || !(trusting || this.isLegal(cardId))) continue;
      found.set(cardId, make(beside(this.card(cardId)), on.owner, null, host));
    }
    for (const marker of this.markers) found.set(marker.card.id, { ...marker, owner: viewer === YOU ? "you" : "third" });
    return this.silenced(inOrder(this.attackOf(viewer, [...found.values()]), this.data).pieces);
  }

  /** The cards without the special abilities that another card says they may not use. @param {Piece[]} found @returns {Piece[]} */
  silenced(found) {
    const bans = found.flatMap((speaker) => standing(speaker, "MayNot").map(([, { tree }]) => ({ speaker, ban: tree })))
      .filter(({ ban }) => ban.deed.includes("use abilities") && ban.who !== null && typeof ban.who !== "string");
    if (!bans.length) return found;
    const attack = settled({ ...this.attackOf(YOU, found), attacker: found[0].card.id, target: found[0].card.id }, this.data);
    const struck = new Set(attack.pieces.filter((piece) => ["group", "resource"].includes(piece.card.kind) && bans.some(({ speaker, ban }) => (
      met(ban.while_, attack, speaker) && matches(ban.who, piece, attack, speaker) && !matches(ban.unless, piece, attack, speaker)
    ))).map((piece) => piece.card.id));
    return found.map((piece) => (struck.has(piece.card.id) ? { ...piece, card: mute(piece.card, isInstruction) } : piece));
  }

  /** @param {string} cardId */
  isLinkedToGroup(cardId) {
    const host = this.links.get(cardId);
    return host !== undefined && this.card(host).kind !== "illuminati";
  }

  /** @param {string} cardId @param {boolean} trusting */
  hasAbilities(cardId, trusting) {
    const host = this.card(cardId).kind === "resource" ? this.links.get(cardId) : undefined;
    if (this.paralyzed.has(cardId) || (host !== undefined && this.paralyzed.has(host))) return false;
    return host === undefined || trusting || !needsLink(this.card(cardId)) || this.isLegal(cardId);
  }

  // --- links ------------------------------------------------------------------------------------------------------------

  /** Whether the card may be linked to what it lies beside. @param {string} cardId @returns {boolean} */
  isLegal(cardId) {
    const host = this.links.get(cardId);
    if (host === undefined || this.ownerOf(host) === null) return false;
    return this.once(`link ${cardId}`, () => this.mayLie(cardId, host));
  }

  /** @param {string} cardId @param {string} host */
  mayLie(cardId, host) {
    const card = this.card(cardId);
    if (card.kind !== "plot" && this.card(host).kind === "illuminati" && !needsLink(card)) return true;
    if (card.kind !== "plot" && !said(card, "Links").length) return true;
    const ways = waysToLink(card).map(({ selectors }) => selectors);
    const fits = !ways.length || ways.some((way) => way.every((chosen) => this.meant(chosen, host, cardId)));
    return fits && !this.isApart(ways, cardId, host);
  }

  /** Whether the card may not lie there because of another that lies there already. */
  isApart(/** @type {any[][]} */ ways, /** @type {string} */ cardId, /** @type {string} */ host) {
    const named = [...nodes(ways)].filter((node) => node.is === "Not" && node.such.is === "HasLink").flatMap((node) => node.such.such.names);
    for (const [other, to] of this.links) {
      if (other === cardId) return false;
      if (to === host && named.includes(this.card(other).name)) return true;
    }
    return false;
  }

  /** Whether a selector of `cardId` means the host, as everything but the card itself makes it. */
  meant(/** @type {any} */ chosen, /** @type {string} */ host, /** @type {string} */ cardId) {
    const selector = atAllTimes(chosen);
    if (CARDS.includes(selector.is)) return true;
    const viewer = this.ownerOf(host) ?? YOU;
    const attack = this.once(`trusting ${viewer} ${cardId}`, () => settled(this.attackOf(viewer, this.pieces(viewer, true, cardId)), this.data));
    const piece = attack.pieces.find((each) => each.card.id === host);
    const own = attack.pieces.find((each) => each.card.id === (viewer === YOU ? this.you : this.theirs));
    return Boolean(piece && own && matches(selector, piece, attack, own));
  }

  // --- what counts ------------------------------------------------------------------------------------------------------

  /** Why a card in a Power Structure does not count for Goals. @param {string} cardId @returns {Share | null} */
  keptOut(cardId) {
    const no = (/** @type {string} */ why, /** @type {string[]} */ cites, /** @type {string | null} */ by = null) => (
      { card: cardId, amount: 0, why, by, cites: this.own(cites) }
    );
    if (this.paralyzed.has(cardId)) return no("it is Paralyzed", ["wdh-paralyze-no-goal"]);
    if (this.devastated.has(cardId)) return no("it is Devastated", ["wdh-devastate-no-victory"]);
    for (let at = this.masters.get(cardId); at !== undefined; at = this.masters.get(at)) {
      if (this.devastated.has(at)) return no("it lies below a Place that is Devastated", ["wdh-devastate-no-victory"]);
    }
    return this.says(cardId, "not in play") ? no("it says that it counts for no Goal", [], cardId) : null;
  }

  /** @param {string} cardId @param {string} how */
  says(cardId, how) {
    return said(this.card(cardId), "NoGoal").some(({ tree }) => tree.how.includes(how));
  }

  /** The cards of a structure that count. @param {string[]} structure */
  counted(structure) {
    return structure.filter((cardId) => !this.keptOut(cardId));
  }

  /** @param {string} cardId */
  isNoVictim(cardId) {
    const no = this.says(cardId, "not destroyed");
    const plot = this.fallen.get(cardId)?.plot;
    return no || (plot && killsForNoGoal(plot)) || !["group", "illuminati"].includes(this.card(cardId).kind);
  }

  victims() {
    return this.dead.filter((cardId) => !this.isNoVictim(cardId));
  }

  /** A card as somebody sees it, wherever it lies. @param {string} cardId @param {string} viewer @returns {[Attack, Piece]} */
  see(cardId, viewer) {
    return this.once(`see ${cardId} ${viewer}`, () => this.lookAt(cardId, viewer));
  }

  /** @param {string} cardId @param {string} viewer @returns {[Attack, Piece]} */
  lookAt(cardId, viewer) {
    const attack = this.seenBy(viewer);
    const piece = attack.pieces.find((each) => each.card.id === cardId);
    if (piece) return [attack, piece];
    const card = this.card(cardId);
    const alone = /** @type {any} */ ({
      card, owner: "nobody", alignments: card.alignments, openArrows: 0, attacksMade: 0, master: null, linked: null, power: null,
    });
    return [{ ...attack, pieces: [...attack.pieces, alone] }, alone];
  }

  /** The Power of a card for Goals. @param {string} cardId @returns {number} */
  power(cardId) {
    return this.once(`power ${cardId}`, () => this.number("Power", cardId));
  }

  /** @param {string} stat @param {string} cardId */
  number(stat, cardId) {
    const [attack, piece] = this.numbers.see(cardId, this.ownerOf(cardId) ?? YOU);
    return numberNow({ stat, role: "helper", stepped: false, permanent: true }, piece, attack);
  }

  /** How much a change takes from a card: no more from its number than it allows. @param {Tree} effect @param {string} cardId */
  notBelow({ stat, amount, least }, cardId) {
    if (least === null) return amount;
    const [attack, piece] = this.numbers.see(cardId, this.ownerOf(cardId) ?? YOU);
    const now = numberNow({ stat: stat[0], role: "helper", stepped: false, permanent: false }, piece, attack);
    return Math.min(0, Math.max(amount, least - now));
  }

  /** @param {string} cardId */
  isUnaligned(cardId) {
    return said(this.card(cardId), "Standing").some(({ tree }) => tree.rule === "no alignments for Goals");
  }

  /**
   * Whether a Goal that speaks of such cards means this one.
   * @param {any} selector
   * @param {string} cardId
   * @param {boolean} dead
   * @returns {boolean}
   */
  means(selector, cardId, dead = false) {
    if (selector.is === "AnyOf") return selector.members.some((/** @type {any} */ each) => this.means(each, cardId, dead));
    const [attack, seen] = this.see(cardId, YOU);
    const speaker = /** @type {any} */ ({ card: this.card(this.you), owner: "you", alignments: [], master: null, linked: null });
    const parts = demands(selector).filter(({ is }) => !dead || !["In", "Belongs"].includes(is));
    const numbers = parts.filter(({ is }) => is === "Compare");
    const such = every(parts.filter(({ is }) => is !== "Compare"));
    const piece = this.isUnaligned(cardId) ? { ...seen, alignments: [] } : seen;
    return matches(such, piece, attack, speaker) && numbers.every((/** @type {any} */ number) => this.compares(number, cardId));
  }

  /** @param {any} comparison @param {string} cardId */
  compares({ left, sign, right }, cardId) {
    return SIGNS[sign](this.number(left.what, cardId), right);
  }

  // --- the Basic Goal -----------------------------------------------------------------------------------------------------

  /** @param {Tree[]} rules */
  sum(rules) {
    let single = this.counted(this.structure);
    /** @type {string[]} */
    const asked_ = [];
    /** @type {Map<string, Tree>} */
    const meant = new Map();
    let slack = 0;
    for (const rule of rules) {
      if (rule.goal !== "Basic") continue;
      if (rule.what === "each Slack") {
        slack += rule.value * Math.min(this.line.slack, rule.most ?? 0);
        continue;
      }
      const cards = ofVictims(rule) ? this.victims().filter((card) => rule.value && this.means(rule.what, card, true))
        : [...single, ...this.resources].filter((card) => this.means(rule.what, card) && this.may(rule, card));
      for (const card of cards) if ((!single.includes(card) || rule.value === 2) && !meant.has(card)) meant.set(card, rule);
      if (rule.value === 2) asked_.push(...cards.filter((card) => !asked_.includes(card)));
      else single = [...single, ...cards.filter((card) => !single.includes(card))];
    }
    const first = (/** @type {string} */ card) => Number(single.includes(card));
    const double = [...asked_].sort((a, b) => first(a) - first(b)).slice(0, MOST_DOUBLE);
    single = single.filter((card) => !double.includes(card));
    return {
      meant, slack, total: single.length + 2 * double.length + slack,
      weight: (/** @type {string} */ card) => (double.includes(card) ? 2 : single.includes(card) ? 1 : 0),
    };
  }

  /** @param {Tree} rule @param {string} cardId */
  may(rule, cardId) {
    return rule.when.every((/** @type {any} */ condition) => {
      if (condition.is !== "Unrivaled") throw new Error(`no condition of a Goal: ${condition.is}`);
      const such = without(rule.what, "Belongs");
      return !this.counted(this.rivalStructure).some((each) => this.means(such, each) && this.power(each) > this.power(cardId));
    });
  }

  /** What makes the number of the Basic Goal, asked for itself or for a Goal combined with it. @param {string} goal @returns {Step[]} */
  needs(goal) {
    const usual = usualGoal(this.data, this.line.players);
    /** @type {Step[]} */
    const steps = [this.line.agreed === null ? { amount: usual.tree.count, why: usual.text, by: null, cites: usual.cites } : {
      amount: this.line.agreed, why: "agreed before the game", by: null, cites: ["wdh-win-basic-agreement", "sg-goal-basic-adjustable"],
    }];
    const changes = this.seenBy(YOU).pieces.flatMap((piece) => standing(piece, "NeedsFor").filter(([, { tree }]) => (
      tree.everybody || (piece.owner === "you" && !(tree.title === "Special Goal" && goal === BASIC))
    )).map(([, clause]) => ({ card: piece.card, clause, effect: clause.tree })));
    for (const { card, clause, effect } of [...changes, ...this.lasting.filter((each) => each.effect.is === "NeedsFor")]) {
      const amount = effect.amount * (effect.each ? this.tally(goal) : 1);
      const count = steps.reduce((total, step) => total + step.amount, 0);
      const more = effect.direction === null ? effect.amount - count : effect.direction === "more" ? amount : -amount;
      steps.push({ amount: more, why: clause.text, by: card.id, cites: clause.cites });
    }
    return steps.map((step) => ({ ...step, cites: this.own(step.cites) }));
  }

  /** How many Groups and rival Illuminati the player has destroyed; a Goal card may count some of them otherwise. */
  tally(/** @type {string} */ goal) {
    const found = this.victims();
    const worth = new Map(found.map((card) => [card, 1]));
    const rules = isCard(goal) ? said(this.card(goal), "CountsFor").map(({ tree }) => tree).filter(({ goal: of }) => of.is === "Named") : [];
    for (const rule of rules) {
      found.filter((card) => this.means(rule.what, card, true)).forEach((card, at) => (
        worth.set(card, rule.most === null || at < rule.most ? rule.value : 0)
      ));
    }
    return [...worth.values()].reduce((total, each) => total + each, 0);
  }

  onlyBasic() {
    return this.lasting.some(({ effect }) => effect.is === "Happens" && effect.event === "only Basic Goal");
  }

  specialRules() {
    return said(this.card(this.you), "CountsFor").filter(({ tree }) => tree.title === "Special Goal");
  }

  /** Of these statements those about the game that is played; all, where none is. @param {string[]} cites */
  own(cites) {
    const found = [...new Set(cites)];
    const own = found.filter((cite) => (this.data.its.statements ?? []).some((start) => cite.startsWith(start)));
    return own.length ? own : found;
  }

  // --- the Goals ----------------------------------------------------------------------------------------------------------

  /** The Goals of the player. */
  goalsOf() {
    /** @type {Goal[]} */
    const found = [{ source: BASIC, about: null, clauses: [], cites: WHEN, rules: [], test: null }];
    const clauses = this.card(this.you).clauses.filter(({ tree }) => tree?.title === "Special Goal");
    if (clauses.length) {
      const cites = ["wdh-win-special-goal", "sg-goal-special-slack"];
      found.push({ source: SPECIAL, about: this.you, clauses, cites, rules: this.specialRules().map(({ tree }) => tree), test: null });
    }
    for (const clause of said(this.card(this.you), "SpecialGoal")) {
      const cites = ["wdh-win-special-goal", "sg-goal-other-illuminati"];
      found.push({ source: SPECIAL, about: this.you, clauses: [clause], cites, rules: [], test: clause.tree.test });
    }
    for (const card of this.goalCards()) found.push(...this.goalsOn(card));
    return found;
  }

  goalCards() {
    return this.goals.filter((card) => this.card(card).subtype === "goal");
  }

  /** The Goals of one Goal card. @param {string} cardId */
  goalsOn(cardId) {
    const card = this.card(cardId);
    const alone = said(card, "GoalCard").map((clause) => (
      { source: cardId, about: cardId, clauses: [clause], cites: CARD_RULES, rules: /** @type {Tree[]} */ ([]), test: clause.tree.test }
    ));
    const clauses = said(card, "CountsFor");
    if (!clauses.length) return alone;
    const [own, special] = [clauses, this.specialRules()].map((some_) => some_.map(({ tree }) => tree));
    const apart = [...own, ...special].some((rule) => rule.alone);
    const isTheirs = own.some(({ goal }) => goal.names?.includes(this.card(this.you).name));
    const rules = isTheirs ? [] : [...own, ...(apart ? [] : special)];
    return [...alone, { source: cardId, about: cardId, clauses, cites: CARD_RULES, rules, test: null }];
  }

  /** How many Goal cards the player may have. */
  goalLimit() {
    const tests = said(this.card(this.you), "SpecialGoal").map(({ tree }) => tree.test);
    const more = this.goals.flatMap((card) => said(this.card(card), "HandLimit").filter(({ tree }) => tree.goals).map(({ tree }) => tree.count));
    return Math.max(tests.some((test) => test.what?.means === "one of 3") ? 3 : 1, ...more);
  }

  /** @returns {Standing[]} */
  standings() {
    const only = this.onlyBasic();
    return this.goalsOf().map((goal) => {
      const counts = goal.test ? this.counts(goal.test) : this.basic(goal);
      const limit = this.goalLimit();
      let bar = "";
      if (only && goal.source !== BASIC) bar = "only the Basic Goal can win now";
      // who wins shows all Plots; where decks are shared only who wins by a Goal card
      else if ((isCard(goal.source) || !this.data.its["shared-decks"]) && this.goalCards().length > limit) bar = `a player may have ${some(limit, "Goal card")}`;
      return {
        goal: goal.source, ok: counts.every(({ have, need }) => have >= need) && (goal.source === BASIC || !only),
        text: goal.clauses.map(({ text }) => text).join("; ") || counts[0].steps[0].why, counts, by: goal.about, bar,
        cites: this.own([...goal.clauses.flatMap(({ cites }) => cites), ...goal.cites]),
      };
    });
  }

  /** @param {Goal} goal @returns {boolean} */
  isMet(goal) {
    if (goal.test) return this.demands(goal.test).every(([, { have, need }]) => have >= need);
    return this.sum(goal.rules).total >= this.needs(goal.source).reduce((total, step) => total + step.amount, 0);
  }

  /** @param {Goal} goal @returns {Count[]} */
  basic(goal) {
    const found = this.sum(goal.rules);
    const steps = this.needs(goal.source);
    const need = steps.reduce((total, step) => total + step.amount, 0);
    const dead = goal.rules.some(ofVictims) ? this.dead : [];
    const clauses = [this.you, ...(goal.about ? [goal.about] : [])].flatMap((by) => (
      said(this.card(by), "CountsFor").map((clause) => ({ by, clause }))
    ));
    const whose = (/** @type {Tree} */ rule) => (
      /** @type {{by: string, clause: {text: string, tree: Tree, cites: string[]}}} */ (clauses.find(({ clause }) => clause.tree === rule))
    );
    const shares = [...this.structure, ...this.resources, ...dead].map((card) => this.share(goal.rules, found, card, whose));
    if (found.slack) {
      const { by, clause } = whose(/** @type {Tree} */ (goal.rules.find((rule) => rule.what === "each Slack")));
      shares.push({ card: by, amount: found.slack, why: `${found.slack} Slack: ${untitled(clause)}`, by, cites: this.own(clause.cites) });
    }
    const missing = need > found.total ? some(need - found.total, "more Group") : "";
    return [{ have: found.total, need, what: "Groups", missing, shares, steps }];
  }

  /** @returns {Share} */
  share(
    /** @type {Tree[]} */ rules, /** @type {ReturnType<Board["sum"]>} */ found, /** @type {string} */ card,
    /** @type {(rule: Tree) => {by: string, clause: {text: string, cites: string[]}}} */ whose,
  ) {
    const alive = this.structure.includes(card);
    const out = alive ? this.keptOut(card) : null;
    if (out) return out;
    const amount = found.weight(card);
    const rule = found.meant.get(card);
    if (rule && (amount === 2 || rule.value !== 2)) {
      const { by, clause } = whose(rule);
      return { card, amount, why: untitled(clause), by, cites: this.own([...clause.cites, ...(amount === 2 ? TWICE : [])]) };
    }
    if (rule) return { card, amount, why: `${MOST_DOUBLE} others count double already`, by: null, cites: this.own(DOUBLE) };
    const { cites } = usualGoal(this.data, this.line.players);
    const plain = (/** @type {string} */ why) => ({ card, amount, why, by: null, cites });
    if (card === this.you) return plain("your Illuminati counts too");
    const misses = listed([...new Set(rules.map((each) => this.missOf(each, card, alive)).filter(Boolean))]);
    if (alive) return plain(`in your Power Structure${misses ? `, not double: ${misses}` : ""}`);
    if (this.resources.includes(card)) return plain(misses || "a Resource isn't a Group");
    return plain(this.isNoVictim(card) ? NO_VICTIM : misses);
  }

  /** Why a rule that lets cards count more does not mean this one. */
  missOf(/** @type {Tree} */ rule, /** @type {string} */ card, /** @type {boolean} */ alive) {
    const [dead, destroyed] = [ofVictims(rule), !this.controlled(YOU).includes(card)];
    const ofResources = typeof rule.what !== "string" && demands(rule.what).some((part) => same(part, RESOURCES));
    if (rule.what === "each Slack" || !rule.value || dead !== destroyed || (!dead && ofResources === alive)) return "";
    return this.means(rule.what, card, dead) ? "a rival controls a stronger Group of that kind" : this.miss(rule.what, card, dead);
  }

  /** Why a selector does not mean a card. */
  miss(/** @type {any} */ selector, /** @type {string} */ card, dead = false) {
    if (["Named", "AnyOf", ...CARDS].includes(selector.is)) return "it is not meant";
    const parts = demands(selector);
    if (this.means(without(selector, "Compare"), card, dead)) {
      const wrong = parts.find((part) => part.is === "Compare" && !this.compares(part, card));
      return `its ${wrong?.left.what} is ${this.number(wrong?.left.what, card)}`;
    }
    if (this.means(every(parts.filter((part) => part.is !== "Compare" && !isOfTraits(part))), card, dead)) {
      if (this.isUnaligned(card)) return UNALIGNED;
      const barred = parts.filter(({ is, such }) => is === "Not" && such.is === "Trait").map(({ such }) => such.name);
      return combinations(selector).length ? `it is not ${fit(selector)}` : `it is ${listed(barred, "or")}`;
    }
    const kind = parts.find(({ is }) => is === "Kind")?.kinds[0] ?? "card";
    return `it isn't ${"aeio".includes(kind[0]) ? "an" : "a"} ${kind[0].toUpperCase()}${kind.slice(1)}`;
  }

  // --- Goals that stand alone ---------------------------------------------------------------------------------------------

  /** @typedef {{card: string, amount: number, asked: any, dead: boolean}} GoalPart */
  /** @typedef {{have: number, need: number, what: string, parts: GoalPart[]}} Measure */

  /** The things that a Goal asks, each with what asks it. @param {Tree} test @returns {Array<[Tree, Measure]>} */
  demands(test) {
    if (test.is === "Both") return test.tests.flatMap((/** @type {Tree} */ each) => this.demands(each));
    const found = this.measure(test);
    if (test.is !== "ControlGroups" || test.power === null) return [[test, found]];
    const parts = found.parts.map((part) => ({ ...part, amount: part.amount ? this.power(part.card) : 0 }));
    return [[test, found], [test, { have: parts.reduce((sum, { amount }) => sum + amount, 0), need: test.power, what: "Power", parts }]];
  }

  /** @param {Tree} test @returns {Measure} */
  measure(test) {
    const own = this.counted(this.structure);
    const part = (/** @type {string} */ card, /** @type {number} */ amount, /** @type {any} */ wants = null, dead = false) => (
      { card, amount, asked: wants, dead }
    );
    const total = (/** @type {GoalPart[]} */ parts) => parts.reduce((sum, { amount }) => sum + amount, 0);
    const summed = (/** @type {GoalPart[]} */ parts, /** @type {number} */ need, /** @type {string} */ what) => (
      { have: total(parts), need, what, parts }
    );
    const controlled = (/** @type {any} */ groups) => own.map((card) => part(card, this.means(groups, card) ? this.copies(card, groups) : 0, groups));
    switch (test.is) {
      case "ControlGroups": return summed(controlled(test.groups), test.count, "Groups");
      case "TotalStat": return summed(own.map((card) => part(card, this.power(card))), test.value, "Power");
      case "TotalInPlay": {
        const everybody = [...own, ...this.counted(this.rivalStructure)];
        return summed(everybody.map((card) => part(card, this.means(test.groups, card) ? this.power(card) : 0, test.groups)), test.value, "Power");
      }
      case "AllAlignments": {
        const held = new Set();
        return summed(own.map((card) => {
          const fresh = this.isUnaligned(card) ? [] : [...new Set(this.alignments(card))].filter((name) => !held.has(name));
          for (const name of fresh) held.add(name);
          return part(card, fresh.length);
        }), test.count, "alignments");
      }
      case "DestroyGroups": {
        const fallen = this.victims().filter((card) => test.eliminated || this.card(card).kind !== "illuminati");
        return summed(fallen.map((card) => part(card, 1, null, true)), test.count, "destroyed");
      }
      case "DestroyAndControl": {
        const fallen = this.victims().map((card) => part(card, Number(this.means(test.victims, card, true)), test.victims, true));
        const kept = controlled(test.groups);
        const [dead, alive] = [total(fallen), total(kept)];
        const ok = [test, ...test.others].some((/** @type {any} */ score) => dead >= score.destroyed && alive >= score.controlled);
        return { have: Number(ok), need: 1, what: `pair of numbers (${dead} destroyed, ${alive} controlled)`, parts: [...fallen, ...kept] };
      }
      case "DestroyIlluminati": {
        const credited = [...this.victims().filter((card) => this.card(card).kind === "illuminati"), ...(test.help ? this.helped : [])];
        return summed([...new Set(credited)].map((card) => part(card, 1, null, true)), test.count, "Illuminati destroyed");
      }
      case "DestroyKind": {
        const names = test.unless?.is === "Named" ? test.unless.names : [];
        return summed(this.victims().map((card) => part(card, Number(
          this.means(test.groups, card, true) && (!demands(test.groups).some((part) => same(part, OF_RIVALS)) || (this.fallen.get(card)?.rival ?? true))
          && !names.includes(this.fallen.get(card)?.plot?.name),
        ), test.groups, true)), test.count, "destroyed");
      }
      case "OtherGoal": return { have: Number(this.other(test.what.means)), need: 1, what: test.what.says, parts: [] };
    }
    throw new Error(test.is);
  }

  /** @param {string} card */
  alignments(card) {
    return this.see(card, this.ownerOf(card) ?? YOU)[1].alignments;
  }

  /** As how many such Groups a card counts toward a Goal that is not the Basic one. */
  copies(/** @type {string} */ card, /** @type {any} */ groups) {
    const rule = said(this.card(card), "CountsFor").map(({ tree }) => tree).find((each) => (
      each.goal === "Illuminati" && (!combinations(each.groups).length || same(combinations(each.groups), combinations(groups)))
    ));
    return rule ? rule.value : 1;
  }

  /** @param {string} what */
  other(what) {
    if (what === "bereft") return this.line.bereft && this.structure.length === 1;
    if (what === "alone of its name") return this.line.eliminated.includes(this.line.illuminati);
    return this.goalCards().some((card) => this.goalsOn(card).some((goal) => this.isMet(goal)));
  }

  /** @param {Tree} test @returns {Count[]} */
  counts(test) {
    return this.demands(test).map(([each, found]) => this.count(each, found));
  }

  /** @param {Tree} test @param {Measure} found @returns {Count} */
  count(test, found) {
    const [living, fallen] = [false, true].map((which) => new Map(found.parts.filter(({ dead }) => dead === which).map((part) => [part.card, part])));
    /** @type {Share[]} */
    const shares = [];
    if (living.size) {
      const rivals = [...living.keys()].filter((card) => !this.structure.includes(card) && this.card(card).kind !== "illuminati");
      shares.push(...[...this.structure, ...rivals].map((card) => this.partShare(found.what, card, living.get(card))));
    }
    if (["DestroyGroups", "DestroyAndControl", "DestroyIlluminati", "DestroyKind"].includes(test.is)) {
      const helped = [...fallen.keys()].filter((card) => !this.dead.includes(card));
      shares.push(...[...this.dead, ...helped].map((card) => this.deadShare(test, card, fallen.get(card))));
    }
    const { have, need, what } = found;
    return { have, need, what, missing: this.missing(test, found), shares, steps: [] };
  }

  /** @returns {Share} */
  partShare(/** @type {string} */ what, /** @type {string} */ card, /** @type {GoalPart | undefined} */ part) {
    if (!part) return /** @type {Share} */ (this.keptOut(card));
    const { amount } = part;
    const say = (/** @type {string} */ why) => ({ card, amount, why, by: null, cites: [] });
    switch (what) {
      case "Power": return say(part.asked === null || this.means(part.asked, card) ? `Power ${amount}` : this.miss(part.asked, card));
      case "alignments": {
        if (this.isUnaligned(card)) return say(UNALIGNED);
        return say(listed(this.alignments(card)) || "it has no alignments");
      }
    }
    if (amount > 1) {
      const [clause] = said(this.card(card), "CountsFor");
      return { card, amount, why: clause.text, by: card, cites: this.own(clause.cites) };
    }
    return say(amount ? fit(part.asked) : this.miss(part.asked, card));
  }

  /** @returns {Share} */
  deadShare(/** @type {Tree} */ test, /** @type {string} */ card, /** @type {GoalPart | undefined} */ part) {
    const say = (/** @type {string} */ why) => ({ card, amount: part?.amount ?? 0, why, by: null, cites: [] });
    if (!part) return say(test.is === "DestroyIlluminati" && this.card(card).kind !== "illuminati" ? "it isn't an Illuminati" : NO_VICTIM);
    if (part.amount) return say(this.dead.includes(card) ? "destroyed" : "you helped to destroy it");
    if (!this.means(part.asked, card, true)) return say(this.miss(part.asked, card, true));
    const way = this.fallen.get(card)?.plot?.name;
    const barred = test.is === "DestroyKind" && test.unless?.is === "Named" && test.unless.names.includes(way);
    return say(barred ? `it was destroyed by way of ${way}` : "it wasn't a rival's");
  }

  /** What the player lacks, in words. */
  missing(/** @type {Tree} */ test, /** @type {Measure} */ found) {
    const lacks = found.need - found.have;
    if (lacks <= 0) return "";
    const total = (/** @type {GoalPart[]} */ parts) => parts.reduce((sum, { amount }) => sum + amount, 0);
    if (test.is === "AllAlignments") {
      const held = new Set(found.parts.filter(({ card }) => !this.isUnaligned(card)).flatMap(({ card }) => this.alignments(card)));
      return listed([...Object.keys(this.data.opposites), "Criminal"].filter((name) => !held.has(name)));
    }
    if (test.is === "DestroyAndControl") {
      const [dead, alive] = [true, false].map((which) => total(found.parts.filter((part) => part.dead === which)));
      const lack = (/** @type {any} */ score) => [Math.max(score.destroyed - dead, 0), Math.max(score.controlled - alive, 0)];
      let [kill, take] = lack(test);
      for (const score of test.others) {
        const [destroy, control] = lack(score);
        if (destroy + control < kill + take) [kill, take] = [destroy, control];
      }
      return listed([...(kill ? [`${kill} more destroyed`] : []), ...(take ? [`${take} more controlled`] : [])]);
    }
    if (test.is === "OtherGoal") return test.what.says;
    return `${lacks} more ${MISSING[found.what][lacks === 1 ? 0 : 1]}`;
  }
}

/** What a clause says, without the words that tell whose Goal it is. */
function untitled(/** @type {{text: string}} */ { text }) {
  return text.replace(/^Special /, "").replace(/^Goal: /, "");
}

/** Whether what a Goal is named by is a Goal card. */
function isCard(/** @type {string} */ source) {
  return ![BASIC, SPECIAL].includes(source);
}

function ofVictims(/** @type {Tree} */ rule) {
  return typeof rule.what !== "string" && demands(rule.what).some((part) => same(part, VICTIMS));
}

/** Whether what a Plot destroys counts for no Goal, or is not destroyed at all. @param {Card} card */
export function killsForNoGoal(card) {
  return card.kind === "plot" && [...nodes(card.clauses.map(({ tree }) => tree))].some((node) => (
    (node.is === "Fate" && node.goals === "no Goal") || (node.is === "NoGoal" && node.how.includes("never destroyed"))
  ));
}

/** All nodes of a tree. @returns {Generator<Tree>} */
function* nodes(/** @type {any} */ tree) {
  if (tree === null || typeof tree !== "object") return;
  if (!Array.isArray(tree)) yield tree;
  for (const part of Object.values(tree)) yield* nodes(part);
}

// --- Goals that ask for numbers alone -------------------------------------------------------------------------------------------------------------

/** @param {GoalLine} line @param {Game} data @returns {Standing[]} */
function numbersAlone(line, data) {
  const book = new Map([...bookOf(line, data).values()].map((card) => [card.slug, card]));
  const card = (/** @type {string} */ slug) => /** @type {Card} */ (book.get(slug));
  const own = card(line.illuminati);
  const structure = [own, ...line.groups.map(card)];
  const usual = usualGoal(data, line.players);
  const step = line.agreed ? { amount: line.agreed, why: "agreed before the game", by: null, cites: ["dlx-adv-longer-raise-goal"] }
    : { amount: usual.tree.count, why: usual.text, by: null, cites: usual.cites };
  const have = structure.length;
  const each = structure.map((of) => ({
    card: of.id, amount: 1, why: of === own ? "your Illuminati counts too" : "in your Power Structure", by: null, cites: usual.cites,
  }));
  const missing = have < step.amount ? some(step.amount - have, "more Group") : "";
  const basic = {
    goal: BASIC, ok: have >= step.amount, text: step.why, by: null, bar: "", cites: WHEN_TURN_ENDS,
    counts: [{ have, need: step.amount, what: "Groups", missing, shares: each, steps: [step] }],
  };
  const speaker = choosesInSecret(own) ? line.written && card(line.written) : own;
  const [special] = speaker ? said(speaker, "SpecialGoal") : [];
  if (!special) return [basic];
  const count = countAlone(special.tree.test, structure, line, data);
  return [basic, {
    goal: SPECIAL, ok: count.have >= count.need, text: special.text, counts: [count], by: own.id, bar: "", cites: [...special.cites, ...WHEN_TURN_ENDS],
  }];
}

/** @param {Tree} test @param {Card[]} structure @param {GoalLine} line @param {Game} data @returns {Count} */
function countAlone(test, structure, line, data) {
  const share = (/** @type {Card} */ { id }, /** @type {number} */ amount, /** @type {string} */ why) => (
    { card: id, amount, why, by: null, cites: [] }
  );
  const all = (/** @type {Share[]} */ shares) => shares.reduce((sum, { amount }) => sum + amount, 0);
  const made = (/** @type {number} */ need, /** @type {string} */ what, /** @type {Share[]} */ shares, have = all(shares)) => {
    const lacks = need - have;
    const unit = what === "destroyed" ? MISSING.destroyed[lacks === 1 ? 0 : 1]
      : test.is === "ControlGroups" && lacks === 1 ? what.replace("Groups", "Group") : what;
    return { have, need, what, missing: lacks > 0 ? `${lacks} more ${unit}` : "", shares, steps: [] };
  };
  switch (test.is) {
    case "ControlGroups": {
      const words = combinations(test.groups).map((some_) => some_.join(" ")).join(" or ");
      const fits = (/** @type {Card} */ of) => !combinations(test.groups).length || combinations(test.groups).some((some_) => (
        some_.every((trait) => of.alignments.includes(trait) || of.attributes.includes(trait))
      ));
      const name = words || "a Group";
      return made(test.count, `${words} Groups`.trim(), structure.map((of) => {
        const ok = of.kind === "group" && fits(of);
        return share(of, Number(ok), ok ? name : of.kind === "group" ? `it is not ${name}` : "it isn't a Group");
      }));
    }
    case "TotalStat": {
      const number = (/** @type {Card} */ of) => (test.stat === "Power" ? of.power : of.transferable) ?? 0;
      return made(test.value, test.stat, structure.map((of) => share(of, number(of), `${test.stat} ${number(of)}`)));
    }
    case "AllAlignments": {
      const held = new Set();
      const shares = structure.map((of) => {
        const names = of.kind === "group" ? of.alignments : [];
        const fresh = [...new Set(names)].filter((name) => !held.has(name));
        for (const name of fresh) held.add(name);
        return share(of, fresh.length, listed(names) || "it has no alignments");
      });
      const lacks = listed([...Object.keys(data.opposites), "Criminal"].filter((name) => !held.has(name)));
      const count = made(test.count, "alignments", shares);
      return { ...count, missing: count.missing && lacks };
    }
    case "TotalMoney": return made(test.value, "MB", [], line.money);
    case "DestroyGroups": return made(test.count, "destroyed", [], line.destroyed.length + (test.eliminated ? line.eliminated.length : 0));
  }
  throw new Error(test.is);
}
