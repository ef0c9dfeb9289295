/** The recorded run, which Measure shows before the first run. Tests check its file. */
import { runOf } from './result-file.ts';
import recording from './recorded-run.json';
import type { ResultFile } from '../types.ts';
import type { Run } from '../ui/element-types.ts';

export function recordedRun(): Run {
  const file = recording as unknown as ResultFile;
  return { ...runOf(file), file: 'recorded' };
}
