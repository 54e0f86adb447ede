// @ts-check
/**
 * What a player has toward the Goals in one line of text: the twin of generator/engine/goal_line.py. tests/test_goal_counter.py holds the
 * two together.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Clause} Clause
 * @typedef {import("./attack-types.js").Rules} Rules
 * @typedef {import("./attack-types.js").Tree} Tree
 * @typedef {Rules & {cards: Card[], goals: Clause[]}} Game
 * @typedef {{game: string, illuminati: string, players: number, groups: string[], under: Array<[string, string]>, resources: string[],
 *   link: Array<[string, string]>, devastated: string[], paralyzed: string[], destroyed: string[], helped: string[], eliminated: string[],
 *   bereft: boolean, goals: string[], nwo: string[], rivals: string[], slack: number, money: number, written: string | null,
 *   align: Array<[string, string[]]>, power: Array<[string, number]>, agreed: number | null}} GoalLine
 */

import { partition, quoted, Reader, split, width } from "./position.js";
import { sentences } from "./selecting.js";

/** The words of a line in their order. */
export const ORDER = [
  "players", "groups", "under", "resources", "link", "devastated", "paralyzed", "destroyed", "helped", "eliminated", "bereft", "goals", "nwo",
  "rivals", "slack", "money", "written", "align", "power", "agreed",
];
export const [PLAYERS, FEWEST] = [4, 2];
export const [OWN, NOBODY] = ["own", "nobody"];
export const CHOICES = ["basic", "more"];

/**
 * Whether the Goals of a game ask how its cards lie, and who destroyed what with what; where they don't, only how many there are counts.
 * @param {import("./attack-types.js").Ruleset} its
 */
export function laysCards(its) {
  return its.goals?.words.includes("under") ?? false;
}

/** A line that says nothing yet. @param {string} game @param {string} illuminati @returns {GoalLine} */
export function emptyLine(game = "", illuminati = "") {
  return {
    game, illuminati, players: PLAYERS, groups: [], under: [], resources: [], link: [], devastated: [], paralyzed: [], destroyed: [],
    helped: [], eliminated: [], bereft: false, goals: [], nwo: [], rivals: [], slack: 0, money: 0, written: null, align: [], power: [],
    agreed: null,
  };
}

/** The line that a text describes, or what is wrong with it. @param {string} text @param {Game} data */
export function readGoalLine(text, data) {
  const reader = new GoalReader(text, data.cards, data.game, null);
  reader.its = data.its;
  const line = reader.readGoals();
  const problems = reader.problems.sort((a, b) => a.column - b.column);
  return { line: problems.length ? null : line, problems };
}

/** The canonical text; reading it gives an equal line. @param {GoalLine} line */
export function formatGoalLine(line) {
  /** @param {string} key @returns {string} */
  const value = (key) => {
    switch (key) {
      case "players": return String(line.players);
      case "slack": return String(line.slack || "");
      case "money": return String(line.money || "");
      case "written": return line.written ?? "";
      case "agreed": return line.agreed === null ? "" : String(line.agreed);
      case "align": return line.align.map(([slug, names]) => `${slug}:${names.join("+").toLowerCase()}`).join(",");
      case "power": return line.power.map(([slug, power]) => `${slug}:${power}`).join(",");
      case "under": case "link": return line[key].map(([slug, to]) => `${slug}+${to}`).join(",");
      default: return /** @type {any} */ (line)[key].join(",");
    }
  };
  const words = ORDER.map((key) => {
    if (key === "bereft") return line.bereft ? key : "";
    const said = value(key);
    return said && `${key}=${said}`;
  });
  return [line.game, "goal", line.illuminati, ...words.filter(Boolean)].join(" ");
}

/** Reads one line about Goals, collecting problems instead of stopping at the first. */
class GoalReader extends Reader {
  /** What the file of the game says. @type {import("./attack-types.js").Ruleset} */
  its = {};

  /** What the game of the line says about Goals; nothing of another one. */
  get goals() {
    return this.rightGame ? this.its.goals ?? null : null;
  }

  rightGame = false;

  /** @returns {GoalLine} */
  readGoals() {
    const words = this.words();
    if (words.length < 3) {
      this.short("a line about Goals begins with the game, the word goal and your Illuminati");
      return emptyLine();
    }
    const [[gameAt, game], [goalAt, goal], [ownAt, own], ...rest] = words;
    this.rightGame = game === this.game;
    if (this.rightGame) this.known = new Map(this.cards.map((card) => [card.slug, card]));
    else this.problem(gameAt, "unknown-game", `no game ${quoted(game)}`, game, [this.game]);
    if (goal !== "goal") this.problem(goalAt, "unknown-kind", `the second word is goal, not ${quoted(goal)}`, goal, ["goal"]);
    this.card(ownAt, own, ["illuminati"]);
    const values = this.goalValues(game, rest);
    this.fits(values, own);
    const said = Object.fromEntries([...values].filter(([, value]) => value !== null));
    return { ...emptyLine(game, own), ...said };
  }

