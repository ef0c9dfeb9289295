/** The recorded run, which Measure shows before the first run here. The tests check its file. */
import { runOf } from './result-file.js';
import recording from './recorded-run.json';

/** @returns {import('../ui/element-types.d.ts').Run} */
export function recordedRun() {
  const file = /** @type {import('../types.d.ts').ResultFile} */ (/** @type {unknown} */ (recording));
  return { ...runOf(file), file: 'recorded' };
}
