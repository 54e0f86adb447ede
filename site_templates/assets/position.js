// @ts-check
/**
 * A position and an attack in one line of text: the twin of generator/engine/position.py, which describes the notation (tests/test_parity.py).
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Attack} Attack
 * @typedef {import("./attack-types.js").Piece} Piece
 * @typedef {{game: string, kind: string, attacker: string, target: string, aid: string[], against: Array<[string, number]>,
 *   others: string[], at: number | "hand" | null, under: string | null, masters: Array<[string, string]>, over: string[], rival: string[], third: string[],
 *   link: Array<[string, string]>, nwo: string[], spent: Record<string, number>, play: string[], ability: string[], privileged: boolean,
 *   arrows: number | null, used: Array<[string, number]>, align: Array<[string, string[]]>, agents: string[],
 *   power: Array<[string, number]>, devastated: string[], holds: string[]}} Position
 *   `under` is the target's master, `masters` are other Groups with theirs; `at` is a distance, 0 for your own target, "hand", null for an uncontrolled one; cards are slugs, and an item of `play` may have `+` and
 *   what the Plot is played on, one of `play` or `ability` `+against`
 * @typedef {{column: number, code: string, message: string, suggestion: string | null}} Problem  columns count from 1
 */

import { AGAINST, helpsEither, isUsed } from "./answers.js";
import { natureOf } from "./instant.js";
import { paralyzed } from "./linking.js";
import { DEVASTATED, mute, nodes, sentences } from "./selecting.js";
import { closest } from "./words.js";

export const KINDS = ["control", "neutralize", "destroy"];
export const ALIGNMENTS = [
  "Government", "Communist", "Liberal", "Conservative", "Peaceful",
  "Violent", "Straight", "Weird", "Criminal", "Fanatic", "Corporate",
];
/** The largest number that a position may hold. */
export const MOST = 999;
/** How often a card may take part, and how many characters a line may have. */
export const MOST_TIMES = 9;
const LONGEST = 3000;

/** The purse that each key of the notation spends from. @type {Record<string, string>} */
export const PURSE_KEYS = {
  "pay": "attacker", "pay-illuminati": "attacker's Illuminati", "defend": "target",
  "defend-illuminati": "target's Illuminati", "assist": "assisting", "oppose": "opposing",
};
const ORDER = [
  "aid", "against", "with", "at", "under", "over", "rival", "third", "link", "nwo", ...Object.keys(PURSE_KEYS), "play", "ability", "agents",
  "privileged", "arrows", "used", "align", "power", "devastated", "holds",
];
export const AGENTS = ["for", "against"];
/** What no term or requirement asks for, by source. @type {Record<string, string>} */
const BESIDES = { "agents": "agents-for", "devastated": "devastated-idle", "at=hand": "hand" };
/** How alike a suggestion must be to what was written, from 0 to 1. */
const ALIKE = 0.6;
const PLAYABLE = ["group", "illuminati"];
/** A role, and the word that says whose the card is that has it. */
const TOGETHER = ["aid rival", "aid third", "aid over", "against with", "against third", "against over"];

/** @returns {Position} one that says nothing yet */
export function emptyPosition(game = "", kind = "") {
  return {
    game, kind, attacker: "", target: "", aid: [], against: [], others: [], at: null, under: null, masters: [], over: [], rival: [], third: [],
    link: [], nwo: [], spent: {}, play: [], ability: [], privileged: false, arrows: null, used: [], align: [], agents: [], power: [],
    devastated: [], holds: [],
  };
}

/**
 * The position that a line describes, every name checked against `cards`; or null, and all that is wrong with the line. With `rules`,
 * what they would not count is a problem too.
 * @param {string} text
 * @param {Array<Card & {game?: string}>} cards  all of one game
 * @param {string} game  the game they belong to
 * @param {import("./attack-types.js").Rules | null} rules
 * @returns {{position: Position | null, problems: Problem[]}}
 */
export function readPosition(text, cards, game, rules = null) {
  const reader = new Reader(text, cards, game, rules);
  const position = reader.read();
  if (reader.problems.length === 0) return { position, problems: [] };
  return { position: null, problems: reader.problems.sort((a, b) => a.column - b.column) };
}

