/** Statements on time in Nakano's paper (2012), shown beside the emulator's counts. Pure: no DOM. */
import { accessBy, limits, totalTime } from '../../shared/memory-machine.ts';
import type { Machine } from '../../shared/memory-machine.ts';

/** A statement of the paper. */
export type Statement = {
  id: string;
  title: string;
  /** the place in the paper */
  place: string;
  formula: string;
  /** how the count relates to the time: equal, a constant factor of it, or at least it */
  means: 'equal' | 'order' | 'least';
  /** in time units; null if the emulator computes exactly this */
  time: ((machine: Machine) => number) | null;
};

/**
 * The time of a scan.
 * @param id of its access pattern
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
