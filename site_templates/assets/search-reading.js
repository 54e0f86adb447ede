// @ts-check
/**
 * Reading a question: what the words that somebody types ask for. The twin of generator/search/reading.py, which says how and
 * why; tests/cases/readings.json holds the two together. What is known of words comes with data/search.json.
 *
 * @typedef {{ways: Array<{stems: string[], weight: number}>}} Concept
 * @typedef {{column: number, code: string, message: string, suggestion: string | null}} Problem
 * @typedef {{concepts: Concept[], kinds: string[], games: string[], together: boolean, names: string[], cards: string[], fields: string,
 *   attack: [string, string, string] | null, content: boolean, sentence: boolean, described: boolean, effect?: boolean, rules?: boolean, sort?: string, leads?: string[], every?: boolean, only?: string, against?: string[], within?: Array<["game" | "kind", string]>, sum: string[], corrected: string | null, problems: Problem[]}} Asked
 */

import { normal, occurrences, singular, slips, sortTitle } from "./words.js";

export const LONGEST = 200;
export const MOST = 32;
const SYNONYM = 0.95;
const BEGINNING = 0.5;
const BEGINNINGS = 24;
/** So many letters make the beginning of a name, which at most so many things have. */
const [LONG_ENOUGH, FEW] = [8, 12];
/** In a word of so many letters one may be wrong; in the word of a name, of so many. */
const [LONG_WORD, SHORT_NAME] = [7, 5];
/** What belongs to a verb is at most so many words away. */
const APART = 7;

/** A name without spaces and a leading The. @param {string} text */
export function squeezed(text) {
  return sortTitle(text).replaceAll(" ", "");
}

/** The words of a text as they stand there. @param {string} text */
const wordsOf = (text) => occurrences(normal(text)).map(({ surface }) => surface);
/** @param {string} word */
const isNumber = (word) => /^\d+$/.test(word);
/** @template T @param {Iterable<T>} items @returns {T[]} */
const distinct = (items) => [...new Set(items)];
/** @param {string} a @param {string} b */
const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
/** @typedef {{longest: number, first: Set<string>}} Shape  of phrases: how many words the longest has, and the words with which they begin */
/** @type {WeakMap<object, Shape>} */
const shapes = new WeakMap();

/** What is known of phrases without a look at each: every letter typed asks again. @param {Record<string, unknown>} phrases */
function shapeOf(phrases) {
  let shape = shapes.get(phrases);
  if (!shape) {
    const all = Object.keys(phrases).map((phrase) => phrase.split(" "));
    shape = { longest: Math.max(0, ...all.map((words) => words.length)), first: new Set(all.map(([word]) => word)) };
    shapes.set(phrases, shape);
  }
  return shape;
}

/** The letters of a word as bits: words that share few have many slips between them. @param {string} word */
function letters(word) {
  let mask = 0;
  for (const letter of word) mask |= 1 << (/** @type {number} */ (letter.codePointAt(0)) % 31);
  return mask;
}

/** @param {number} mask */
function bits(mask) {
  let count = 0;
  for (let left = mask; left; left &= left - 1) count += 1;
  return count;
}

/** Whether the first letters are the same, or changed places. @param {string} word @param {string} known */
function beginAlike(word, known) {
  return word[0] === known[0] || (word.length > 1 && known.startsWith(word[1] + word[0]));
}

/** Whether a word with so many slips is likely to be a known one. @param {string} word @param {string} known @param {number} away @param {boolean} isName */
function likely(word, known, away, isName) {
  const wrong = word.length >= (isName ? SHORT_NAME : LONG_WORD);
  return (away === 1 && (wrong || mistyped(word, known))) || (isName && word.length >= LONG_ENOUGH);
}

/** Whether two letters changed places between two words, one stands there once more, or a vowel was left out. @param {string} word @param {string} known */
function mistyped(word, known) {
  if (word.length === known.length) return [...word].sort().join("") === [...known].sort().join("");
  const [short, long] = word.length < known.length ? [word, known] : [known, word];
  return [...long].some((letter, at) => at > 0 && (letter === long[at - 1] || (long === known && "aeiou".includes(letter))) && long.slice(0, at) + long.slice(at + 1) === short);
}

/** Reads questions with the words of data/search.json. */
export class Reader {
  /** @param {ReturnType<typeof import("./search-table.js").unpacked>} table */
  constructor(table) {
    this.table = table;
    this.stems = table.words;
    this.stop = new Set(/** @type {string[]} */ (table.stop));
    this.sorted = [...this.stems.keys()].sort();
    /** @type {Map<string, number[]>} */
    this.synonyms = new Map();
    table.synonyms.forEach((/** @type {string[]} */ group, /** @type {number} */ number) => {
      for (const phrase of group) this.synonyms.set(phrase, [...this.synonyms.get(phrase) ?? [], number]);
    });
    /** Numbers as they are written in letters. @type {Map<string, string>} */
    this.digits = new Map(table.synonyms.flatMap((/** @type {string[]} */ group) => {
      const digits = group.find(isNumber);
      return digits ? group.map((word) => [word, digits]) : [];
    }));
    /** What a field that each thing has may say, and what that is. */
    this.fieldsOfAll = { game: table.games, kind: { ...table.kinds, ...Object.fromEntries(table.documents.kind.map((kind) => [kind, kind])) } };
    this.effects = new Set(table.effects);
    this.acting = new Set(table.acting);
    /** @type {Record<string, Set<string>>} */
    this.cues = Object.fromEntries(Object.entries(/** @type {Record<string, string[]>} */ (table.cues)).map(([name, cue]) => [name, new Set(cue)]));
    const { title, names, kind, game } = table.documents;
    /** @type {Map<string, number[]>} */
    this.names = new Map();
    /** The games of the terms of the glossary, by their names. @type {Map<string, Set<string>>} */
    this.gamesOfTerms = new Map();
    /** @type {Set<string>} */
    this.ofCards = new Set();
    /** The words of the names of cards that may be written as one. @type {Map<string, string[]>} */
    this.spelled = new Map();
    title.forEach((/** @type {string} */ each, /** @type {number} */ number) => {
      for (const name of [each, ...names[number]]) {
        const key = squeezed(name);
        const words = kind[number] === "card" ? wordsOf(name) : [];
        if (words.length > 1 && words.join("") === key && words.every((word) => word.length > 1)) this.spelled.set(key, words);
        const found = this.names.get(key);
        if (!found) this.names.set(key, [number]);
        else if (!found.includes(number)) found.push(number);
        if (key && kind[number] === "card") this.ofCards.add(key);
        if (kind[number] === "glossary") this.gamesOfTerms.set(key, (this.gamesOfTerms.get(key) ?? new Set()).add(game[number]));
      }
    });
    this.sortedNames = [...this.names.keys()].sort();
    this.sortedCards = [...this.ofCards].sort();
    const phrases = ["kinds", "games", "traits", "fields", "numbers", "attacks"].flatMap((part) => Object.keys(table[part]));
    this.own = new Set([...phrases, ...table.synonyms.flat(), ...table.together].flatMap((phrase) => phrase.split(" ")));
    for (const word of this.stop) this.own.add(word);
    this.endings = new Set(["", "e", "y", .../** @type {string[]} */ (table.endings)]);
    this.allStems = new Set(this.stems.values());
    /** The words of names, each with the others of each name. @type {Map<string, Array<Set<string>>>} */
    this.inNames = new Map();
    /** The stems of how players ask who forgot a name. @type {Set<string>} */
    this.phrases = new Set();
    this.namesRead = 0; // the names of the documents before this one are read
    /** The words by their first letter, with their letters as bits. @type {Map<string, Array<[string, number]>>} */
    this.masks = new Map();
    /** @type {Map<string, Array<[number, string]>>} */
    this.nearWords = new Map();
    /** @type {Map<string, string[] | null>} */
    this.nearNames = new Map();
    /** @type {Map<string, string[]>} */
    this.beginning = new Map();
    /** @type {Map<string, Concept>} */
    this.said = new Map();
    /** @type {Map<string, string>} */
    this.roots = new Map();
    /** The synonyms of words without their endings. @type {Map<string, number[]>} */
    this.byRoot = new Map();
    for (const [phrase, numbers] of this.synonyms) {
      const root = this.root(phrase.split(" "));
      this.byRoot.set(root, [...this.byRoot.get(root) ?? [], ...numbers]);
    }
    this.synonymShape = shapeOf(Object.fromEntries(this.synonyms));
    this.rootShape = shapeOf(Object.fromEntries([...this.byRoot].filter(([root]) => root.includes(" "))));
    /** What asks for several games, and for a kind of thing where no card is named. @type {Record<string, string>} */
    this.together = Object.fromEntries(table.together.map((/** @type {string} */ phrase) => [phrase, ""]));
    /** @type {Record<string, string>} */
    this.kindsButCards = Object.fromEntries(Object.entries(table.kinds).filter(([, kind]) => kind !== "card"));
    this.fieldPhrases = Object.keys(table.fields).sort((a, b) => b.length - a.length);
    /** With what a comparison may begin, beside a number. */
    this.comparing = new Set([...this.cues.leads, ...this.fieldPhrases, ...Object.keys(table.numbers)].map((phrase) => phrase.split(" ")[0]));
  }