/** The canonical line; reading it gives an equal position. @param {Position} position */
export function formatPosition(position) {
  /** @type {Record<string, string>} */
  const values = {
    "aid": times(counted(position.aid)), "against": times(position.against), "with": position.others.join(","),
    "under": [...(position.under ? [position.under] : []), ...position.masters.map((pair) => pair.join("+"))].join(","),
    "over": position.over.join(","), "rival": position.rival.join(","), "third": position.third.join(","),
    "link": position.link.map((pair) => pair.join("+")).join(","), "nwo": position.nwo.join(","), "play": position.play.join(","),
    "ability": position.ability.join(","),
    "at": position.at === null ? "" : position.at === 0 ? "own" : String(position.at),
    "arrows": position.arrows === null ? "" : String(position.arrows),
    "used": times(position.used),
    "align": position.align.map(([slug, names]) => `${slug}:${names.join("+").toLowerCase()}`).join(","),
    "agents": position.agents.join(","), "power": position.power.map((pair) => pair.join(":")).join(","),
    "devastated": position.devastated.join(","), "holds": position.holds.join(","),
  };
  for (const [key, purse] of Object.entries(PURSE_KEYS)) values[key] = String(position.spent[purse] || "");
  const words = [position.game, position.kind, `${position.attacker}>${position.target}`];
  for (const key of ORDER) {
    if (key === "privileged") words.push(...(position.privileged ? [key] : []));
    else if (values[key]) words.push(`${key}=${values[key]}`);
  }
  return words.join(" ");
}

/** A kind of card with its article: "an Illuminati". @param {string} kind */
function aKind(kind) {
  return `a${kind.startsWith("i") ? "n" : ""} ${capitalized(kind)}`;
}

/** How often each stands there. @returns {Array<[string, number]>} */
function counted(/** @type {string[]} */ slugs) {
  return [...new Set(slugs)].map((slug) => [slug, slugs.filter((each) => each === slug).length]);
}

function times(/** @type {Array<[string, number]>} */ found) {
  return found.map(([slug, number]) => (number === 1 ? slug : `${slug}*${number}`)).join(",");
}

/** The alignments that any of these cards has: those of a game. @param {Card[]} cards */
export function alignmentsIn(cards) {
  return ALIGNMENTS.filter((name) => cards.some((card) => card.alignments.includes(name)));
}

/**
 * The attack that a position describes.
 * @param {Position} position
 * @param {Card[]} cards
 * @returns {Attack}
 */
export function attackOf(position, cards) {
  const bySlug = new Map(cards.map((card) => [card.slug, card]));
  const align = new Map(position.align);
  const used = new Map(position.used);
  const power = new Map(position.power);
  const masters = new Map([...position.masters, ...position.over.map((slug) => /** @type {[string, string]} */ ([slug, position.target]))]);
  const targetOwner = position.at === null || position.at === "hand" ? "nobody" : position.at === 0 ? "you" : "rival";
  /** @type {Map<string, Piece>} */
  const pieces = new Map();

  const cardOf = (/** @type {string} */ slug) => {
    const card = bySlug.get(slug);
    if (!card) throw new Error(`no card ${slug}`);
    return card;
  };
  const joined = new Map(position.link.filter(([slug]) => cardOf(slug).kind === "group"));
  const side = position.at === 0 ? "you" : "rival";
  const under = position.under ? [position.under] : [];
  /** @type {Map<string, import("./attack-types.js").Owner>} */
  const whose = new Map();
  for (const slug of position.others) whose.set(slug, "you");
  for (const slug of [...under, ...position.over, ...position.rival]) whose.set(slug, side);
  for (const slug of position.third) whose.set(slug, "third");
  whose.set(position.target, targetOwner);
  const lay = (
    /** @type {string} */ slug, /** @type {import("./attack-types.js").Owner} */ owner, /** @type {string | null} */ linked = null,
    /** @type {string[] | null} */ alignments = null,
  ) => {
    if (pieces.has(slug)) return;
    const printed = linked ? beside(cardOf(slug)) : cardOf(slug);
    const isDevastated = position.devastated.includes(slug);
    const card = isDevastated ? { ...printed, attributes: [...printed.attributes, DEVASTATED] } : printed;
    const master = slug === position.target ? position.under : masters.get(slug) ?? null;
    const on = joined.get(slug) ?? linked;
    pieces.set(slug, {
      card, owner, alignments: alignments ?? align.get(slug) ?? card.alignments,
      openArrows: (slug === position.attacker && position.arrows !== null ? position.arrows : card.arrows_out.length)
        + (slug === position.attacker && needsNoArrow(cardOf(position.target)) ? sidesWithoutArrow(card) : 0),
      attacksMade: used.get(slug) ?? 0,
      master: master ? cardOf(master).id : null, linked: on ? cardOf(on).id : null, power: power.get(slug) ?? null,
    });
  };

  if (position.attacker !== position.target) lay(position.attacker, "you");
  for (const slug of position.aid) if (slug !== position.target) lay(slug, whose.get(slug) ?? "you");
  for (const slug of position.others) lay(slug, "you");
  lay(position.target, targetOwner);
  for (const slug of [...under, ...position.rival, ...position.over]) lay(slug, side);
  for (const [slug] of position.against) lay(slug, whose.get(slug) ?? (targetOwner === "rival" ? "rival" : "third"));
  for (const slug of position.third) lay(slug, "third");
  const played = position.play.map((item) => partition(item, "+"));
  const abilities = position.ability.map((item) => partition(item, "+"));
  for (const [slug, on] of [...position.link, ...played.map((item) => [item[0], item[2]])]) {
    const piece = pieces.get(on);
    if (on === AGAINST) lay(slug, targetOwner === "rival" ? "rival" : "third");
    else if (!on && (isUsed(cardOf(slug)) || sentences(cardOf(slug), "SurgePlot").length)) lay(slug, "you");
    else if (piece) lay(slug, piece.owner, on);
    else if (on) lay(slug, targetOwner === "nobody" ? "third" : targetOwner, null, [capitalized(on)]);
  }
  const orders = new Map(position.nwo.map((slug) => [cardOf(slug).nwo, slug]));
  for (const slug of position.nwo) if (orders.get(cardOf(slug).nwo) === slug) lay(slug, "third");
  return {
    kind: position.kind, attacker: cardOf(position.attacker).id, target: cardOf(position.target).id,
    pieces: [...pieces.values()], helpers: position.aid.map((slug) => cardOf(slug).id),
    opponents: position.against.flatMap(([slug, number]) => Array(number).fill(cardOf(slug).id)),
    distance: typeof position.at === "number" && position.at > 0 && cardOf(position.target).kind !== "resource" ? position.at : null,
    spent: position.spent, played: played.map(([slug]) => cardOf(slug)), privileged: position.privileged, differs: [],
    agents: position.agents, devastated: position.devastated.map((slug) => cardOf(slug).id), fromHand: position.at === "hand",
    idle: idle([...pieces.values()]), nature: natureOf(cardOf(position.attacker)), alone: true,
    told: position.holds.map((slug) => cardOf(slug).id),
    uses: Object.fromEntries([...played, ...abilities].flatMap(([slug, , on]) => (isUsed(cardOf(slug)) ? [[cardOf(slug).id, on]] : []))),
  };
}

