/** Experiments from Merry's slides. */
import { atomicsClaims } from './atomics-claims.ts';
import { AUTO, LOOK_BACK, REDUCE_THEN_SCAN, powers, range, scan, tuned } from './scans.ts';
import type { Experiment } from './types.ts';

const OUT_OF_PLACE = scan('brent-kung');
/** Brent–Kung has two elements per invocation, Kogge–Stone has one. With half the invocations, Brent–Kung has tiles of the same length. */
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
      'Six kernels that scan a tile in workgroup memory; the rest of each scan is the same. Kogge–Stone and one Brent–Kung kernel have tiles of 256 elements, the others of 512.',
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
        text: 'In place, Brent–Kung has many bank conflicts. Out of place, conflicts are only two-way, so it is faster.',
      },
      {
        kind: 'faster',
        fast: NO_CONFLICTS,
        slow: CONFLICTS,
        n: 'largest',
        source: 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.3',
        text: 'Padding removes the conflicts of the in-place tree, which makes it faster.',
      },
      {
        kind: 'faster',
        fast: PADDED,
        slow: GUARDED,
        n: 'largest',
        text: 'Identities in front of the tile replace the “if” of Kogge–Stone, which makes it faster.',
      },
      {
        kind: 'open',
        left: EQUAL_TILE,
        right: PADDED,
        n: 'largest',
        text: 'For tiles of the same N, Brent–Kung needs O(N) additions and half the work-items. Kogge–Stone needs O(N log N) additions, but plain accesses. Both need about 2 log₂ N barriers. Which is faster is left open.',
      },
    ],
    differs:
      'Merry’s claims are about the kernel alone. Here it also reads and writes global memory, which hides part of the time in workgroup memory. The number of banks ' +
      'and the cost of a conflict depend on the device. A software adapter has no banks. For 32 banks and tiles of 512, ' +
      'up to 16 invocations of the in-place kernel access the same bank: with padding only one, out of place two.',
    more: [
      { address: 'learn/brent-kung-in-place/step/input=tile/workgroup=32', text: 'The conflicts of the in-place tree, step by step' },
      { address: 'learn/brent-kung/step/input=tile/workgroup=32', text: 'The conflicts of the out-of-place tree, step by step' },
    ],
  },
  {
    id: 'block-count',
    title: 'How many blocks saturate the device',
    source: 'Merry 2014, Two-level prefix sum',
    question: 'The two-level scan has C blocks. One workgroup handles each block serially. The experiment sweeps C.',
    axis: { parameter: 'blocks', title: 'blocks C', symbol: 'C' },
    measure: 'time',
    groups: [{ scans: [REDUCE_THEN_SCAN, ...tuned('two-level', 'blocks', powers(3, 11))], sizes: [2 ** 22] }],
    short: [{ scans: [REDUCE_THEN_SCAN, ...tuned('two-level', 'blocks', [1, 4, 16, 64])], sizes: [2 ** 16] }],
    claims: [
      {
        kind: 'levels-off',
        scan: 'two-level',
        parameter: 'blocks',
        text: 'Use only as much parallelism as saturates the hardware: tune C, since more blocks bring no gain.',
      },
    ],
    differs: 'Merry gives no figures. The smallest sufficient C depends on the number of workgroups that the device runs at a time.',
  },
  {
    id: 'two-level',
    title: 'Two levels against reduce-then-scan',
    source: 'Merry 2014, Reduce-then-scan and Two-level prefix sum',
    question: 'Both scans read the input twice and write once. Two-level has three dispatches and a fixed number of blocks for any length.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [REDUCE_THEN_SCAN, TWO_LEVEL, SUBGROUP], sizes: powers(16, 26, 2) }],
    short: [{ scans: [REDUCE_THEN_SCAN, TWO_LEVEL, SUBGROUP], sizes: powers(10, 16, 3) }],
    claims: [
      {
        kind: 'ahead',
        fast: TWO_LEVEL,
        slow: REDUCE_THEN_SCAN,
        text: 'More parallelism means more overhead: with fewer blocks, the scan is faster at every size.',
      },
      {
        kind: 'share',
        scan: SUBGROUP,
        n: 'largest',
        share: 2 / 3,
        slack: 0.2,
        text: 'Only bandwidth limits a well-implemented scan: 2N reads and N writes take 1.5 times as long as a copy, so the scan reaches two thirds of the copy’s speed.',
      },
    ],
    differs:
      'Merry gives no figures and does not specify the scan of a block. Here both scan tiles in workgroup memory, and the two-level scan waits at barriers between ' +
      'its sub-blocks. The claim about bandwidth is judged by “subgroup”, which is reduce-then-scan with tiles in registers.',
  },
  {
    id: 'radix',
    title: 'How many children a node should have',
    source: 'Merry 2014, Generalizing Brent–Kung',
    question:
      'The tree of Brent and Kung need not be binary. With k children per node there are fewer levels and barriers, and longer serial sums. The experiment sweeps k.',
    axis: { parameter: 'radix', title: 'radix k', symbol: 'k', linear: true },
    measure: 'time',
    groups: [{ scans: [EQUAL_TILE, OUT_OF_PLACE, ...tuned('brent-kung-radix', 'radix', range(2, 16))], sizes: [2 ** 22] }],
    short: [{ scans: [EQUAL_TILE, OUT_OF_PLACE, ...tuned('brent-kung-radix', 'radix', [2, 3, 4, 7, 8, 15, 16])], sizes: [2 ** 16] }],
    claims: [
      {
        kind: 'best',
        scan: 'brent-kung-radix',
        parameter: 'radix',
        text: 'The tree can have more than two children per node. Which radix is the fastest is left open.',
      },
      {
        kind: 'open',
        left: scan('brent-kung-radix', { radix: 4 }),
        right: OUT_OF_PLACE,
        n: 'largest',
        text: 'Whether four children are better than two is also left open.',
      },
    ],
    differs:
      'Merry only draws such trees. Tiles differ in length, since each invocation has k elements. An odd k has no bank conflicts. The binary tree keeps each level in its own memory.',
  },
  {
    id: 'neighbour-lists',
    title: 'Neighbour lists: by atomics and by a scan',
    source: 'Merry 2014, Problem Statement, Solution, Atomics',
    question:
      'Every object has a list of the objects that differ from it by less than some amount. The lists are stored one after another. A program counts the entries, scans the counts exclusively, ' +
      'and emits the lists. Alternatively, an atomic counter assigns the indices, per record or per list.',
    axis: 'n',
    measure: 'time',
    operation: 'neighbours',
    groups: [{ scans: [RECORDS, LISTS, REDUCE_THEN_SCAN, LOOK_BACK, AUTO], sizes: powers(10, 22, 2) }],
    short: [{ scans: [RECORDS, LISTS, REDUCE_THEN_SCAN, AUTO], sizes: [2 ** 10, 2 ** 13, 2 ** 16] }],
    claims: atomicsClaims(RECORDS, LISTS, {
      faster: 'Heavy contention makes atomics slow, although newer hardware improves this: with a scan, the lists are faster.',
      open: 'Atomics allow a single pass. Whether one atomic per list is faster than two passes and a scan is left open.',
      reorders: ['Atomics per record do not preserve the original order.', 'Atomics per list do not preserve the order either.'],
      differs: [
        'With atomics per record, the order is not reproducible: runs differ.',
        'With atomics per list, the order is not reproducible either.',
      ],
    }),
    differs:
      'Merry gives no figures and does not say which objects are compared. Here an object is a random number that is compared with the eight numbers before it. Two numbers are near ' +
      'if they differ by less than a quarter of the range, as 7 of 16 pairs do. The output of atomics is checked as a set.',
  },
];
