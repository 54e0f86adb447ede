// @ts-check
// Where a link to a random card, `a.random-card`, leads: to one of the reader's game if one is chosen. Without scripts it leads to all cards.

import { myGame } from "./my-game.js";

const ROOT = new URL("../../", import.meta.url);

/** @param {HTMLAnchorElement} link */
export async function leave(link) {
  try {
    const answer = await fetch(new URL("data/card-index.json", ROOT));
    /** @type {{cards: Array<{id: string, game: string}>}} */
    const { cards } = await answer.json();
    const game = myGame();
    const mine = cards.filter((card) => !game || card.game === game);
    location.assign(new URL(`cards/${mine[Math.floor(Math.random() * mine.length)].id}/`, ROOT));
  } catch {
    location.assign(link.href);
  }
}