/** A card as it counts linked: a New World Order says only what it says of its link then, and is no New World Order. @param {Card} card */
export function beside(card) {
  return card.nwo === null ? card : { ...mute(card, ({ is }) => is === "Ability"), nwo: null };
}

/** What a card waits for that only the players know, in words; "" where there is no such thing. @param {Card} card */
export function waits(card) {
  for (const { tree } of card.clauses) {
    for (const { is, player, such } of nodes(tree)) {
      if (is === "AfterHours") return "the game is played after 5 p.m., on a weekend or on a national holiday";
      if (is === "Agreed") return "all players agree on it";
      if (is === "Exposed" && such.is === "Named") return `${player === "you" ? "you have" : "that player has"} exposed ${such.names.join(" or ")}`;
    }
  }
  return "";
}

/** Whether a card may lie on sides without an arrow, which holds for attacks too. @param {Card} card */
function needsNoArrow(card) {
  return sentences(card, "Standing").some(([, { tree }]) => ["any side", "open side"].includes(tree.rule));
}

/** How many sides of a card have no arrow, neither in nor out. @param {Card} card */
function sidesWithoutArrow(card) {
  return 4 - new Set([...card.arrows_out, ...(card.arrow_in ? [card.arrow_in] : [])]).size;
}

/** Why cards have no Action to spend. @param {Piece[]} pieces @returns {Record<string, string>} */
function idle(pieces) {
  /** @type {Record<string, string>} */
  const found = Object.fromEntries([...paralyzed(pieces)].map((card) => [card, "paralyzed-idle"]));
  for (const piece of pieces) {
    const { card } = piece;
    if (piece.power === 0 && card.power && card.kind === "group") found[card.id] = "powerless-idle";
    /** @type {Piece[]} */
    const above = [];
    for (let at = /** @type {Piece | undefined} */ (piece); at && !above.includes(at);) {
      above.push(at);
      const { master } = at;
      at = pieces.find((each) => each.card.id === master);
    }
    if (above.some((each) => each.card.attributes.includes(DEVASTATED))) found[card.id] = "devastated-idle";
  }
  return found;
}

/** Reads one line, with all its problems. */
export class Reader {
  /** @param {string} text  @param {Card[]} cards  @param {string} game  @param {import("./attack-types.js").Rules | null} rules */
  constructor(text, cards, game, rules) {
    this.text = text;
    this.rules = rules;
    this.cards = cards;
    this.game = game;
    /** @type {Problem[]} */
    this.problems = [];
    /** @type {Map<string, Card>} */
    this.known = new Map();
  }

