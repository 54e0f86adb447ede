// @ts-check
/**
 * Keeps the whole site for use without a network: registers the service worker that stands at the root of the site. It
 * fetches some megabytes, so it waits until the page is there, and leaves alone who asked to save data.
 */

function keep() {
  // Where a page may not have one (an unsafe address, a private window) the site simply needs its network.
  navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url)).catch(() => {});
  // When all text is kept, or was before: now the pictures.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("pictures"));
}

const { connection } = /** @type {any} */ (navigator);
if ("serviceWorker" in navigator && !connection?.saveData) {
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep, { once: true });
}
