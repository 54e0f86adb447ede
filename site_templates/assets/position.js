// @ts-check
/**
 * A position and an attack in one line of text: the twin of generator/engine/position.py, which describes the notation.
 * tests/test_parity.py holds the two together: the same canonical line, the same problems at the same columns.
 *
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./evaluate.js").Attack} Attack
 * @typedef {import("./evaluate.js").Piece} Piece
 * @typedef {{game: string, kind: string, attacker: string, target: string, aid: string[], others: string[],
 *   at: number | null, under: string | null, rival: string[], spent: Record<string, number>, play: string[],
 *   privileged: boolean, arrows: number | null, used: Array<[string, number]>, align: Array<[string, string[]]>}} Position
 *   `at` is a distance, 0 for your own target, null for an uncontrolled one; cards are slugs
 * @typedef {{column: number, code: string, message: string, suggestion: string | null}} Problem  columns count from 1
 */

import { closest } from "./words.js";

export const KINDS = ["control", "neutralize", "destroy"];
export const ALIGNMENTS = [
  "Government", "Communist", "Liberal", "Conservative", "Peaceful",
  "Violent", "Straight", "Weird", "Criminal", "Fanatic", "Corporate",
];
/** The largest number that a position may hold. */
export const MOST = 999;

/** The purse that each key of the notation spends from. @type {Record<string, string>} */
export const PURSE_KEYS = {
  "pay": "attacker", "pay-illuminati": "attacker's Illuminati", "defend": "target",
  "defend-illuminati": "target's Illuminati", "assist": "assisting", "oppose": "opposing",
};
const ORDER = ["aid", "with", "at", "under", "rival", ...Object.keys(PURSE_KEYS), "play", "privileged", "arrows", "used", "align"];
/** How alike a suggestion must be to what was written, from 0 to 1. */
const ALIKE = 0.6;
const PLAYABLE = ["group", "illuminati"];

/** A position that says nothing yet. @returns {Position} */
export function emptyPosition(game = "", kind = "") {
  return {
    game, kind, attacker: "", target: "", aid: [], others: [], at: null, under: null, rival: [], spent: {}, play: [],
    privileged: false, arrows: null, used: [], align: [],
  };
}

/**
 * The position that a line describes, every name checked against `cards`; or null, and all that is wrong with the line.
 * @param {string} text
 * @param {Array<Card & {game?: string}>} cards  all of one game
 * @param {string} game  the game they belong to
 * @returns {{position: Position | null, problems: Problem[]}}
 */
export function readPosition(text, cards, game) {
  const reader = new Reader(text, cards, game);
  const position = reader.read();
  if (reader.problems.length === 0) return { position, problems: [] };
  return { position: null, problems: reader.problems.sort((a, b) => a.column - b.column) };
}

