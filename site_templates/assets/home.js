// @ts-check
// The search box of the home page: while you type, the titles that fit. Enter goes on to the card browser.

import { el } from "./dom.js";
import { allTitles, fold, titleList } from "./titles.js";

/** @param {HTMLFormElement} form */
function start(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("find"));
  const results = /** @type {HTMLElement} */ (form.querySelector("#find-results"));
  input.addEventListener("focus", allTitles, { once: true });
  input.addEventListener("input", async () => {
    const asked = input.value;
    const titles = await allTitles();
    if (asked !== input.value) return;
    const list = titleList(titles, asked);
    const nothing = fold(asked) && titles.length && !list.length;
    results.replaceChildren(...(nothing ? [el("p", { class: "found-words" }, "No title has these words; Enter looks through the cards.")] : list));
  });
}

const form = document.querySelector("form.find");
if (form instanceof HTMLFormElement) start(form);
