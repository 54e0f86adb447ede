// @ts-check
/**
 * Keeps the whole site for use without a network, for who asks for it: the button in `.offline-use` (the About page) registers the service
 * worker that stands at the root of the site, says how much it fetches and how far it is. Where there is a worker, it is kept up to date.
 */
import { el, write } from "./dom.js";

const ROOT = new URL("../../", import.meta.url);
const { serviceWorker } = navigator;

/** Register the worker; when all text is kept, or was before, let it fetch the pictures and what was lost. Fails when it can't be kept. */
export async function keep() {
  const registration = await serviceWorker.register(new URL("sw.js", ROOT));
  const { installing } = registration;
  const failed = new Promise((_, fail) => {
    const look = () => {
      const given = installing ? installing.state !== "redundant" : registration.waiting ?? registration.active;
      if (!given) fail(new Error("there is no room for it, or a file is not there"));
    };
    installing?.addEventListener("statechange", look);
    look(); // it may have failed before we could listen
  });
  const { active } = /** @type {ServiceWorkerRegistration} */ (await Promise.race([serviceWorker.ready, failed]));
  active?.postMessage("keep");
}

/** Keep nothing any longer. */
async function forget() {
  await (await serviceWorker.getRegistration(ROOT))?.unregister();
  const ours = `dossier:${ROOT.pathname}:`;
  for (const name of await caches.keys()) if (name.startsWith(ours)) await caches.delete(name);
}

/** @param {Element} place @param {boolean} kept */
async function offer(place, kept) {
  const { files, size, fetched } = await (await fetch(new URL("offline.json", ROOT))).json();
  const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1e6)} MB`;
  const bar = el("progress", { "max": files, "value": 0, "aria-label": "Files kept", "hidden": true });
  const said = el("p", { role: "status" });
  const button = el("button", { type: "button", class: "button" });
  const show = () => {
    write(button, kept ? "Remove what is kept" : `Keep the site for offline use (fetches at most ${megabytes(fetched)}, takes ${megabytes(size)})`);
    write(said, kept ? "This browser keeps the site: it works without a network." : "");
  };
  let hasFailed = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    hasFailed = false;
    try {
      if (kept) {
        await forget();
        kept = false;
        show();
      } else {
        bar.hidden = false;
        await keep();
      }
    } catch (error) {
      hasFailed = true; // what the worker still tells is about a copy that is thrown away
      write(said, `The site could not be kept (${error instanceof Error ? error.message : error}).`);
      bar.hidden = true;
    }
    button.disabled = false;
  });
  serviceWorker.addEventListener("message", ({ data }) => {
    if (hasFailed || typeof data?.kept !== "number") return;
    bar.value = data.kept;
    write(said, `${data.kept} of ${files} files`);
    if (data.kept < files) return;
    bar.hidden = true;
    kept = true;
    show();
  });
  show();
  place.append(button, bar, said);
}

async function start() {
  // Where a page may not have a worker (an unsafe address, a private window) the site simply needs its network.
  const kept = Boolean(await serviceWorker?.getRegistration(ROOT).catch(() => undefined));
  // Registering anew while a newer version is installed keeps browsers from letting it take over.
  if (kept) void serviceWorker.ready.then(({ active }) => active?.postMessage("keep"));
  const place = document.querySelector(".offline-use");
  if (place && serviceWorker) await offer(place, kept);
}

void start();
