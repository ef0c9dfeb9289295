/** Padding against bank conflicts: a tuning parameter of scans, and a way to break them. Pure: no DOM. */
import type { Algorithm } from '../types.ts';

export const PADDING = 'padding';

export function padsAgainstConflicts({ tuning }: Pick<Algorithm, 'tuning'>) {
  return tuning.some(({ name, title }) => name === PADDING && title.includes('bank'));
}
