// @ts-check
// Glossary words: the meaning in a small box on hover and focus. The text is already on the page, hidden; the link itself
// leads to the glossary, so nothing is lost without this script.

/** @param {Document} page */
export function explainTerms(page) {
  const tip = page.createElement("div");
  tip.className = "term-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  page.body.append(tip);
  /** @type {HTMLElement | null} */
  let shown = null;
  let leaving = 0;

  const hide = () => {
    tip.hidden = true;
    shown = null;
  };
  /** @param {HTMLElement} term */
  const show = (term) => {
    clearTimeout(leaving);
    const meaning = page.getElementById(term.getAttribute("aria-describedby") ?? "");
    if (!meaning || shown === term) return;
    shown = term;
    tip.textContent = meaning.textContent;
    tip.hidden = false;
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
      if (term instanceof HTMLElement) show(term);
    });
  }
  for (const kind of ["mouseout", "focusout"]) {
    page.addEventListener(kind, (event) => termOf(event) && later());
  }
  tip.addEventListener("mouseenter", () => clearTimeout(leaving));
  tip.addEventListener("mouseleave", later);
  page.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
