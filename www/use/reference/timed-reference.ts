/** The results of a reference program, and its time. */

import type { Application, Fields, Settings } from '../types.ts';

export type Timed = { wanted: Fields; ms: number };

export function timedReference(application: Application, input: unknown, settings: Settings): Timed {
  const start = performance.now();
  const wanted = application.reference(input, settings);
  return { wanted, ms: performance.now() - start };
}
