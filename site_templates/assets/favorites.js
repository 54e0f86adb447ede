// @ts-check
/**
 * The reader's favorite cards, kept in this browser: a button on the page of each card, `button[data-favorite="inwo/the-mafia"]`, hidden
 * until this script runs. The card browser lists them (`?kept=favorite`).
 */
import { write } from "./dom.js";

const KEY = `${new URL("../../", import.meta.url).pathname}.favorites`;

/** The ids of the favorite cards, in the order in which they were chosen. @returns {string[]} */
export function favorites() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a card, or keep it no longer. @param {string} card @param {boolean} kept */
function keep(card, kept) {
  const others = favorites().filter((each) => each !== card);
  localStorage.setItem(KEY, JSON.stringify(kept ? [...others, card] : others));
}

for (const button of document.querySelectorAll("button[data-favorite]")) {
  const card = button.getAttribute("data-favorite") ?? "";
  const show = () => {
    const kept = favorites().includes(card);
    button.setAttribute("aria-pressed", String(kept));
    write(button, kept ? "★ Favorite" : "☆ Add to favorites");
  };
  button.addEventListener("click", () => {
    try {
      keep(card, !favorites().includes(card));
      show();
    } catch {
      write(button, "This browser keeps nothing");
    }
  });
  show();
  button.removeAttribute("hidden");
}
