// @ts-check
/**
 * What data/search.json packs, unpacked as far as the first question needs it: where a stem stands is read when somebody asks for the stem.
 * generator/search/pack.py says how it is packed.
 *
 * @typedef {{kind: string[], game: string[], type: string[], title: string[], names: string[][], wanted: string[][][], about: number[][], url: string[], text: string[]}} Columns
 */

const FIRST = "A".charCodeAt(0);
const ZERO = "0".charCodeAt(0);
/** What each sign stands for in a packed number; -1 for those that are no part of one. */
const VALUES = new Int8Array(128).fill(-1);
let base = 0;
for (let code = 0x20; code < 0x7f; code += 1) {
  if (!"\"\\!123456789".includes(String.fromCharCode(code))) VALUES[code] = base++;
}
const [SHORT, LONG] = [34, 44];

/** Reads packed numbers one after the other. */
class Numbers {
  /** @param {string} packed */
  constructor(packed) {
    this.packed = packed;
    this.at = 0;
  }

  /** The next sign's value. */
  sign() {
    return VALUES[this.packed.charCodeAt(this.at++)];
  }

  next() {
    const first = this.sign();
    if (first < SHORT) return first;
    if (first < SHORT + LONG) return SHORT + (first - SHORT) * base + this.sign();
    const high = (first - SHORT - LONG) * base + this.sign();
    return SHORT + (LONG + high) * base + this.sign();
  }

  /** The sum of the digits that stand here. */
  digits() {
    let sum = 0;
    for (let code = this.packed.charCodeAt(this.at); code > ZERO && code <= ZERO + 9; code = this.packed.charCodeAt(++this.at)) sum += code - ZERO;
    return sum;
  }
}

/** @param {Array<[string, number]>} runs @returns {string[]} */
function column(runs) {
  return runs.flatMap(([name, times]) => Array(times).fill(name));
}

/** The words, each with its stem, and the stems in their order. @param {string} packed @returns {{stems: string[], words: Map<string, string>}} */
function unpackedWords(packed) {
  /** @type {Map<string, string>} */
  const words = new Map();
  let stem = "";
  const stems = (packed ? packed.split(" ") : []).map((entry) => {
    const [own, ...endings] = entry.split(",");
    stem = stem.slice(0, own.charCodeAt(0) - FIRST) + own.slice(1);
    if (!endings.length) words.set(stem, stem);
    for (const ending of endings) {
      const lacks = ending.charCodeAt(0) - FIRST + 1; // NaN where the word is the stem
      words.set(lacks > 0 && lacks <= 26 ? stem.slice(0, -lacks) + ending.slice(1) : stem + ending, stem);
    }
    return stem;
  });
  return { stems, words };
}

/** How players ask for each document: phrases of stems. @param {string} packed @param {string[]} asked  the stems by the place that names them */
function unpackedWanted(packed, asked) {
  return packed.split("\n").map((line) => (line ? line.split("!") : []).map((phrase) => {
    const places = new Numbers(phrase);
    const stems = [];
    while (places.at < phrase.length) stems.push(asked[places.next()]);
    return stems;
  }));
}

/** How often each stem stands in how players ask, by document. @param {string[][][]} wanted */
function askedBy(wanted) {
  /** @type {Map<string, Map<number, number>>} */
  const asked = new Map();
  wanted.forEach((phrases, number) => {
    for (const stem of phrases.flat()) {
      const here = asked.get(stem) ?? new Map();
      asked.set(stem, here.set(number, (here.get(number) ?? 0) + 1));
    }
  });
  return asked;
}

/**
 * The table with its words, its columns and its lengths as what they are; `postings` are still packed, each by its stem.
 * @param {any} table
 */
export function unpacked(table) {
  const { kind, game, type, title, names, wanted, about, url, text } = table.documents;
  const { stems, words } = unpackedWords(table.words);
  const places = new Numbers(table.asked);
  const asked = [];
  while (places.at < table.asked.length) asked.push(stems[places.next()]);
  const titles = title.split("\n");
  /** The address that `~` ends. @param {string} short @param {number} at */
  const whole = (short, at) => short.replace(/~$/, () => `${titles[at].toLowerCase().replaceAll("'", "").replace(/[^a-z0-9]+/g, "-")}/`);
  const several = (/** @type {string} */ lists) => lists.split("\n").map((all) => (all ? all.split("\t") : []));
  const cards = new Numbers(about);
  /** @type {Columns} */
  const documents = {
    kind: column(kind), game: column(game), type: column(type), title: titles, url: url.split("\n").map(whole), text: text.split("\n"),
    names: several(names), wanted: unpackedWanted(wanted, asked), about: titles.map(() => Array.from({ length: cards.next() }, () => cards.next())),
  };
  const lines = table.postings.split("\n");
  /** @type {Map<string, string>} */
  const postings = new Map();
  const phrased = askedBy(documents.wanted);
  stems.forEach((stem, at) => { if (lines[at] || phrased.has(stem)) postings.set(stem, lines[at]); });
  const lengths = Object.values(table.lengths).map((packed) => {
    const numbers = new Numbers(packed);
    return documents.title.map(() => numbers.next());
  });
  return { ...table, documents, words, postings, asked: phrased, lengths };
}

/** Where a stem stands: by field, how often in each document.
 * @param {string} packed @param {Map<number, number>} [asked]  in how players ask @returns {Array<Map<number, number>>} */
export function standing(packed, asked = new Map()) {
  const [title, names = new Map(), text = new Map()] = unpackedPostings(packed);
  return [title, names, asked, text];
}

/** Where a stem stands, by field that is packed. @param {string} packed @returns {Array<Map<number, number>>} */
export function unpackedPostings(packed) {
  return packed.split("!").map((field) => {
    const numbers = new Numbers(field);
    /** @type {Map<number, number>} */
    const here = new Map();
    for (let number = -1; numbers.at < field.length;) {
      number += numbers.next() + 1;
      here.set(number, 1 + numbers.digits());
    }
    return here;
  });
}
