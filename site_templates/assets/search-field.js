// @ts-check
// The search fields of a page: comboboxes whose suggestions (search-box.js) are fetched with the first focus. A slash leads to the field, as
// on other sites.

for (const form of document.querySelectorAll("form[data-search]")) {
  const input = form.querySelector("input[name=q]");
  if (!(form instanceof HTMLFormElement && input instanceof HTMLInputElement)) continue;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  // Said here and not on each of 2,000 pages: without scripts a field only leads to the search page.
  for (const name of ["autocapitalize", "autocomplete", "autocorrect"]) input.setAttribute(name, "off");
  input.spellcheck = false;
  const begin = async () => (await import("./search-box.js")).searchBox(form);
  if (document.activeElement === input) begin();
  else input.addEventListener("focus", begin, { once: true });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = [...document.querySelectorAll("form[data-search] input[name=q], #search-page input[name=q]")]
    .find((each) => each instanceof HTMLElement && each.offsetParent !== null);
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
});
