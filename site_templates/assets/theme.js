// @ts-check
// What Material's own scripts expect to find on a page, and the chosen colours before the first paint. A classic script: pages
// load it before their body, and Material calls these functions by name. generator/site/build.py writes this file to the site
// behind a line that gives the settings of Material as the home page had them: self.SETTINGS = {"base": ".", …

/** The root of the site: choices are kept by its path. */
var __md_scope = new URL("../../", /** @type {HTMLScriptElement} */ (document.currentScript).src);

/** @param {string} text */
function __md_hash(text) {
  return [...text].reduce((hash, letter) => (hash << 5) - hash + letter.charCodeAt(0), 0);
}

/** @param {string} key @param {Storage} [storage]  the local one without it: a browser may refuse to name it */
function __md_get(key, storage, scope = __md_scope) {
  try {
    const found = JSON.parse(/** @type {string} */ ((storage ?? localStorage).getItem(`${scope.pathname}.${key}`)));
    return key !== "__palette" || ([0, 1, 2].includes(found.index) && found.color.scheme) ? found : null;
  } catch {
    return null; // nothing may be kept, or something else was
  }
}

/** @param {string} key @param {unknown} value @param {Storage} [storage] */
function __md_set(key, value, storage, scope = __md_scope) {
  try {
    (storage ?? localStorage).setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
  } catch {
    // Where nothing may be kept, the choice holds for this page.
  }
}

/** The body gets the scheme that was chosen, or that of the system. */
new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  const { media, scheme } = __md_get("__palette")?.color ?? { media: "(prefers-color-scheme)", scheme: "" };
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "default" : "slate";
  document.body.dataset.mdColorScheme = media !== "(prefers-color-scheme)" && ["default", "slate"].includes(scheme) ? scheme : system;
}).observe(document.documentElement, { childList: true });

/** Light and dark, as Material's palette asks for them: for which system, the scheme, what the button says. */
const COLORS = [
  ["(prefers-color-scheme)", "default", "Light or dark as the system has it; change to light"],
  ["(prefers-color-scheme: light)", "default", "Light; change to dark"],
  ["(prefers-color-scheme: dark)", "slate", "Dark; change to the system's setting"],
];

// The choice works by script alone, and so it is made here and not repeated on every page: as soon as its place is there, since Material's own
// script, which runs it, wants it whole.
new MutationObserver((_, observer) => {
  const form = document.querySelector("[data-md-component=palette]");
  if (!form) return;
  observer.disconnect();
  for (const [at, [media, scheme, says]] of COLORS.entries()) {
    const input = Object.assign(document.createElement("input"), { className: "md-option", type: "radio", name: "__palette", id: `__palette_${at}` });
    Object.assign(input.dataset, { mdColorMedia: media, mdColorScheme: scheme, mdColorPrimary: "custom", mdColorAccent: "custom" });
    input.setAttribute("aria-label", says);
    const label = Object.assign(document.createElement("label"), {
      className: "md-header__button md-icon", title: says, htmlFor: `__palette_${(at + 1) % COLORS.length}`, hidden: true,
    });
    form.append(input, label);
  }
}).observe(document, { childList: true, subtree: true });

{
  const settings = /** @type {{base: string, search: string}} */ (/** @type {any} */ (self).SETTINGS);
  const { href } = __md_scope;
  const element = Object.assign(document.createElement("script"), { id: "__config", type: "application/json" });
  element.textContent = JSON.stringify({ ...settings, base: href, search: new URL(settings.search, href).href });
  document.head.append(element, Object.assign(document.createElement("meta"), { name: "theme-color", content: "#12332a" }));
}