  /** Groups are not linked in such a line. @returns {boolean} */
  mayLink() {
    return false;
  }

  /** @param {string} game @param {Array<[number, string]>} words @returns {Map<string, any>} */
  goalValues(game, words) {
    /** @type {Map<string, (column: number, value: string) => any>} */
    const readers = new Map();
    const lists = {
      groups: ["group"], resources: ["resource"], paralyzed: ["group"], helped: ["illuminati"], eliminated: ["illuminati"],
      rivals: ["group", "resource"],
    };
    for (const [key, kinds] of Object.entries(lists)) readers.set(key, (column, value) => this.list(column, value, kinds));
    for (const key of ["slack", "money"]) readers.set(key, (column, value) => this.number(column, value));
    readers.set("players", (column, value) => this.players(column, value));
    readers.set("under", (column, value) => this.puppets(column, value));
    readers.set("link", (column, value) => this.linked(column, value));
    readers.set("devastated", (column, value) => this.places(column, value));
    readers.set("destroyed", (column, value) => this.destroyed(column, value, this.goals?.victims ?? []));
    readers.set("goals", (column, value) => this.goalCards(column, value));
    readers.set("nwo", (column, value) => this.chosenOrders(column, value));
    readers.set("written", (column, value) => (this.card(column, value, ["illuminati"]) ? value : null));
    readers.set("align", (column, value) => this.align(column, value));
    readers.set("power", (column, value) => this.power(column, value));
    readers.set("agreed", (column, value) => this.agreed(column, value));
    /** @type {Map<string, any>} */
    const values = new Map();
    for (const [column, word] of words) {
      const [key, equals, value] = partition(word, "=");
      const read = readers.get(key);
      if (values.has(key)) this.problem(column, "key-twice", `${key} comes twice`);
      else if (this.goals && ORDER.includes(key) && !this.goals.words.includes(key)) {
        this.problem(column, "not-counted", `${key} doesn't count in ${game}: no Goal asks for it`);
      } else if (key === "bereft" && !equals) values.set(key, true);
      else if (!read) this.problem(column, "unknown-key", key === "bereft" ? `${key} takes no value` : `${quoted(key)} is not a word that can follow here`, key, ORDER);
      else values.set(key, read(column + width(key) + 1, value));
    }
    return values;
  }

  /** @param {number} column @param {string} value */
  players(column, value) {
    const [number, most] = [this.number(column, value), this.goals?.players ?? 0];
    if (number === null || !most || (number >= FEWEST && number <= most)) return number;
    this.problem(column, "bad-number", `${FEWEST} to ${most} players begin a game, not ${number}`);
    return null;
  }

  /** @param {number} column @param {string} value */
  agreed(column, value) {
    const number = this.number(column, value);
    if (number === 0) this.problem(column, "bad-number", "the Basic Goal asks for 1 card or more");
    return number;
  }