  /** What a question asks for. @param {string} question @returns {Asked} */
  read(question) {
    /** @type {Asked} */
    const nothing = {
      concepts: [], kinds: [], games: [], together: false, names: [], cards: [], fields: "", attack: null, content: true,
      sentence: false, described: false, effect: false, rules: false, sort: "", every: false, only: "", against: [], sum: [], corrected: null, problems: [],
    };
    if ([...question].length > LONGEST) {
      const message = `a question has at most ${LONGEST} characters`;
      return { ...nothing, problems: [{ column: LONGEST + 1, code: "too-long", message, suggestion: null }] };
    }
    const text = normal(question);
    const found = occurrences(text);
    if (found.length > MOST) {
      const column = [...text.slice(0, found[MOST].start)].length + 1;
      return { ...nothing, problems: [{ column, code: "too-many-words", message: `a question has at most ${MOST} words`, suggestion: null }] };
    }
    if (!found.length) return { ...nothing, problems: [{ column: 1, code: "nothing-asked", message: "there is no word to look for", suggestion: null }] };
    const [rest, within] = this.within(text);
    if (within.size) {
      const [read, game, kind] = [this.read(rest), within.get("game"), within.get("kind")];
      const fields = read.fields && (kind ?? "card") === "card" ? `${read.fields}${game ? ` game:${game}` : ""}` : "";
      return { ...read, within: [...within], games: game ? [game] : read.games, fields, attack: kind ? null : read.attack };
    }
    const typed = this.typed(found, text);
    const atEnd = found.length > 0 && found[found.length - 1].end === text.length;
    const known = this.asName(typed, atEnd) ?? this.mended(typed, atEnd);
    const all = known.length < typed.length && !known.some((word) => this.tells(word)) ? [] : known; // of the Abominable Snowmen card is left what any card is
    const shown = all.length < typed.length ? all.slice(0, all.findLastIndex((word) => !this.stop.has(word)) + 1) : all; // "skull and" bones
    const corrected = shown.length && all.join(" ") !== typed.join(" ") ? shown.join(" ") : null;
    const [mended, forgot] = this.instead(this.beside(all));
    return { ...nothing, ...this.asked(mended, mended.map(singular), text, forgot), corrected };
  }

  /** A question without its fields `game` and `kind`, and these: where each is there once with a value that there is, beside words and no
   * other field. @param {string} text @returns {[string, Map<"game" | "kind", string>]} */
  within(text) {
    const found = [...text.matchAll(WITHIN)];
    /** @type {Map<"game" | "kind", string>} */
    const values = new Map();
    for (const [, name, value] of found) {
      const field = /** @type {"game" | "kind"} */ (name.toLowerCase());
      const known = this.fieldsOfAll[field][occurrences(value).map(({ term }) => term).join("")];
      if (known) values.set(field, known);
    }
    const rest = text.replace(WITHIN, " ");
    return !found.length || values.size < found.length || fielded(rest) || !occurrences(rest).length ? [text, new Map()] : [rest, values];
  }

  // --- slips ---------------------------------------------------------------------------------------------------------

  /** @param {string} surface */
  known(surface) {
    return this.stem(surface) !== undefined || this.own.has(surface) || this.own.has(singular(surface)) || isNumber(surface);
  }

  /** Whether a word says more than which game is meant, and that it is a card. @param {string} surface */
  tells(surface) {
    const term = singular(surface);
    return !this.stop.has(term) && !Object.hasOwn(this.table.games, term) && term !== "card";
  }

  /** The stem of a word that stands somewhere, if only in the other number. @param {string} surface */
  stem(surface) {
    return this.stems.get(surface) ?? this.stems.get(singular(surface)) ?? this.stems.get(`${surface}s`);
  }

  /** The words as they stand there. Behind a minus, a number is below 0 where odds are asked for, a trait is not to be had, and another word
   * is left out. @param {ReturnType<typeof occurrences>} found @param {string} text @returns {string[]} */
  typed(found, text) {
    const odds = found.some(({ term }) => this.table.kinds[term] === "table");
    const typed = found.flatMap(({ surface, term, start, end }) => {
      if (!MINUS.test(text.slice(0, start))) return [surface];
      if (odds) return ["negative"];
      if (/^\d/.test(surface)) return [surface];
      return Object.hasOwn(this.table.traits, term) || /^[:<>=]/.test(text.slice(end)) ? ["not", surface] : [];
    });
    return typed.length ? typed : found.map(({ surface }) => surface);
  }

  /** The words of the name that the question is but for one slip, where it has a word that stands nowhere and is not only begun, or of the long name of a card.
   * @param {string[]} typed @param {boolean} atEnd @returns {string[] | null} */
  asName(typed, atEnd) {
    const short = squeezed(typed.join(" "));
    const possessive = short.endsWith("ss") && this.names.has(short.slice(0, -1)); // as in "Elvis's"
    const all = !possessive && typed.every((word) => this.known(word));
    if (this.names.has(short) || (all && (typed.length < 3 || short.length < LONG_ENOUGH))) return null;
    const last = typed[typed.length - 1];
    if (atEnd && this.begins(last).some((word) => word !== last)) return null;
    const name = possessive ? this.wordsOf(short.slice(0, -1)) : this.nearName(short);
    return all && !this.ofCards.has(squeezed((name ?? []).join(" "))) ? null : name; // the long name of a card may have only words that are known
  }

  /** The words of the name with one slip between; first one with two letters swapped, then one that ends alike.
   * @param {string} short @returns {string[] | null} */
  nearName(short) {
    let found = this.nearNames.get(short);
    if (found === undefined) {
      found = short.length < 3 ? null : this.nearNameOf(short);
      this.nearNames.set(short, found);
    }
    return found;
  }

