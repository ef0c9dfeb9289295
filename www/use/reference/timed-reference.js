/** A reference program's results, and how long it takes. */

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {{ wanted: import('../types.d.ts').Fields, ms: number }} Timed */

/** @param {Application} application @param {unknown} input @param {import('../types.d.ts').Settings} settings @returns {Timed} */
export function timedReference(application, input, settings) {
  const start = performance.now();
  const wanted = application.reference(input, settings);
  return { wanted, ms: performance.now() - start };
}
