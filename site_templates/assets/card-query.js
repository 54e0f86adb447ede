// @ts-check
/**
 * The query language for cards: the twin of generator/search/query.py, which describes it, and of searching.py, which
 * forgives slips. `parse` reads a query; `new CardSearch(records).search(query)` answers it from an index of their words.
 * tests/test_cards_browser.py holds the twins together: the same cards, corrections, problems and columns.
 *
 * @typedef {{column: number, code: string, message: string, suggestion: string | null}} Problem  columns count from 1
 * @typedef {{is: "words", field: string | null, terms: string[], start: number, end: number}} Words
 *   these terms next to each other, in title or text when `field` is null; typed from `start` to `end`
 * @typedef {{is: "prefix", field: string | null, text: string}} Prefix  a word, value or id that begins with `text`
 * @typedef {{is: "value", field: string, text: string, start: number, end: number}} Value  of a list or id field
 * @typedef {{is: "range", field: string, low: number | null, high: number | null}} Range  both included
 * @typedef {{is: "not", part: Node}} Not
 * @typedef {{is: "and" | "or", parts: Node[]}} Join
 * @typedef {Words | Prefix | Value | Range | Not | Join} Node
 * @typedef {{tree: Node | null, problems: Problem[]}} Parsed  `tree` is null exactly when there are problems
 *
 * @typedef {object} CardFields  a card of data/card-index.json, which leaves out what a card has not
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string} game
 * @property {string} set
 * @property {string} type
 * @property {string} [subtype]
 * @property {string[]} [alignment]
 * @property {string[]} [attribute]
 * @property {string} [rarity]
 * @property {string} [nwo]
 * @property {string[]} [has]
 * @property {number} [power]
 * @property {number} [transferable]
 * @property {number} [global]
 * @property {number} [resistance]
 * @property {number} [income]
 * @property {number} [arrows]
 * @property {string[]} [aliases]
 * @property {string[]} [cites]
 *
 * @typedef {object} Answer
 * @property {string[]} ids  of the cards found, best first
 * @property {boolean} ranked  whether words made some better than others; else they stand by title
 * @property {string | null} corrected  the query that was answered instead, when words were misspelt or unfinished
 * @property {boolean} anyWord  no card has all the words; these have some
 * @property {Problem[]} problems  why the query was not understood; then nothing is found
 */
import { SPACE, casefold, closest, compounds, keyword, normal, occurrences, singular, slips, sortTitle } from "./words.js";

const WORD_FIELDS = ["title", "text"];
const LIST_FIELDS = ["kind", "game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has", "is"];
/** Those of them that a card says of itself. */
export const CARD_LISTS = ["game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has"];
/** What the field `is` asks about. */
const IS_FIELDS = ["type", "subtype", "alignment", "attribute"];
const ID_FIELDS = ["id", "cards", "cites", "section"];
const NUMBER_FIELDS = ["power", "transferable", "global", "resistance", "income", "arrows"];
const FIELDS = [...WORD_FIELDS, ...LIST_FIELDS, ...ID_FIELDS, ...NUMBER_FIELDS];
/** @type {Record<string, string>} */
const ALIASES = { name: "title" };
const LONGEST = 500;
const MOST = 16;
const MOST_STARS = 4;
const DEEPEST = 20;

const TITLE_WEIGHT = 4;
// Above any sum of word weights: a title that is the query, then one that begins with it.
const EXACT_TITLE = 10_000;
const TITLE_START = 1_000;

// --- reading ---------------------------------------------------------------------------------------------------------

/** Read a query. Columns count the characters of its normal form. @param {string} source @returns {Parsed} */
export function parse(source) {
  if ([...source].length > LONGEST) {
    const message = `a query has at most ${LONGEST} characters`;
    return { tree: null, problems: [{ column: LONGEST + 1, code: "too-long", message, suggestion: null }] };
  }
  const parser = new Parser(normal(source));
  const tree = parser.whole();
  parser.count();
  if (!tree && !parser.problems.length) parser.problem(0, "nothing-asked", "there is no word to look for");
  const problems = parser.problems.sort((a, b) => a.column - b.column);
  return { tree: problems.length ? null : tree, problems };
}