  /** @param {string} short @returns {string[] | null} */
  nearNameOf(short) {
    const mask = letters(short);
    const sorted = [...short].sort().join("");
    let [best, rank] = ["", Infinity];
    for (const first of distinct([short[0], short[1]]).sort(before)) {
      for (const name of startingWith(first, this.sortedNames)) {
        if (Math.abs(name.length - short.length) > 1 || name.length < 3 || !beginAlike(short, name) || bits(mask ^ letters(name)) > 2) continue;
        if (slips(short, name) !== 1) continue;
        const other = [...name].sort().join("") === sorted ? 0 : 4;
        if (other && Math.min(short.length, name.length) < 4 && (short.length < 4 || !mistyped(short, name))) continue; // too many names have three letters
        const here = other + (this.ofCards.has(name) ? 0 : 2) + (name.at(-1) === short.at(-1) ? 0 : 1);
        if (here < rank) [best, rank] = [name, here];
      }
    }
    return best ? this.wordsOf(best) : null;
  }

  /** The words of a squeezed name. @param {string} name @returns {string[]} */
  wordsOf(name) {
    const { title, names } = this.table.documents;
    const [number] = this.names.get(name) ?? [];
    return wordsOf([title[number], ...names[number]].find((each) => squeezed(each) === name) ?? "");
  }

  /** Words without their endings: synonyms are those of all forms of a word. @param {string[]} said */
  root(said) {
    return said.map((each) => {
      let found = this.roots.get(each);
      if (found === undefined) {
        const base = this.stem(each) === undefined ? this.otherEnding(each) || each : each;
        found = this.stem(base) ?? base;
        this.roots.set(each, found);
      }
      return found;
    }).join(" ");
  }

  /** The words typed with each that stands nowhere replaced. @param {string[]} typed @param {boolean} atEnd */
  mended(typed, atEnd) {
    /** @type {string[]} */
    const mended = [];
    for (let at = 0; at < typed.length; at += 1) {
      const word = typed[at];
      const joined = at + 1 < typed.length ? word + typed[at + 1] : "";
      const name = this.spelled.get(word);
      if (name) {
        mended.push(...name); // shangrila
      } else if (this.known(word) && (!joined || this.known(typed[at + 1]) || !this.stems.has(joined))) {
        mended.push(word);
      } else if (this.stems.has(joined)) {
        mended.push(joined);
        at += 1;
      } else if (atEnd && at === typed.length - 1 && this.begins(word).length) {
        mended.push(word);
      } else if (this.stems.has(this.otherEnding(word))) {
        mended.push(word); // cancelled: not cancel led
      } else {
        const parts = this.parts(word);
        const near = parts.length ? null : this.nearest(word, typed);
        if (parts.length) {
          mended.push(...parts);
        } else if (this.otherEnding(word) || (!near && word.length > 3 && this.begins(word).length)) {
          mended.push(word);
        } else if (near) {
          mended.push(near);
        } else {
          const named = this.nearName(squeezed(word)) ?? [];
          if (word.length >= SHORT_NAME || mistyped(word, named.join(""))) mended.push(...named);
        }
      }
    }
    return mended;
  }

  /** The words with what belongs to a verb beside it, where both have synonyms: take all tokens away. @param {string[]} mended */
  beside(mended) {
    if (!mended.some((word, at) => at > 1 && this.cues.beside.has(word)) || this.names.has(squeezed(mended.join(" ")))) return mended;
    for (let at = 0; at < mended.length; at += 1) {
      for (let then = at + 2; then < Math.min(mended.length, at + APART); then += 1) {
        if (!this.cues.beside.has(mended[then]) || !this.synonyms.has(`${singular(mended[at])} ${mended[then]}`)) continue;
        return [...mended.slice(0, at + 1), mended[then], ...mended.slice(at + 1, then), ...mended.slice(then + 1)];
      }
    }
    return mended;
  }

  /** The words as the rules say them; and whether some are about the asking, which fall away: what's it called. @param {string[]} mended @returns {[string[], boolean]} */
  instead(mended) {
    const phrases = this.table.instead;
    const { longest, first } = shapeOf(phrases);
    const terms = mended.map(singular);
    const made = [];
    for (let at = 0; at < terms.length; at += 1) {
      let end = first.has(terms[at]) ? Math.min(terms.length, at + longest) : at;
      while (end > at && !Object.hasOwn(phrases, terms.slice(at, end).join(" "))) end -= 1;
      if (end === at) made.push(mended[at]);
      else made.push(...phrases[terms.slice(at, end).join(" ")].split(" "));
      at = Math.max(end - 1, at);
    }
    const said = made.filter((word) => word !== "asking");
    if (!said.length || this.names.has(squeezed(mended.join(" ")))) return [mended, false];
    const found = this.becoming(said, said.map(singular));
    return [found, found.join(" ") !== made.join(" ")];
  }

  /** The words with "convert" for a verb behind which a trait ends: what makes a Group Weird for good. @param {string[]} mended @param {string[]} terms */
  becoming(mended, terms) {
    const { traits, types } = this.table;
    const at = this.cues["asks-rules"].has(terms[0]) ? -1 : terms.findIndex((term, place) => this.cues.turns.has(term) && (term !== "become" || terms[0] === term)); // puppets become violent
    if (at < 0) return mended;
    const ends = (/** @type {string | undefined} */ term) => term === undefined || this.stop.has(term) || term === "permanent" || term === "permanently";
    const last = terms.findLastIndex((term, place) => Object.hasOwn(traits, term) && traits[term].startsWith("is:") && !Object.hasOwn(types, term) && ends(terms[place + 1]));
    if (last < at + 1 || !terms.slice(at + 1, last).every((term) => this.stop.has(term) || Object.hasOwn(traits, term))) return mended;
    return [...mended.slice(0, at), "convert", ...mended.slice(at + 1)];
  }

  /** The known words that begin so, the shortest first. @param {string} start @returns {string[]} */
  begins(start) {
    let found = this.beginning.get(start);
    if (!found) {
      /** @type {string[][]} */
      const byLength = [];
      for (const word of startingWith(start, this.sorted)) (byLength[word.length] ??= []).push(word);
      found = byLength.flat().slice(0, BEGINNINGS);
      this.beginning.set(start, found);
    }
    return found;
  }

  /** What has a name that begins with all that was typed, where those are few. @param {string} typed @returns {number[]} */
  begun(typed) {
    if (typed.length < LONG_ENOUGH) return [];
    const found = distinct(startingWith(typed, this.sortedNames).flatMap((name) => this.names.get(name) ?? []));
    return found.length <= FEW ? found : [];
  }

  /** The two known words that are written as one here. @param {string} word @returns {string[]} */
  parts(word) {
    for (let at = 3; at < word.length - 2; at += 1) {
      const both = [word.slice(0, at), word.slice(at)];
      if (both.every((part) => this.stems.has(part) && (part.length > 3 || this.ofNames().has(part)))) return both;
    }
    return [];
  }

  /** The words of the names of cards and terms, and those with which a question is put, each with the others of each name. */
  ofNames() {
    this.readNames(() => true);
    return this.inNames;
  }

