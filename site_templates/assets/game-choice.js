// @ts-check
/**
 * The head of a page that works on the cards of one game: the choice of the game, what there is to say about a link, and the place for
 * what belongs to the game. The data of a game are loaded when they are asked for; until those chosen are there, what stands in the
 * place cannot be used.
 */

import { segmented } from "./calculator-controls.js";
import { readLink, VERSION } from "./calculator-model.js";
import { el, fromHash } from "./dom.js";
import { myGame } from "./my-game.js";

/**
 * Fill `root`, whose attributes name the games (data-games) and where the site begins (data-base).
 * @param {HTMLElement} root
 * @param {(game: string) => void} choose  called when the reader chooses a game
 */
export function gameChoice(root, choose) {
  const base = new URL(root.dataset.base || "./", document.baseURI);
  /** @type {string[][]} id and name of each */
  const games = JSON.parse(root.dataset.games || "[]");
  const choice = segmented("Game", games, choose);
  const notice = el("div", { class: "calc-notice", role: "status" });
  const place = el("div", { class: "calc-table" });
  /** @type {Map<string, any>} */
  const known = new Map();
  let asked = 0;

  const tell = (/** @type {string[]} */ ...words) => notice.replaceChildren(...words.map((each) => el("p", {}, each)));
  const load = async (/** @type {string} */ game) => {
    const answer = await fetch(new URL(`data/${game}.json`, base));
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };
  /**
   * Go on with the data of a game, at once where they are there; what was asked for later goes first.
   * @param {string} game @param {(data: any) => void} then
   */
  const withData = (game, then) => {
    asked += 1;
    const mine = asked;
    const go = (/** @type {() => void} */ act) => {
      if (mine !== asked) return;
      place.inert = false;
      choice.set(game);
      tell();
      act();
    };
    if (known.has(game)) return go(() => then(known.get(game)));
    place.inert = !place.contains(document.activeElement); // who pastes a line of another game goes on in its field
    load(game).then((data) => {
      known.set(game, data);
      go(() => then(data));
    }, (error) => go(() => place.replaceChildren(el(
      "p", { class: "calc-problem", role: "alert" },
      `The cards could not be loaded (${error instanceof Error ? error.message : error}). Load the page again.`,
    ))));
  };

  /**
   * Go on with what a line of text says and the data of the game that it begins with, or of this one. The line is null where there is
   * nothing to read: in no text, in the name of a game alone, in a newer notation. What `then` answers is told, beside what has changed
   * since a link was made.
   * @param {string} text
   * @param {(data: any, link: Omit<ReturnType<typeof readLink>, "line"> & {line: string | null}) => string[] | void} then
   */
  const withLine = (text, then, otherwise = games.find(([id]) => id === myGame())?.[0] ?? games[0][0]) => {
    const [first] = text.trim().split(" ");
    withData(games.some(([id]) => id === first) ? first : otherwise, (data) => {
      const link = readLink(text, data.renamed);
      const newer = link.version > VERSION;
      const more = then(data, newer || ["", data.game].includes(text) ? { ...link, line: null } : link);
      tell(
        ...(newer ? ["This link was made by a newer version of this page. Load the page again to open it."] : []),
        ...link.renamed.map(([old, now]) => `The card ${old} is called ${now} now.`), ...(more || []),
      );
    });
  };

  root.classList.add("calc");
  root.replaceChildren(choice.element, notice, place);
  return { base, games, place, tell, withData, withLine };
}

/** Open the line that the address holds, now and whenever it changes. The name of a place on this page is no line. */
export function followAddress(/** @type {(text: string) => void} */ open) {
  const isPlace = (/** @type {string} */ text) => Boolean(text && document.getElementById(text));
  window.addEventListener("hashchange", () => {
    const text = fromHash(location.hash);
    if (!isPlace(text)) open(text);
  });
  const text = fromHash(location.hash);
  open(isPlace(text) ? "" : text);
}
