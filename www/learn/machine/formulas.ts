/** Statements about time in Nakano's paper (2012), which are shown beside the emulator's counts. Pure: no DOM. */
import { accessBy, limits, totalTime } from '../../shared/memory-machine.ts';
import type { Machine } from '../../shared/memory-machine.ts';

/** A statement of the paper. */
export type Statement = {
  id: string;
  title: string;
  /** the place in the paper, such as a lemma */
  place: string;
  formula: string;
  /** whether the count equals the time, is a constant multiple of the time, or is at least the time */
  means: 'equal' | 'order' | 'least';
  /** the time in time units; null if the emulator computes the time */
  time: ((machine: Machine) => number) | null;
};

/**
 * The statement about the time of a scan.
 * @param id the id of the access pattern of the scan
 */
function scan(id: string, title: string): Statement {
  const { place, formulas, times } = accessBy(id);
  return { id, title, place, formula: Object.values(formulas).join(' + '), means: 'order', time: (machine) => totalTime(times(machine)) };
}

export const STATEMENTS: readonly Statement[] = [
  {
    id: 'contiguous',
    title: 'Contiguous access to n numbers',
    place: '§3, Lemma 1',
    formula: '(n/p)(p/w + l − 1)',
    means: 'equal',
    time: null,
  },
  {
    id: 'sum-steps',
    title: 'Sum, its accesses by Lemma 1',
    place: '§4',
    formula: '3 Σ contiguous(2ᵗ), t < log n',
    means: 'equal',
    time: null,
  },
  { ...scan('optimal', 'Sum'), id: 'sum', place: '§4, Lemma 2' },
  {
    id: 'least',
    title: 'Any sum, so any scan: at least',
    place: '§5, Theorem 1',
    formula: 'max(n/w, nl/p, l log n)',
    means: 'least',
    time: (machine) => Math.max(...Object.values(limits(machine))),
  },
  scan('naive', 'Naive scan (Horn / Hillis–Steele)'),
  scan('optimal', 'Optimal scan (Nakano)'),
  scan('groups', 'Groups of k (Nakano, group by group)'),
];