  /** Read those names, while there is `time`; answer whether all are read. @param {() => boolean} time */
  readNames(time) {
    const { title, names, kind, wanted } = this.table.documents;
    const add = (/** @type {string} */ word, /** @type {Set<string>} */ others) => {
      const known = this.inNames.get(word);
      if (known) known.push(others);
      else this.inNames.set(word, [others]);
    };
    for (; this.namesRead < title.length && time(); this.namesRead += 1) {
      for (const phrase of wanted[this.namesRead]) if (phrase.length > 1) this.phrases.add([...phrase].sort().join(" "));
      if (kind[this.namesRead] !== "card" && kind[this.namesRead] !== "glossary") continue;
      for (const name of [title[this.namesRead], ...names[this.namesRead]]) {
        const said = wordsOf(name).filter((word) => !this.stop.has(singular(word)));
        for (const word of said) add(word, new Set(said.filter((other) => other !== word).map((other) => this.stem(other) ?? other)));
      }
    }
    if (this.namesRead === title.length) {
      for (const phrase of ["kinds", "games", "traits", "fields"].flatMap((part) => Object.keys(this.table[part]))) for (const word of phrase.split(" ")) add(word, new Set());
      this.namesRead += 1;
    }
    return this.namesRead > title.length;
  }

  /** What is left of a word without its ending, where that is a known word or one with another ending. @param {string} word */
  otherEnding(word) {
    for (const ending of this.table.endings) {
      if (!word.endsWith(ending)) continue;
      const left = word.slice(0, -ending.length);
      const single = left.at(-1) === left.at(-2) ? left.slice(0, -1) : left; // zapped: zap
      if (left.length < 4) continue;
      for (const start of [single, left]) if (this.stems.has(start) || this.own.has(start)) return start;
      for (const start of [left, single]) if (this.begins(start).some((known) => this.endings.has(known.slice(start.length)))) return start;
    }
    const other = word.replace(/men$/, "man").replace(/^un(?=.*able$)/, ""); // unattackable, snowmen
    if (this.stems.has(other)) return other;
    return other.length < word.length ? this.otherEnding(other) : "";
  }

  /** The known word that a word is a slip of. @param {string} word @param {string[]} typed @returns {string | null} */
  nearest(word, typed) {
    const near = this.nearOf(word);
    if (!near.length) return null;
    const others = new Set(typed.filter((each) => each !== word && this.known(each) && !this.stop.has(singular(each))).map((each) => this.stem(each) ?? each));
    const found = near.find(([away, known]) => {
      const names = this.ofNames().get(known) ?? [];
      return !others.size || names.some((name) => [...name].some((each) => others.has(each)))
        || (away === 1 && this.stop.has(known)) || likely(word, known, away, names.some((name) => !name.size));
    });
    return found ? found[1] : null;
  }

  /** The known words with few slips between, and how many; kept, as each letter typed asks for the words before it again.
   * @param {string} word @returns {Array<[number, string]>} */
  nearOf(word) {
    const kept = this.nearWords.get(word);
    if (kept) return kept;
    /** @type {Array<[number, number, string]>} */
    const found = [];
    const allowed = word.length < 4 || isNumber(word) ? 0 : word.length < 6 ? 1 : 2;
    const mask = letters(word);
    const alike = allowed ? distinct([word[0], word[1]]).flatMap((letter) => this.masksOf(letter)) : [];
    for (const [known, other] of alike) {
      if (!beginAlike(word, known) || Math.abs(known.length - word.length) > allowed || bits(mask ^ other) > 2 * allowed || isNumber(known)) continue;
      const away = slips(word, known);
      if (away > allowed) continue;
      found.push([8 * away + (known[0] === word[0] ? 0 : 4) + (known.at(-1) === word.at(-1) ? 0 : 2) + (this.stop.has(known) ? 1 : 0), away, known]);
    }
    const near = found.sort((a, b) => a[0] - b[0] || before(a[2], b[2])).map(([, away, known]) => /** @type {[number, string]} */ ([away, known]));
    this.nearWords.set(word, near);
    return near;
  }

  /** The words that begin with a letter, each with its letters as bits. @param {string} letter */
  masksOf(letter) {
    let found = this.masks.get(letter);
    if (!found) {
      found = startingWith(letter, this.sorted).map((word) => [word, letters(word)]);
      this.masks.set(letter, found);
    }
    return found;
  }

  // --- what is asked -------------------------------------------------------------------------------------------------

  /** @param {string[]} mended @param {string[]} terms @param {string} text @param {boolean} forgot */
  asked(mended, terms, text, forgot) {
    const { table } = this;
    const named = (/** @type {number[]} */ places) => squeezed(places.map((at) => mended[at]).join(" "));
    const spans = this.spans(terms);
    const inside = new Set(spans.filter(([start, end]) => end - start > 1).flatMap(([start, end]) => range(start, end)));
    // With a bonus, what may be a game or a trait is that of the cards that get it: +10 for a SubGenius.
    const added = BONUS.test(text) ? Math.max(0, terms.findIndex(isNumber)) : terms.length;
    const bonus = range(added, terms.length).filter((at) => Object.hasOwn(table.traits, terms[at]));
    const [games, withoutGames] = take(table.games, terms, range(0, terms.length), new Set([...inside, ...bonus]));
    const [together, apart] = take(this.together, terms, withoutGames, inside);
    const against = this.against(terms, spans, text);
    const described = forgot || against.length > 0 || this.tails(text, terms.length).some((at) => this.describes(mended.slice(at), terms.slice(at)));
    const begins = terms[0] === "the" || !this.stop.has(terms[0]);
    const ends = begins && terms.length > 1 && terms[terms.length - 1] === "card" && !this.stop.has(terms[terms.length - 2]);
    const byName = described || ((terms[0] === "which" || !mended.includes("cards")) && (ends || spans.length > 0));
    const told = apart.filter((at) => inside.has(at) || !this.stop.has(terms[at]));
    const { sort, begins: played } = this.sort(mended, terms);
    const areWords = spans.every(([start, end]) => end - start === 1 && this.synonyms.has(terms[start])); // a name that is a word as well: exposed
    let effect = areWords && (played || this.effect(mended, terms, text));
    const middle = new Set([...inside, ...told.slice(effect ? 0 : 1, -1)]); // "change a roll" asks for no errata
    const does = this.does(terms, apart, named);
    const kindsOf = Object.fromEntries(Object.entries(byName ? table.kinds : this.kindsButCards).filter(([phrase]) => spans.length || !this.cues["of-cards"].has(phrase)));
    let [kinds, rest] = does ? [["card"], does] : take(kindsOf, terms, apart, middle);
    if (kinds.length && !does && this.isWanted(mended, terms)) [kinds, rest] = [[], apart]; // "change my Illuminati" asks for no errata
    const left = apart.filter((at) => rest.includes(at) || (Object.hasOwn(kindsOf, terms[at]) && kindsOf[terms[at]] === "table")); // odds are no other table
    effect &&= !kinds.includes("difference"); // draw or choose: what is the difference
    const says = new Set([...inside, ...this.phrased(terms)]);
    if (effect || described) terms.forEach((term, at) => { if (this.acting.has(term)) says.add(at); }); // "make" says something there
    if (described) kinds = ["card", ...kinds];
    if (!games.length && (terms.includes("between") || terms.includes("or"))) kinds = kinds.filter((kind) => kind !== "difference"); // words, not games
    let content = left.filter((at) => says.has(at) || !(this.stop.has(terms[at]) || (against.length && terms[at] !== "bonus" && this.cues.against.has(terms[at]))));
    const hasContent = left.some((at) => says.has(at) || !(this.stop.has(terms[at]) || (kinds.length && terms[at] === "card")));
    if (!content.length) content = left.length ? left : range(0, terms.length);
    if (described && content.length > 2) { // what gives, which Plot makes
      content = content.filter((at) => !["give", "make"].includes(terms[at]) || !(["what", "who"].includes(terms[at - 1]) || Object.hasOwn(table.types, terms[at - 1] ?? "")));
    }
    const sentence = terms.length - content.length > 1 && content.length > 1 && !does;
    const sum = this.sum(text, terms);
    const listed = this.listed(mended, terms);
    let names = against.length ? [] : [named(range(0, mended.length)), named(left), this.behindStops(terms, left, named), named(content), ...listed];
    const gamesOf = listed.map((name) => this.gamesOfTerms.get(name) ?? new Set());
    if (listed.length && [...gamesOf[0]].some((game) => gamesOf.every((each) => each.has(game)))) [names, kinds] = [listed, ["glossary"]];
    return {
      concepts: this.concepts(mended, terms, content),
      kinds: distinct(kinds),
      games: distinct(games),
      together: together.length > 0 || distinct(games).length > 1,
      names: distinct(names).filter(Boolean),
      cards: spans.map(([start, end]) => terms.slice(start, end).join("")),
      fields: inside.size || does || sum.length > 2 ? "" : this.fields(text, terms, mended),
      attack: this.attack(terms, spans),
      content: hasContent,
      sentence,
      described,
      effect,
      rules: !described && this.cues["asks-rules"].has(terms[0]),
      sort: described || effect ? sort : "",
      leads: described || effect ? this.leads(terms) : [],
      every: terms.some((term) => this.cues.every.has(term)),
      only: table.only[terms.find((term) => Object.hasOwn(table.only, term)) ?? ""] ?? "",
      against,
      sum,
    };
  }