/** The canonical line; reading it gives an equal position. @param {Position} position */
export function formatPosition(position) {
  /** @type {Record<string, string>} */
  const values = {
    "aid": position.aid.join(","), "with": position.others.join(","), "rival": position.rival.join(","),
    "play": position.play.join(","), "under": position.under ?? "",
    "at": position.at === null ? "" : position.at === 0 ? "own" : String(position.at),
    "arrows": position.arrows === null ? "" : String(position.arrows),
    "used": position.used.map(([slug, times]) => (times === 1 ? slug : `${slug}*${times}`)).join(","),
    "align": position.align.map(([slug, names]) => `${slug}:${names.join("+").toLowerCase()}`).join(","),
  };
  for (const [key, purse] of Object.entries(PURSE_KEYS)) values[key] = String(position.spent[purse] || "");
  const words = [position.game, position.kind, `${position.attacker}>${position.target}`];
  for (const key of ORDER) {
    if (key === "privileged") words.push(...(position.privileged ? [key] : []));
    else if (values[key]) words.push(`${key}=${values[key]}`);
  }
  return words.join(" ");
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
  const targetOwner = position.at === null ? "nobody" : position.at === 0 ? "you" : "rival";
  /** @type {Map<string, Piece>} */
  const pieces = new Map();

  const cardOf = (/** @type {string} */ slug) => {
    const card = bySlug.get(slug);
    if (!card) throw new Error(`no card ${slug}`);
    return card;
  };
  const lay = (/** @type {string} */ slug, /** @type {import("./evaluate.js").Owner} */ owner) => {
    if (pieces.has(slug)) return;
    const card = cardOf(slug);
    pieces.set(slug, {
      card, owner, alignments: align.get(slug) ?? card.alignments,
      openArrows: slug === position.attacker && position.arrows !== null ? position.arrows : card.arrows_out.length,
      attacksMade: used.get(slug) ?? 0,
      master: slug === position.target && position.under ? cardOf(position.under).id : null,
    });
  };

  if (position.attacker !== position.target) lay(position.attacker, "you");
  for (const slug of position.aid) if (slug !== position.target) lay(slug, "you");
  for (const slug of position.others) lay(slug, "you");
  lay(position.target, targetOwner);
  for (const slug of [...(position.under ? [position.under] : []), ...position.rival]) {
    lay(slug, position.at === 0 ? "you" : "rival");
  }
  return {
    kind: position.kind, attacker: cardOf(position.attacker).id, target: cardOf(position.target).id,
    pieces: [...pieces.values()], helpers: position.aid.map((slug) => cardOf(slug).id), distance: position.at || null,
    spent: position.spent, played: position.play.map(cardOf), privileged: position.privileged,
  };
}