/** @typedef {{kind: string, text: string, start: number, end: number}} Token
 *   kind is one of OR AND NOT ( ) field quoted range comparison bare end */

const TOKEN = new RegExp(
  `(?<open>\\()|(?<close>\\))`
  + `|(?<operator>(?:OR|AND|NOT)(?![^${SPACE}()"\\[]))`
  + `|(?<minus>(?<![^${SPACE}(])-(?=[\\p{L}\\p{Nl}\\p{No}"(])|(?<![^${SPACE}(])not(?=[${SPACE}]+(?:${[...FIELDS, ...Object.keys(ALIASES)].join("|")})[:<>=]))`
  + `|"(?<quoted>[^"]*)(?<quote>"?)`
  + `|\\[(?<range>[^\\]]*)(?<bracket>\\]?)`
  + `|(?<comparison>[<>]=?|=)[${SPACE}]*(?<number>[^${SPACE}()"\\[\\]]*)`
  + `|(?<field>[\\p{L}\\p{Nl}\\p{No}]+)(?<colon>:[${SPACE}]*|(?=[<>=]))`
  + `|(?<bare>[^${SPACE}()"\\[\\]]+)`,
  "uy",
);
const RANGE = new RegExp(`^[${SPACE}]*([+-]?\\d{1,4})?[${SPACE}]*\\bTO\\b[${SPACE}]*([+-]?\\d{1,4})?[${SPACE}]*$`);
const INTEGER = /^[+-]?\d{1,4}$/;

