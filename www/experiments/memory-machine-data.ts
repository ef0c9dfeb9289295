/** Experiments about Nakano's memory machines, which are models of GPU memory. */
import { HORN, powers, scan, tuned } from './scans.ts';
import type { Experiment } from './types.ts';

const NAKANO = scan('nakano');

export const MEMORY_MACHINE: readonly Experiment[] = [
  {
    id: 'nakano-optimal',
    title: 'Naive against optimal on the memory machine',
    source: 'Nakano 2012, Lemma 3 and Theorem 2',
    question:
      'On a memory of width w and latency l with p threads, the naive scan takes (n log n)/w + (n l log n)/p + l log n, and the optimal scan n/w + nl/p + l log n.',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, NAKANO], sizes: powers(10, 24, 2) }],
    short: [{ scans: [HORN, NAKANO], sizes: powers(10, 18, 4) }],
    claims: [
      {
        kind: 'faster',
        fast: NAKANO,
        slow: HORN,
        n: 'largest',
        text: 'The optimal scan takes less time than the naive scan, which is a factor of log n above both the bandwidth limit and the latency limit.',
      },
      { kind: 'grows', fast: NAKANO, slow: HORN, text: 'Since the factor is log n, the ratio of the two times grows with n.' },
    ],
    differs:
      'The paper proves bounds and measures nothing. Its machine has no caches, and a dispatch starts without cost. Here each of the 2 log₂ n steps of the optimal scan ' +
      'is a dispatch. The naive scan has half as many. Their starts dominate the times of short inputs.',
    model: 'n',
    more: [
      { address: 'learn/machine', text: 'The memory machine with p, w and l that you choose, and a copy by p threads on this device' },
    ],
  },
  {
    id: 'nakano-groups',
    title: 'How small Nakano’s groups may be',
    source: 'Nakano 2012, §7, Corollary 1',
    question:
      'Groups of k elements are scanned one after another, with scratch memory for one group. The experiment sweeps k, and also measures the optimal scan of the whole input.',
    axis: { parameter: 'k', title: 'elements of a group k', symbol: 'k' },
    measure: 'time',
    groups: [{ scans: [NAKANO, ...tuned('nakano-sequential', 'k', powers(14, 22))], sizes: [2 ** 22] }],
    short: [{ scans: [NAKANO, ...tuned('nakano-sequential', 'k', powers(11, 17, 2))], sizes: [2 ** 17] }],
    claims: [
      {
        kind: 'levels-off',
        scan: 'nakano-sequential',
        parameter: 'k',
        by: 2 ** 18,
        within: 1,
        text:
          'From k = min(p log p, wl log (wl)) on, groups cost no more than the optimal scan, up to a constant. For w = 32 and l = 400 that is k = 174,641; the next measured k is 2¹⁸. ' +
          '(A constant of at most 2 counts as held.)',
      },
    ],
    differs:
      'The model charges a latency l for each of the (n/k) 2 log₂ k steps. Here each step is a dispatch, which takes far longer to start than one access to memory, so k must be larger.',
    model: 'k',
  },
];