/** Reads one line, collecting problems instead of stopping at the first. */
class Reader {
  /** @param {string} text  @param {Card[]} cards  @param {string} game */
  constructor(text, cards, game) {
    this.text = text;
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
      this.problem(width(this.text) + 1, "position-short", "a position starts with game, kind and attacker>target");
      return emptyPosition();
    }
    const [[gameAt, game], [kindAt, kind], [pairAt, pair], ...rest] = words;
    if (game === this.game) this.known = new Map(this.cards.map((card) => [card.slug, card]));
    else this.problem(gameAt, "unknown-game", `no game ${quoted(game)}`, game, [this.game]);
    if (!KINDS.includes(kind)) this.problem(kindAt, "unknown-kind", `${quoted(kind)} is no kind of attack`, kind, KINDS);
    const [attacker, arrow, target] = partition(pair, ">");
    if (!arrow) {
      this.problem(pairAt, "no-target", "write attacker>target");
    } else {
      this.card(pairAt, attacker, PLAYABLE);
      this.card(pairAt + width(attacker) + 1, target, PLAYABLE);
    }
    const values = this.values(rest);
    this.consistent(values, attacker, target);
    const position = emptyPosition(game, kind);
    for (const [key, purse] of Object.entries(PURSE_KEYS)) {
      if (values.get(key)) position.spent[purse] = values.get(key);
    }
    return {
      ...position, attacker, target, aid: values.get("aid") ?? [], others: values.get("with") ?? [],
      at: values.get("at") ?? null, under: values.get("under") ?? null, rival: values.get("rival") ?? [],
      play: values.get("play") ?? [], privileged: values.get("privileged") ?? false, arrows: values.get("arrows") ?? null,
      used: values.get("used") ?? [], align: values.get("align") ?? [],
    };
  }

  /** @returns {Array<[number, string]>} */
  words() {
    return [...split(1, this.text, " ")].filter(([, word]) => word);
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
        this.problem(column, "unknown-card", `no card ${quoted(slug)}`, slug, choices);
      }
      return false;
    }
    if (!kinds.includes(card.kind)) {
      this.problem(column, "wrong-kind-of-card", `${card.name} is not a ${kinds.join(" or ")} card`);
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
    for (const key of ["aid", "with", "rival"]) readers.set(key, (column, value) => this.list(column, value, PLAYABLE));
    readers.set("play", (column, value) => this.list(column, value, ["special"]));
    readers.set("at", (column, value) => this.at(column, value));
    readers.set("under", (column, value) => (this.card(column, value, PLAYABLE) ? value : null));
    readers.set("used", (column, value) => this.used(column, value));
    readers.set("align", (column, value) => this.align(column, value));
    for (const [column, word] of words) {
      const [key, equals, value] = partition(word, "=");
      const read = readers.get(key);
      if (values.has(key)) this.problem(column, "key-twice", `${key} stands twice`);
      else if (key === "privileged" && !equals) values.set(key, true);
      else if (!read) this.problem(column, "unknown-key", `no key ${quoted(key)}`, key, ORDER);
      else values.set(key, read(column + width(key) + 1, value));
    }
    return values;
  }

  /** @param {number} column @param {string} value */
  number(column, value) {
    if (/^[0-9]{1,9}$/.test(value) && Number(value) <= MOST) return Number(value);
    this.problem(column, "bad-number", `${quoted(value)} is not a whole number from 0 to ${MOST}`);
    return null;
  }

  /** @param {number} column @param {string} value */
  at(column, value) {
    if (value === "own") return 0;
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
      if (found.includes(slug)) this.problem(at, "card-twice", `${slug} stands twice`);
      else found.push(slug);
    }
    return found;
  }

  /** @param {number} column @param {string} value */
  used(column, value) {
    const found = new Map();
    for (const [at, item] of split(column, value, ",")) {
      const [slug, star, times] = partition(item, "*");
      if (!this.card(at, slug, PLAYABLE)) continue;
      const count = star ? this.number(at + width(slug) + 1, times) : 1;
      if (count) found.set(slug, count);
    }
    return [...found];
  }

  /** @param {number} column @param {string} value */
  align(column, value) {
    const found = new Map();
    const known = alignmentsIn([...this.known.values()]);
    for (const [at, item] of split(column, value, ",")) {
      const [slug, , words] = partition(item, ":");
      if (!this.card(at, slug, ["group"])) continue;
      const names = words.split("+").filter(Boolean).map(capitalized);
      for (const name of names) {
        if (!known.includes(name)) {
          this.problem(at + width(slug) + 1, "unknown-alignment", `no alignment ${quoted(name)}`, name, known);
        }
      }
      found.set(slug, known.filter((name) => names.includes(name)));
    }
    return [...found];
  }

  /** Each card stands in one place; what belongs to a controlled target needs one. */
  consistent(/** @type {Map<string, any>} */ values, /** @type {string} */ attacker, /** @type {string} */ target) {
    /** @type {Map<string, string>} */
    const place = new Map();
    const taken = attacker === target ? [["attacker", attacker]] : [["attacker", attacker], ["target", target]];
    for (const slug of values.get("aid") ?? []) if (slug !== attacker && slug !== target) taken.push(["aid", slug]);
    for (const key of ["with", "rival"]) for (const slug of values.get(key) ?? []) taken.push([key, slug]);
    for (const [where, slug] of taken) {
      if (place.has(slug) && this.known.has(slug)) {
        const column = width(this.text.slice(0, this.text.lastIndexOf(slug))) + 1;
        this.problem(column, "card-twice", `${slug} is both ${place.get(slug)} and ${where}`);
      }
      if (!place.has(slug)) place.set(slug, where);
    }
    if (values.get("at") !== undefined && values.get("at") !== null) return;
    for (const key of ["rival", "under"]) {
      const said = values.get(key);
      if (said && said.length) {
        const column = width(this.text.slice(0, this.text.indexOf(`${key}=`))) + 1;
        this.problem(column, "needs-at", `${key}= needs at=, the target's distance`);
      }
    }
  }
}

// --- text, as Python sees it ------------------------------------------------------------------------------------------

/** The number of characters: code points, not the halves that a JavaScript string is made of. @param {string} text */
function width(text) {
  return [...text].length;
}

/** What stands before the first separator, the separator (empty when there is none), and what stands after it. */
function partition(/** @type {string} */ text, /** @type {string} */ separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** @returns {Generator<[number, string]>} */
function* split(/** @type {number} */ column, /** @type {string} */ text, /** @type {string} */ separator) {
  for (const item of text.split(separator)) {
    yield [column, item];
    column += width(item) + 1;
  }
}

function capitalized(/** @type {string} */ word) {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("").toLowerCase();
}

function quoted(/** @type {string} */ text) {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}