  /** The Power and the Resistance in a question that has a number for each and is about an attack, with a third part where it says so;
   * without, cards may be meant that have both. @param {string} text @param {string[]} terms @returns {string[]} */
  sum(text, terms) {
    const named = terms.filter((term) => term === "power" || term === "resistance");
    if (named.length !== 2 || named[0] === named[1] || text.search(SIGN) >= 0) return [];
    const digits = (/** @type {string} */ term) => (isNumber(term) ? term : this.digits.get(term));
    const numbers = terms.flatMap((term) => digits(term) ?? []);
    if (numbers.length !== 2 || numbers.some((each) => each.length > 3)) return [];
    const { attacks, kinds, games } = this.table;
    const fights = new Set([...Object.keys(attacks).flatMap((phrase) => phrase.split(" ")), ...Object.keys(kinds).filter((word) => ["table", "difference"].includes(kinds[word]))]);
    const others = terms.filter((term) => !named.includes(term) && !digits(term));
    const fought = others.filter((term) => fights.has(term)).slice(0, 1);
    const free = (/** @type {string} */ term) => this.stop.has(term) || Object.hasOwn(games, term) || (fought.length && (fights.has(term) || this.cues.sums.has(term)));
    const odds = others.some((term) => kinds[term] === "table"); // are of all that, whatever else is told
    return odds || others.every(free) ? [...(named[0] === "power" ? numbers : numbers.reverse()), ...fought] : [];
  }

  /** The stems of the card against which one with a bonus is asked for: who fights the KGB.
   * @param {string[]} terms @param {Array<[number, number]>} spans @param {string} text @returns {string[]} */
  against(terms, spans, text) {
    if (spans.length !== 1) return [];
    const [[start, end]] = spans;
    const cue = this.cues.against;
    if (!terms.slice(0, start).some((term) => cue.has(term)) && !(start && BONUS.test(text))) return [];
    const { attacks, types, kinds, games } = this.table;
    const free = (/** @type {string} */ term) => isNumber(term) || this.stop.has(term) || cue.has(term) || [attacks, types, kinds, games].some((each) => Object.hasOwn(each, term));
    if (![...terms.slice(0, start), ...terms.slice(end)].every(free)) return [];
    return terms.slice(start, end).filter((term) => !this.stop.has(term)).map((term) => this.root([term]));
  }

  /** Whether a question is how players ask for a thing of which they forgot the name. @param {string[]} mended @param {string[]} terms */
  isWanted(mended, terms) {
    const said = distinct(mended.filter((_, at) => !this.stop.has(terms[at])).map((word) => this.root([word])));
    this.readNames(() => true);
    return this.phrases.has(said.sort().join(" "));
  }

  /** The name that stands at the end behind stop words alone, which may begin with one itself: what is "in play".
   * @param {string[]} terms @param {number[]} left @param {(places: number[]) => string} named */
  behindStops(terms, left, named) {
    for (let start = 1; start < left.length && this.stop.has(terms[left[start - 1]]); start += 1) {
      const name = named(left.slice(start));
      if (this.names.has(name)) return name;
    }
    return "";
  }

  /** The names of which the question is a list: what's a master and a puppet, temporary or permanent change.
   * @param {string[]} mended @param {string[]} terms @returns {string[]} */
  listed(mended, terms) {
    /** @type {string[][]} */
    const whole = [[]];
    terms.forEach((term, at) => {
      if (["and", "or", "vs", "versus"].includes(term)) whole.push([]);
      else whole[whole.length - 1].push(mended[at]);
    });
    if (whole.length < 2 || this.names.has(squeezed(mended.join(" ")))) return [];
    const parts = whole.map((part) => part.filter((word) => word === "in" || !this.stop.has(singular(word))));
    const last = parts[parts.length - 1].slice(-1);
    const found = whole.map((said, at) => [said, parts[at], [...parts[at], ...last]].map((way) => squeezed(way.join(" "))).find((name) => this.names.has(name)) ?? "");
    return found.every(Boolean) ? found : [];
  }

  /** Where the card stands whose effect is asked for: what does X do, what does the X card do.
   * @param {string[]} terms @param {number[]} left @param {(places: number[]) => string} named @returns {number[] | undefined} */
  does(terms, left, named) {
    if (terms[left[0]] !== "what" || !["do", "doe"].includes(terms[left[1]]) || terms[left[left.length - 1]] !== "do") return undefined;
    const names = [left.slice(2, -1), terms[left[left.length - 2]] === "card" ? left.slice(2, -2) : []];
    return names.find((name) => this.ofCards.has(named(name)));
  }

  /** Where the sentences of a question begin of so many words, the first too: what is asked may stand behind a story. @param {string} text @param {number} all */
  tails(text, all) {
    const starts = [...text.matchAll(ENDS)].map((match) => all - occurrences(text.slice(match.index + match[0].length)).length);
    return [0, ...starts.filter((start) => start > 0 && start < all)];
  }

