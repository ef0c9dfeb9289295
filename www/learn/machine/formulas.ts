/** Time units by the formulas of Nakano's paper (2012). Pure: no DOM. */

type Machine = { n: number; p: number; w: number; l: number };

/** Lemma 1 without its O: one access to each of n words by at most p threads, neighbours in the same step. */
export function contiguousTime({ n, p, w, l }: Machine) {
  const [rounds, threads] = n >= p ? [n / p, p] : [1, n];
  return rounds * (Math.ceil(threads / w) + l - 1);
}

/** The same where the words are s apart: the units of a warp are as many as the words in its fullest bank, or its address groups. */
export function strideTime({ n, p, w, l, s }: Machine & { s: number }, isStorage: boolean) {
  const [rounds, threads] = n >= p ? [n / p, p] : [1, n];
  const lanes = Math.min(threads, w);
  const warps = Math.ceil(threads / w);
  const inGroups = Math.min(Math.floor(((lanes - 1) * s) / w) + 1, lanes);
  const inBank = s ? Math.ceil(lanes / (w / gcd(s, w))) : 1;
  return rounds * (warps * (isStorage ? inGroups : inBank) + l - 1);
}

/** The sum of §4: three contiguous accesses of 2^t words in each step t. */
export function sumTime({ n, p, w, l }: Machine) {
  let sum = 0;
  for (let half = n / 2; half >= 1; half /= 2) sum += 3 * contiguousTime({ n: half, p, w, l });
  return sum;
}

function gcd(a: number, b: number) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** A statement of the paper. */
export type Statement = {
  id: string;
  title: string;
  /** in the paper */
  place: string;
  formula: string;
  time: (machine: Machine & { k: number }) => number;
  /** what is counted must be this many, a constant factor of it, or at least it */
  means: 'equal' | 'order' | 'least';
};

const log = Math.log2;

export const STATEMENTS: readonly Statement[] = [
  {
    id: 'contiguous',
    title: 'Contiguous access to n numbers',
    place: '§3, Lemma 1',
    formula: '(n/p)(p/w + l − 1)',
    time: contiguousTime,
    means: 'equal',
  },
  {
    id: 'sum-steps',
    title: 'Sum, its accesses by Lemma 1',
    place: '§4',
    formula: '3 Σ contiguous(2ᵗ), t < log n',
    time: sumTime,
    means: 'equal',
  },
  {
    id: 'sum',
    title: 'Sum',
    place: '§4, Lemma 2',
    formula: 'n/w + nl/p + l log n',
    time: ({ n, p, w, l }) => n / w + (n * l) / p + l * log(n),
    means: 'order',
  },
  {
    id: 'least',
    title: 'Any sum, so any scan: at least',
    place: '§5, Theorem 1',
    formula: 'max(n/w, nl/p, l log n)',
    time: ({ n, p, w, l }) => Math.max(n / w, (n * l) / p, l * log(n)),
    means: 'least',
  },
  {
    id: 'naive',
    title: 'Naive scan (Horn / Hillis–Steele)',
    place: '§6, Lemma 3; its l log n from §1',
    formula: '(n log n)/w + (nl log n)/p + l log n',
    time: ({ n, p, w, l }) => (n / w + (n * l) / p + l) * log(n),
    means: 'order',
  },
  {
    id: 'optimal',
    title: 'Optimal scan (Nakano)',
    place: '§7, Theorem 2',
    formula: 'n/w + nl/p + l log n',
    time: ({ n, p, w, l }) => n / w + (n * l) / p + l * log(n),
    means: 'order',
  },
  {
    id: 'groups',
    title: 'Groups of k (Nakano, group by group)',
    place: '§7, Corollary 1',
    formula: 'n/w + nl/p + (nl log k)/k',
    time: ({ n, p, w, l, k }) => n / w + (n * l) / p + (n * l * log(k)) / k,
    means: 'order',
  },
];