  /** @returns {Position} */
  read() {
    const words = this.words();
    if (words.length < 3) {
      this.short("an attack begins with the game, its kind and attacker>target");
      return emptyPosition();
    }
    const [[gameAt, game], [kindAt, kind], [pairAt, pair], ...rest] = words;
    if (game === this.game) this.known = new Map(this.cards.map((card) => [card.slug, card]));
    else this.problem(gameAt, "unknown-game", `no game ${quoted(game)}`, game, [this.game]);
    if (!KINDS.includes(kind)) this.problem(kindAt, "unknown-kind", `write control, neutralize or destroy, not ${quoted(kind)}`, kind, KINDS);
    const [attacker, arrow, target] = partition(pair, ">");
    if (!arrow) {
      this.problem(pairAt, "no-target", "write attacker>target");
    } else {
      const known = this.card(pairAt, attacker, [...PLAYABLE, "plot"]);
      const plot = known ? this.known.get(attacker) : undefined;
      if (plot && plot.kind === "plot") this.byPlot(pairAt, plot, [kindAt, kind]);
      const like = sentences(this.known.get(target) ?? { clauses: [] }, "TargetLike").length > 0;
      this.card(pairAt + width(attacker) + 1, target, plot?.kind === "plot" && like ? [...PLAYABLE, "resource"] : PLAYABLE);
    }
    const values = this.values(rest);
    /** @type {Array<[string, string]>} */
    const masters = values.get("under") ?? [];
    values.set("under", masters.find(([, on]) => !on)?.[0] ?? null);
    values.set("masters", masters.filter(([, on]) => on));
    this.consistent(values, attacker, target);
    if (this.rules && game === this.game) this.counted(this.rules, [kindAt, kind], rest);
    const position = emptyPosition(game, kind);
    for (const [key, purse] of Object.entries(PURSE_KEYS)) {
      if (values.get(key)) position.spent[purse] = values.get(key);
    }
    return {
      ...position, attacker, target, aid: values.get("aid") ?? [], against: values.get("against") ?? [], others: values.get("with") ?? [],
      at: values.get("at") ?? null, under: values.get("under") ?? null, masters: values.get("masters") ?? [], over: values.get("over") ?? [], rival: values.get("rival") ?? [],
      third: values.get("third") ?? [], link: values.get("link") ?? [], nwo: values.get("nwo") ?? [],
      play: values.get("play") ?? [], ability: values.get("ability") ?? [], privileged: values.get("privileged") ?? false, arrows: values.get("arrows") ?? null,
      used: values.get("used") ?? [], align: values.get("align") ?? [], agents: values.get("agents") ?? [],
      power: values.get("power") ?? [], devastated: values.get("devastated") ?? [],
      holds: values.get("holds") ?? [],
    };
  }

  /** @param {number} column @param {Card} card @param {[number, string]} kind */
  byPlot(column, card, [kindAt, kind]) {
    if (natureOf(card) === null) this.problem(column, "wrong-kind-of-card", `${card.name} does not attack`);
    else if (kind !== "destroy") this.problem(kindAt, "plot-destroys", `${card.name} makes attacks to destroy`, kind, ["destroy"]);
  }

  short(/** @type {string} */ message) {
    const end = width(this.text);
    if (end > LONGEST) this.problem(LONGEST + 1, "too-long", `a line has at most ${LONGEST} characters`);
    else this.problem(end + 1, "position-short", message);
  }

  /** @returns {Array<[number, string]>} none of a line that is too long */
  words() {
    return width(this.text) > LONGEST ? [] : [...split(1, this.text, " ")].filter(([, word]) => word);
  }

  twice(/** @type {number} */ column, /** @type {string} */ name, /** @type {string[]} */ found) {
    if (found.includes(name)) this.problem(column, "card-twice", `${name} comes twice`);
  }

  /** @param {number} column @param {string} code @param {string} message @param {string} found @param {string[]} choices */
  problem(column, code, message, found = "", choices = []) {
    this.problems.push({ column, code, message, suggestion: found ? closest(found, choices, ALIKE) : null });
  }

  /** @param {number} column @param {string} slug @param {string[]} kinds */
  card(column, slug, kinds) {
    const card = this.known.get(slug);
    if (!card) {
      if (this.known.size) {
        const choices = [...this.known.values()].filter((known) => kinds.includes(known.kind)).map((known) => known.slug);
        this.problem(column, "unknown-card", slug ? `no card ${quoted(slug)}` : "a card is missing here", slug, choices);
      }
      return false;
    }
    if (!kinds.includes(card.kind)) {
      this.problem(column, "wrong-kind-of-card", `${card.name} is not ${kinds.map(aKind).join(" or ")}`);
      return false;
    }
    return true;
  }

