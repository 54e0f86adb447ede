// @ts-check
/**
 * Serves the site without a network after one visit. generator/site/offline.py writes this file to the root of the site
 * behind a line that gives the list of what to keep:
 *
 *     self.KEPT = {"version": "3f0c…", "files": [["cards/the-mafia/", "9a1b…"], …], "pictures": [["cards/the-mafia/face.svg", …
 *
 * Addresses are relative to this file, so the site may stand in any folder; the second part is a hash of the content.
 * A new list makes a new cache, filled from the old one wherever the hash is the same. Without all `files` there is none;
 * the `pictures` come afterwards, whenever a page asks that they be kept (offline.js), until all are there.
 *
 * Asked for first is the network, so that a page and the scripts and data that belong to it are always of one build; what
 * cannot disagree with a page (pictures, fonts, files with a hash in their name) comes from the cache first.
 */

/** @typedef {Array<[string, string]>} Files
 * @typedef {{version: string, files: Files, pictures: Files}} Kept */
const worker = /** @type {any} */ (self);
const { version, files, pictures } = /** @type {Kept} */ (worker.KEPT);

const ROOT = new URL("./", worker.location.href);
const OURS = `dossier:${ROOT.pathname}:`;
const CACHE = OURS + version;
const LIST = new URL("kept.json", ROOT).href;
/** How long the network may take when there is a copy, in milliseconds. */
const PATIENCE = 4_000;
const AT_ONCE = 6;
const SETTLED = /\.(?:svg|png|ico|woff2?)$|\.[0-9a-f]{8}\.min\.(?:js|css)$/;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "pictures") event.waitUntil(keeping ??= keepPictures());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, mode } = event.request;
  if (method === "GET" && url.startsWith(ROOT.href)) event.respondWith(answer(event.request, new URL(url), mode === "navigate"));
});

/** Fill the new cache: what is unchanged from the old ones, the rest from the network; all of it or nothing. */
async function install() {
  const cache = await caches.open(CACHE);
  const old = await oldCopies();
  /** @param {[string, string]} file @returns {Promise<Response | undefined>} */
  const copied = async ([path, hash]) => {
    const url = new URL(path, ROOT).href;
    return old.get(`${url} ${hash}`)?.match(url);
  };
  try {
    await several(files, async (file, url) => cache.put(url, (await copied(file)) ?? (await download(url))));
    await several(pictures, async (file, url) => {
      const copy = await copied(file);
      if (copy) await cache.put(url, copy);
    });
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  const list = JSON.stringify([...files, ...pictures]);
  await cache.put(LIST, new Response(list, { headers: { "content-type": "application/json" } }));
  await worker.skipWaiting();
}

/** What keeps the pictures now. @type {Promise<void> | null} */
let keeping = null;

/** Fetch the pictures that are not kept yet; when that fails, the next page asks again. */
async function keepPictures() {
  try {
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map((request) => request.url));
    const missing = pictures.filter(([path]) => !there.has(new URL(path, ROOT).href));
    await several(missing, async (_, url) => cache.put(url, await download(url)));
  } catch {
    keeping = null;
  }
}

/** Do something with each file, some at once. @param {Files} list @param {(file: [string, string], url: string) => Promise<void>} todo */
async function several(list, todo) {
  const waiting = [...list];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await todo(next, new URL(next[0], ROOT).href);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The caches of earlier versions that were filled to the end, by address and hash. @returns {Promise<Map<string, Cache>>} */
async function oldCopies() {
  const copies = new Map();
  for (const name of (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE)) {
    const cache = await caches.open(name);
    const list = await cache.match(LIST);
    for (const [path, hash] of list ? await list.json() : []) copies.set(`${new URL(path, ROOT).href} ${hash}`, cache);
  }
  return copies;
}

/** @param {string} url */
async function download(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  // Without the trace of a redirection, which a browser would not take for a page.
  return new Response(response.body, { headers: response.headers });
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request @param {URL} url @param {boolean} page @returns {Promise<Response>} */
async function answer(request, url, page) {
  const copy = await kept(url);
  if (copy && SETTLED.test(url.pathname)) return copy;
  try {
    return await inTime(fetch(request), copy !== null);
  } catch (error) {
    if (copy) return copy;
    if (!page) throw error;
    if (await kept(new URL(`${url.pathname}/`, url))) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`);
    return missing();
  }
}

/** The page for what does not exist. It is shown at any depth, so MkDocs writes its links from the root of the host; here
 * they begin at the root of the site. */
async function missing() {
  const copy = await kept(new URL("404.html", ROOT));
  if (!copy) return Response.error();
  const root = ROOT.pathname.replace(/[^\w/]/g, "\\$&");
  const start = new RegExp(`((?:href|src)=")(?:${root}|/)(?!/)`, "g");
  const html = (await copy.text()).replace(start, (_, before) => before + ROOT.pathname);
  return new Response(html, { status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** The copy of what stands at an address, whatever is asked of it behind a question mark. @param {URL} url */
async function kept(url) {
  const cache = await caches.open(CACHE);
  const path = url.pathname.replace(/\/index\.html$/, "/");
  return (await cache.match(new URL(path, url).href)) ?? null;
}

/** An answer of the network; late is as bad as never when there is a copy.
 * @param {Promise<Response>} response @param {boolean} impatient @returns {Promise<Response>} */
function inTime(response, impatient) {
  if (!impatient) return response;
  return Promise.race([
    response, new Promise((_, fail) => { setTimeout(() => fail(new Error("late")), PATIENCE); }),
  ]);
}
