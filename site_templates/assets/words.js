// @ts-check
/**
 * How text is cut into terms: the twin of generator/search/words.py, which says why. tests/test_cards_browser.py holds
 * the two together.
 *
 * @typedef {{surface: string, term: string, start: number, end: number}} Occurrence
 *   a word where it stands; `surface` is folded, `term` is its singular too
 */

/** What Python's regular expressions call white space. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

// An acronym with periods, a number with parts (4.3), a word with apostrophes, an ampersand, a fraction.
const LETTER = "[\\p{L}\\p{Nl}\\p{No}]";
const FRACTION = "[¼-¾⅐-⅞]";
const WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])${LETTER}(?:\\.${LETTER})+(?![\\p{L}\\p{N}])`
  + "|\\p{Nd}+(?:\\.\\p{Nd}+)+"
  + `|(?:(?!${FRACTION})[\\p{L}\\p{N}])+(?:['’][\\p{L}\\p{N}]+)*`
  + `|&|${FRACTION}`,
  "gu",
);
/** The same in a text of plain letters without periods and ampersands, as most are: a browser finds it ten times as fast. */
const PLAIN_WORD = /[A-Za-z0-9]+(?:['’][A-Za-z0-9]+)*/g;
const PLAIN = /^[\t\n\r !-%'-\-/-~’]*$/;
const FRACTION_SLASH = "\u2044";
/** What Unicode does not take apart: SPELLED in generator/catalog/catalog.py. @type {Record<string, string>} */
const SPELLED = { "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "&": "and" };

/** The text with every accent in one character with its letter, and a space for what is one to Python or JavaScript alone. @param {string} text */
export function normal(text) {
  return text.normalize("NFC").replace(/[\x1c-\x1f\x85\ufeff]/g, " ");
}

/** Small letters, also where Unicode has several for one capital: `ß` is `ss`. @param {string} text */
export function casefold(text) {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Small letters without accents, apostrophes or the periods of an acronym; `&` is `and`. @param {string} text */
export function fold(text) {
  if (/^[A-Za-z]+$/.test(text)) return text.toLowerCase(); // most words
  const plain = casefold(text).normalize("NFKD").replace(/\p{Mn}/gu, "").replace(/[øæœđðłþ&]/g, (letter) => SPELLED[letter]);
  return plain.replace(/^\p{Nd}/u.test(plain) ? /['’]/g : /['’.]/g, "");
}

/** One form for singular and plural of a folded word. @param {string} word */
export function singular(word) {
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
  if (word.length > 3 && word.endsWith("ie")) return `${word.slice(0, -2)}y`;
  if (word.length > 3 && /(?:xe|che|she|sse)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** What words are folded, by how they stand in a text: most stand in many.
 * @type {Map<string, Array<{surface: string, term: string}>>} */
const known = new Map();

/** @param {string} word */
function folded(word) {
  let forms = known.get(word);
  if (!forms) {
    forms = fold(word).split(FRACTION_SLASH).filter(Boolean).map((surface) => ({ surface, term: singular(surface) }));
    known.set(word, forms);
  }
  return forms;
}

/** The words of a text (in the form `normal` gives), in order; `½` is two words in one place.
 * @param {string} text @returns {Occurrence[]} */
export function occurrences(text) {
  const found = [];
  for (const match of text.matchAll(PLAIN.test(text) ? PLAIN_WORD : WORD)) {
    const end = match.index + match[0].length;
    for (const { surface, term } of folded(match[0])) found.push({ surface, term, start: match.index, end });
  }
  return found;
}

/** The terms of a text in order: what a word or a phrase of a query looks for. @param {string} text */
export function terms(text) {
  return occurrences(normal(text)).map((word) => word.term);
}

/**
 * For words joined by a hyphen or a slash, the whole by the index of its first part: `L-4` is `l4` as well.
 * @param {string} text
 * @param {Occurrence[]} words
 * @returns {Map<number, string>}
 */
export function compounds(text, words) {
  const wholes = new Map();
  let first = 0;
  for (let here = 1; here <= words.length; here += 1) {
    if (here < words.length && ["-", "/"].includes(text.slice(words[here - 1].end, words[here].start))) continue;
    if (here - first > 1) wholes.set(first, words.slice(first, here).map((word) => word.surface).join(""));
    first = here;
  }
  return wholes;
}

/** A value of a fixed list in one word: `Secret Group` is `secret-group`. @param {string} text */
export function keyword(text) {
  return occurrences(normal(text)).map((word) => word.surface).join("-");
}

/** The title by which a thing is known and sorted: folded, without a leading `The`. @param {string} text */
export function sortTitle(text) {
  const words = terms(text);
  return (words[0] === "the" && words.length > 1 ? words.slice(1) : words).join(" ");
}

/**
 * How many slips (a letter wrong, missing, too many, or two neighbours swapped) lie between two words.
 * @param {string} a
 * @param {string} b
 */
export function slips(a, b) {
  let before = /** @type {number[]} */ ([]);
  let above = /** @type {number[]} */ ([]);
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let x = 1; x <= a.length; x += 1) {
    [before, above, row] = [above, row, [x]];
    for (let y = 1; y <= b.length; y += 1) {
      const wrong = a[x - 1] !== b[y - 1];
      row[y] = Math.min(above[y] + 1, row[y - 1] + 1, above[y - 1] + (wrong ? 1 : 0));
      if (wrong && x > 1 && y > 1 && a[x - 1] === b[y - 2] && a[x - 2] === b[y - 1]) {
        row[y] = Math.min(row[y], before[y - 2] + 1);
      }
    }
  }
  return row[b.length];
}

/**
 * The choice that resembles a word most, when it does so by `cutoff` (0 to 1) or more; as Python's difflib answers.
 * @param {string} word
 * @param {Iterable<string>} choices
 * @param {number} cutoff
 */
export function closest(word, choices, cutoff) {
  let best = null;
  let most = cutoff;
  for (const choice of choices) {
    const alike = 2 * inCommon([...choice], [...word]) / ([...choice].length + [...word].length || 1);
    if (alike > most || (alike === most && (best === null || choice > best))) [best, most] = [choice, alike];
  }
  return best;
}

/** How many letters stand in the longest common piece and, likewise, before and behind it.
 * @param {string[]} a @param {string[]} b @returns {number} */
function inCommon(a, b) {
  let [length, inA, inB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let run = 0;
      while (i + run < a.length && j + run < b.length && a[i + run] === b[j + run]) run += 1;
      if (run > length) [length, inA, inB] = [run, i, j];
    }
  }
  if (length === 0) return 0;
  return length + inCommon(a.slice(0, inA), b.slice(0, inB)) + inCommon(a.slice(inA + length), b.slice(inB + length));
}
