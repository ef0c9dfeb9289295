/** Pauses of long work on the page's thread, in which the page handles events and draws. */

const SLICE_MS = 10;

/** Returns a function that pauses if the last pause was long enough ago. */
export function pauses(): () => Promise<void> {
  let until_ms = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until_ms) return;
    await task();
    until_ms = performance.now() + SLICE_MS;
  };
}

/** Waits for a task of the event loop, after those that already wait. In a hidden page, timers would be late. */
function task(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