  /** @param {Array<[number, string]>} words @returns {Map<string, any>} */
  values(words) {
    /** @type {Map<string, any>} */
    const values = new Map();
    /** @type {Map<string, (column: number, value: string) => any>} */
    const readers = new Map();
    for (const key of [...Object.keys(PURSE_KEYS), "arrows"]) readers.set(key, (column, value) => this.number(column, value));
    readers.set("aid", (column, value) => this.joining(column, value));
    readers.set("over", (column, value) => this.list(column, value, PLAYABLE));
    for (const key of ["with", "rival", "third"]) readers.set(key, (column, value) => this.list(column, value, [...PLAYABLE, "resource"]));
    readers.set("against", (column, value) => this.used(column, value, MOST_TIMES));
    readers.set("link", (column, value) => this.linked(column, value));
    readers.set("nwo", (column, value) => this.orders(column, value));
    readers.set("play", (column, value) => this.played(column, value));
    readers.set("ability", (column, value) => this.abilities(column, value));
    readers.set("at", (column, value) => this.at(column, value));
    readers.set("under", (column, value) => this.under(column, value));
    readers.set("used", (column, value) => this.used(column, value));
    readers.set("align", (column, value) => this.align(column, value));
    readers.set("agents", (column, value) => this.agents(column, value));
    readers.set("power", (column, value) => this.power(column, value));
    readers.set("devastated", (column, value) => this.places(column, value));
    readers.set("holds", (column, value) => this.holding(column, value));
    for (const [column, word] of words) {
      const [key, equals, value] = partition(word, "=");
      const read = readers.get(key);
      if (values.has(key)) this.problem(column, "key-twice", `${key} comes twice`);
      else if (key === "privileged" && !equals) values.set(key, true);
      else if (!read) this.problem(column, "unknown-key", key === "privileged" ? `${key} takes no value` : `${quoted(key)} is not a word that can follow here`, key, ORDER);
      else values.set(key, read(column + width(key) + 1, value));
    }
    return values;
  }

  /** @param {number} column @param {string} value */
  number(column, value, most = MOST) {
    if (/^[0-9]{1,9}$/.test(value) && Number(value) <= most) return Number(value);
    this.problem(column, "bad-number", `${quoted(value)} is not a whole number from 0 to ${most}`);
    return null;
  }

  /** @param {number} column @param {string} value */
  at(column, value) {
    if (value === "own") return 0;
    if (value === "hand") return value;
    if (value === "0") {
      this.problem(column, "bad-number", "at starts from 1, directly under the Illuminati; or write at=own");
      return null;
    }
    return this.number(column, value);
  }

  /** @param {number} column @param {string} value @param {string[]} kinds */
  list(column, value, kinds) {
    /** @type {string[]} */
    const found = [];
    for (const [at, slug] of split(column, value, ",")) {
      if (!this.card(at, slug, kinds)) continue;
      if (found.includes(slug)) this.problem(at, "card-twice", `${slug} comes twice`);
      else found.push(slug);
    }
    return found;
  }

