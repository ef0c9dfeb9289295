/** Padding against bank conflicts, as a tuning of scans and as what is broken without it. Pure: no DOM. */
import type { Algorithm } from '../types.ts';

export const PADDING = 'padding';

export function padsAgainstConflicts({ tuning }: Pick<Algorithm, 'tuning'>) {
  return tuning.some(({ name, title }) => name === PADDING && title.includes('bank'));
}
