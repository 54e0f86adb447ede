// @ts-check
// What every page does when scripts run; a part is fetched where the page has a use for it.

import "./my-game.js";
import "./search-field.js";

const { documentElement: page } = document;
if (page.querySelector("a.term")) import("./terms.js").then(({ explainTerms }) => explainTerms(document));
if (page.querySelector("button[data-favorite]")) import("./favorites.js");
if (page.querySelector(".offline-use") || navigator.serviceWorker?.controller) import("./offline.js");
// A finger never sees a preview, so a phone need not fetch it.
if (matchMedia("(any-hover: hover)").matches) import("./preview.js");

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.random-card, a[href$='#random-card']") : null;
  if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  import("./random-card.js").then(({ leave }) => leave(link), () => location.assign(link.href));
});