  /** Helpers, each once for each Action token; several where a rule of the game asks how many. @param {number} column @param {string} value */
  joining(column, value) {
    const asked = !this.rules || this.rules.requirements.some(({ tree }) => tree.holds.is === "Once" && tree.holds.role === "helper");
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, star, number] = partition(item, "*");
      if (!this.card(at, slug, PLAYABLE)) continue;
      if (found.has(slug)) {
        this.problem(at, "card-twice", asked ? `${slug} comes twice; write ${slug}*2 for two Action tokens` : `${slug} comes twice`);
      } else if (star && !asked) {
        this.problem(at + width(slug), "not-counted", `a helper takes part once in ${this.game}`);
      }
      found.set(slug, (star ? this.number(at + width(slug) + 1, number, MOST_TIMES) : 1) || 1);
    }
    return [...found].flatMap(([slug, number]) => Array(number).fill(slug));
  }

  /** @param {number} column @param {string} value */
  orders(column, value) {
    const found = this.list(column, value, ["plot"]);
    for (const [at, slug] of split(column, value, ",")) {
      const card = this.known.get(slug);
      if (found.includes(slug) && card && card.nwo === null) {
        this.problem(at, "wrong-kind-of-card", `${card.name} is not a New World Order`);
      }
    }
    return found;
  }

  /** @param {number} column @param {string} value */
  linked(column, value) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, , on] = partition(item, "+");
      const card = this.known.get(slug);
      const asPlot = card && sentences(card, "Standing").some(([, { tree }]) => tree.rule === "as a Plot");
      if (asPlot) this.problem(at, "wrong-kind-of-card", `${card.name} can be linked as a Plot only on a table: links: {${slug}: ${on}}`);
      const known = !asPlot && (Boolean(card && this.mayLink(card)) || this.card(at, slug, ["resource", "plot"]));
      if (!this.card(at + width(slug) + 1, on, PLAYABLE) || !known) continue;
      this.twice(at, slug, [...found.keys()]);
      found.set(slug, on);
    }
    return [...found];
  }

  /** Whether a card may be linked to another here. @param {Card} card */
  mayLink(card) {
    return card.kind === "group" && sentences(card, "Links").length > 0;
  }

  /** Masters: the target's alone, those of other Groups behind them. @returns {Array<[string, string]>} */
  under(/** @type {number} */ column, /** @type {string} */ value) {
    /** @type {Map<string, [string, string]>} */
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, plus, on] = partition(item, "+");
      if (!this.card(at, slug, plus ? ["group"] : PLAYABLE) || (plus && !this.card(at + width(slug) + 1, on, PLAYABLE))) continue;
      const key = plus ? slug : "";
      if (found.has(key)) this.problem(at, "card-twice", plus ? `${slug} comes twice` : "the target has one master");
      else found.set(key, [slug, on]);
    }
    return [...found.values()];
  }

  /** Cards that wait for something that only the players know. @returns {string[]} */
  holding(/** @type {number} */ column, /** @type {string} */ value) {
    const found = this.list(column, value, [...PLAYABLE, "resource", "plot"]);
    for (const [at, slug] of split(column, value, ",")) {
      const card = this.known.get(slug);
      if (card && found.includes(slug) && !waits(card)) this.problem(at, "no-question", `${card.name} waits for nothing that only the players know`);
    }
    return found;
  }

  /** Specials alone; Plots alone, or with the card or the alignment that they are played for. */
  played(/** @type {number} */ column, /** @type {string} */ value) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, plus, on] = partition(item, "+");
      if (!this.card(at, slug, ["special", "plot"])) continue;
      const card = /** @type {Card} */ (this.known.get(slug));
      const isAlignment = alignmentsIn([...this.known.values()]).includes(capitalized(on));
      if (found.has(slug)) {
        this.problem(at, "card-twice", `${slug} comes twice`);
      } else if (plus && card.kind === "special") {
        this.problem(at + width(slug) + 1, "wrong-kind-of-card", `${card.name} isn't put on cards`);
      } else if (on === AGAINST) {
        if (this.isForEither(at + width(slug) + 1, card)) found.set(slug, item);
      } else if (!plus || isAlignment || this.card(at + width(slug) + 1, on, PLAYABLE)) {
        found.set(slug, item);
      }
    }
    return [...found.values()];
  }

  /** Cards of which an ability is used, where they have one. @param {number} column @param {string} value */
  abilities(column, value) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, plus, on] = partition(item, "+");
      if (!this.card(at, slug, [...PLAYABLE, "resource"])) continue;
      const card = /** @type {Card} */ (this.known.get(slug));
      if (found.has(slug)) this.twice(at, slug, [slug]);
      else if (!isUsed(card)) this.problem(at, "no-ability", `${card.name} has no ability for ability=; alignments or Power that it gives are written with align= or power=`);
      else if (plus && on !== AGAINST) {
        this.problem(at + width(slug) + 1, "unknown-side", `write ${slug} or ${slug}+${AGAINST}`, on, [AGAINST]);
      } else if (!plus || this.isForEither(at + width(slug) + 1, card)) found.set(slug, item);
    }
    return [...found.values()];
  }

  isForEither(/** @type {number} */ column, /** @type {Card} */ card) {
    if (helpsEither(card)) return true;
    this.problem(column, "unknown-side", `${card.name} doesn't let its player choose the side`);
    return false;
  }

  /** @param {number} column @param {string} value */
  used(column, value, most = MOST) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, star, times] = partition(item, "*");
      if (!this.card(at, slug, PLAYABLE)) continue;
      this.twice(at, slug, [...found.keys()]);
      const count = star ? this.number(at + width(slug) + 1, times, most) : 1;
      if (count) found.set(slug, count);
    }
    return [...found];
  }

  /** @param {number} column @param {string} value */
  align(column, value) {
    const found = new Map();
    const known = alignmentsIn([...this.known.values()]);
    const opposites = this.rules?.opposites ?? {};
    for (const [at, item] of split(column, value, ",")) {
      const [slug, , words] = partition(item, ":");
      if (!this.card(at, slug, ["group"])) continue;
      this.twice(at, slug, [...found.keys()]);
      const names = words.split("+").filter(Boolean).map(capitalized);
      for (const name of names) {
        if (!known.includes(name)) {
          this.problem(at + width(slug) + 1, "unknown-alignment", `no alignment ${quoted(name)}`, name, known);
        }
      }
      const has = known.filter((name) => names.includes(name));
      found.set(slug, has);
      for (const name of has) {
        const other = opposites[name] ?? name;
        if (has.includes(other) && known.indexOf(name) < known.indexOf(other)) {
          this.problem(at + width(slug) + 1, "opposites", `no card is ${name} and ${other} at once`);
        }
      }
    }
    return [...found];
  }

  /** @param {number} column @param {string} value */
  agents(column, value) {
    /** @type {string[]} */
    const found = [];
    for (const [at, side] of split(column, value, ",")) {
      this.twice(at, side, found);
      if (AGENTS.includes(side)) found.push(side);
      else this.problem(at, "unknown-side", `agents are played for or against the attack, not ${quoted(side)}`, side, AGENTS);
    }
    return found;
  }

  /** @param {number} column @param {string} value */
  power(column, value) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, , number] = partition(item, ":");
      if (!this.card(at, slug, [...PLAYABLE, "plot"])) continue;
      this.twice(at, slug, [...found.keys()]);
      const power = this.number(at + width(slug) + 1, number);
      if (power !== null) found.set(slug, power);
    }
    return [...found];
  }

  /** @param {number} column @param {string} value */
  places(column, value) {
    const found = this.list(column, value, ["group"]);
    for (const [at, slug] of split(column, value, ",")) {
      const card = this.known.get(slug);
      if (found.includes(slug) && card && card.subtype !== "place") {
        this.problem(at, "wrong-kind-of-card", `${card.name} is not a Place`);
      }
    }
    return found;
  }

  /** Whether the rules of the game ask for what the words say. */
  counted(
    /** @type {import("./attack-types.js").Rules} */ rules, /** @type {[number, string]} */ [kindAt, kind],
    /** @type {Array<[number, string]>} */ words,
  ) {
    const asked = [...rules.terms, ...rules.requirements].flatMap((rule) => [...nodes(rule.tree)]);
    const opponents = asked.some((node) => node.role === "opponent");
    /** @type {Map<string, boolean>} */
    const counted = new Map([
      ["aid", asked.some((node) => node.role === "helper")], ["used", asked.some((node) => node.is === "HasAttackLeft")],
      ["ability", opponents], ["play", opponents || asked.some((node) => node.is === "Played")],
    ]);
    for (const key of ["against", "over", "third", "link", "nwo"]) counted.set(key, opponents);
    for (const [key, purse] of Object.entries(PURSE_KEYS)) {
      counted.set(key, asked.some((node) => node.is === "Money" && node.purse === purse));
    }
    for (const [word, source] of Object.entries(BESIDES)) counted.set(word, source in rules.besides);
    for (const [column, word] of words) {
      const key = counted.has(word) ? word : partition(word, "=")[0];
      if (counted.get(key) === false) {
        const said = key.includes("=") ? key : `${key}=`;
        this.problem(column, "not-counted", `${said} doesn't count in ${rules.game}: nothing in an attack uses it`);
      }
    }
    const kinds = new Set([...rules.terms, ...rules.requirements].flatMap((rule) => rule.tree.kinds));
    if (kinds.size && KINDS.includes(kind) && !kinds.has(kind)) {
      this.problem(kindAt, "not-counted", `${rules.game} has no attack to ${kind}`);
    }
  }

  /**
   * Each card stands in one place; what belongs to a controlled target needs one, and what is linked, a card that is there. Helpers and
   * opponents may be said to belong to others.
   */
  consistent(/** @type {Map<string, any>} */ values, /** @type {string} */ attacker, /** @type {string} */ target) {
    /** @type {Map<string, string>} */
    const place = new Map();
    const taken = attacker === target ? [["attacker", attacker]] : [["attacker", attacker], ["target", target]];
    for (const slug of new Set(values.get("aid") ?? [])) if (slug !== attacker && slug !== target) taken.push(["aid", slug]);
    for (const [slug] of values.get("against") ?? []) if (slug !== attacker && slug !== target) taken.push(["against", slug]);
    for (const key of ["with", "over", "rival", "third"]) for (const slug of values.get(key) ?? []) taken.push([key, slug]);
    /** @type {string[][]} */
    const laid = [
      ...(values.get("link") ?? []).map((/** @type {[string, string]} */ [slug, on]) => ["link", slug, on]),
      ...(values.get("play") ?? []).map((/** @type {string} */ item) => ["play", partition(item, "+")[0], partition(item, "+")[2]]),
    ];
    taken.push(...laid.map(([key, slug]) => [key, slug]), ...(values.get("nwo") ?? []).map((/** @type {string} */ slug) => ["nwo", slug]));
    for (const [where, slug] of taken) {
      const isGroup = where === "link" && this.known.get(slug)?.kind === "group";
      if (place.has(slug) && !isGroup && this.known.has(slug) && !TOGETHER.includes(`${place.get(slug)} ${where}`)) {
        const column = width(this.text.slice(0, this.text.lastIndexOf(slug))) + 1;
        this.problem(column, "card-twice", `${slug} is both ${place.get(slug)} and ${where}`);
      }
      if (!place.has(slug)) place.set(slug, where);
    }
    for (const key of [null, "hand"].includes(values.get("at") ?? null) ? ["rival", "under", "over"] : []) {
      const said = values.get(key);
      if (said && said.length) {
        const column = width(this.text.slice(0, this.text.indexOf(`${key}=`))) + 1;
        this.problem(column, "needs-at", `${key}= needs at=, the target's distance`);
      }
    }
    /** @type {Map<string, string | null>} */
    const above = new Map([...(values.get("over") ?? []).map((/** @type {string} */ slug) => [slug, target]), [target, values.get("under")]]);
    for (const [slug, on] of values.get("masters")) {
      const column = width(this.text.slice(0, this.text.lastIndexOf(`${slug}+${on}`))) + 1;
      if (slug === target) this.problem(column, "card-twice", `${slug} is the target; write under=${on}`);
      else if (above.has(slug)) this.problem(column, "card-twice", `${slug} is a puppet of ${above.get(slug)} already`);
      else if (isBelow(on, slug, above)) {
        this.problem(column, "under-itself", `${slug} cannot be under ${on}, which is ${slug} itself or below it`);
      } else above.set(slug, on);
      for (const each of [slug, on]) {
        if (place.has(each) || each === values.get("under")) continue;
        const column = width(this.text.slice(0, this.text.lastIndexOf(each))) + 1;
        this.problem(column, "not-there", `${each} is in under=, but no other word puts it in play`);
      }
    }
    for (const [key, slug, on] of laid) {
      if (!on || place.has(on) || on === values.get("under") || (key === "play" && (on === AGAINST || !this.known.has(on)))) continue;
      const column = width(this.text.slice(0, this.text.lastIndexOf(`+${on}`))) + 2;
      this.problem(column, "not-there", `${slug} is on ${on}, but no word puts ${on} in play`);
    }
    for (const key of ["ability", "devastated", "holds", "power"]) {
      for (const item of values.get(key) ?? []) {
        const slug = Array.isArray(item) ? item[0] : partition(item, "+")[0];
        if (place.has(slug) || slug === values.get("under")) continue;
        const column = width(this.text.slice(0, this.text.lastIndexOf(slug))) + 1;
        this.problem(column, "not-there", `${slug} is in ${key}=, but no other word puts it in play`);
      }
    }
  }
}

