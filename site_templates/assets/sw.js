// @ts-check
/**
 * Serves the site without a network, for who asked for that (offline.js). generator/site/offline.py writes this file to the root of
 * the site behind a line that gives the list of what to keep:
 *
 *     self.KEPT = {"version": "3f0c…", "types": {".html": "text/html; charset=utf-8", …},
 *       "packs": [["77d1…", [["cards/the-mafia/", "9a1b…"], …]], …], "pictures": [["08c4…", [["cards/the-mafia/face.svg", …
 *
 * Addresses are relative to this file, so the site may stand in any folder; beside each is a hash of the content. Files are fetched in packs of
 * some dozens (`packs/77d1….json`, written by generator/site/packs.py), cut out of them, and put into the cache each at its own address.
 * A new list makes a new cache, filled from the old one wherever the hash is the same: only packs of which a file is lacking are fetched.
 * Without all files of `packs` there is no new version; the `pictures` come afterward, whenever a page asks that all be kept (offline.js), and so does
 * what the cache has lost. Nothing is kept whose content has another hash than the list says: the page of a login or of a broken host is not
 * ours, and neither is what it makes of a pack.
 *
 * For a page the network is asked first; an answer that is not the site's (an error of the host, a login) counts as none. A page and
 * the scripts and data that belong to it are of one build: one that comes from the cache, or is what the cache has, gets the rest from
 * there too, also when a newer version takes over while it is open; one that the network has in a newer build gets nothing old. What
 * cannot disagree with a page (fonts, icons, files with a hash in their name) comes from the cache whenever it is there.
 *
 * While a newer version is being installed, this one serves pages. So it deletes no cache but those that it has found itself: when it takes over,
 * the ones of which no page is; later, those that it knows of a page that is closed. A version whose own cache is not whole deletes nothing.
 */

/** @typedef {Array<[string, string]>} Files
 * @typedef {[string, Files]} Pack
 * @typedef {Pack[]} Packs
 * @typedef {(path: string, response: Response) => Promise<void>} Put
 * @typedef {{version: string, types: Object<string, string>, packs: Packs, pictures: Packs}} Kept */
const worker = /** @type {any} */ (self);
const { version, types, packs, pictures } = /** @type {Kept} */ (worker.KEPT);
const files = [...packs, ...pictures].flatMap(([, list]) => list);

const ROOT = new URL("./", worker.location.href);
const OURS = `dossier:${ROOT.pathname}:`;
const CACHE = OURS + version;
const LIST = new URL("kept.json", ROOT).href;
const ORIGINS = new URL("origins.json", ROOT).href;
/** How long the network may take when there is a copy, in milliseconds. */
const PATIENCE = 4_000;
const AT_ONCE = 6;
const SETTLED = /\.(?:png|ico|woff2?)$|\.[0-9a-f]{8}\.min\.(?:js|css)$/;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "keep") event.waitUntil(keeping ??= keepMissing());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || !url.startsWith(ROOT.href)) return;
  const where = new URL(url);
  event.respondWith(mode === "navigate" ? page(event.request, where, event.resultingClientId) : part(event.request, where, event.clientId));
});