  /** @param {number} column @param {string} value @returns {Array<[string, string]>} */
  puppets(column, value) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, , to] = partition(item, "+");
      const known = this.card(at, slug, ["group"]);
      if (!this.card(at + width(slug) + 1, to, ["group"]) || !known) continue;
      this.twice(at, slug, [...found.keys()]);
      found.set(slug, to);
      const seen = [slug];
      let master = to;
      while (found.has(master) && !seen.includes(master)) {
        seen.push(master);
        master = /** @type {string} */ (found.get(master));
      }
      if (seen.includes(master)) {
        this.problem(at, "under-itself", `${slug} would be under itself`);
        found.delete(slug);
      }
    }
    return [...found];
  }

  /** @param {number} column @param {string} value */
  goalCards(column, value) {
    const found = this.list(column, value, ["plot"]);
    for (const [at, slug] of split(column, value, ",")) {
      const card = this.known.get(slug);
      if (found.includes(slug) && card && !isGoalCard(card)) this.problem(at, "wrong-kind-of-card", `${card.name} is not a Goal card`);
    }
    return found;
  }

  /** @param {number} column @param {string} value @param {string[]} kinds */
  destroyed(column, value, kinds) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, ...rest] = item.split("+");
      if (!this.card(at, slug, kinds)) continue;
      if (found.has(slug)) {
        this.problem(at, "card-twice", `${slug} comes twice`);
        continue;
      }
      let behind = at + width(slug) + 1;
      const owners = rest.filter((each) => [OWN, NOBODY].includes(each));
      const plots = [];
      for (const each of rest) {
        if (!owners.includes(each) && this.card(behind, each, ["plot"])) plots.push(each);
        behind += width(each) + 1;
      }
      found.set(slug, [slug, ...owners.slice(0, 1), ...plots.slice(0, 1)].join("+"));
      if (owners.length > 1 || plots.length > 1) this.problem(at, "card-twice", `${slug} can be destroyed in only one way`);
    }
    return [...found.values()];
  }

  /** @param {number} column @param {string} value */
  chosenOrders(column, value) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, plus, choice] = partition(item, "+");
      if (!this.card(at, slug, ["plot"])) continue;
      const card = /** @type {Card} */ (this.known.get(slug));
      const chooses = choicesOf(card) !== null;
      if (found.has(slug)) {
        this.problem(at, "card-twice", `${slug} comes twice`);
      } else if (card.nwo === null) {
        this.problem(at, "wrong-kind-of-card", `${card.name} is not a New World Order`);
      } else if (chooses !== Boolean(plus) || (plus && !CHOICES.includes(choice))) {
        const words = chooses ? `write ${CHOICES.map((each) => `${slug}+${each}`).join(" or ")}` : `${slug} offers no choice`;
        this.problem(at + width(slug), "bad-choice", words, choice, chooses ? CHOICES : []);
      } else {
        found.set(slug, item);
      }
    }
    return [...found.values()];
  }

  /** Each card stands in one place, and what is said of a card is said of one that is there. */
  fits(/** @type {Map<string, any>} */ values, /** @type {string} */ own) {
    const place = new Map([[own, "the Illuminati"]]);
    const here = ["groups", "resources", "link", "destroyed", "helped", "goals", "nwo", "rivals"];
    if (this.rightGame && this.its["illuminati-once"]) here.push("eliminated");
    for (const key of here) {
      for (const item of values.get(key) ?? []) {
        const slug = Array.isArray(item) ? item[0] : partition(item, "+")[0];
        if (place.has(slug)) this.problem(this.where(key, slug), "card-twice", `${slug} is both ${place.get(slug)} and ${key}`);
        else place.set(slug, key);
      }
    }
    const lies = (/** @type {string} */ slug) => ["groups", "rivals", "the Illuminati"].includes(place.get(slug) ?? "");
    /** @type {Array<[string, string]>} */
    const said = [];
    for (const key of ["devastated", "paralyzed"]) for (const slug of values.get(key) ?? []) if (!lies(slug)) said.push([key, slug]);
    for (const [, on] of values.get("link") ?? []) if (!lies(on)) said.push(["link", on]);
    for (const pair of values.get("under") ?? []) for (const slug of pair) if (place.get(slug) !== "groups") said.push(["under", slug]);
    for (const key of ["align", "power"]) for (const [slug] of values.get(key) ?? []) if (!place.has(slug)) said.push([key, slug]);
    for (const [key, slug] of said) {
      if (this.known.has(slug)) this.problem(this.where(key, slug), "not-there", `no other word puts ${slug} in play`);
    }
    const [written, card] = [this.known.get(values.get("written")), this.known.get(own)];
    if (written && card && !choosesInSecret(card)) {
      this.problem(this.where("written", written.slug), "not-counted", `${card.name} has its own Special Goal`);
    } else if (written && choosesInSecret(written)) {
      this.problem(this.where("written", written.slug), "wrong-kind-of-card", `${written.name} doesn't have its own Special Goal`);
    }
  }

  /** The column at which a word names a card. @param {string} key @param {string} slug */
  where(key, slug) {
    const found = this.words().find(([, word]) => word.startsWith(`${key}=`));
    if (!found) return 1;
    const [start, word] = found;
    for (const [at, item] of split(start + key.length + 1, word.slice(key.length + 1), ",")) {
      for (const [column, part] of split(at, item.replaceAll(":", "+"), "+")) if (part === slug) return column;
    }
    return start;
  }
}

/** Whether a Plot belongs to the Goal cards of a hand: one, or a Plot that lets a player hold more of them. @param {Card} card */
export function isGoalCard(card) {
  return card.subtype === "goal" || said(card, "HandLimit").some((clause) => clause.tree.goals);
}

/** Whether an Illuminati has the Special Goal of another, chosen in secret. @param {Card} card */
export function choosesInSecret(card) {
  return said(card, "SpecialGoal").some((clause) => clause.tree.test.is === "SecretChoice");
}

/** What a New World Order lets its player choose about the Goals: the clause, and the two effects. @param {Card} card */
export function choicesOf(card) {
  for (const clause of said(card, "Ability")) {
    for (const effect of clause.tree.effects) {
      if (effect.is === "EitherEffect" && effect.first[0].is === "Happens" && effect.second[0].is === "NeedsFor") {
        return { clause, effects: [effect.first[0], effect.second[0]] };
      }
    }
  }
  return null;
}

