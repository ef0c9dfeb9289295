/** Experiments of Merry. */
import { atomicsClaims } from './atomics-claims.ts';
import { AUTO, LOOK_BACK, REDUCE_THEN_SCAN, powers, range, scan, tuned } from './scans.ts';
import type { Experiment } from './types.ts';

const OUT_OF_PLACE = scan('brent-kung');
/** Two elements an invocation, where Kogge–Stone has one: half of the invocations give tiles of the same length. */
const EQUAL_TILE = scan('brent-kung', { invocations: 128 });
const [CONFLICTS, NO_CONFLICTS] = tuned('brent-kung-in-place', 'padding', [0, 1]);
const [GUARDED, PADDED] = tuned('kogge-stone', 'padding', [0, 1]);
const TREES = [GUARDED, PADDED, EQUAL_TILE, OUT_OF_PLACE, CONFLICTS, NO_CONFLICTS];
const SUBGROUP = scan('subgroup');
const TWO_LEVEL = scan('two-level');
const [RECORDS, LISTS] = [scan('atomic-records'), scan('atomic-lists')];

export const MERRY: readonly Experiment[] = [
  {
    id: 'workgroup-trees',
    title: 'Kogge–Stone, Brent–Kung, and bank conflicts',
    source: 'Merry 2014, Kogge–Stone and Brent–Kung',
    question:
      'Six kernels that scan a tile in workgroup memory, in the same frame for any length; Kogge–Stone’s and one of Brent–Kung’s have tiles of 256 elements, the others of 512.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: TREES, sizes: powers(16, 24, 2) }],
    short: [{ scans: TREES, sizes: [2 ** 12, 2 ** 16] }],
    claims: [
      {
        kind: 'faster',
        fast: OUT_OF_PLACE,
        slow: CONFLICTS,
        n: 'largest',
        text: 'In place, Brent–Kung has many bank conflicts; out of place they are only two-way, so it is faster.',
      },
      {
        kind: 'faster',
        fast: NO_CONFLICTS,
        slow: CONFLICTS,
        n: 'largest',
        source: 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.3',
        text: 'Padding the array removes the conflicts of the tree in place, which makes it faster.',
      },
      {
        kind: 'faster',
        fast: PADDED,
        slow: GUARDED,
        n: 'largest',
        text: 'Padding in front with identities saves Kogge–Stone its “if”, which makes it faster.',
      },
      {
        kind: 'open',
        left: EQUAL_TILE,
        right: PADDED,
        n: 'largest',
        text: 'Of tiles of the same N, Brent–Kung needs O(N) additions and half the work-items, Kogge–Stone O(N log N) but plain accesses, both about 2 log₂ N barriers. Which is faster is left open.',
      },
    ],
    differs:
      'Merry speaks of the kernel alone. Here it also reads and writes device memory, which hides part of the time in workgroup memory; the number of banks ' +
      'and the cost of a conflict depend on the device. On a software adapter there are no banks. Counted from the addresses of the kernels, for 32 banks and tiles of 512: ' +
      'in place up to 16 invocations meet in a bank, with padding none do, out of place two.',
    more: [
      { address: 'learn/brent-kung-in-place/step/input=tile/workgroup=32', text: 'The conflicts of the tree in place, step by step' },
      { address: 'learn/brent-kung/step/input=tile/workgroup=32', text: 'and out of place' },
    ],
  },
  {
    id: 'block-count',
    title: 'How many blocks saturate the device',
    source: 'Merry 2014, Two-level prefix sum',
    question: 'Two-level scans C blocks, each taken serially by one workgroup. C is swept.',
    axis: { parameter: 'blocks', title: 'blocks C', symbol: 'C' },
    measure: 'time',
    groups: [{ scans: [REDUCE_THEN_SCAN, ...tuned('two-level', 'blocks', powers(3, 11))], sizes: [2 ** 22] }],
    short: [{ scans: [REDUCE_THEN_SCAN, ...tuned('two-level', 'blocks', [1, 4, 16, 64])], sizes: [2 ** 16] }],
    claims: [
      {
        kind: 'levels-off',
        scan: 'two-level',
        parameter: 'blocks',
        text: 'Use no more parallelism than saturates the hardware: C is to be tuned, and more blocks than that gain nothing.',
      },
    ],
    differs: 'Merry gives no figures. Which C is enough follows from how many workgroups the device runs at a time.',
  },
  {
    id: 'two-level',
    title: 'Two levels against reduce-then-scan',
    source: 'Merry 2014, Reduce-then-scan and Two-level prefix sum',
    question: 'Both read the input twice and write once. Two-level has three dispatches and a fixed number of blocks whatever the length.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [REDUCE_THEN_SCAN, TWO_LEVEL, SUBGROUP], sizes: powers(16, 26, 2) }],
    short: [{ scans: [REDUCE_THEN_SCAN, TWO_LEVEL, SUBGROUP], sizes: powers(10, 16, 3) }],
    claims: [
      {
        kind: 'ahead',
        fast: TWO_LEVEL,
        slow: REDUCE_THEN_SCAN,
        text: 'The more parallelism, the higher the overheads: with fewer blocks the scan is faster, at every size.',
      },
      {
        kind: 'share',
        scan: SUBGROUP,
        n: 'largest',
        share: 2 / 3,
        slack: 0.2,
        text: 'Well implemented, a scan is limited by bandwidth alone: 2N reads and N writes then take 1.5 times as long as a copy, two thirds of its speed.',
      },
    ],
    differs:
      'Merry gives no figures, and leaves open how a block is scanned. Here both scan tiles in workgroup memory, and two-level waits at barriers between ' +
      'its sub-blocks. The claim of bandwidth is judged by subgroup, which is reduce-then-scan on tiles in registers.',
  },
  {
    id: 'radix',
    title: 'How many children a node should have',
    source: 'Merry 2014, Generalizing Brent–Kung',
    question:
      'The tree of Brent and Kung need not be binary. With k children a node there are fewer levels and barriers, and longer serial sums. k is swept.',
    axis: { parameter: 'radix', title: 'radix k', symbol: 'k', linear: true },
    measure: 'time',
    groups: [{ scans: [EQUAL_TILE, OUT_OF_PLACE, ...tuned('brent-kung-radix', 'radix', range(2, 16))], sizes: [2 ** 22] }],
    short: [{ scans: [EQUAL_TILE, OUT_OF_PLACE, ...tuned('brent-kung-radix', 'radix', [2, 3, 4, 7, 8, 15, 16])], sizes: [2 ** 16] }],
    claims: [
      {
        kind: 'best',
        scan: 'brent-kung-radix',
        parameter: 'radix',
        text: 'The tree can have more than two children a node. Which radix is the fastest is left open.',
      },
      {
        kind: 'open',
        left: scan('brent-kung-radix', { radix: 4 }),
        right: OUT_OF_PLACE,
        n: 'largest',
        text: 'Whether four children are better than the binary tree is left open as well.',
      },
    ],
    differs:
      'Merry only draws such trees. Tiles differ in length, since each invocation has k elements, and an odd k has no bank conflicts. The levels of the binary tree are kept apart.',
  },
  {
    id: 'neighbour-lists',
    title: 'Neighbour lists: by atomics and by a scan',
    source: 'Merry 2014, Problem Statement, Solution, Atomics',
    question:
      'For every object the list of those that differ from it by less than some amount, packed one after another: count, scan the counts exclusively, ' +
      'emit. Or a counter gives out the places, for each record or for each list.',
    axis: 'n',
    measure: 'time',
    operation: 'neighbours',
    groups: [{ scans: [RECORDS, LISTS, REDUCE_THEN_SCAN, LOOK_BACK, AUTO], sizes: powers(10, 22, 2) }],
    short: [{ scans: [RECORDS, LISTS, REDUCE_THEN_SCAN, AUTO], sizes: [2 ** 10, 2 ** 13, 2 ** 16] }],
    claims: atomicsClaims(RECORDS, LISTS, {
      faster: 'Atomics suffer from heavy contention, which is slow, though it gets better: with a scan the lists are faster.',
      open: 'Atomics allow for a single pass. Whether one for each list is faster than two passes and a scan is left open.',
      reorders: ['Atomics do not preserve the original order: records.', 'Nor do lists keep theirs.'],
      differs: ['The order of records is not reproducible: runs differ.', 'Nor is that of lists.'],
    }),
    differs:
      'Merry gives no figures, and does not say which objects are compared. Here an object is a random number, compared with the eight before it; two are near ' +
      'if they differ by less than a quarter of the range, as 7 of 16 pairs do. What atomics emit is checked as a set.',
  },
];
