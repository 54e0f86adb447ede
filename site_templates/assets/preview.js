// @ts-check
/**
 * The face of a card beside a link to its page, while a mouse rests on the link or the keyboard stands on it. Escape takes
 * it away; a finger opens the page at once and never sees it.
 */
import { el } from "./dom.js";

const ROOT = new URL("../../", import.meta.url);
const CARD_PAGE = /^cards\/[^/]+\/[^/]+\/$/;
/** How long a mouse rests before the face appears, and how long it may be away before it goes, in milliseconds. */
const REST = 150;
const AWAY = 200;
const GAP = 6;
/** How wide a face is: one that stands is about as large as one that lies, and still fits above or below the link. */
const WIDTH = { lying: "16rem", standing: "12rem" };

/** The page of the card that a link leads to; null when it leads elsewhere, or the face is in view already. @param {Element} link */
export function cardPage(link) {
  if (!(link instanceof HTMLAnchorElement) || !link.closest(".md-content") || link.querySelector("img, svg")) return null;
  const url = new URL(link.href);
  url.hash = url.search = "";
  if (!url.href.startsWith(ROOT.href) || !CARD_PAGE.test(url.href.slice(ROOT.href.length))) return null;
  return url.href === location.origin + location.pathname ? null : url.href;
}

class Preview {
  constructor() {
    /** The link whose face is shown or about to be. @type {HTMLAnchorElement | null} */
    this.link = null;
    /** @type {HTMLElement | null} */
    this.box = null;
    this.timer = 0;
  }

  /** Show the face for a link in a moment. @param {Element} link @param {number} moment */
  plan(link, moment) {
    const page = cardPage(link);
    clearTimeout(this.timer);
    if (link === this.link) return;
    this.close();
    if (!page) return;
    this.link = /** @type {HTMLAnchorElement} */ (link);
    this.timer = setTimeout(() => this.open(page), moment);
  }

  /** Only a face that has arrived is shown: it never grows under the reader's eyes. @param {string} page */
  async open(page) {
    const link = this.link;
    if (!link) return;
    const name = (link.textContent ?? "").replace(/^[←→\s]+|[←→\s]+$/g, "");
    const face = el("img", { src: new URL("face.svg", page).href, alt: name });
    try {
      await face.decode();
    } catch {
      return;
    }
    Object.assign(face.style, {
      display: "block", width: WIDTH[face.naturalHeight > face.naturalWidth ? "standing" : "lying"], maxWidth: "calc(100vw - 1rem)",
      height: "auto", filter: "drop-shadow(0 2px 6px #0006)",
    });
    if (link !== this.link || this.box) return;
    const box = el("div", {
      class: "card-preview", role: "tooltip", on: { pointerenter: () => clearTimeout(this.timer), pointerleave: () => this.leave() },
    }, face);
    Object.assign(box.style, { position: "absolute", zIndex: "20", top: "0", left: "0" });
    this.box = box;
    document.body.append(box);
    place(box, link);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) box.animate({ opacity: [0, 1] }, 120);
  }

  /** Close in a moment, unless the mouse comes back to the link or goes on to the face. */
  leave() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), AWAY);
  }

  close() {
    clearTimeout(this.timer);
    this.box?.remove();
    this.box = this.link = null;
  }
}

/** Below the link, or above where there is more room; always inside the window. @param {HTMLElement} box @param {Element} link */
function place(box, link) {
  const [line] = link.getClientRects();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = line.bottom + GAP + height <= clientHeight || clientHeight - line.bottom >= line.top;
  const top = below ? line.bottom + GAP : line.top - GAP - height;
  const left = Math.max(GAP, Math.min(line.left, clientWidth - width - GAP));
  box.style.transform = `translate(${Math.round(left + scrollX)}px, ${Math.round(top + scrollY)}px)`;
}

/** Watch the links of the page, those too that come later. @param {Document} document */
export function previewCards(document) {
  const preview = new Preview();
  /** @param {Event} event */
  const linkOf = (event) => (event.target instanceof Element ? event.target.closest("a") : null);
  document.addEventListener("pointerover", (event) => {
    const link = linkOf(event);
    if (link && event.pointerType !== "touch") preview.plan(link, REST);
  });
  document.addEventListener("pointerout", (event) => {
    const link = linkOf(event);
    if (link && link === preview.link && !link.contains(/** @type {Node | null} */ (event.relatedTarget))) preview.leave();
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible")) preview.plan(link, 0);
    else if (preview.link && link !== preview.link) preview.close();
  });
  document.addEventListener("focusout", (event) => {
    if (linkOf(event) === preview.link) preview.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") preview.close();
  });
}

previewCards(document);