/** Whether a card is another, or below it; `above` are masters. Ends for one that is below itself, too. */
export function isBelow(/** @type {string} */ card, /** @type {string} */ other, /** @type {Map<string, string | null>} */ above) {
  let at = /** @type {string | null} */ (card);
  for (let steps = above.size; steps > 0; steps -= 1) at = at === other ? at : above.get(at ?? "") ?? null;
  return at === other;
}

// --- text, as Python sees it ------------------------------------------------------------------------------------------

/** The number of characters: code points, not the halves that a JavaScript string is made of. @param {string} text */
export function width(text) {
  return [...text].length;
}

/** What stands before the first separator, the separator (empty when there is none), and what stands after it. */
export function partition(/** @type {string} */ text, /** @type {string} */ separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** @returns {Generator<[number, string]>} */
export function* split(/** @type {number} */ column, /** @type {string} */ text, /** @type {string} */ separator) {
  for (const item of text.split(separator)) {
    yield [column, item];
    column += width(item) + 1;
  }
}

function capitalized(/** @type {string} */ word) {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("").toLowerCase();
}

/** A text in quotation marks; what can't be seen is written as its number. */
export function quoted(/** @type {string} */ text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replace(/[\\']|(?! )[\p{C}\p{Z}]/gu, (letter) => {
    if (letter === "'" || letter === "\\") return letter === "'" && mark === '"' ? letter : `\\${letter}`;
    if ("\t\n\r".includes(letter)) return JSON.stringify(letter).slice(1, -1);
    const code = /** @type {number} */ (letter.codePointAt(0)).toString(16);
    return code.length < 3 ? `\\x${code.padStart(2, "0")}` : code.length < 5 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  }) + mark;
}
