// @ts-check
// Glossary words: the meaning in a small box on hover and focus, from the words of the game (data/words-inwo.json), which are loaded at the
// first. The link itself leads to the glossary, so nothing is lost without this script or without a network.

/** What the words of a game mean, by id. @type {Map<string, Promise<Record<string, string>>>} */
const meanings = new Map();

/** What a word means; nothing where that can't be had. @param {HTMLAnchorElement} term @returns {Promise<string | undefined>} */
async function meaningOf(term) {
  const [, game, id] = /\/glossary\/([a-z]+)\/#(.+)$/.exec(term.href) ?? [];
  if (!game) return undefined;
  if (!meanings.has(game)) meanings.set(game, fetch(new URL(`../../data/words-${game}.json`, import.meta.url)).then((answer) => answer.json()));
  try {
    return (await meanings.get(game))?.[id];
  } catch {
    meanings.delete(game); // no network: the next word tries again
    return undefined;
  }
}

/** @param {Document} page */
export function explainTerms(page) {
  const tip = page.createElement("div");
  tip.className = "term-tip";
  tip.id = "term-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  page.body.append(tip);
  /** @type {HTMLAnchorElement | null} */
  let shown = null;
  let leaving = 0;

  const hide = () => {
    tip.hidden = true;
    shown?.removeAttribute("aria-describedby");
    shown = null;
  };
  /** @param {HTMLAnchorElement} term */
  const show = async (term) => {
    clearTimeout(leaving);
    if (shown === term) return;
    hide();
    shown = term;
    const meaning = await meaningOf(term);
    if (!meaning || shown !== term) return;
    tip.textContent = meaning;
    tip.hidden = false;
    term.setAttribute("aria-describedby", tip.id);
    const place = term.getBoundingClientRect();
    const width = page.documentElement.clientWidth;
    const left = Math.max(8, Math.min(place.left, width - tip.offsetWidth - 8));
    const below = place.bottom + tip.offsetHeight + 12 < innerHeight;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(below ? place.bottom + 6 : place.top - tip.offsetHeight - 6) + scrollY}px`;
  };
  const later = () => {
    clearTimeout(leaving);
    leaving = window.setTimeout(hide, 150);
  };
  /** @param {Event} event */
  const termOf = (event) => (event.target instanceof Element ? event.target.closest("a.term") : null);

  for (const kind of ["mouseover", "focusin"]) {
    page.addEventListener(kind, (event) => {
      const term = termOf(event);
      if (term instanceof HTMLAnchorElement) show(term);
    });
  }
  for (const kind of ["mouseout", "focusout"]) {
    page.addEventListener(kind, (event) => termOf(event) && later());
  }
  tip.addEventListener("mouseenter", () => clearTimeout(leaving));
  tip.addEventListener("mouseleave", later);
  page.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  // The word that the reader is on already told nobody: this script may come after the focus.
  const first = page.querySelector("a.term:focus, a.term:hover");
  if (first instanceof HTMLAnchorElement) show(first);
}