/** Recursive descent over the tokens of one query; goes on after an error, to find the others. */
class Parser {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    /** @type {Problem[]} */
    this.problems = [];
    /** @type {Token[]} */
    this.tokens = [...this.read(), { kind: "end", text: "", start: source.length, end: source.length }];
    this.at = 0;
  }

  /** @param {number} at @param {string} code @param {string} message @param {string | null} suggestion */
  problem(at, code, message, suggestion = null) {
    const column = [...this.source.slice(0, at)].length + 1;
    if (!this.problems.some((problem) => problem.column === column)) {
      this.problems.push({ column, code, message, suggestion });
    }
  }

  /** Say it when there are more words, or more stars, than may be. */
  count() {
    const seen = new Set();
    let stars = 0;
    for (const { kind, text, start } of this.tokens) {
      if (!["bare", "quoted", "range", "comparison"].includes(kind) || seen.has(`${kind} ${text}`)) continue;
      seen.add(`${kind} ${text}`);
      if (kind === "bare" && text.endsWith("*")) stars += 1;
      if (seen.size > MOST) return this.problem(start, "too-long", `a query has at most ${MOST} different words`);
      if (stars > MOST_STARS) return this.problem(start, "too-long", `a query has at most ${MOST_STARS} words with a *`);
    }
    return undefined;
  }

  /** @returns {Generator<Token>} */
  *read() {
    let at = 0;
    while (at < this.source.length) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(this.source);
      if (!match) {
        at += 1;
        continue;
      }
      const groups = /** @type {Record<string, string | undefined>} */ (match.groups);
      const [start, end] = [at, TOKEN.lastIndex];
      at = end;
      if (groups.open || groups.close || groups.operator) {
        yield { kind: match[0], text: match[0], start, end };
      } else if (groups.minus) {
        yield { kind: "NOT", text: match[0], start, end };
      } else if (groups.quoted !== undefined) {
        if (!groups.quote) this.problem(start, "unclosed-quote", 'this " has no partner');
        yield { kind: "quoted", text: groups.quoted, start, end };
      } else if (groups.range !== undefined) {
        if (!groups.bracket) this.problem(start, "unclosed-range", "this [ has no ]");
        yield { kind: "range", text: groups.range, start, end };
      } else if (groups.comparison) {
        yield { kind: "comparison", text: match[0], start, end };
      } else if (groups.field) {
        yield this.fieldOrWord(groups.field, groups.colon ?? "", start, end);
      } else {
        yield { kind: "bare", text: match[0], start, end };
      }
    }
  }

  /** @param {string} typed @param {string} colon @param {number} start @param {number} end @returns {Token} */
  fieldOrWord(typed, colon, start, end) {
    const lower = typed.toLowerCase();
    const name = Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : lower;
    if (FIELDS.includes(name)) return { kind: "field", text: name, start, end };
    if (colon === ":" && end < this.source.length && !new RegExp(`[${SPACE}]`).test(this.source[end])) {
      const near = closest(name, [...FIELDS, ...Object.keys(ALIASES)], 0.6);
      this.problem(start, "unknown-field", `there is no field ${typed}`, near && `${near}:`);
      return { kind: "field", text: "", start, end };
    }
    return { kind: "bare", text: typed, start, end: start + typed.length };
  }

  get next() {
    return this.tokens[this.at];
  }

  take() {
    const token = this.tokens[this.at];
    this.at = Math.min(this.at + 1, this.tokens.length - 1);
    return token;
  }

  whole() {
    const parts = [this.query(null, 0)];
    while (this.next.kind !== "end") {
      this.problem(this.take().start, "unopened-bracket", "this ) has no (");
      parts.push(this.query(null, 0));
    }
    return joined("and", parts);
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  query(field, depth) {
    const parts = [];
    while (this.next.kind !== ")" && this.next.kind !== "end") parts.push(this.either(field, depth));
    return joined("and", parts);
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  either(field, depth) {
    const parts = [this.both(field, depth)];
    while (this.next.kind === "OR") {
      this.take();
      parts.push(this.both(field, depth));
    }
    return joined("or", parts);
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  both(field, depth) {
    const parts = [this.negation(field, depth)];
    while (this.next.kind === "AND") {
      this.take();
      parts.push(this.negation(field, depth));
    }
    return joined("and", parts);
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  negation(field, depth) {
    let negative = false;
    while (this.next.kind === "NOT") {
      this.take();
      negative = !negative;
    }
    const part = this.atom(field, depth);
    return negative && part ? { is: "not", part } : part;
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  atom(field, depth) {
    const token = this.next;
    if (["OR", "AND", ")", "end"].includes(token.kind)) {
      const behind = this.at > 0 && (token.kind === ")" || token.kind === "end");
      const beside = behind ? this.tokens[this.at - 1].text : token.text;
      this.problem(token.start, "nothing-to-find", `something to look for is missing beside ${beside}`);
      return null;
    }
    if (token.kind === "(") return this.bracket(field, depth);
    if (token.kind === "field") {
      this.take();
      if (["(", "quoted", "range", "comparison", "bare"].includes(this.next.kind)) {
        if (token.text || this.next.kind === "(") return this.atom(token.text || null, depth);
        this.take();
        return null;
      }
      this.problem(token.start, "no-value", `${token.text}: has no value after it`);
      return null;
    }
    this.take();
    if (field && NUMBER_FIELDS.includes(field)) return this.number(field, token);
    if (token.kind === "range" || token.kind === "comparison") {
      const what = field ? `${field} is not a number` : "which number is this about?";
      this.problem(token.start, "not-a-number", what, field ? null : `power:${token.text}`);
      return null;
    }
    return this.value(field, token);
  }

  /** @param {string | null} field @param {number} depth @returns {Node | null} */
  bracket(field, depth) {
    const opening = this.take();
    if (depth === DEEPEST) {
      this.problem(opening.start, "too-deep", `brackets can be at most ${DEEPEST} deep`);
      this.at = this.tokens.length - 1;
      return null;
    }
    const part = this.query(field, depth + 1);
    if (this.next.kind === ")") {
      this.take();
      if (!part && !this.problems.length) this.problem(opening.start, "nothing-to-find", "these brackets are empty");
    } else if (depth < DEEPEST && !this.problems.some((problem) => problem.code === "too-deep")) {
      this.problem(opening.start, "unclosed-bracket", "this ( has no )");
    }
    return part;
  }

  /** @param {string} field @param {Token} token @returns {Node | null} */
  number(field, token) {
    const range = token.kind === "range" && RANGE.exec(token.text);
    if (range) {
      const [low, high] = range.slice(1).map((limit) => (limit ? Number(limit) : null));
      if (low !== null && high !== null && low > high) {
        this.problem(token.start, "empty-range", `no number is in [${token.text}]`, `[${high} TO ${low}]`);
      }
      return { is: "range", field, low, high };
    }
    let [sign, digits] = ["=", token.text];
    if (token.kind === "comparison") {
      sign = token.text.replace(/[-+0-9 ]+$/, "");
      digits = token.text.slice(sign.length).trim();
    }
    if ((token.kind === "comparison" || token.kind === "bare") && INTEGER.test(digits)) {
      const number = Number(digits);
      if (sign === "=") return { is: "range", field, low: number, high: number };
      if (sign === ">=") return { is: "range", field, low: number, high: null };
      if (sign === ">") return { is: "range", field, low: number + 1, high: null };
      if (sign === "<=") return { is: "range", field, low: null, high: number };
      if (sign === "<") return { is: "range", field, low: null, high: number - 1 };
    }
    this.problem(token.start, "bad-number", `${field} takes a number: 4, >=4 or [4 TO 6]`);
    return null;
  }

  /** @param {string | null} field @param {Token} token @returns {Node | null} */
  value(field, token) {
    let [text, prefix] = [token.text, false];
    const { start, end } = token;
    if (token.kind === "bare") {
      prefix = text.endsWith("*");
      text = text.replace(/\*+$/, "");
      if (text.includes("*") || (prefix && !text)) {
        this.problem(start, "stray-star", "a * ends a word of which at least a letter is given");
        return null;
      }
    }
    if (field && ID_FIELDS.includes(field)) {
      const id = casefold(text);
      return prefix ? { is: "prefix", field, text: id } : { is: "value", field, text: id, start, end };
    }
    const found = occurrences(text);
    if (!found.length) {
      if (field) this.problem(start, "no-value", `${field}: has no value after it`);
      return null;
    }
    if (field && LIST_FIELDS.includes(field)) {
      const value = keyword(text);
      return prefix ? { is: "prefix", field, text: value } : { is: "value", field, text: value, start, end };
    }
    const whole = found.map((word) => word.term);
    if (!prefix) return { is: "words", field, terms: whole, start, end };
    /** @type {Prefix} */
    const last = { is: "prefix", field, text: found[found.length - 1].surface };
    const first = whole.slice(0, -1);
    return first.length ? { is: "and", parts: [{ is: "words", field, terms: first, start, end }, last] } : last;
  }
}

/** One node for the parts that are there; nested nodes of the same kind become one.
 * @param {"and" | "or"} is
 * @param {Array<Node | null>} parts
 * @returns {Node | null}
 */
function joined(is, parts) {
  const flat = parts.flatMap((part) => (part === null ? [] : part.is === is ? part.parts : [part]));
  return flat.length > 1 ? { is, parts: flat } : flat[0] ?? null;
}

/** What is said twice, once. @param {Node[]} parts @returns {Node[]} */
function different(parts) {
  const said = (/** @type {Node} */ part) => JSON.stringify("start" in part ? { ...part, start: 0, end: 0 } : part);
  return [...new Map(parts.map((part) => [said(part), part])).values()];
}

// --- finding ---------------------------------------------------------------------------------------------------------

/** @typedef {{card: CardFields, exact: string[]}} Entry  `exact` has the title and the aliases by which it is known
 * @typedef {{times: number, forms: Array<{form: string, letters: number}>}} Spelling
 *   on how many cards a word is written so; `forms` has its singular too, and is empty for a number
 * @typedef {Map<number, number>} Found  the score of each entry that answers, by its place among the entries */

/** More words than the text of any card has. */
const ROOM = 4096;

/** The words of one field of all cards. */
class WordIndex {
  constructor() {
    /** Where each term stands, in order: the number of the card times ROOM, plus the place. @type {Map<string, number[]>} */
    this.places = new Map();
    /** How many words each card has. @type {number[]} */
    this.lengths = [];
    this.total = 0;
  }

  /** The next card. A word's other forms share its place. @param {string} text @returns {string[]}  how its words are written */
  add(text) {
    const found = occurrences(text);
    const wholes = compounds(text, found);
    const start = (this.lengths.push(found.length) - 1) * ROOM;
    this.total += found.length;
    for (let at = 0; at < found.length; at += 1) {
      const { term, surface } = found[at];
      const whole = wholes.get(at);
      this.put(term, start + at);
      if (surface !== term) this.put(surface, start + at);
      if (whole !== undefined && whole !== term && whole !== surface) this.put(whole, start + at);
    }
    return found.map((word) => word.surface);
  }

  /** @param {string} term @param {number} place */
  put(term, place) {
    const places = this.places.get(term);
    if (places) places.push(place);
    else this.places.set(term, [place]);
  }

  /** How often these terms stand next to each other, by card. @param {string[]} terms @returns {Found} */
  phrases([first, ...others]) {
    const rest = others.map((term) => new Set(this.places.get(term)));
    /** @type {Found} */
    const found = new Map();
    for (const place of this.places.get(first) ?? []) {
      if (rest.every((places, at) => places.has(place + at + 1))) found.set(cardAt(place), (found.get(cardAt(place)) ?? 0) + 1);
    }
    return found;
  }

  /** The cards with a word that begins so. @param {string} start @returns {Set<number>} */
  beginning(start) {
    const found = new Set();
    for (const [term, places] of this.places) {
      if (term.startsWith(start)) for (const place of places) found.add(cardAt(place));
    }
    return found;
  }
}

/** @param {number} place */
function cardAt(place) {
  return Math.floor(place / ROOM);
}

/** Cards, and all that is needed to search them: made at the first question, unless `prepare` was given time before. */
export class CardSearch {
  /** @param {CardFields[]} cards  in the order of their titles, as data/card-index.json has them */
  constructor(cards) {
    /** @type {Entry[]} */
    this.entries = [];
    this.cards = cards;
    /** @type {Record<string, WordIndex>} */
    this.words = { title: new WordIndex(), text: new WordIndex() };
    /** The entries that have each value of each field of lists and ids. @type {Record<string, Map<string, number[]>>} */
    this.lists = Object.fromEntries([...LIST_FIELDS, ...ID_FIELDS].map((field) => [field, new Map()]));
    /** How words are written. @type {Map<string, Spelling>} */
    this.spellings = new Map();
    /** How much a word weighs. @type {Map<string, number>} */
    this.weights = new Map();
    /** Values of lists as one word. @type {Map<string, string>} */
    this.keywords = new Map();
  }

  /** Index the next cards, as many as `goOn` agrees to; answer whether all are. @param {() => boolean} [goOn] */
  prepare(goOn = () => true) {
    while (this.entries.length < this.cards.length && goOn()) this.index(this.cards[this.entries.length]);
    return this.entries.length === this.cards.length;
  }

  /** @param {CardFields} card */
  index(card) {
    const place = this.entries.push({ card, exact: [card.title, ...card.aliases ?? []].map(sortTitle) }) - 1;
    const surfaces = new Set([...this.words.title.add(normal(card.title)), ...this.words.text.add(normal(card.text))]);
    for (const word of surfaces) {
      let spelling = this.spellings.get(word);
      if (!spelling) {
        const forms = /^\p{Nd}+$/u.test(word) ? [] : [...new Set([word, singular(word)])];
        this.spellings.set(word, spelling = { times: 0, forms: forms.map((form) => ({ form, letters: letters(form) })) });
      }
      spelling.times += 1;
    }
    /** @param {string} field @param {string} value */
    const put = (field, value) => {
      const places = this.lists[field].get(value);
      if (!places) this.lists[field].set(value, [place]);
      else if (places[places.length - 1] !== place) places.push(place);
    };
    put("kind", "card");
    for (const field of CARD_LISTS) {
      for (const value of [card[/** @type {"type"} */ (field)] ?? []].flat()) {
        let word = this.keywords.get(value);
        if (word === undefined) this.keywords.set(value, word = keyword(value));
        put(field, word);
        if (IS_FIELDS.includes(field)) put("is", word);
      }
    }
    for (const [field, ids] of [["id", [card.id]], ["cards", [card.id]], ["cites", card.cites ?? []]]) {
      for (const id of ids) {
        const small = casefold(id);
        put(field, small);
        put(field, small.slice(small.lastIndexOf("/") + 1));
      }
    }
  }

  /** Answer a query; whatever it says, nothing is thrown. @param {string} query @returns {Answer} */
  search(query) {
    this.prepare();
    const { tree, problems } = parse(query);
    const correction = new Correction(this);
    const asked = tree && correction.apply(tree);
    if (!asked || correction.problems.length) {
      return { ids: [], ranked: false, corrected: null, anyWord: false, problems: [...problems, ...correction.problems] };
    }
    const corrected = correction.write(normal(query));
    let found = this.find(asked);
    const looser = found.length ? null : anyWordOf(asked);
    if (looser) found = this.find(looser);
    return { ids: found, ranked: weighs(asked), corrected, anyWord: looser !== null && found.length > 0, problems: [] };
  }

  /** The ids of the cards that answer, best first. @param {Node} tree @returns {string[]} */
  find(tree) {
    const title = titleAsked(tree);
    const scored = [...this.found(tree)].map(([place, score]) => {
      const { card, exact } = this.entries[place];
      if (title && !title.unfinished && exact.includes(title.text)) score = EXACT_TITLE;
      else if (title && exact.some((known) => known.startsWith(title.text))) score = TITLE_START;
      return { id: card.id, score, place };
    });
    return scored.sort((a, b) => b.score - a.score || a.place - b.place).map((hit) => hit.id);
  }

  /** Who answers the tree, and how well. Only words weigh; everything else is true or not. @param {Node} tree @returns {Found} */
  found(tree) {
    switch (tree.is) {
      case "words":
        return sum((tree.field ? [tree.field] : WORD_FIELDS).map((field) => this.withWords(field, tree.terms)));
      case "prefix": {
        if (tree.field && !WORD_FIELDS.includes(tree.field)) {
          const values = [...this.lists[tree.field]].filter(([value]) => value.startsWith(tree.text));
          return scored(values.flatMap(([, places]) => places), 0);
        }
        return sum((tree.field ? [tree.field] : WORD_FIELDS).map((field) => (
          scored(this.words[field].beginning(tree.text), field === "title" ? TITLE_WEIGHT : 1)
        )));
      }
      case "value":
        return scored(this.lists[tree.field].get(tree.text) ?? [], 0);
      case "range": {
        const { field, low, high } = tree;
        return this.every(({ card }) => {
          const number = card[/** @type {"power"} */ (field)];
          return number !== undefined && number >= (low ?? -Infinity) && number <= (high ?? Infinity);
        });
      }
      case "not": {
        const without = this.found(tree.part);
        return this.every((_, place) => !without.has(place));
      }
      case "and": {
        const [first, ...others] = different(tree.parts).map((part) => this.found(part)).sort((a, b) => a.size - b.size);
        return new Map([...first].flatMap(([place, score]) => (
          others.every((other) => other.has(place))
            ? [[place, others.reduce((whole, other) => whole + (other.get(place) ?? 0), score)]]
            : []
        )));
      }
      case "or":
        return sum(different(tree.parts).map((part) => this.found(part)));
    }
  }

  /** @param {(entry: Entry, place: number) => boolean} fits @returns {Found} */
  every(fits) {
    return scored([...this.entries.keys()].filter((place) => fits(this.entries[place], place)), 0);
  }

  /** Rare words weigh more, often repeated ones a little more, long texts less. @param {string} field @param {string[]} asked */
  withWords(field, asked) {
    const { lengths, total } = this.words[field];
    const rarity = asked.reduce((whole, term) => whole + this.weight(term), 0) * (field === "title" ? TITLE_WEIGHT : 1);
    const average = total / lengths.length || 1;
    const found = this.words[field].phrases(asked);
    for (const [place, often] of found) {
      found.set(place, rarity * (often * 2.2) / (often + 1.2 * (0.25 + (0.75 * lengths[place]) / average)));
    }
    return found;
  }

  /** @param {string} term */
  weight(term) {
    let weight = this.weights.get(term);
    if (weight === undefined) {
      const on = new Set(WORD_FIELDS.flatMap((field) => (this.words[field].places.get(term) ?? []).map(cardAt))).size;
      weight = Math.log(1 + (this.entries.length + 0.5 - on) / (on + 0.5));
      this.weights.set(term, weight);
    }
    return weight;
  }
}

/** @param {Iterable<number>} places @param {number} score @returns {Found} */
function scored(places, score) {
  return new Map([...places].map((place) => [place, score]));
}

/** Who is in any of these, scores added up. @param {Found[]} parts @returns {Found} */
function sum([first, ...others]) {
  for (const other of others) for (const [place, score] of other) first.set(place, (first.get(place) ?? 0) + score);
  return first;
}

/** By characters, not by the customs of a language: as Python sorts. @param {string} a @param {string} b */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether words make some answers better than others. @param {Node} tree @returns {boolean} */
function weighs(tree) {
  if (tree.is === "words") return true;
  if (tree.is === "prefix") return tree.field === null || WORD_FIELDS.includes(tree.field);
  return (tree.is === "and" || tree.is === "or") && tree.parts.some(weighs);
}

/** What title the query may be, and whether its last word is unfinished; null when it is more than words.
 * @param {Node} tree */
function titleAsked(tree) {
  const parts = tree.is === "and" ? tree.parts : [tree];
  /** @type {string[]} */
  let found = [];
  for (const [place, part] of parts.entries()) {
    const named = (part.is === "words" || part.is === "prefix") && (part.field === null || part.field === "title");
    if (named && part.is === "words") found.push(...part.terms);
    else if (named && part.is === "prefix" && place === parts.length - 1) found.push(part.text);
    else return null;
  }
  if (found[0] === "the" && found.length > 1) found = found.slice(1);
  return { text: found.join(" "), unfinished: parts[parts.length - 1].is === "prefix" };
}

/** The same query asking for any of its plain words, where it asked for all; null when that is no difference.
 * @param {Node} tree @returns {Node | null} */
function anyWordOf(tree) {
  if (tree.is !== "and") return null;
  const isPlain = (/** @type {Node} */ part) => (part.is === "words" || part.is === "prefix") && part.field === null;
  const plain = tree.parts.filter(isPlain);
  if (plain.length < 2) return null;
  const rest = tree.parts.filter((part) => !isPlain(part));
  return rest.length ? { is: "and", parts: [{ is: "or", parts: plain }, ...rest] } : { is: "or", parts: plain };
}

/** Replaces words that stand on no card by the nearest that do, and remembers what it did. */
class Correction {
  /** @param {CardSearch} cards */
  constructor(cards) {
    this.cards = cards;
    /** @type {Problem[]} */
    this.problems = [];
    /** @type {Array<{start: number, end: number, text: string}>} */
    this.replaced = [];
  }

  /** The tree with known words. A value that its list does not have, nor one like it, becomes a problem.
   * @param {Node} tree @returns {Node} */
  apply(tree) {
    if (tree.is === "and" || tree.is === "or") return { is: tree.is, parts: tree.parts.map((part) => this.apply(part)) };
    if (tree.is === "not") return { is: "not", part: this.apply(tree.part) };
    if (tree.is === "words") return this.words(tree);
    if (tree.is === "value" && LIST_FIELDS.includes(tree.field) && !this.cards.lists[tree.field].has(tree.text)) {
      return this.value(tree);
    }
    return tree;
  }

  /** The query with the replacements in it, or null when there are none. @param {string} source */
  write(source) {
    if (!this.replaced.length) return null;
    for (const { start, end, text } of this.replaced.sort((a, b) => b.start - a.start)) {
      source = source.slice(0, start) + text + source.slice(end);
    }
    return source;
  }

  /** @param {Words} tree @returns {Node} */
  words(tree) {
    const { title, text } = this.cards.words;
    const unknown = tree.terms.filter((term) => !title.places.has(term) && !text.places.has(term));
    const [first] = tree.terms;
    if (unknown.length && tree.terms.length === 1 && this.begins(first)) {
      this.replaced.push({ start: tree.start, end: tree.end, text: `${first}*` });
      return { is: "prefix", field: tree.field, text: first };
    }
    /** @type {Map<string, string>} */
    const nearest = new Map();
    for (const term of unknown) {
      const near = this.nearest(term);
      if (near !== null) nearest.set(term, near);
    }
    if (!nearest.size) return tree;
    const spelled = tree.terms.map((term) => nearest.get(term) ?? term);
    const written = spelled.length > 1 ? `"${spelled.join(" ")}"` : spelled[0];
    this.replaced.push({ start: tree.start, end: tree.end, text: written });
    return { ...tree, terms: spelled.map(singular) };
  }

  /** @param {Value} tree @returns {Node} */
  value(tree) {
    const known = this.valuesOf(tree.field);
    const same = sameValue(tree.text, known);
    if (same !== undefined) return { ...tree, text: same };
    const near = closest(tree.text, known, 0.7);
    if (near !== null) {
      this.replaced.push({ start: tree.start, end: tree.end, text: near });
      return { ...tree, text: near };
    }
    const message = `there is no ${tree.field}:${tree.text}; the values are: ${known.join(", ") || "none"}`;
    const elsewhere = LIST_FIELDS.flatMap((field) => {
      const value = sameValue(tree.text, this.valuesOf(field));
      return value === undefined ? [] : [`${field}:${value}`];
    });
    this.problems.push({ column: tree.start + 1, code: "unknown-value", message, suggestion: elsewhere[0] ?? null });
    return tree;
  }

  /** @param {string} field */
  valuesOf(field) {
    return [...this.cards.lists[field].keys()].sort(order);
  }

  /** The known word with the fewest slips between them, or null when every one has too many. @param {string} word */
  nearest(word) {
    const allowed = word.length < 3 || /^\p{Nd}+$/u.test(word) ? 0 : word.length < 6 ? 1 : 2;
    if (!allowed) return null;
    /** @type {Array<string | number> | null} */
    let best = null;
    const has = letters(word);
    for (const [known, { times, forms }] of this.cards.spellings) {
      for (const { form, letters: others } of forms) {
        if (Math.abs(form.length - word.length) > allowed || differ(has, others) > 2 * allowed) continue;
        const made = slips(word, form);
        if (made > allowed) continue;
        const found = [made, form[0] === word[0] ? 0 : 1, -times, known];
        if (best === null || before(found, best)) best = found;
      }
    }
    return best && String(best[3]);
  }

  /** @param {string} term */
  begins(term) {
    for (const known of this.cards.spellings.keys()) if (known.startsWith(term)) return true;
    return false;
  }
}

/** The value of a list that is this one but for singular and plural. @param {string} value @param {string[]} known */
function sameValue(value, known) {
  return known.find((each) => singular(each) === singular(value));
}

/** Which letters a word has, as bits. @param {string} word */
function letters(word) {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << word.charCodeAt(at);
  return bits;
}

/** In how many letters two words differ, at least; a slip makes a difference of two at most. @param {number} a @param {number} b */
function differ(a, b) {
  let count = 0;
  for (let bits = a ^ b; bits; bits &= bits - 1) count += 1;
  return count;
}

/** Whether one list sorts before another, by the first place where they differ.
 * @param {Array<string | number>} a @param {Array<string | number>} b */
function before(a, b) {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at >= 0 && a[at] < b[at];
}
