// @ts-check
/** The list of disputes: opens the one that the address leads to. */
function follow() {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.nextElementSibling;
  const fold = entry?.querySelector("details");
  if (fold) fold.open = true;
}

addEventListener("hashchange", follow);
follow();