/** Fill the new cache: what is unchanged from the old ones, the rest from the network; all of it or nothing. */
async function install() {
  const cache = await caches.open(CACHE);
  const old = await oldCopies();
  const put = filling(cache, 0);
  /** What of a pack no old cache has; the rest is put. @param {Files} list */
  const lacking = async (list) => {
    const found = /** @type {Files} */ ([]);
    for (const [path, hash] of list) {
      const url = new URL(path, ROOT).href;
      const copy = await old.get(`${url} ${hash}`)?.match(url);
      if (copy && (await digest(await copy.clone().arrayBuffer())) === hash) await put(path, copy);
      else found.push([path, hash]);
    }
    return found;
  };
  try {
    await several(packs, async ([name, list]) => unpack(name, await lacking(list), put));
    await several(pictures, async ([, list]) => { await lacking(list); });
    await keepList(cache);
    // Who deletes a cache leaves it to those who have it open: they go on filling what nobody finds.
    const isLost = lost(await addresses(await caches.open(CACHE)));
    if (!(await isWhole(CACHE)) || packs.some(([, list]) => list.some(isLost))) throw new Error("the new copy was deleted while it was made");
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

/** Only a cache with its list is whole. @param {Cache} cache */
async function keepList(cache) {
  const list = JSON.stringify(files);
  await cache.put(LIST, new Response(list, { headers: { "content-type": "application/json" } }));
}

/** Whether a version was filled to the end. @param {string} name */
async function isWhole(name) {
  return Boolean(await caches.match(LIST, { cacheName: name }));
}

/** What a cache has. @param {Cache} cache @returns {Promise<Set<string>>} */
async function addresses(cache) {
  return new Set((await cache.keys()).map(({ url }) => url));
}

/** What tells whether a file is not there. @param {Set<string>} there */
function lost(there) {
  return (/** @type {[string, string]} */ [path]) => !there.has(new URL(path, ROOT).href);
}

/** What fills the cache now. @type {Promise<void> | null} */
let keeping = null;

/** Fetch the pictures that are not kept yet, and what was lost; when that fails, the next page asks again. */
async function keepMissing() {
  try {
    const cache = await caches.open(CACHE);
    const there = await addresses(cache);
    const isLost = lost(there);
    const count = files.length - files.filter(isLost).length;
    await tell(count);
    const put = filling(cache, count);
    await several([...packs, ...pictures], ([name, list]) => unpack(name, list.filter(isLost), put));
    if (!there.has(LIST)) await keepList(cache);
  } catch {
    // Without room or network the next page asks again.
  }
  keeping = null;
}

/** What puts files into a cache that has so many of them, and tells how far it is. @param {Cache} cache @param {number} count @returns {Put} */
function filling(cache, count) {
  return async (path, response) => {
    await cache.put(new URL(path, ROOT).href, response);
    await tell(count += 1);
  };
}

/** Tell the pages how many files are there, now and then and at the end. @param {number} there */
async function tell(there) {
  if (there % 20 && there !== files.length) return;
  for (const page of await worker.clients.matchAll({ includeUncontrolled: true })) page.postMessage({ kept: there });
}

/** Do something with each pack, some at once; when one fails, no other is begun. @param {Packs} list @param {(pack: Pack) => Promise<void>} todo */
async function several(list, todo) {
  const waiting = [...list];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      try {
        await todo(next);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The caches of other versions. @returns {Promise<string[]>} */
async function others() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
}

/** The caches of earlier versions that were filled to the end, by address and hash. @returns {Promise<Map<string, Cache>>} */
async function oldCopies() {
  const copies = new Map();
  for (const name of await others()) {
    const cache = await caches.open(name);
    const list = await cache.match(LIST);
    for (const [path, hash] of list ? await list.json() : []) copies.set(`${new URL(path, ROOT).href} ${hash}`, cache);
  }
  return copies;
}

/** Fetch a pack and put those of its files that are wanted, as the list has them. @param {string} name @param {Files} wanted @param {Put} put */
async function unpack(name, wanted, put) {
  if (!wanted.length) return;
  const url = new URL(`packs/${name}.json`, ROOT).href;
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  const pack = await response.json();
  for (const [path, hash] of wanted) {
    const content = cutOut(pack, path);
    if ((await digest(content)) !== hash) throw new Error(`other content than this build has: ${path} in ${url}`);
    const headers = new Headers(response.headers); // what the host says of all its files, without what it says of the pack
    for (const its of ["content-length", "content-encoding", "etag", "last-modified", "vary"]) headers.delete(its);
    headers.set("content-type", types[path.endsWith("/") ? ".html" : /\.\w+$/.exec(path)?.[0] ?? ""]);
    await put(path, new Response(content, { headers }));
  }
}

/** A file of a pack (generator/site/packs.py). @param {{between: string, parts: string[], files: Object<string, number[] | string>}} pack @param {string} path */
function cutOut({ between, parts, files }, path) {
  const runs = files[path] ?? [];
  if (typeof runs === "string") return Uint8Array.from(atob(runs), (byte) => byte.charCodeAt(0));
  const texts = [];
  for (let at = 0; at < runs.length; at += 2) texts.push(parts.slice(runs[at], runs[at + 1]).join(between));
  return new TextEncoder().encode(texts.join(between));
}

/** The hash of a content as the list writes it. @param {BufferSource} content */
async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a content is that of a copy. @param {ArrayBuffer} content @param {Response} copy */
async function isSame(content, copy) {
  return (await digest(content)) === (await digest(await copy.clone().arrayBuffer()));
}

/** Take over: learn of which build each open page is, and delete what no page is of. */
async function activate() {
  const [open, names] = [await known(), await others()];
  for (const name of names) for (const [client, origin] of await saved(name)) if (origin) open.set(client, origin);
  await Promise.all((await openPages()).map(async ({ id, url }) => {
    if (!open.has(id)) open.set(id, await isAsKept(url) ? CACHE : "");
  }));
  await save(open);
  const needed = new Set(open.values());
  for (const name of (await isWhole(CACHE)) ? names : []) {
    const isBeingFilled = worker.registration.installing && !(await isWhole(name));
    if (!needed.has(name) && !isBeingFilled) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** The open pages of the site. @returns {Promise<Array<{id: string, url: string}>>} */
async function openPages() {
  return (await worker.clients.matchAll({ includeUncontrolled: true })).filter((/** @type {any} */ { url }) => url.startsWith(ROOT.href));
}

/** Whether a page that was opened without us has the content that this version has: what the browser remembers of it, else what the host says.
 * @param {string} url */
async function isAsKept(url) {
  const copy = await kept(new URL(url));
  if (!copy) return false;
  try {
    return await isSame((await inTime(whole(url, { cache: "force-cache" }))).content, copy);
  } catch {
    return false;
  }
}

/** What the host says when it has trouble, or wants to know who asks. */
const TROUBLE = [401, 403, 407, 408, 429];
/** Of which build the pages are that are open, by client: the name of its cache, "" where the network has another one.
 * @type {Promise<Map<string, string>> | null} */
let origins = null;
/** So many pages are remembered before those that are closed are forgotten. */
const MANY = 50;

function known() {
  origins ??= saved(CACHE).then((found) => new Map(found));
  return origins;
}

/** What a version remembers, for when its worker has slept or another one takes over. @param {string} name @returns {Promise<Array<[string, string]>>} */
async function saved(name) {
  const found = await caches.match(ORIGINS, { cacheName: name });
  return found ? found.json() : [];
}

/** Remember of which build a page is, and delete the older versions whose last page is closed. @param {string} client @param {string} origin */
async function remember(client, origin) {
  if (!client) return;
  const open = await known();
  open.set(client, origin);
  const ids = new Set((await openPages()).map(({ id }) => id));
  const needed = new Set([...open].filter(([each]) => ids.has(each)).map(([, its]) => its));
  const canDelete = await isWhole(CACHE);
  for (const [each, its] of open) {
    if (ids.has(each)) continue;
    if (!its || its === CACHE) {
      if (open.size > MANY) open.delete(each); // a few: one of them may be about to open
    } else if (canDelete && !needed.has(its)) {
      open.delete(each);
      await caches.delete(its);
    }
  }
  await save(open);
}

/** Write down what is remembered. @param {Map<string, string>} open */
async function save(open) {
  try {
    await (await caches.open(CACHE)).put(ORIGINS, new Response(JSON.stringify([...open])));
  } catch {
    // Without room it is forgotten when the worker sleeps.
  }
}

/** Whether the answer of the network is the site's. @param {Response} response */
function isFine({ status, type }) {
  return type !== "opaqueredirect" && status < 500 && !TROUBLE.includes(status);
}

/** @param {Request} request @param {URL} url @param {string} client @returns {Promise<Response>} */
async function page(request, url, client) {
  const copy = await kept(url);
  try {
    if (!copy) {
      const response = await fetch(request);
      if (response.ok) await remember(client, "");
      return response;
    }
    const { response, content } = await inTime(whole(request));
    if (!isFine(response)) throw new Error(`${response.status} for ${url}`);
    // Every page of ours has a part from here and an end; a login or an advertisement in its place has none, and one that is cut off has no end.
    const html = new TextDecoder().decode(content);
    if (!html.includes("assets/dossier/") || !html.trimEnd().endsWith("</html>")) throw new Error(`not ours: ${url}`);
    await remember(client, await isSame(content, copy) ? CACHE : "");
    return response;
  } catch {
    if (copy) {
      await remember(client, CACHE);
      return copy;
    }
    if (await kept(new URL(`${url.pathname}/`, url))) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`);
    return missing();
  }
}

/** Something that a page asks for. @param {Request} request @param {URL} url @param {string} client @returns {Promise<Response>} */
async function part(request, url, client) {
  const [origin, isSettled] = [(await known()).get(client), SETTLED.test(url.pathname)];
  const copy = origin === "" && !isSettled ? null : await kept(url, origin || CACHE);
  if (copy && (isSettled || origin)) return copy;
  try {
    const response = copy ? (await inTime(whole(request))).response : await fetch(request);
    const isPage = (/** @type {Response} */ { headers }) => /^text\/html/.test(headers.get("content-type") ?? "");
    if (copy && (!isFine(response) || isPage(response) !== isPage(copy))) return copy;
    return response;
  } catch (error) {
    if (copy) return copy;
    throw error;
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

/** The copy of what stands at an address, whatever is asked of it behind a question mark. @param {URL} url @param {string} [name] */
async function kept(url, name = CACHE) {
  const path = url.pathname.replace(/\/index\.html$/, "/");
  return (await caches.match(new URL(path, url).href, { cacheName: name })) ?? null;
}

/** An answer of the network with all of its content: a host may send its beginning and no more.
 * @param {Request | string} request @param {RequestInit} [init] */
async function whole(request, init) {
  const response = await fetch(request, init);
  return { response, content: await response.clone().arrayBuffer() };
}

/** What comes in time; late is as bad as never when there is a copy. @template T @param {Promise<T>} answer @returns {Promise<T>} */
function inTime(answer) {
  return Promise.race([
    answer, new Promise((_, fail) => { setTimeout(() => fail(new Error("late")), PATIENCE); }),
  ]);
}
