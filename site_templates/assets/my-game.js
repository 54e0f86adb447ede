// @ts-check
/**
 * The game that a reader plays, chosen once at the top or at the foot of any page and kept in this browser: lists begin with it, the
 * calculators open with it, a random card is one of its. No choice is all games.
 *
 * `select.my-game` at the top is hidden until this script runs; its options are the ids of the games. The foot has one like it.
 */

const ROOT = new URL("../../", import.meta.url);
const KEY = `${ROOT.pathname}.game`;
/** The event of the document when another game is chosen. */
export const CHOSEN = "dossier-game";

/** The id of the chosen game; empty for all. @returns {string} */
export function myGame() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} game */
function choose(game) {
  try {
    if (game) localStorage.setItem(KEY, game);
    else localStorage.removeItem(KEY);
  } catch {
    // Where nothing may be kept, the choice holds for this page.
  }
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: game }));
}

const [header] = [...document.querySelectorAll("select.my-game")].filter((each) => each instanceof HTMLSelectElement);
const foot = document.querySelector("[data-my-game]");
if (header && foot) {
  foot.append(" ", header.cloneNode(true));
  foot.removeAttribute("hidden");
}
const choices = [...document.querySelectorAll("select.my-game")].filter((each) => each instanceof HTMLSelectElement);
for (const choice of choices) {
  const known = [...choice.options].some(({ value }) => value === myGame());
  choice.value = known ? myGame() : "";
  choice.hidden = false;
  choice.addEventListener("change", () => {
    for (const other of choices) other.value = choice.value;
    choose(choice.value);
  });
}
