// @ts-check
/**
 * The list of rulings: a search and filters by game, topic and card above it. What is asked is in the address, so that it can be shared:
 *
 *     ?find=immunity&game=inwo&topic=inwo-attacks&card=inwo/the-mafia
 *
 * The page holds `#rulings-list` with a list for each topic; without this script it is just that. While nothing is asked, so it stays.
 *
 * @typedef {{id: string, title: string, question: string, answer: string, game: string, topic: string, cards: string[]}} Ruling
 * @typedef {object} Data
 * @property {Record<string, string>} games
 * @property {Array<[string, string, string]>} topics  id, title and game
 * @property {Record<string, string>} cards
 * @property {Ruling[]} rulings
 * @typedef {{find: string, game: string, topic: string, card: string}} Asked
 */
import { el, freshId, write } from "./dom.js";
import { CHOSEN, myGame } from "./my-game.js";

const ROOT = new URL("../../", import.meta.url);
/** So many are shown at first, and more each time that more are asked for. */
const PORTION = 30;

/** A text as it is searched: letters and digits alone, small, without accents. @param {string} text */
export function folded(text) {
  const letters = text.normalize("NFD").replace(/[\u0300-\u036f.'’]/g, "").toLowerCase();
  return ` ${letters.replace(/[^\p{L}\p{N}+]+/gu, " ").trim()} `;
}

/** Whether a ruling is of the game, the topic and the card that are chosen. @param {Ruling} ruling @param {Asked} asked */
const isAmong = (ruling, { game, topic, card }) => (
  (!game || ruling.game === game) && (!topic || ruling.topic === topic) && (!card || ruling.cards.includes(card))
);

/** What reads a question, fetched when somebody is about to ask. */
const search = async () => (await import("./search-engine.js")).theEngine();

/** The rulings for words that none has: with their slips mended, else those that the search of the site finds, best first; and the words
 * that were taken instead. @param {Data} data @param {Asked} asked @returns {Promise<[Ruling[], string]>} */
async function forgiven(data, asked) {
  const { hits, corrected } = await (await search()).ask(asked.find);
  const mended = corrected ? fitting(data, { ...asked, find: corrected }) : [];
  if (mended.length) return [mended, corrected ?? ""];
  const rulings = new Map(data.rulings.map((ruling) => [`rulings/${ruling.id}/`, ruling]));
  const found = hits.flatMap(({ url }) => rulings.get(url) ?? []).filter((ruling) => isAmong(ruling, asked));
  return [found, found.length ? corrected ?? "" : ""];
}

/** The rulings that fit what is asked, those with all words in their title first. @param {Data} data @param {Asked} asked */
export function fitting(data, asked) {
  const words = folded(asked.find).trim().split(" ").filter(Boolean);
  const has = (/** @type {string} */ text) => words.every((word) => text.includes(` ${word}`));
  /** @type {Array<[boolean, Ruling]>} */
  const found = [];
  for (const ruling of data.rulings.filter((each) => isAmong(each, asked))) {
    const names = ruling.cards.map((card) => data.cards[card]).join(" ");
    if (has(folded(`${ruling.title} ${ruling.question} ${ruling.answer} ${names}`))) found.push([has(folded(ruling.title)), ruling]);
  }
  return [...found.filter(([first]) => first), ...found.filter(([first]) => !first)].map(([, ruling]) => ruling);
}

/** A number as every page writes it: 1,853. @param {number} count */
const counted = (count) => count.toLocaleString("en-US");

class Rulings {
  /** @param {HTMLElement} root @param {Data} data */
  constructor(root, data) {
    this.data = data;
    this.shown = PORTION;
    this.turn = 0;
    this.page = el("div", {}, ...root.childNodes);
    this.box = el("input", {
      type: "search", autocomplete: "off", placeholder: "immunity, Loan Sharks, agents …", on: { input: () => this.ask() },
    });
    this.box.addEventListener("focus", () => { search().catch(() => {}); }, { once: true });
    this.game = this.choice([["", "All games"], ...Object.entries(data.games)], () => this.ask());
    this.topic = this.choice([], () => this.ask());
    const names = Object.entries(data.cards).sort(([, a], [, b]) => (a < b ? -1 : 1));
    this.card = this.choice([["", "Any card"], ...names], () => this.ask());
    this.count = el("p", { class: "rl-count", role: "status" });
    this.list = el("ul", { class: "linked" });
    this.more = el("button", {
      type: "button", class: "button", on: { click: () => { this.shown += PORTION; this.show(); } },
    });
    this.results = el("div", { hidden: true }, this.list, this.more);
    const labeled = (/** @type {string} */ text, /** @type {HTMLElement} */ control) => {
      control.id ||= freshId("asked");
      return el("div", {}, el("label", { for: control.id }, text), control);
    };
    root.replaceChildren(
      el("form", {
        "class": "rl-form", "role": "search", "aria-label": "Rulings",
        "on": { submit: (/** @type {Event} */ event) => event.preventDefault() },
      }, labeled("Search rulings", this.box), labeled("Game", this.game), labeled("Topic", this.topic), labeled("Card", this.card)),
      this.count, this.results, this.page,
    );
    addEventListener("popstate", () => this.open());
    document.addEventListener(CHOSEN, () => { this.game.value = myGame(); this.ask(); });
    this.open();
  }

  /** @param {string[][]} options @param {() => void} change @returns {HTMLSelectElement} */
  choice(options, change) {
    return el("select", { on: { change } }, ...options.map(([value, text]) => el("option", { value }, text)));
  }

  /** The topics of the chosen game, or of all. */
  fillTopics() {
    const now = this.topic.value;
    const topics = this.data.topics.filter(([, , game]) => !this.game.value || game === this.game.value);
    const named = (/** @type {string} */ title, /** @type {string} */ game) => (this.game.value ? title : `${title} (${this.data.games[game]})`);
    this.topic.replaceChildren(
      el("option", { value: "" }, "All topics"), ...topics.map(([id, title, game]) => el("option", { value: id }, named(title, game))),
    );
    this.topic.value = topics.some(([id]) => id === now) ? now : "";
  }

  /** Show what the address asks for; where it asks for nothing, the reader's game. */
  open() {
    const asked = new URLSearchParams(location.search);
    const known = (/** @type {HTMLSelectElement} */ choice, /** @type {string} */ value) => (
      [...choice.options].some((each) => each.value === value) ? value : ""
    );
    this.box.value = asked.get("find") ?? "";
    this.game.value = known(this.game, location.search ? asked.get("game") ?? "" : myGame());
    this.fillTopics();
    this.topic.value = known(this.topic, asked.get("topic") ?? "");
    this.card.value = known(this.card, asked.get("card") ?? "");
    this.shown = PORTION;
    this.show();
  }

  ask() {
    this.fillTopics();
    const asked = Object.entries(this.asked()).filter(([, value]) => value.trim());
    history.replaceState(null, "", `${location.origin}${location.pathname}${asked.length ? `?${new URLSearchParams(asked)}` : ""}`);
    this.shown = PORTION;
    this.show();
  }

  /** @returns {Asked} */
  asked() {
    return { find: this.box.value, game: this.game.value, topic: this.topic.value, card: this.card.value };
  }

  async show() {
    const asked = this.asked();
    const nothing = !Object.values(asked).some((value) => value.trim());
    const found = nothing ? this.data.rulings : fitting(this.data, asked);
    this.page.hidden = !nothing;
    this.results.hidden = nothing;
    this.turn += 1;
    const mine = this.turn;
    this.fill(found, nothing, asked, "");
    if (found.length || !asked.find.trim()) return;
    const [others, corrected] = await forgiven(this.data, asked).catch(() => /** @type {[Ruling[], string]} */ ([[], ""]));
    if (mine === this.turn) this.fill(others, nothing, asked, corrected);
  }

  /** @param {Ruling[]} found @param {boolean} nothing @param {Asked} asked @param {string} corrected */
  fill(found, nothing, asked, corrected) {
    const count = nothing ? `${counted(found.length)} rulings` : `${counted(found.length)} of ${counted(this.data.rulings.length)} rulings`;
    write(this.count, corrected ? `${count} for “${corrected}”` : count);
    this.list.replaceChildren(...(nothing ? [] : found.slice(0, this.shown).map((ruling) => el(
      "li", {}, el("a", { href: new URL(`rulings/${ruling.id}/`, ROOT).href }, ruling.title),
      asked.game ? null : el("span", { class: "way" }, this.data.games[ruling.game]), el("span", { class: "question" }, ruling.question),
    ))));
    const left = found.length - this.shown;
    this.more.hidden = nothing || left <= 0;
    write(this.more, `Show ${Math.min(left, PORTION)} more`);
  }
}

const root = document.getElementById("rulings-list");
if (root) {
  fetch(new URL("data/rulings.json", ROOT)).then((answer) => answer.json()).then(
    (data) => new Rulings(root, data),
    (error) => root.prepend(el(
      "p", { class: "cb-note", role: "status" }, `The list cannot be searched now (${error.message}). Reload the page to try again.`,
    )),
  );
}