  /** Whether a card is meant whose name was forgotten: is there a card that rerolls dice, which Plot does, what lets me reroll, who protects my Places, the one
   * where frogs fall.
   * @param {string[]} mended @param {string[]} terms */
  describes(mended, terms) {
    if (terms[0] === "what" && terms[1] === "let") return true;
    const { traits, types } = this.table;
    if (terms.slice(0, 3).join(" ") === "can i make") return (terms.length > 3 && !["a", "an"].includes(terms[3])) || (terms.length > 4 && Object.hasOwn(traits, terms[4]));
    const doing = ["what", "who"].includes(terms[0]) && this.cues.doing.has(terms[1]);
    if (doing && mended[1] !== terms[1] && !terms.slice(2, 4).includes("attack")) return true; // what gives, who keeps
    if (terms[0] === "who" && terms.slice(1, 4).some((term) => ["best", "good", "great"].includes(term))) return true;
    for (let at = 0; at < terms.length - 1; at += 1) {
      const [said, then, last] = [mended[at], terms[at + 1], terms[at - 1]];
      if (at && !this.stop.has(last) && !Object.hasOwn(traits, last) && !isNumber(last)) return false;
      if (at && this.cues["asks-rules"].has(last)) return false; // can a Plot that was canceled be played again
      const asked = at === 1 && ["which", "what"].includes(last);
      if (said === "card" && (this.cues.which.has(then) || ["to", "for", "with", "so"].includes(then) || asked)) return true;
      const which = at > 0 && ["which", "what"].includes(terms[0]) && terms.slice(1, at).every((each) => Object.hasOwn(traits, each));
      const isTrait = Object.hasOwn(traits, said) && traits[said].startsWith("is:");
      if (this.cues.which.has(then) && (said === "one" || isTrait)) return true;
      // "Which Plot makes a roll a 12" means a card; "which Groups may aid" is about the rules.
      const open = !this.cues.asks.has(then) || (then === "can" && terms[at] !== "group");
      if (isTrait && which && open && !Object.hasOwn(traits, then) && said !== "groups") return true;
      if (Object.hasOwn(types, said) && (then === "to" || then === "you")) return true;
    }
    return false;
  }

  /** Whether what is named first is given something by the card that is meant: violent Groups get +10. @param {string[]} terms */
  receives(terms) {
    const at = terms.findIndex((term) => this.cues.gets.has(term));
    return at > 0 && !this.cues.asks.has(terms[0]) && !terms.slice(0, at).some((term) => this.cues.which.has(term));
  }

  /** The type of card that is named first, and whether the question begins with a sort of those that are played: disaster that hurts green Groups.
   * @param {string[]} mended @param {string[]} terms */
  sort(mended, terms) {
    const { traits, types } = this.table;
    for (let at = 0; at < (this.receives(terms) ? 0 : mended.length); at += 1) {
      if (Object.hasOwn(types, terms[at])) {
        const played = !["group", "illuminati"].includes(types[terms[at]]) && terms[at] !== "plot";
        return { sort: types[terms[at]], begins: played && terms.length > 2 && at < terms.length - 1 && this.plain(terms) };
      }
      if (this.effects.has(terms[at]) || (!this.stop.has(terms[at]) && !Object.hasOwn(traits, mended[at]))) break;
    }
    return { sort: "", begins: false };
  }

  /** The stems of the traits that are named first, which the card has: Magic Group that is great at killing. @param {string[]} terms */
  leads(terms) {
    const { traits, types } = this.table;
    /** @type {string[]} */
    const found = [];
    for (const term of this.receives(terms) ? [] : terms) {
      const trait = Object.hasOwn(traits, term) ? traits[term] : "";
      if (this.effects.has(term) || this.cues.not.has(term) || (found.length && this.cues.which.has(term)) || (!this.stop.has(term) && !trait)) break;
      const stem = trait.startsWith("is:") && types[term] !== term ? this.stems.get(trait.slice(3)) : undefined;
      if (stem !== undefined) found.push(stem);
    }
    return found;
  }

  /** Whether a question says nothing of the one who asks or of a moment, as one about the rules would. @param {string[]} terms */
  plain(terms) {
    return !this.cues.asks.has(terms[0]) && !terms.some((term) => this.cues["about-rules"].has(term));
  }

  /** Whether the question begins with what a card does or has a bonus, and is not about the rules: destroy a Satellite.
   * @param {string[]} mended @param {string[]} terms @param {string} text */
  effect(mended, terms, text) {
    if (terms.slice(0, 3).join(" ") === "what can i" && terms.length > 3 && terms[3] !== "do") return true;
    if (mended.slice(0, 3).join(" ") === "which group can") return true;
    const [deed, does] = [this.cues.deeds.has(terms[0]), mended[0] !== terms[0] && this.cues.doing.has(terms[0])]; // protects my Places
    if (terms.length < 3 || (!this.plain(terms) && !deed && !does)) { // freeze Banks, but not draw Plots
      return terms.length === 2 && deed && Object.hasOwn(this.table.traits, terms[1]) && !Object.hasOwn(this.table.types, terms[1]);
    }
    if (BONUS.test(text)) return true;
    const starts = range(0, this.cues.begins.has(terms[0]) ? terms.length : 1);
    return starts.some((at) => [1, 2, 3].some((size) => this.effects.has(terms.slice(at, at + size).join(" "))));
  }

  /** Where phrases stand that have synonyms and begin with a stop word: "out of the game" says something, though none of its words does.
   * @param {string[]} terms @returns {number[]} */
  phrased(terms) {
    const { longest, first } = this.synonymShape;
    return terms.flatMap((term, at) => {
      if (!this.stop.has(term) || !first.has(term)) return [];
      for (let size = Math.min(longest, terms.length - at); size > 1; size -= 1) {
        if (this.synonyms.has(terms.slice(at, at + size).join(" "))) return range(at, at + size);
      }
      return [];
    });
  }

  /** Where names of cards stand, the longest first from the left. @param {string[]} terms @returns {Array<[number, number]>} */
  spans(terms) {
    /** @type {Array<[number, number]>} */
    const found = [];
    let at = 0;
    while (at < terms.length) {
      let last = at;
      let joined = "";
      for (let end = at + 1; end <= Math.min(terms.length, at + 14); end += 1) {
        joined += terms[end - 1];
        const next = this.sortedCards[placeOf(joined, this.sortedCards)];
        if (!next?.startsWith(joined)) break;
        if (next === joined && this.isCard(terms.slice(at, end), terms.length)) last = end;
      }
      if (last > at) found.push([at, last]);
      at = Math.max(last, at + 1);
    }
    return found;
  }

  /** Whether a card's name, one of so many words, is meant; stop words alone seldom are: "to a" is not TOA. @param {string[]} terms @param {number} all */
  isCard(terms, all) {
    return terms.some((term) => !this.stop.has(term)) || (terms.length > 1 && terms.length === all);
  }

  /** @param {string[]} mended @param {string[]} terms @param {number[]} content @returns {Concept[]} */
  concepts(mended, terms, content) {
    const found = [];
    let at = 0;
    while (at < content.length) {
      const root = this.root([mended[content[at]]]);
      const rooted = this.rootShape.first.has(root);
      const longest = rooted || this.synonymShape.first.has(terms[content[at]]) ? this.synonymShape.longest : 2;
      for (let size = Math.min(longest, content.length - at); size > 0; size -= 1) {
        const places = content.slice(at, at + size);
        const last = places[size - 1];
        const after = content[at + size] ?? terms.length;
        const wholes = Array.from({ length: after - last }, (_, less) => terms.slice(places[0], after - less).join(" "));
        const phrases = [...wholes, places.map((place) => terms[place]).join(" ")];
        let group = phrases.find((phrase) => this.synonyms.has(phrase)) ?? null;
        if (group === null && (size === 1 ? !this.allStems.has(root) && this.byRoot.has(root) : rooted && this.byRoot.has(this.root(places.map((place) => mended[place]))))) {
          group = phrases[phrases.length - 1]; // the same words with other endings
        }
        const joined = group === null && size === 2 ? this.joined(mended, places) : null;
        if (joined) {
          found.push(joined);
          at += size;
          break;
        }
        if (group === null && size > 1) continue;
        const isLast = last === content[content.length - 1] && last === terms.length - 1;
        found.push(this.concept(places.map((place) => mended[place]), group, isLast && size === 1));
        at += size;
        break;
      }
    }
    return this.apart(found);
  }

