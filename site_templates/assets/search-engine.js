// @ts-check
/**
 * Answering a question in a player's words: the twin of generator/search/asking.py, which says how and why. MiniSearch says how well
 * the stems of a question fit each document; what the question is about (search-reading.js) decides the rest.
 *
 * @typedef {import("./search-reading.js").Asked} Asked
 * @typedef {import("./search-reading.js").Concept} Concept
 * @typedef {import("./search-reading.js").Problem} Problem
 * @typedef {{ids: number[], scores: number[]}} Postings  where a stem stands
 * @typedef {{kind: string, game: string, title: string, url: string, text: string}} Hit
 * @typedef {{question: string, hits: Hit[], corrected: string | null, positions: string[], nearest: boolean, problems: Problem[]}} Answer
 *   `positions` are attacks to work out, in one line; `nearest`: no card has all that was asked for
 */

import { CardSearch } from "./card-query.js";
import { whenIdle } from "./idle.js";
import { fielded, Reader } from "./search-reading.js";
import MiniSearch from "./vendor/minisearch.js";
import { normal, occurrences, singular } from "./words.js";

export const ROOT = new URL("../../", import.meta.url);
const FIELDS = ["title", "names", "text"];
const BOOSTS = { title: 3, names: 2.5, text: 1 };
const BM25 = { k: 1.2, b: 0.7, d: 0 };
const [PART, ALL, TITLE, CALLED, KIND, OTHER_KIND, OTHER_GAME, TOGETHER] = [1.6, 2, 3, 40, 5, 0.45, 0.2, 4];
/** @type {Record<string, number>} */
const SENTENCE = { faq: 1.2, ruling: 1.4, section: 1.3, card: 0.8, glossary: 0.8 };
/** @type {Record<string, number>} */
const BETWEEN_CARDS = { ruling: 1.6, faq: 1.3, conflict: 1.3, section: 0.7 };
const [WELL, KEPT, NEARLY, OFTEN] = [0.7, 0.4, 0.95, 0.2];
/** @type {import("./card-query.js").Answer} */
const NONE = { ids: [], ranked: false, corrected: null, anyWord: false, problems: [] };
const GAMES = ["inwo", "deluxe", "subgenius"];

