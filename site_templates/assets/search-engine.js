// @ts-check
/**
 * Answering a question in a player's words: the twin of generator/search/asking.py, which says how and why. MiniSearch says how well
 * the stems of a question fit each document, with what is rare and long to Whoosh, so that both order alike; what the question is about
 * (search-reading.js) decides the rest.
 *
 * @typedef {import("./search-reading.js").Asked & {mine?: string}} Asked  `mine`: the reader's game, where the question names none
 * @typedef {import("./search-reading.js").Concept} Concept
 * @typedef {import("./search-reading.js").Problem} Problem
 * @typedef {{ids: Uint16Array, scores: Float64Array, named: Uint16Array}} Postings  where a stem stands, and where in a title or another name
 * @typedef {{at: number, order: number, stems: string[], weight: number}} Way  one way to say the concept `at`
 * @typedef {{kind: string, game: string, title: string, url: string, text: string}} Hit
 * @typedef {{question: string, hits: Hit[], total: number, corrected: string | null, positions: string[], attacks: string[], nothing: boolean, nearest: boolean,
 *   sum: string, missing: string, query: string, named: string[], games: string[], problems: Problem[]}} Answer  `hits` are the best of `total`; `positions` are attacks to work out, in one line, `attacks` the same in words;
 *   `nothing`: no card has all that was asked for; `nearest`: and the hits have most; `sum`: that of an attack with two numbers; `missing`: the card of which errata were asked for, while none is published; `query`: what all of several
 *   cards have that answer, in the language of the cards, where the question asks for that; `named`: the
 *   addresses of what is not a card and has the very name that was typed; `games`: those
 *   that are named, or the reader's
 * @typedef {import("./card-query.js").Answer & {fields?: string, nearest?: boolean}} CardsFound
 */

import { CardSearch } from "./card-query.js";
import { whenIdle } from "./idle.js";
import { fielded, Reader } from "./search-reading.js";
import { unpacked, standing } from "./search-table.js";
import MiniSearch from "./vendor/minisearch.js";
import { normal, occurrences, singular } from "./words.js";

export const ROOT = new URL("../../", import.meta.url);
const FIELDS = ["title", "names", "wanted", "text"];
/** @type {Record<string, number>} */
const BOOSTS = { title: 3, names: 2.5, wanted: 1.3, text: 1 };
const BM25 = { k: 1.2, b: 0.7, d: 0 };
const [PART, ALL, TITLE, CALLED, KIND, OTHER_KIND, OTHER_GAME, TOGETHER, TERM] = [1.6, 1.6, 3, 50, 4, 0.45, 0.2, 4, 3];
/** @type {Record<string, number>} */
const SENTENCE = { faq: 2.3, ruling: 1.4, section: 1.4, difference: 1.3, tool: 1.3, card: 0.65, glossary: 0.8 };
/** @type {Record<string, number>} */
const BETWEEN_CARDS = { ruling: 2, faq: 1.3, conflict: 1.3, section: 0.7 };
/** @type {Record<string, number>} */
const EFFECT = { card: 2, glossary: 0.5, section: 0.7, conflict: 0.7, change: 0.5 };
const [OTHER_SORT, OTHER_TRAIT, IN_DISPUTE] = [0.3, 0.5, 0.7];
/** The type of a card, one for those that are played: Specials are the Plots of another game. @param {string} type */
const sortOf = (type) => (type === "special" ? "plot" : type);
/** @type {Record<string, (value: string) => string>} */
const COMPARED = {
  "=": (value) => value, ">=": (value) => `${value} or more`, "<=": (value) => `${value} or less`, ">": (value) => `more than ${value}`,
  "<": (value) => `less than ${value}`,
};
/** Values that are written in capitals, as a reader calls them. */
const ACRONYMS = new Map([["nwo", "NWO"]]);
/** What `is` may mean, each as a reader calls it. */
const FACETS = [["type", "type"], ["subtype", "type"], ["alignment", "alignment"], ["attribute", "attribute"]];
const TWINS = 0.87;
const [WELL, KEPT, NEARLY, HAS_ALL, OFTEN, BEGUN, NAMED, VARIED, AMONG, LIKELY] = [0.55, 0.3, 0.85, 1.1, 0.2, 0.5, 0.04, 3, 8, 0.5];
const [ABOUT_BOTH, OTHERS, ABOUT_ONE, THE_CARD, FIRST_CARD, WANTED, WHOLLY] = [5, 0.5, 0.5, 1.5, 2, 0.8, 1.2];
/** @type {import("./card-query.js").Answer} */
const NONE = { ids: [], ranked: false, corrected: null, anyWord: false, problems: [] };
/** What is of another game than the reader's goes behind it, and is found where that game has nothing as good. */
const NOT_MINE = 0.5;
/** What is of another game than the one that alone has what is asked about. */
const NOT_ONLY = 0.7;
/** The short name of each game by its id, in the order of their cards, once the index is there. @type {Map<string, string>} */
export const GAMES = new Map();