  /** Two words beside each other that are one elsewhere: anti trust. @param {string[]} mended @param {number[]} places @returns {Concept | null} */
  joined(mended, [one, other]) {
    const both = [mended[one], mended[other]];
    const stem = this.stems.get(both.join(""));
    if (stem === undefined || other !== one + 1 || both.some((word) => this.stop.has(word))) return null;
    const key = `joined|${both.join(" ")}`;
    const stems = distinct(both.map((each) => this.stem(each) ?? each));
    const found = this.said.get(key) ?? { ways: [{ stems, weight: 1 }, { stems: [stem], weight: 1 }] };
    this.said.set(key, found);
    return found;
  }

  /** The concepts, none said by the very words of another: killed is not assassinated where both are asked about.
   * @param {Concept[]} concepts @returns {Concept[]} */
  apart(concepts) {
    const own = concepts.map(({ ways }) => ways[0].stems.join(" "));
    return concepts.map((concept, at) => {
      const ways = concept.ways.filter(({ stems }, order) => !order || !own.some((other, place) => place !== at && other !== own[at] && other === stems.join(" ")));
      return ways.length === concept.ways.length ? concept : { ways };
    });
  }

  /** What words say; kept, as each letter typed asks for the words before it again.
   * @param {string[]} said @param {string | null} group @param {boolean} last @returns {Concept} */
  concept(said, group, last) {
    const key = `${last}|${group}|${said.join(" ")}`;
    const known = this.said.get(key);
    if (known) return known;
    const found = this.conceptOf(said, group, last);
    this.said.set(key, found);
    return found;
  }

  /** @param {string[]} said @param {string | null} group @param {boolean} last @returns {Concept} */
  conceptOf(said, group, last) {
    /** @type {Map<string, {stems: string[], weight: number}>} */
    const ways = new Map();
    const add = (/** @type {string[]} */ surfaces, /** @type {number} */ weight) => {
      const stems = distinct(surfaces.map((each) => this.root([each])));
      const key = stems.join(" ");
      const known = ways.get(key);
      if (!known) ways.set(key, { stems, weight });
      else known.weight = Math.max(known.weight, weight);
    };
    const whole = group === null || (group.split(" ").length <= said.length && !this.stop.has(said[0])); // to be knocked out is not to knock
    add(said, whole ? 1 : SYNONYM);
    for (const number of group === null ? [] : this.synonyms.get(group) ?? this.byRoot.get(this.root(said)) ?? []) {
      for (const phrase of this.table.synonyms[number]) {
        if (phrase === group) continue;
        const all = phrase.split(" ");
        const content = all.filter((/** @type {string} */ each) => !this.stop.has(each));
        add(content.length > 1 ? content : all, whole ? SYNONYM : 1); // "roll again" is more than a roll
      }
    }
    if (said.length === 1) {
      const [word] = said;
      const { kind, title } = this.table.documents;
      for (const number of this.names.get(word) ?? []) if (kind[number] === "card") add(wordsOf(title[number]).filter((each) => !this.stop.has(each)), SYNONYM); // OMCL
      let start = last || !this.stems.has(word) ? word : "";
      if (!this.stems.has(word) && !this.begins(word).length) start = this.otherEnding(word);
      if (start.length > 1 && !isNumber(start)) for (const other of this.begins(start)) add([other], BEGINNING);
    }
    return { ways: [...ways.values()] };
  }

  /** @param {string[]} terms @param {Array<[number, number]>} spans @returns {[string, string, string] | null} */
  attack(terms, spans) {
    if (spans.length !== 2) return null;
    const [[start, end], [other, last]] = spans;
    const { attacks, games, kinds } = this.table;
    const none = /** @type {Set<number>} */ (new Set());
    const [between, rest] = take(attacks, terms, range(end, other), none);
    const [outside, others] = take(attacks, terms, [...range(0, start), ...range(last, terms.length)], none);
    const found = [...between, ...outside]; // "the CIA attacks the KGB to destroy"
    const free = (/** @type {number} */ at) => this.stop.has(terms[at]) || Object.hasOwn(games, terms[at]) || Object.hasOwn(kinds, terms[at]);
    if (!found.length || ![...rest, ...others].every(free)) return null;
    const kind = found.find((each) => each !== "control") ?? "control";
    return [kind, terms.slice(start, end).join(""), terms.slice(other, last).join("")];
  }

  /** The question as a query for cards, where it has only traits and comparisons. @param {string} text @param {string[]} terms @param {string[]} mended */
  fields(text, terms, mended) {
    if (GROUPED.test(text) || BONUS.test(text) || terms.some((term) => this.cues.gives.has(term))) return ""; // only the language itself says it, and no card has what it gets
    if (terms[0] === "how" && terms[1] === "many" && terms.some((term) => this.cues.counted.has(term))) return ""; // a rule says how many
    const { table } = this;
    const plays = terms.some((term) => Object.hasOwn(table.types, term) && !["group", "illuminati"].includes(table.types[term]));
    const number = terms.findIndex((_, place) => this.fieldAt(terms, place) !== undefined);
    // Corporate Power 6 plot, Power 6 for my Group: no card that has it, but one that gives it.
    if (number >= 0 && (plays || terms.includes("my") || terms.slice(number).includes("for"))) return "";
    const signs = text.match(SIGN) ?? [];
    const asking = terms.some((term) => this.cues.whole.has(term));
    /** @type {string[]} */
    const clauses = [];
    let [traits, games, at, run] = [0, 0, 0, 0]; // run: so many traits stand just before, without an "or" between
    let [negative, either] = [false, false]; // what stands behind "not", behind "or"
    while (at < terms.length) {
      const compared = this.number(terms, at, signs, negative);
      if (compared) {
        clauses.push(compared[0]);
        [, at] = compared;
        traits += 2;
        [negative, either, run] = [false, false, 0];
        continue;
      }
      const term = terms[at];
      const trait = this.trait(terms, at, mended);
      if (trait) {
        const [clause, end] = trait;
        at = end;
        if (clause.startsWith("game:")) games += 1;
        else traits += 1;
        negative = negative && (either || !run); // non-violent Groups
        if (either && !negative) clauses[clauses.length - 1] += ` OR ${clause}`;
        else clauses.push(negative ? `-${clause}` : clause);
        [run, either] = [either ? 1 : run + 1, false];
        continue;
      }
      at += 1;
      if (term === "or" || term === "nor") {
        if (run !== 1 || asking) return ""; // violent Groups or banks: two lists
        either = true;
        continue;
      }
      if (this.cues.not.has(term)) {
        negative = true;
      } else if (!this.stop.has(term) && table.kinds[term] !== "card") {
        if (!negative || run || asking || !this.ofCards.has(term)) return "";
        negative = false; // a card is not to be there: criminal Groups without the Mafia
      } else if ((negative || terms[at - 2] === "no") && !this.stop.has(term) && term !== "card") {
        return ""; // Groups with no text: text is no trait
      } else if (run) {
        negative = false;
      }
      [run, either] = [0, false];
    }
    return games < 2 && this.lists(terms, clauses, traits, games) ? clauses.join(" ") : "";
  }