/** @param {string} path @returns {Promise<any>} */
async function fetched(path) {
  const answer = await fetch(new URL(path, ROOT));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

export class Engine {
  /** @param {any} table  what data/search.json says @param {() => Promise<any>} cards  data/card-index.json, when it is needed */
  constructor(table, cards = () => fetched("data/card-index.json")) {
    this.table = table;
    this.reader = new Reader(table);
    this.documents = table.documents;
    this.count = this.documents.title.length;
    this.index = MiniSearch.loadJS(table.index, { fields: FIELDS, tokenize: (text) => text.split(" "), processTerm: (term) => term });
    this.cards = cards;
    /** @type {Promise<CardSearch> | undefined} */
    this.cardSearch = undefined;
    /** @type {Array<Array<Set<string>>>} */
    this.titles = [];
    /** @type {Map<string, number[]>} */
    this.byTitle = new Map();
    /** @type {Map<string, Postings>} */
    this.known = new Map();
  }

  /** The best answers first; whatever the question is. @param {string} question @returns {Promise<Answer>} */
  async ask(question) {
    const asked = this.reader.read(question);
    /** @type {Answer} */
    const answer = { question, hits: [], corrected: asked.corrected, positions: [], nearest: false, problems: asked.problems };
    if (fielded(question) && (asked.problems.length || !asked.fields)) {
      const found = await this.searched(question);
      return { ...answer, hits: this.hits(found.numbers), corrected: found.corrected, problems: found.problems };
    }
    if (asked.problems.length) return answer;
    let numbers = null;
    if (asked.fields) {
      const first = this.called(asked);
      let { numbers: found } = await this.searched(asked.fields);
      if (!found.length && !first.length) {
        found = await this.nearly(asked.fields.split(" "));
        answer.nearest = found.length > 0;
      }
      if (found.length) numbers = [...first, ...found.filter((number) => !first.includes(number))];
    }
    return { ...answer, hits: this.hits(numbers ?? this.ranked(asked)), positions: this.positions(asked) };
  }

  /** @param {number[]} numbers @returns {Hit[]} */
  hits(numbers) {
    const { kind, game, title, url, text } = this.documents;
    return numbers.map((number) => ({ kind: kind[number], game: game[number], title: title[number], url: url[number], text: text[number] }));
  }

  /**
   * Only the cards, and all that fit: those that have what a question in the language of the cards asks for, what its words mean, or the
   * words themselves; where no card has them, those that the search finds. `fields` is the question in that language.
   * @param {string} question @param {CardSearch} cards
   * @returns {import("./card-query.js").Answer & {fields?: string}}
   */
  cardsFor(question, cards) {
    const plain = cards.search(question);
    if (fielded(question)) return plain;
    const asked = this.reader.read(question);
    if (asked.problems.length) return plain;
    const found = asked.fields ? cards.search(asked.fields) : NONE;
    if (found.ids.length) return { ...found, fields: asked.fields };
    if (plain.ids.length && !plain.anyWord && !plain.corrected) return plain;
    const { kind, url } = this.documents;
    const ids = this.ranked(asked).filter((number) => kind[number] === "card").map((number) => url[number].slice("cards/".length, -1));
    return ids.length ? { ids, ranked: true, corrected: asked.corrected, anyWord: plain.anyWord && !asked.corrected, problems: [] } : plain;
  }

  // --- cards by their fields -----------------------------------------------------------------------------------------

  /** @param {string} query @returns {Promise<{numbers: number[], corrected: string | null, problems: Problem[]}>} */
  async searched(query) {
    this.cardSearch ??= this.cards().then((index) => new CardSearch(index.cards)).catch((error) => {
      this.cardSearch = undefined;
      throw error;
    });
    const found = (await this.cardSearch).search(query);
    return { numbers: found.ids.map((id) => this.place(id)), corrected: found.corrected, problems: found.problems };
  }

  /** The number of a card. @param {string} id */
  place(id) {
    this.places ??= new Map(this.documents.url.map((/** @type {string} */ url, /** @type {number} */ number) => [url, number]));
    return this.places.get(`cards/${id}/`);
  }

  /** The cards that have most of what is asked for, two things at least. @param {string[]} clauses @returns {Promise<number[]>} */
  async nearly(clauses) {
    const times = new Map();
    for (const clause of clauses) {
      for (const number of (await this.searched(clause)).numbers) times.set(number, (times.get(number) ?? 0) + 1);
    }
    const most = Math.max(0, ...times.values());
    return most > 1 ? [...times].filter(([, had]) => had === most).map(([number]) => number).sort((a, b) => a - b) : [];
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

  /** The attacks that are asked for, one for each game that has both cards. @param {Asked} asked @returns {string[]} */
  positions(asked) {
    if (!asked.attack) return [];
    const [kind, attacker, target] = asked.attack;
    const games = GAMES.filter((game) => (!asked.games.length || asked.games.includes(game)) && (kind !== "neutralize" || game === "deluxe"));
    return games.flatMap((game) => {
      const [one, other] = [this.fighter(attacker, game, ["group", "illuminati"]), this.fighter(target, game, ["group"])];
      return one && other && one !== other ? [`${game} ${kind} ${one}>${other}`] : [];
    });
  }

  /** @param {string} name @param {string} game @param {string[]} types @returns {string | undefined} */
  fighter(name, game, types) {
    const { documents } = this;
    const number = (this.reader.names.get(name) ?? []).find((each) => (
      documents.kind[each] === "card" && documents.game[each] === game && types.includes(documents.type[each])
    ));
    return number === undefined ? undefined : documents.url[number].split("/")[2];
  }

  // --- ranking -------------------------------------------------------------------------------------------------------

  /** The numbers of the documents that answer a question, best first. @param {Asked} asked @returns {number[]} */
  ranked(asked) {
    const { concepts } = asked;
    const often = (/** @type {string} */ stem) => this.postings(stem).ids.length;
    const worth = concepts.map((concept) => this.worth(concept, often));
    const total = worth.reduce((sum, each) => sum + each, 0) || 1;
    const rare = concepts.flatMap(({ ways }, at) => (
      worth[at] && Math.max(0, ...ways.filter(({ weight }) => weight === 1).map(({ stems }) => often(stems[0]))) <= OFTEN * this.count ? [at] : []
    ));
    const seeds = new Set(rare.length > 1 ? rare : concepts.keys());
    /** @type {Set<number>} */
    const candidates = new Set();
    /** @type {Map<string, number>} */
    const terms = new Map();
    const had = new Float64Array(this.count); // how much of what is asked a document has
    const best = new Float64Array(this.count);
    concepts.forEach(({ ways }, at) => {
      for (const { stems, weight } of ways) {
        for (const stem of stems) terms.set(stem, Math.max(weight, terms.get(stem) ?? 0));
        for (const number of this.withAll(stems)) best[number] = Math.max(best[number], weight);
      }
      for (const { stems } of ways) {
        for (const number of this.withAll(stems)) {
          had[number] += worth[at] * best[number];
          best[number] = 0;
          if (seeds.has(at)) candidates.add(number);
        }
      }
    });
    const texts = new Float64Array(this.count);
    const titled = new Set();
    for (const [stem, weight] of terms) {
      const { ids, scores } = this.postings(stem);
      for (let at = 0; at < ids.length; at += 1) texts[ids[at]] += weight * scores[at];
      for (const number of this.titled(stem)) titled.add(number);
    }
    /** @type {Map<number, number>} */
    const exact = new Map();
    asked.names.forEach((name, place) => {
      for (const number of this.reader.names.get(name) ?? []) if (!exact.has(number)) exact.set(number, place === 0 ? CALLED : CALLED * 0.75);
    });
    for (const number of exact.keys()) candidates.add(number);
    /** @type {Map<number, number>} */
    const scores = new Map();
    /** @type {Map<number, number>} */
    const parts = new Map();
    for (const number of candidates) {
      const part = had[number] / total;
      parts.set(number, part);
      const title = titled.has(number) ? this.title(number, concepts, worth, total) : 0;
      let called = exact.get(number) ?? 0;
      const named = called === CALLED;
      if (asked.kinds.length && !named && !asked.kinds.includes(this.documents.kind[number])) called *= OTHER_KIND;
      const all = part > NEARLY && concepts.length > 1 ? ALL : 1;
      const score = (texts[number] + 1) * part ** PART * (1 + TITLE * title * title) * all + called * (0.3 + part);
      scores.set(number, score * this.fit(number, asked, named));
    }
    const ordered = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([number]) => number);
    const enough = ordered.filter((number) => (parts.get(number) ?? 0) >= KEPT || exact.has(number));
    return this.withLists(asked, enough.length ? enough : ordered, parts);
  }

  /** @param {Asked} asked @param {number[]} ordered @param {Map<number, number>} parts */
  withLists(asked, ordered, parts) {
    /** @type {Record<string, number>} */
    const pages = this.table.lists;
    const kinds = asked.kinds.filter((kind) => kind in pages && (kind !== "glossary" || !asked.content));
    const lists = kinds.map((kind) => pages[kind]).filter((page) => page !== ordered[0]);
    if (asked.together && "difference" in pages && !lists.includes(pages.difference)) lists.push(pages.difference);
    if (!lists.length) return ordered;
    const rest = ordered.filter((number) => !lists.includes(number));
    const good = rest.length && (parts.get(rest[0]) ?? 0) >= WELL && asked.content;
    return good ? [...rest.slice(0, 2), ...lists, ...rest.slice(2)] : [...lists, ...rest];
  }

  /** How well kind and game fit. @param {number} number @param {Asked} asked @param {boolean} called */
  fit(number, asked, called) {
    const [kind, game] = [this.documents.kind[number], this.documents.game[number]];
    let fit = this.table.weights[kind] ?? 1;
    if (asked.sentence) fit *= SENTENCE[kind] ?? 1;
    if (new Set(asked.cards).size > 1) fit *= BETWEEN_CARDS[kind] ?? 1;
    if (asked.kinds.length) {
      const same = asked.kinds.includes(kind) || (kind === "change" && asked.kinds.includes("erratum"));
      fit *= same ? KIND : called ? 1 : OTHER_KIND;
    }
    if (asked.together) return fit * (kind === "difference" ? TOGETHER : 1);
    return asked.games.length && game && !asked.games.includes(game) ? fit * OTHER_GAME : fit;
  }

  /** How much a concept says: the rarer its word, the more. @param {Concept} concept @param {(stem: string) => number} often */
  worth({ ways }, often) {
    const here = (/** @type {Concept["ways"]} */ some) => Math.max(0, ...some.map(({ stems }) => Math.min(...stems.map(often))));
    const times = here(ways.filter(({ weight }) => weight === 1)) || here(ways);
    return times ? Math.log(1 + this.count / times) : 0;
  }

  /** How alike the question and the title, or another name, are: 1 when they have the same words.
   * @param {number} number @param {Concept[]} concepts @param {number[]} worth @param {number} total */
  title(number, concepts, worth, total) {
    let best = 0;
    for (const title of this.namesOf(number)) {
      const used = new Set();
      let had = 0;
      concepts.forEach(({ ways }, at) => {
        /** @type {Concept["ways"][number] | null} */
        let most = null;
        for (const way of ways) if (way.stems.every((stem) => title.has(stem)) && (!most || way.weight > most.weight)) most = way;
        if (!most) return;
        had += worth[at] * most.weight;
        for (const stem of most.stems) used.add(stem);
      });
      if (!used.size) continue;
      const [recall, precision] = [had / total, used.size / title.size];
      best = Math.max(best, (2 * recall * precision) / (recall + precision));
    }
    return best;
  }

  /** Where a stem stands and how much that says there; kept, as each letter typed asks for most words again.
   * @param {string} stem @returns {Postings} */
  postings(stem) {
    let found = this.known.get(stem);
    if (!found) {
      const results = this.index.search(/** @type {any} */ ({ queries: [stem], combineWith: "OR" }), { boost: BOOSTS, bm25: BM25 });
      found = { ids: results.map(({ id }) => id), scores: results.map(({ score }) => score) };
      this.known.set(stem, found);
    }
    return found;
  }

  /** The documents that have all these stems. @param {string[]} stems @returns {number[]} */
  withAll(stems) {
    const [first, ...others] = stems.map((stem) => this.postings(stem).ids);
    return others.reduce((left, ids) => {
      const here = new Set(ids);
      return left.filter((number) => here.has(number));
    }, first);
  }

  /** The documents with a stem in a name. @param {string} stem @returns {number[]} */
  titled(stem) {
    this.readTitles();
    return this.byTitle.get(stem) ?? [];
  }

  /** Read the names of the documents while there is `time`; answer whether all are read. @param {() => boolean} [time] */
  readTitles(time = () => true) {
    while (this.titles.length < this.count && time()) {
      const number = this.titles.length;
      for (const stem of new Set(this.namesOf(number).flatMap((name) => [...name]))) {
        const there = this.byTitle.get(stem);
        if (there) there.push(number);
        else this.byTitle.set(stem, [number]);
      }
    }
    return this.titles.length === this.count;
  }

  /** The stems of the title and of each other name, without stop words where others are left. @param {number} number */
  namesOf(number) {
    let names = this.titles[number];
    if (!names) {
      const { stop, stems } = this.reader;
      names = [this.documents.title[number], ...this.documents.names[number]].map((name) => {
        const found = occurrences(normal(name)).map((word) => word.surface);
        const content = found.filter((each) => !stop.has(singular(each)));
        return new Set((content.length ? content : found).map((each) => stems.get(each) ?? each));
      }).filter((name) => name.size);
      this.titles[number] = names;
    }
    return names;
  }
}

/** @type {Promise<Engine> | undefined} */
let engine;

/** The engine of this site: fetched once, when somebody first wants to search. @returns {Promise<Engine>} */
export function theEngine() {
  engine ??= fetched("data/search.json").then((table) => {
    const made = new Engine(table);
    const work = () => whenIdle((left) => { if (!made.readTitles(() => left() > 2)) work(); });
    work();
    return made;
  }).catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}
