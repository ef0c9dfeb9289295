/** When what is shown has been seen. */

/** When what is shown now has been seen in a frame; at once where the page is hidden or the run is aborted, as then none may come. */
export function painted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || signal.aborted) return resolve();
    const end = () => {
      cancelAnimationFrame(frame);
      signal.removeEventListener('abort', end);
      document.removeEventListener('visibilitychange', end);
      resolve();
    };
    // A frame is painted after its callbacks, and before the next task.
    const frame = requestAnimationFrame(() => setTimeout(end));
    signal.addEventListener('abort', end);
    document.addEventListener('visibilitychange', end);
  });
}