  /** The clause of a trait or a game that begins at a word, the longest, and where it ends.
   * @param {string[]} terms @param {number} at @param {string[]} mended @returns {[string, number] | null} */
  trait(terms, at, mended) {
    const { games, traits } = this.table;
    const [traitShape, gameShape] = [shapeOf(traits), shapeOf(games)];
    if (!traitShape.first.has(terms[at]) && !gameShape.first.has(terms[at])) return null;
    for (let size = Math.min(Math.max(traitShape.longest, 1), terms.length - at); size > 0; size -= 1) {
      const phrase = terms.slice(at, at + size).join(" ");
      if (Object.hasOwn(games, phrase)) return [`game:${games[phrase]}`, at + size];
      if (Object.hasOwn(traits, phrase) && (phrase !== "assassin" || mended[at] !== phrase)) return [traits[phrase], at + size]; // one is not the set
    }
    return null;
  }

  /** Whether the traits of a question ask for cards: nations, which cards are violent, all Zap cards.
   * @param {string[]} terms @param {string[]} clauses @param {number} traits @param {number} games */
  lists(terms, clauses, traits, games) {
    if (traits !== 1) return traits > 1;
    if (games || (terms.length > 1 && (terms[0] === "all" || this.table.kinds[terms[terms.length - 1]] === "card"))) return true;
    const others = terms.filter((term) => !Object.hasOwn(this.table.traits, term));
    const alone = /^-?is:/.test(clauses[0]) && !this.ofCards.has(terms.join(""));
    return alone && others.every((term) => this.cues.lists.has(term) || this.cues.not.has(term) || (others.includes("card") && this.cues["lists-cards"].has(term)));
  }

  /** A comparison that begins at a word, `power at least 4`, `at least 4 power` or `power 4 to 6`, as a clause or two, and where it ends.
   * @param {string[]} terms @param {number} at @param {string[]} signs @param {boolean} negative @returns {[string, number] | null} */
  number(terms, at, signs, negative) {
    if (!this.comparing.has(terms[at]) && !isNumber(terms[at]) && !this.digits.has(terms[at])) return null;
    const named = (/** @type {number} */ from) => this.fieldAt(terms, from);
    const digits = (/** @type {number} */ place) => (isNumber(terms[place] ?? "") ? terms[place] : this.digits.get(terms[place]));
    let phrase = named(at);
    let end = at + (phrase?.split(" ").length ?? 0);
    let between = false;
    for (; end < terms.length && this.cues.leads.has(terms[end]); end += 1) {
      if (terms[end] === "between") between = true;
      if (terms[end] === "no" || terms[end] === "not") negative = !negative;
    }
    let relation = this.relation(terms, end);
    if (relation) [, end] = relation;
    const low = digits(end);
    if (low === undefined) return null;
    end += 1;
    let high;
    if (!relation) {
      const joint = Number(terms[end] === "to" || (between && terms[end] === "and"));
      high = digits(end + joint);
      if (phrase && named(end + joint + 1)) high = undefined; // power 6, 4 resistance
      if (high !== undefined) end += joint + 1;
    }
    if (!relation && high === undefined) {
      relation = this.relation(terms, end);
      if (relation) [, end] = relation;
    }
    if (!phrase) {
      phrase = named(end);
      if (!phrase) return null;
      end += phrase.split(" ").length;
    }
    const name = this.table.fields[phrase];
    if (high !== undefined) {
      const [least, most] = Number(low) <= Number(high) ? [low, high] : [high, low];
      return negative ? null : [`${name}:>=${least} ${name}:<=${most}`, end];
    }
    const sign = signs.shift() ?? "";
    const comparison = relation ? { least: ">=", more: ">", most: "<=", less: "<" }[relation[0]] : sign === "+" ? ">=" : sign || "=";
    if (negative && Object.hasOwn(OPPOSITE, comparison)) return [`${name}:${OPPOSITE[comparison]}${low}`, end];
    return [`${negative ? "-" : ""}${name}:${comparison}${low}`, end];
  }

  /** The name of a number that begins at a word, the longest. @param {string[]} terms @param {number} at */
  fieldAt(terms, at) {
    return this.fieldPhrases.find((each) => terms.slice(at, at + each.split(" ").length).join(" ") === each);
  }

  /** @param {string[]} terms @param {number} at @returns {["least" | "more" | "most" | "less", number] | null} */
  relation(terms, at) {
    for (const size of [2, 1]) {
      const phrase = terms.slice(at, at + size).join(" ");
      if (terms.length >= at + size && Object.hasOwn(this.table.numbers, phrase)) return [this.table.numbers[phrase], at + size];
    }
    return null;
  }
}

/** Where the first stands that is not before `start`, in a sorted list. @param {string} start @param {string[]} all */
function placeOf(start, all) {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those that begin so, of a sorted list. @param {string} start @param {string[]} all */
function startingWith(start, all) {
  const found = [];
  for (let low = placeOf(start, all); low < all.length && all[low].startsWith(start); low += 1) found.push(all[low]);
  return found;
}

/** @param {number} start @param {number} end */
function range(start, end) {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

/**
 * What the phrases among the words left stand for, and the words without them; names of several words are whole.
 * @param {Record<string, string>} phrases @param {string[]} terms @param {number[]} left @param {Set<number>} inside
 * @returns {[string[], number[]]}
 */
function take(phrases, terms, left, inside) {
  const { longest, first } = shapeOf(phrases);
  const [found, rest] = [/** @type {string[]} */ ([]), /** @type {number[]} */ ([])];
  let at = 0;
  while (at < left.length) {
    let size = first.has(terms[left[at]]) ? Math.min(longest, left.length - at) : 0;
    for (; size > 0; size -= 1) {
      const places = left.slice(at, at + size);
      const phrase = places.map((place) => terms[place]).join(" ");
      if (!Object.hasOwn(phrases, phrase) || places.some((place) => inside.has(place))) continue;
      found.push(phrases[phrase]);
      break;
    }
    if (!size) rest.push(left[at]);
    at += Math.max(size, 1);
  }
  return [found, rest];
}

const WITHIN = /(?<!\S)(?<!\bnot )(game|kind)[:=]\s?([\p{L}\p{N}_]+)(?!\S)/giu;
const MINUS = /(?<!\S)[-−–]$/;
const ENDS = /[.?!,;:]\s/g;
const BONUS = /(?<!\S)\+\s?[0-9](?![0-9]*\s+plots\b)/i;
const GROUPED = /\[|(?:NOT\s*|-)\(/;
const SIGN = /[<>]=?|=|(?<=[0-9])\+/g;
/** @type {Record<string, string>} */
const OPPOSITE = { ">=": "<", ">": "<=", "<=": ">", "<": ">=" };
const FIELDS = [
  "title", "name", "text", "kind", "game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has", "is", "id", "cards", "cites",
  "section", "power", "transferable", "global", "resistance", "income", "arrows",
];

/** Whether a question is written in the query language of the cards. @param {string} question */
export function fielded(question) {
  const text = normal(question);
  if (/[()[\]*]/.test(text)) return true;
  const found = text.split(/\s+/).filter(Boolean);
  if (found.length > 1 && found.some((word) => ["OR", "AND", "NOT"].includes(word)) && text !== text.toUpperCase()) return true;
  // Any word is taken, not only one before a mark, so that a long one is read once.
  return [...text.matchAll(/([\p{L}\p{Nl}\p{No}]+)([<>=]|:(?!\s))?/gu)].some((match) => match[2] && FIELDS.includes(match[1].toLowerCase()));
}
