/** The recorded run, which Measure shows before the first run here. */
import { readResultFile } from './result-file.js';
import recording from './recorded-run.json';

/** @returns {import('../ui/element-types.d.ts').Run} */
export function recordedRun() {
  return { ...readResultFile(JSON.stringify(recording)), file: 'recorded' };
}
