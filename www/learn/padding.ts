/** Padding against bank conflicts: a tuning parameter of scans. To leave it out is one way to break a kernel. Pure: no DOM. */
import type { Algorithm } from '../types.ts';

export const PADDING = 'padding';

export function padsAgainstConflicts({ tuning }: Pick<Algorithm, 'tuning'>) {
  return tuning.some(({ name, title }) => name === PADDING && title.includes('bank'));
}
