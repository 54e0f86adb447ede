// @ts-check
/** The list of disputes: opens the one that the address leads to. */
import { fromHash } from "./dom.js";

function follow() {
  const fold = document.getElementById(fromHash(location.hash))?.nextElementSibling?.querySelector("details");
  if (fold) fold.open = true;
}

addEventListener("hashchange", follow);
follow();
