// @ts-check
// The search at the top knows the words of the text as they are written. When none fits, this offers titles, which are
// found without periods and with slips as well: `irs` is I.R.S., `privilige` is privilege.

import { allTitles, titleList } from "./titles.js";

const result = document.querySelector("[data-md-component=search-result]");
const offered = document.querySelector(".search-titles");
const query = document.querySelector("[data-md-component=search-query]");
if (result instanceof HTMLElement && offered instanceof HTMLElement && query instanceof HTMLInputElement) {
  const meta = /** @type {HTMLElement} */ (result.querySelector(".md-search-result__meta"));
  const offer = async () => {
    const asked = query.value;
    const nothing = asked.trim() !== "" && meta.textContent?.trim() === offered.dataset.none;
    const list = nothing ? titleList(await allTitles(), asked) : [];
    if (asked === query.value) offered.replaceChildren(...list);
  };
  new MutationObserver(offer).observe(meta, { childList: true, characterData: true, subtree: true });
  query.addEventListener("input", offer);
}
