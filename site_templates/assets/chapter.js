// @ts-check
/**
 * A chapter on a phone: its sections fold away below their headings, and open one by one or all together. What an address leads to, and
 * what the browser's own search finds, opens by itself. On a wide screen, and without this script, all is open. The old address of a
 * section that moved to another chapter leads there at once; without this script, one reads where it is.
 */
import { el, fromHash, write } from "./dom.js";

const NARROW = matchMedia("(max-width: 44.9em)");
/** @type {Array<{heading: HTMLElement, button: HTMLElement, body: HTMLElement}>} */
const sections = [...document.querySelectorAll(".md-content h2[id]")].flatMap((heading) => {
  const body = heading.nextElementSibling;
  if (!(heading instanceof HTMLElement) || !(body instanceof HTMLElement) || !body.matches(".section")) return [];
  const label = `Show or hide ${heading.textContent}`;
  const button = el("button", { "type": "button", "class": "section-toggle", "aria-label": label, "aria-expanded": "true" });
  return [{ heading, body, button }];
});
const all = el("button", { type: "button", class: "button", on: { click: openOrCloseAll } });
const box = document.querySelector(".chapter-box");
const summary = el("button", { "type": "button", "class": "button summary-toggle", "aria-expanded": "false", "on": { click: showOrHideSummary } }, "Show a summary");

function openOrCloseAll() {
  const shown = anyClosed();
  for (const section of sections) open(section, shown);
  say();
}

/** On a phone the sentence below each title is hidden until it is asked for. */
function showOrHideSummary() {
  const shown = box?.classList.toggle("with-summary") ?? false;
  summary.setAttribute("aria-expanded", String(shown));
  write(summary, shown ? "Hide the summary" : "Show a summary");
}

function anyClosed() {
  return sections.some(({ body }) => body.hidden);
}

/** @param {{body: HTMLElement, button: HTMLElement}} section @param {boolean} shown */
function open({ body, button }, shown) {
  if (shown) body.removeAttribute("hidden");
  else body.setAttribute("hidden", "until-found");
  button.setAttribute("aria-expanded", String(shown));
}

function say() {
  write(all, anyClosed() ? "Open all sections" : "Close all sections");
}

/** Go on to a section that stood here once. */
function goOn() {
  const link = document.getElementById(fromHash(location.hash))?.closest(".moved li")?.querySelector("a");
  if (link) location.replace(link.href);
}

/** Open what the address leads to, and go there: what stood above it may have moved it. */
function follow() {
  const target = document.getElementById(fromHash(location.hash));
  const section = target && sections.find(({ heading, body }) => heading === target || body.contains(target));
  if (!section) return;
  open(section, true);
  say();
  target.scrollIntoView();
}

function fold() {
  for (const section of sections) open(section, !NARROW.matches);
  say();
  if (NARROW.matches) follow();
}

if (sections.length > 1) {
  for (const section of sections) {
    const { heading, button, body } = section;
    heading.append(button);
    heading.addEventListener("click", (event) => {
      if (!NARROW.matches || (event.target instanceof Element && event.target.closest("a"))) return;
      open(section, body.hidden);
      say();
    });
    body.addEventListener("beforematch", () => { open(section, true); say(); });
  }
  box?.append(el("p", { class: "chapter-toggle" }, all, ...box.querySelector(".gist") ? [summary] : []));
  NARROW.addEventListener("change", fold);
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => { for (const section of sections) open(section, true); });
  fold();
}
addEventListener("hashchange", goOn);
goOn();