/** What a New World Order does to numbers when it comes, as long as it is in play: the clause, and the change. @param {Card} card */
export function enters(card) {
  return said(card, "Ability").filter(({ tree }) => tree.timing?.happens?.includes("played")).flatMap((clause) => (
    clause.tree.effects.filter((/** @type {Tree} */ { is, until }) => is === "StatChange" && until === "in play")
      .map((/** @type {Tree} */ effect) => ({ clause, effect }))
  ));
}

/**
 * The clauses of a card whose sentence is of one class.
 * @param {Card} card
 * @param {string} kind
 * @returns {Array<{text: string, tree: Tree, cites: string[]}>}
 */
export function said(card, kind) {
  return sentences(card, kind).map(([, clause]) => clause);
}

// --- changing a line ----------------------------------------------------------------------------------------------------

/** The lists of cards of a line: a card is in one of them at most. */
const LISTS = /** @type {const} */ (["groups", "resources", "destroyed", "helped", "goals", "nwo", "rivals"]);

/** The cards that have a place in a line. @param {GoalLine} line */
export function placed(line) {
  const bare = (/** @type {string} */ item) => partition(item, "+")[0];
  return new Set([line.illuminati, ...LISTS.flatMap((list) => line[list].map(bare)), ...line.link.map(([slug]) => slug)]);
}

/**
 * The line without a card: what was under it is directly under the Illuminati, Resources beside it lie beside the Illuminati, Plots on it go.
 * @param {GoalLine} line
 * @param {string} slug
 * @param {(slug: string) => boolean} isResource
 * @returns {GoalLine}
 */
export function withoutCard(line, slug, isResource) {
  const other = (/** @type {string} */ item) => partition(item, "+")[0] !== slug;
  const changed = { ...line };
  for (const list of LISTS) changed[list] = line[list].filter(other);
  for (const list of /** @type {const} */ (["devastated", "paralyzed", "eliminated"])) changed[list] = line[list].filter(other);
  const freed = line.link.filter(([card, on]) => card !== slug && on === slug && isResource(card)).map(([card]) => card);
  return {
    ...changed, resources: [...changed.resources, ...freed],
    under: line.under.filter((pair) => !pair.includes(slug)), link: line.link.filter((pair) => !pair.includes(slug)),
    align: line.align.filter(([card]) => card !== slug), power: line.power.filter(([card]) => card !== slug),
  };
}

/** The line with a card in one of its lists. @param {GoalLine} line @param {typeof LISTS[number]} list @param {string} item @returns {GoalLine} */
export function withCard(line, list, item) {
  const slug = partition(item, "+")[0];
  const at = line[list].findIndex((each) => partition(each, "+")[0] === slug);
  return { ...line, [list]: at < 0 ? [...line[list], item] : line[list].with(at, item) };
}

/** The line with a card linked to another, or a Resource beside the Illuminati (""). @param {GoalLine} line @returns {GoalLine} */
export function withLink(line, /** @type {string} */ slug, /** @type {string} */ on) {
  const resources = line.resources.filter((each) => each !== slug);
  const at = line.link.findIndex(([each]) => each === slug);
  const pair = /** @type {[string, string]} */ ([slug, on]);
  if (!on) return { ...line, resources: [...resources, slug], link: line.link.filter(([each]) => each !== slug) };
  return { ...line, resources, link: at < 0 ? [...line.link, pair] : line.link.with(at, pair) };
}

/** The line with a Group under another, or directly under the Illuminati (""). @param {GoalLine} line @returns {GoalLine} */
export function withMaster(line, /** @type {string} */ slug, /** @type {string} */ master) {
  const under = line.under.filter(([puppet]) => puppet !== slug);
  return { ...line, under: master ? [...under, [slug, master]] : under };
}

/** The Groups that may be the master of another: those that are not below it. @param {GoalLine} line @param {string} slug */
export function mastersFor(line, slug) {
  const above = new Map(line.under);
  return line.groups.filter((other) => {
    for (let at = /** @type {string | undefined} */ (other); at; at = above.get(at)) if (at === slug) return false;
    return true;
  });
}

/**
 * Pairs of a line with that of a card set, or taken away (null).
 * @template V
 * @param {Array<[string, V]>} pairs
 * @param {string} slug
 * @param {V | null} value
 * @returns {Array<[string, V]>}
 */
export function withPair(pairs, slug, value) {
  const kept = pairs.filter(([each]) => each !== slug);
  return value === null ? kept : [...kept, [slug, value]];
}