/** @param {string} path @returns {Promise<any>} */
async function fetched(path) {
  const answer = await fetch(new URL(path, ROOT));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** How long work that somebody does not wait for may hold up a letter, in milliseconds. */
const SLICE = 4;
const OPTIONS = { fields: FIELDS, tokenize: (/** @type {string} */ text) => text.split(" "), processTerm: (/** @type {string} */ term) => term };

/** Let the browser do what else there is to do, a letter above all. */
const others = () => new Promise((done) => { setTimeout(done); });

/** A stem whose packed postings are as long as this is looked up before somebody asks for it: it takes longest. */
const LONG = 90;

/** An index of documents with these lengths, without a stem in it. @param {number[][]} lengths  by field @param {number[]} averages  of those */
function emptyIndex(lengths, averages) {
  const [count, numbers] = [lengths[0].length, [...lengths[0].keys()]];
  return MiniSearch.loadJS(/** @type {any} */ ({
    documentCount: count,
    nextId: count,
    documentIds: numbers,
    fieldIds: Object.fromEntries(FIELDS.map((name, at) => [name, at])),
    fieldLength: numbers.map((number) => lengths.map((each) => each[number])),
    averageFieldLength: averages,
    storedFields: {},
    dirtCount: 0,
    index: [],
    serializationVersion: 2,
  }), OPTIONS);
}

/** Whether a query for cards asks for numbers: what has only traits may be words as well, where no card has them all. @param {string} fields */
const compares = (fields) => /[<>=]/.test(fields);

/** The parts of a query for cards that must hold. @param {string} fields */
const clausesOf = (fields) => fields.split(/(?<! OR) (?!OR )/);

/** Those that stand in most of the lists, in two at least. @template T @param {T[][]} lists @returns {T[]} */
function haveMost(lists) {
  /** @type {Map<T, number>} */
  const times = new Map();
  for (const each of lists.flat()) times.set(each, (times.get(each) ?? 0) + 1);
  const most = Math.max(0, ...times.values());
  return most > 1 ? [...times].filter(([, had]) => had === most).map(([each]) => each) : [];
}

/** What a row of a table says something about. @param {string} title */
export const rowOf = (title) => title.split(":")[0];

export class Engine {
  /** @param {any} packed  what data/search.json says @param {() => Promise<any>} [cards]  data/card-index.json, when it is needed */
  constructor(packed, cards = () => fetched("data/card-index.json")) {
    const table = unpacked(packed);
    this.table = table;
    for (const [game, short] of table.played) GAMES.set(game, short);
    this.reader = new Reader(table);
    this.documents = table.documents;
    this.count = this.documents.title.length;
    this.index = emptyIndex(table.lengths, table.averages);
    /** @type {Map<string, number>} */
    this.gamesInOrder = new Map(table.played.map((/** @type {[string]} */ [game], /** @type {number} */ at) => [game, at]));
    this.cards = cards;
    /** @type {Promise<CardSearch> | undefined} */
    this.cardSearch = undefined;
    /** @type {string[][][]} */
    this.names = [];
    /** How many stems the shortest name of each document has. */
    this.shortest = new Uint16Array(this.count);
    /** How many of the names of each document are not how players ask who forgot them. */
    this.realNames = new Uint16Array(this.count);
    this.named = 0; // the names of the documents before this one are read
    const all = [...table.postings.keys()];
    const often = all.filter((stem) => (table.postings.get(stem)?.length ?? 0) >= LONG);
    this.often = often.length;
    /** The stems, those that stand often first. */
    this.stems = [...new Set([...often, ...all])];
    this.ready = 0; // what is known of the stems before this one
    /** @type {Map<string, Postings>} */
    this.known = new Map();
    /** @type {WeakMap<Concept, {ids: Uint16Array, weights: Float64Array}>} */
    this.had = new WeakMap();
    /** What is counted for each document while a question is answered; `parts` is how much of what is asked it has. */
    this.counts = {
      isCandidate: new Uint8Array(this.count), named: new Uint8Array(this.count), parts: new Float64Array(this.count),
      best: new Float64Array(this.count), texts: new Float64Array(this.count), scores: new Float64Array(this.count),
      called: new Float64Array(this.count),
    };
    /** @type {string[]} */
    this.kinds = [...new Set(this.documents.kind)];
    /** @type {string[]} */
    this.games = [...new Set(this.documents.game)];
    const kinds = new Map(this.kinds.map((kind, at) => [kind, at]));
    const games = new Map(this.games.map((game, at) => [game, at]));
    /** The place of kind and game of each document in a table of both. */
    this.sorts = Uint16Array.from({ length: this.count }, (_, number) => (
      2 * ((kinds.get(this.documents.kind[number]) ?? 0) * this.games.length + (games.get(this.documents.game[number]) ?? 0))
    ));
  }

  /** The best answers first, `most` of them; whatever the question is. Where it names no game, those of the reader's game (`mine`) go first.
   * @param {string} question @param {number} [most] @param {string} [mine] @returns {Promise<Answer>} */
  async ask(question, most = Infinity, mine = "") {
    const read = this.reader.read(question);
    const asked = { ...read, mine: read.games.length || read.together ? "" : mine };
    /** @type {Answer} */
    const answer = { question, hits: [], total: 0, corrected: asked.corrected, positions: [], attacks: [], nothing: false, nearest: false, sum: "", missing: "", query: "", named: [], games: asked.mine ? [asked.mine] : asked.games, problems: asked.problems };
    if (fielded(question) && !asked.within && (asked.problems.length || !asked.fields)) {
      const found = await this.searched(question);
      if (found.numbers.length > 1) answer.query = question.trim();
      return { ...answer, ...this.best(found.numbers, most), corrected: found.corrected, problems: found.problems };
    }
    if (asked.problems.length) return answer;
    if (asked.sum.length && !(asked.fields && (await this.searched(asked.fields)).numbers.length)) return this.strength(answer, asked, most, mine);
    let numbers = null;
    if (asked.fields) {
      const called = this.called(asked).filter((number) => !asked.every || this.documents.kind[number] === "tool"); // the list of Goals is a page
      const terms = called.filter((number) => this.documents.kind[number] === "glossary");
      const first = compares(asked.fields) ? [] : terms.length ? terms : called; // what a word means, before its cards
      let { numbers: found } = await this.searched(asked.fields);
      if (!found.length && !called.length && this.onlyCards(asked)) {
        answer.nothing = true;
        found = await this.nearly(clausesOf(asked.fields));
        answer.nearest = found.length > 0;
      }
      if (found.length > 1 && !answer.nearest) answer.query = asked.fields;
      if (found.length) numbers = this.mineFirst([...new Set([...first, ...found, ...called])].filter((number) => this.isInside(number, asked)), asked.mine);
    }
    const { hits, total } = numbers ? this.best(numbers, most) : this.ranked(asked, most);
    const missing = asked.kinds.includes("erratum") && hits[0]?.kind === "card" ? hits[0].title : "";
    const named = this.called(asked).map((number) => this.documents.url[number]);
    const attacks = this.attacks(asked);
    return { ...answer, hits, total, missing, named, positions: attacks.map(([position]) => position), attacks: attacks.map(([, said]) => said) };
  }

  /** The odds of an attack with a Power against a Resistance. @param {Answer} answer @param {Asked} asked @param {number} most @param {string} mine @returns {Promise<Answer>} */
  async strength({ question, corrected }, { sum: [power, resistance], games }, most, mine) {
    const strength = Number(power) - Number(resistance);
    const row = strength < 0 ? "negative" : String(Math.min(strength, 12));
    const found = await this.ask(["strength", row, "odds", ...games].join(" "), most, mine);
    return { ...found, question, corrected, sum: `Power ${power} against Resistance ${resistance}: strength ${strength}` };
  }

  /** Whether a document has the values of the fields within which is asked. @param {number} number @param {Asked} asked */
  isInside(number, { within = [] }) {
    return within.every(([name, value]) => this.documents[name][number] === value);
  }

  /** Whether fields can only mean cards, if there are none. @param {Asked} asked */
  onlyCards({ fields, sentence, effect, described }) {
    const plays = clausesOf(fields).some((clause) => ["plot", "special"].includes(this.table.types[clause.replace(/^is:/, "").replaceAll("-", " ")]));
    return compares(fields) || !(plays || sentence || effect || described);
  }

  /** What is of the reader's game before what is of another. @param {number[]} numbers @param {string} mine */
  mineFirst(numbers, mine) {
    const { game } = this.documents;
    const other = (/** @type {number} */ number) => Number(Boolean(mine && game[number] && game[number] !== mine));
    return [...numbers].sort((a, b) => other(a) - other(b));
  }

  /** @param {number[]} numbers @param {number} most */
  best(numbers, most) {
    return { hits: this.hits(numbers.slice(0, most)), total: numbers.length };
  }

  /** @param {number[]} numbers @returns {Hit[]} */
  hits(numbers) {
    const { kind, game, title, url, text } = this.documents;
    return numbers.map((number) => ({ kind: kind[number], game: game[number], title: title[number], url: url[number], text: text[number] }));
  }

  /**
   * Only the cards, and all that fit: those that have what a question in the language of the cards asks for, what its words mean, or the
   * words themselves, those first that are called so; where no card has them, those that have most, or those that the search finds. `fields`
   * is the question in that language, `nearest` whether the cards lack a part of it.
   * @param {string} question @param {CardSearch} cards
   * @returns {CardsFound}
   */
  cardsFor(question, cards) {
    const plain = cards.search(question);
    const asked = this.reader.read(question);
    if (asked.problems.length || (fielded(question) && !asked.fields)) return plain;
    if (asked.fields && /\s|^-/.test(question.trim())) { // one word alone may stand in a title too: media
      const { fields } = asked;
      const found = cards.search(fields);
      if (found.ids.length) return { ...found, fields };
      const ids = compares(fields) ? haveMost(clausesOf(fields).map((clause) => cards.search(clause).ids)) : [];
      if (ids.length) return { ...NONE, ids, ranked: true, fields, nearest: true };
    }
    const { kind, url } = this.documents;
    const cardOf = (/** @type {number} */ number) => (kind[number] === "card" ? [url[number].slice("cards/".length, -1)] : []);
    const called = asked.names.flatMap((name) => this.reader.names.get(name) ?? []).flatMap(cardOf);
    if (plain.ids.length && !plain.anyWord && !plain.corrected) return { ...plain, ids: [...new Set([...called, ...plain.ids])] };
    const ids = this.ranked(asked).hits.filter((hit) => hit.kind === "card").map((hit) => hit.url.slice("cards/".length, -1));
    return ids.length ? { ids, ranked: true, corrected: asked.corrected, anyWord: plain.anyWord && !asked.corrected, problems: [] } : plain;
  }

  // --- cards by their fields -----------------------------------------------------------------------------------------

  /** @param {string} query @returns {Promise<{numbers: number[], corrected: string | null, problems: Problem[]}>} */
  async searched(query) {
    this.cardSearch ??= this.cards().then(async (index) => {
      const cards = new CardSearch(index.cards);
      while (!cards.prepare(within(SLICE))) await others();
      return cards;
    }).catch((error) => {
      this.cardSearch = undefined;
      throw error;
    });
    const found = (await this.cardSearch).search(query);
    return { numbers: found.ids.map((id) => this.place(id)), corrected: found.corrected, problems: found.problems };
  }

  /** What a query for cards asks for, in words: `attribute Nation, Power 4 or more`; what somebody wrote in that language as it is.
   * @param {string} fields @param {string} question */
  async understood(fields, question) {
    if (fields === question.trim()) return fields;
    const parts = [];
    for (const clause of clausesOf(fields)) parts.push((await Promise.all(clause.split(" OR ").map((each) => this.inWords(each)))).join(" or "));
    return parts.join(", ");
  }

  /** @param {string} clause */
  async inWords(clause) {
    let [name, value] = clause.replace(/^-/, "").split(":");
    if (name === "nwo") name = "color";
    const [signs] = value.match(/^[<>=]*/) ?? [""];
    if (signs) return `${name[0].toUpperCase()}${name.slice(1)} ${COMPARED[signs](value.slice(signs.length))}`;
    if (name === "is") {
      name = "type";
      for (const [facet, called] of [...FACETS].reverse()) if ((await this.searched(`${facet}:${value}`)).numbers.length) name = called;
    }
    value = GAMES.get(value) ?? ACRONYMS.get(value) ?? value.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    return `${clause.startsWith("-") ? "not " : ""}${name} ${value}`;
  }

  /** The number of a card. @param {string} id */
  place(id) {
    this.places ??= new Map(this.documents.url.map((/** @type {string} */ url, /** @type {number} */ number) => [url, number]));
    return this.places.get(`cards/${id}/`);
  }

  /** The cards that have most of what is asked for, two things at least. @param {string[]} clauses @returns {Promise<number[]>} */
  async nearly(clauses) {
    const found = [];
    for (const clause of clauses) found.push((await this.searched(clause)).numbers);
    return haveMost(found).sort((a, b) => a - b);
  }

  /** What is not a card and has the very name that was typed. @param {Asked} asked @returns {number[]} */
  called(asked) {
    const { kind, game } = this.documents;
    const found = new Set(asked.names.flatMap((name) => this.reader.names.get(name) ?? []));
    return [...found].filter((number) => (
      !["ruling", "card"].includes(kind[number]) && (!asked.games.length || !game[number] || asked.games.includes(game[number]))
    ));
  }

  // --- attacks -------------------------------------------------------------------------------------------------------

  /** The attacks that are asked for, one for each game that has both cards: in one line, and in words. @param {Asked} asked @returns {Array<[string, string]>} */
  attacks(asked) {
    if (!asked.attack) return [];
    const [kind, attacker, target] = asked.attack;
    /** @type {Array<[string, string]>} game, and what else the line of such an attack says */
    const games = this.table.played.flatMap((/** @type {[string, string, Record<string, string>]} */ [game, , attacks]) => (
      kind in attacks && (!asked.games.length || asked.games.includes(game)) ? [[game, attacks[kind]]] : []
    ));
    return games.sort(([a], [b]) => Number(b === asked.mine) - Number(a === asked.mine)).flatMap(([game, more]) => {
      const [one, other] = [this.fighter(attacker, game, ["group", "illuminati"]), this.fighter(target, game, ["group"])];
      if (one === undefined || other === undefined || one === other) return [];
      const { title, url } = this.documents;
      const [by, on] = [one, other].map((number) => url[number].split("/")[2]);
      return /** @type {Array<[string, string]>} */ ([[`${game} ${kind} ${by}>${on}${more}`, `${title[one]} attacks ${title[other]} to ${kind} it (${GAMES.get(game)})`]]);
    });
  }

  /** @param {string} name @param {string} game @param {string[]} types @returns {number | undefined} */
  fighter(name, game, types) {
    const { documents } = this;
    return (this.reader.names.get(name) ?? []).find((each) => (
      documents.kind[each] === "card" && documents.game[each] === game && types.includes(documents.type[each])
    ));
  }

  // --- ranking -------------------------------------------------------------------------------------------------------

  /** The `most` documents that answer a question best, and how many answer it. Each letter typed asks, so what is counted for each document
   * stands in arrays, and only the best are put in order. @param {Asked} asked @param {number} [most] */
  ranked(asked, most = Infinity) {
    const { concepts } = asked;
    const { count } = this;
    const often = (/** @type {string} */ stem) => this.postings(stem).ids.length;
    const worth = concepts.map((concept) => this.worth(concept, often));
    const whole = worth.reduce((sum, each) => sum + each, 0) || 1;
    const rare = concepts.flatMap(({ ways }, at) => (
      worth[at] && Math.max(0, ...ways.filter(({ weight }) => weight === 1).map(({ stems }) => often(stems[0]))) <= OFTEN * count ? [at] : []
    ));
    const seeds = new Set(rare.length > 1 ? rare : concepts.keys());
    const { isCandidate, named, parts, texts, scores, called } = this.counts;
    for (const each of [isCandidate, named, parts, texts, scores, called]) each.fill(0);
    if (asked.within) this.sorts.forEach((_, number) => { isCandidate[number] = Number(!this.isInside(number, asked)); }); // never found
    /** @type {number[]} */
    const found = [];
    /** @type {Map<string, number>} */
    const terms = new Map();
    for (let at = 0; at < concepts.length; at += 1) {
      const [value, seed] = [worth[at] / whole, seeds.has(at)];
      for (const { stems, weight } of concepts[at].ways) for (const stem of stems) if (weight > (terms.get(stem) ?? 0)) terms.set(stem, weight);
      const { ids, weights } = this.having(concepts[at]);
      for (let place = 0; place < ids.length; place += 1) {
        const number = ids[place];
        parts[number] += value * weights[place];
        if (!seed || isCandidate[number]) continue;
        isCandidate[number] = 1;
        found.push(number);
      }
    }
    for (const [stem, weight] of terms) {
      const postings = this.postings(stem);
      for (let at = 0; at < postings.ids.length; at += 1) texts[postings.ids[at]] += weight * postings.scores[at];
      for (let at = 0; at < postings.named.length; at += 1) named[postings.named[at]] = 1;
    }
    const call = (/** @type {Iterable<number>} */ numbers, /** @type {number} */ by) => {
      for (const number of numbers) {
        if (!called[number]) called[number] = by;
        if (!isCandidate[number]) found.push(number);
        isCandidate[number] = 1;
      }
    };
    asked.names.forEach((name, place) => {
      // "What's a puppet" and "puppet definition" ask for the same as "puppet"; "how does aid work" doesn't.
      const [first] = asked.names;
      const alone = place === 0 || (!asked.kinds.length && !asked.games.length && !this.reader.names.has(first) && first.endsWith(name));
      for (const number of this.reader.names.get(name) ?? []) call([number], alone || asked.kinds.includes(this.documents.kind[number]) ? CALLED : CALLED * 0.75);
    });
    call(this.reader.begun(asked.names[0] ?? ""), CALLED * BEGUN);
    const cardNames = [...new Set(asked.cards)];
    const cards = cardNames.map((name) => this.reader.names.get(name) ?? []);
    if (cards.length > 1) for (const numbers of cards) call(numbers, CALLED * NAMED);
    const byCards = (/** @type {number} */ number) => {
      const all = this.documents.about[number];
      const about = cards.filter((numbers) => numbers.some((card) => all.includes(card))).length;
      if (about) return about > 1 ? ABOUT_BOTH * (about / all.length) ** OTHERS : ABOUT_ONE;
      const place = cards.findIndex((numbers) => numbers.includes(number));
      // Clone Arrangers has both words of "Clone Arrangers and Clone".
      if (place >= 0 && cardNames.some((other) => other !== cardNames[place] && cardNames[place].includes(other))) return ABOUT_ONE;
      return place < 0 ? 1 : place ? THE_CARD : FIRST_CARD;
    };
    let kept = 0;
    for (let at = 0; at < found.length; at += 1) if (parts[found[at]] >= KEPT || called[found[at]]) found[kept++] = found[at];
    if (kept) found.length = kept;
    const answers = found;
    const fits = new Float64Array(2 * this.kinds.length * this.games.length);
    const { type } = this.documents;
    const isOther = (/** @type {number} */ number) => asked.sort && type[number] && sortOf(type[number]) !== sortOf(asked.sort);
    const leads = (asked.leads ?? []).map((stem) => new Set(this.postings(stem).ids));
    const lacking = (/** @type {number} */ number) => (leads.length && this.documents.kind[number] === "card" ? OTHER_TRAIT ** leads.filter((ids) => !ids.has(number)).length : 1);
    const several = concepts.length > 1;
    const sentence = asked.sentence && !asked.described && !asked.effect && concepts.length > 3 && !asked.cards.length;
    const { against = [] } = asked;
    /** By how much it counts that a card has all of a sentence, or is the one against which another is asked for. @param {number} number */
    const more = (number) => {
      if (sentence && part > NEARLY && this.documents.kind[number] === "card") return HAS_ALL / SENTENCE.card;
      return against.length && against.every((stem) => this.namesOf(number)[0].includes(stem)) ? OTHER_GAME : 1;
    };
    let [part, power] = [0, 0]; // most documents have the same part as the one before
    const score = (/** @type {number} */ number, /** @type {number} */ title) => {
      if (parts[number] !== part) {
        part = parts[number];
        power = part ** PART;
      }
      let name = called[number];
      const sort = this.sorts[number] + (name === CALLED ? 1 : 0);
      if (name && name < CALLED && asked.kinds.length && !asked.kinds.includes(this.documents.kind[number])) name *= OTHER_KIND;
      const fit = fits[sort] || (fits[sort] = this.fit(number, asked, name === CALLED));
      return ((texts[number] + 1) * power * (1 + TITLE * title * title) * (part > NEARLY && several ? ALL : 1) + name * (0.3 + part)) * (cards.length > 1 ? byCards(number) : 1) * (isOther(number) ? OTHER_SORT : 1) * lacking(number) * (sentence || against.length ? more(number) : 1) * fit;
    };
    for (let at = 0; at < answers.length; at += 1) scores[answers[at]] = score(answers[at], 0);
    let least = leastOf(answers, scores, most);
    const waysOf = this.waysOf(concepts);
    const longest = concepts.reduce((sum, { ways }) => sum + Math.max(...ways.map(({ stems }) => stems.length)), 0);
    const compare = (/** @type {number} */ number) => { scores[number] = score(number, this.title(number, waysOf, worth, whole, asked.described)); };
    // A title takes longest to compare: first where most else fits, then only where it can still matter.
    for (const number of most < answers.length ? answers.filter((each) => named[each] && scores[each] >= least) : []) {
      compare(number);
      named[number] = 0;
    }
    least = leastOf(answers, scores, most);
    for (let at = 0; at < answers.length; at += 1) {
      const number = answers[at];
      if (named[number] && scores[number] * (1 + TITLE * this.alikeAtMost(number, parts[number], longest) ** 2) >= least) compare(number);
    }
    const total = answers.length;
    const sorted = inOrder(answers, scores, most);
    const ordered = asked.games.length ? sorted : this.varied(this.twins(sorted, scores, parts, asked.only), scores, asked.mine);
    const numbers = this.withLists(asked, ordered, parts);
    const lists = numbers === ordered ? 0 : numbers.filter((number) => !answers.includes(number)).length;
    return { hits: this.hits(numbers.slice(0, most)), total: total + lists };
  }

  /** The order with the card, section or word of the `only` game that has what is asked, else of the one with the most cards, before the same of another.
   * @param {number[]} ordered @param {Float64Array} scores @param {Float64Array} parts @param {string} [only] */
  twins(ordered, scores, parts, only) {
    const found = [...ordered];
    const keys = found.slice(0, AMONG).map((number) => this.twin(number));
    const place = (/** @type {number} */ number) => (only && this.documents.game[number] === only ? -1 : this.gamesInOrder.get(this.documents.game[number]) ?? 0);
    for (let at = 0; at < keys.length; at += 1) {
      for (let then = at + 1; then < keys.length; then += 1) {
        const [one, other] = [found[at], found[then]];
        if (keys[at] !== keys[then] || scores[other] < TWINS * scores[one] || parts[other] < 0.97 * parts[one]) continue;
        if (place(other) < place(one)) [found[at], found[then]] = [other, one];
      }
    }
    return found;
  }

  /** What a document has in common with those of other games. @param {number} number */
  twin(number) {
    const { kind, title, url } = this.documents;
    const [page, anchor] = url[number].replace(/\/$/, "").split("#");
    const own = kind[number] === "table" ? title[number] : "";
    return `${kind[number]} ${own}${anchor || page.slice(page.lastIndexOf("/") + 1).replace(/^the-/, "")}`;
  }

  /** The order with different answers first: the same section or word of another game comes behind them. @param {number[]} ordered
   * @param {Float64Array} scores @param {string} [mine] */
  varied(ordered, scores, mine) {
    const { game, kind, text, title, url } = this.documents;
    /** @type {Map<string, number>} */
    const first = new Map();
    for (const number of ordered.slice(0, AMONG)) {
      if (scores[number] < LIKELY * scores[ordered[0]]) continue;
      const key = `${kind[number]} ${url[number].split("#")[1] || url[number]}`;
      if (!first.has(key)) first.set(key, number);
    }
    const [best, ...others] = [...first.values()].slice(0, VARIED);
    if (best === undefined) return ordered;
    // A row of a table stands beside those of the other games that say something else: none answers for all.
    const row = kind[best] === "table" && game[best] !== mine ? rowOf(title[best]) : undefined;
    const rows = new Map((row ? ordered : []).filter((number) => kind[number] === "table" && rowOf(title[number]) === row).reverse().map((number) => [text[number], number]));
    const chosen = [...new Set([best, ...[...rows.values()].reverse(), ...others])];
    return [...chosen, ...ordered.filter((number) => !chosen.includes(number))];
  }

  /** @param {Asked} asked @param {number[]} ordered @param {Float64Array} parts */
  withLists(asked, ordered, parts) {
    /** @type {Record<string, number>} */
    const pages = this.table.lists;
    const kinds = asked.kinds.filter((kind) => kind in pages && (kind !== "glossary" || !asked.content));
    const lists = kinds.map((kind) => pages[kind]).filter((page) => page !== ordered[0]);
    if (asked.together && "difference" in pages && !lists.includes(pages.difference)) lists.push(pages.difference);
    if (!lists.length || asked.within) return ordered;
    const rest = ordered.filter((number) => !lists.includes(number));
    let good = rest.length && parts[rest[0]] >= WELL && asked.content;
    if (good && asked.together) { // "attack bonuses" is no name of what is told about Secret Groups, among others
      const stems = asked.concepts.flatMap(({ ways }) => ways.flatMap((way) => way.stems));
      good = this.namesOf(rest[0]).some((name) => name.some((stem) => stems.includes(stem)));
    }
    return good ? [...rest.slice(0, 2), ...lists, ...rest.slice(2)] : [...lists, ...rest];
  }

  /** How well kind and game fit. @param {number} number @param {Asked} asked @param {boolean} called */
  fit(number, asked, called) {
    const [kind, game] = [this.documents.kind[number], this.documents.game[number]];
    let fit = (this.table.weights[kind] ?? 1) * (called && (kind === "glossary" || kind === "tool") ? TERM : 1);
    if (asked.effect && !asked.described) fit *= EFFECT[kind] ?? 1;
    else if (asked.sentence && !asked.described) fit *= SENTENCE[kind] ?? 1;
    if (asked.rules && kind === "conflict") fit *= IN_DISPUTE;
    if (new Set(asked.cards).size > 1) fit *= BETWEEN_CARDS[kind] ?? 1;
    if (asked.kinds.length) {
      const same = asked.kinds.includes(kind) || (kind === "change" && asked.kinds.includes("erratum"));
      fit *= same ? KIND : called ? 1 : OTHER_KIND;
    }
    if (asked.together) return fit * (kind === "difference" ? TOGETHER : 1);
    if (asked.only && game && game !== asked.only && !asked.cards.length) fit *= NOT_ONLY;
    if (asked.mine && game && game !== asked.mine) return fit * NOT_MINE;
    return asked.games.length && game && !asked.games.includes(game) ? fit * OTHER_GAME : fit;
  }

  /** How much a concept says: the rarer its word, the more. @param {Concept} concept @param {(stem: string) => number} often */
  worth({ ways }, often) {
    const here = (/** @type {Concept["ways"]} */ some) => Math.max(0, ...some.map(({ stems }) => Math.min(...stems.map(often))));
    const times = here(ways.filter(({ weight }) => weight === 1)) || here(ways);
    return times ? Math.log(1 + this.count / times) : 0;
  }

  /** The ways to say the concepts, by the first stem of each. @param {Concept[]} concepts */
  waysOf(concepts) {
    /** @type {Map<string, Way[]>} */
    const waysOf = new Map();
    concepts.forEach(({ ways }, at) => ways.forEach(({ stems, weight }, order) => {
      const way = { at, order, stems, weight };
      const same = waysOf.get(stems[0]);
      if (same) same.push(way);
      else waysOf.set(stems[0], [way]);
    }));
    return waysOf;
  }

  /** How alike the question and the title, or another name, are: 1 when they have the same words.
   * @param {number} number @param {Map<string, Way[]>} waysOf @param {number[]} worth @param {number} total
   * @param {boolean} described  whether the title is left out */
  title(number, waysOf, worth, total, described) {
    let best = 0;
    /** @type {Array<Way | null>} */
    const said = worth.map(() => null);
    const names = this.namesOf(number);
    for (let place = described ? 1 : 0; place < names.length; place += 1) {
      const title = names[place];
      said.fill(null);
      for (const stem of title) {
        for (const way of waysOf.get(stem) ?? []) {
          const known = said[way.at];
          if (known && (known.weight > way.weight || (known.weight === way.weight && known.order < way.order))) continue;
          if (way.stems.every((each) => title.includes(each))) said[way.at] = way;
        }
      }
      /** @type {string[]} */
      const used = [];
      let had = 0;
      for (const way of said) {
        if (!way) continue;
        had += worth[way.at] * way.weight;
        for (const stem of way.stems) if (!used.includes(stem)) used.push(stem);
      }
      if (!used.length) continue;
      const [recall, precision] = [had / total, used.length / title.length];
      const alike = (2 * recall * precision) / (recall + precision);
      best = Math.max(best, (place < this.realNames[number] ? 1 : alike > NEARLY ? WHOLLY : WANTED) * alike);
    }
    return best;
  }

  /** More than the likeness of any name is not: it has no more of what is asked than the document, and no more words of it than the question can.
   * @param {number} number @param {number} part  how much of what is asked the document has @param {number} longest  how many stems a question can use */
  alikeAtMost(number, part, longest) {
    this.namesOf(number);
    const [recall, precision] = [Math.min(1, part), Math.min(1, longest / this.shortest[number])];
    const alike = (2 * recall * precision) / (recall + precision) + 1e-9;
    return alike > NEARLY && this.names[number].length > this.realNames[number] ? WHOLLY * alike : alike; // parts are added up in another order than a title's
  }

  /** Where a stem stands and how much that says there; kept, as each letter typed asks for most words again.
   * @param {string} stem @returns {Postings} */
  postings(stem) {
    let found = this.known.get(stem);
    if (!found) {
      const packed = this.table.postings.get(stem);
      if (packed !== undefined) this.learn(stem, packed);
      const boost = this.boosts(stem);
      const results = packed !== undefined ? this.index.search(/** @type {any} */ ({ queries: [stem], combineWith: "OR" }), { boost, bm25: BM25 }) : [];
      found = {
        ids: Uint16Array.from(results, ({ id }) => id),
        scores: Float64Array.from(results, ({ score }) => score),
        named: Uint16Array.from(results.filter(({ match }) => match[stem].some((/** @type {string} */ field) => field !== "text")), ({ id }) => id),
      };
      this.known.set(stem, found);
    }
    return found;
  }

  /** Put a stem into the index: what `MiniSearch.loadJS` does with all of them, before a letter could be answered. @param {string} stem @param {string} packed */
  learn(stem, packed) {
    const fields = standing(packed, this.table.asked.get(stem)).map((here, at) => /** @type {const} */ ([at, here]));
    /** @type {any} */ (this.index)._index.set(stem, new Map(fields.filter(([, here]) => here.size)));
  }

  /** How much a stem counts in each field: as rare as it is there to Whoosh, so that both say the same of a document. @param {string} stem */
  boosts(stem) {
    /** @type {Map<number, Map<number, number>>} */
    const fields = /** @type {any} */ (this.index)._index.get(stem) ?? new Map();
    return Object.fromEntries(FIELDS.map((name, at) => {
      const often = fields.get(at)?.size ?? 0;
      const [ours, whoosh] = [Math.log(1 + (this.count - often + 0.5) / (often + 0.5)), Math.log(this.count / (often + 1)) + 1];
      return [name, (BOOSTS[name] * whoosh) / ours];
    }));
  }

  /** The documents that have a concept, each with the weight of the best way in which it says that; kept with the concept.
   * @param {Concept} concept @returns {{ids: Uint16Array, weights: Float64Array}} */
  having(concept) {
    let found = this.had.get(concept);
    if (!found) {
      const { best } = this.counts;
      best.fill(0);
      for (const { stems, weight } of concept.ways) for (const number of this.withAll(stems)) if (weight > best[number]) best[number] = weight;
      const ids = Uint16Array.from(best.keys()).filter((number) => best[number]);
      found = { ids, weights: Float64Array.from(ids, (number) => best[number]) };
      this.had.set(concept, found);
    }
    return found;
  }

  /** The documents that have all these stems. @param {string[]} stems @returns {Uint16Array} */
  withAll(stems) {
    if (stems.length === 1) return this.postings(stems[0]).ids;
    const [first, ...others] = stems.map((stem) => this.postings(stem).ids);
    return others.reduce((left, ids) => {
      const here = new Set(ids);
      return left.filter((number) => here.has(number));
    }, first);
  }

  /** Make ready, while there is `time`, what the first letters would wait for; answer whether all is. @param {() => boolean} time */
  prepare(time) {
    while (this.ready < this.often && time()) this.postings(this.stems[this.ready++]);
    while (this.named < this.count && time()) this.namesOf(this.named++);
    this.reader.readNames(time);
    while (this.ready < this.stems.length && time()) this.postings(this.stems[this.ready++]);
    return this.ready === this.stems.length;
  }

  /** The different stems of the title and of all else that it is called or asked for as, without stop words where others are left. @param {number} number */
  namesOf(number) {
    let names = this.names[number];
    if (!names) {
      const { stop, stems } = this.reader;
      const stemsOf = (/** @type {string} */ name) => {
        const found = occurrences(normal(name)).map((word) => word.surface);
        const content = found.filter((each) => !stop.has(singular(each)));
        return [...new Set((content.length ? content : found).map((each) => stems.get(each) ?? each))];
      };
      const called = [this.documents.title[number], ...this.documents.names[number]].map(stemsOf).filter((name) => name.length);
      names = [...called, ...this.documents.wanted[number]];
      this.names[number] = names;
      this.realNames[number] = called.length;
      this.shortest[number] = Math.min(...names.map((name) => name.length));
    }
    return names;
  }
}

/** The `most` numbers with the highest scores, highest first, those that come first before others alike.
 * @param {number[]} numbers @param {Float64Array} scores @param {number} most */
function inOrder(numbers, scores, most) {
  const least = leastOf(numbers, scores, most);
  return numbers.filter((number) => scores[number] >= least).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** The lowest of the `most` highest scores; quickselect. @param {number[]} numbers @param {Float64Array} scores @param {number} most */
function leastOf(numbers, scores, most) {
  if (most >= numbers.length) return -Infinity;
  const all = new Float64Array(numbers.length);
  for (let at = 0; at < all.length; at += 1) all[at] = scores[numbers[at]];
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = all[(low + high) >> 1];
    let [left, right] = [low, high];
    while (left <= right) {
      while (all[left] > middle) left += 1;
      while (all[right] < middle) right -= 1;
      if (left > right) break;
      const other = all[left];
      all[left] = all[right];
      all[right] = other;
      left += 1;
      right -= 1;
    }
    if (most - 1 <= right) high = right;
    else if (most - 1 >= left) low = left;
    else break;
  }
  return all[most - 1];
}

/** Whether a time is not over yet, in milliseconds from now. @param {number} time */
function within(time) {
  const end = performance.now() + time;
  return () => performance.now() < end;
}

/** @type {Promise<Engine> | undefined} */
let engine;

/** The engine of this site: fetched once, when somebody first wants to search. @returns {Promise<Engine>} */
export function theEngine() {
  engine ??= fetched("data/search.json").then((table) => {
    const made = new Engine(table);
    const work = () => whenIdle((left) => { if (!made.prepare(() => left() > 2)) work(); });
    work();
    return made;
  }).catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}
