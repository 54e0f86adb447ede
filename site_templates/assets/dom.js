// @ts-check
/** Elements made from plain values. Text is always text: nothing here reads HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. In `props`, `on` holds event listeners by name; true writes an empty attribute, false, null and
 * undefined none; anything else is the value of the attribute. Children are nodes or text; null ones are left out.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element, as `el`.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Let an element hold this text, touching nothing where it does: what is written anew is laid out anew. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Let an element have these properties, setting only those that differ: a browser works out its style anew at each that is set.
 * @template {Element} T @param {T} element @param {Partial<T>} values
 */
export function put(element, values) {
  for (const [name, value] of Object.entries(values)) if (element[name] !== value) element[name] = value;
}

let ids = 0;

/** An id that no other element of the page has. @param {string} stem */
export function freshId(stem) {
  ids += 1;
  return `${stem}-${ids}`;
}

/** The text that the part of a link behind the `#` stands for; nonsense stays as it is. @param {string} hash */
export function fromHash(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return hash.replace(/^#/, "");
  }
}
