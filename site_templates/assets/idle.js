// @ts-check
/** Work that nobody waits for. */

/** How long it may be put off, in milliseconds. */
const LATEST = 500;

/** Call `todo` when nothing else is to do; it is told how many milliseconds are left. @param {(left: () => number) => void} todo */
export function whenIdle(todo) {
  if ("requestIdleCallback" in globalThis) return requestIdleCallback((deadline) => todo(() => deadline.timeRemaining()), { timeout: LATEST });
  const start = () => {
    const end = performance.now() + 8;
    todo(() => end - performance.now());
  };
  return Number(setTimeout(start, 30));
}
