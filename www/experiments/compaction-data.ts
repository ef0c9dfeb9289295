/** The experiments with stream compaction, from Sengupta, Lefohn & Owens, section 4, and from Merry, “Atomics”. */
import { atomicsClaims } from './atomics-claims.ts';
import { AUTO, HORN, HYBRID, LOOK_BACK, REDUCE_THEN_SCAN, TREE, hybrid, powers, range, scan } from './scans.ts';
import type { Experiment } from './types.ts';

const SENGUPTA = 'Sengupta, Lefohn & Owens 2006';
const [ELEMENTS, WORKGROUPS] = [scan('atomic-elements'), scan('atomic-workgroups')];

const DEVICE =
  'The paper timed an NVIDIA 7800 GTX, where a pass draws into a texture. Here a pass is a compute dispatch, and all data may fit a cache. ' +
  'Horn’s compaction searched for the elements, since a fragment cannot choose where it writes. Here each element is written to its scatter index.';
const TODAY =
  'Scans with tiles in registers, such as look-back, do not run between two other passes: their kernels also count and move the elements.';

export const COMPACTION: readonly Experiment[] = [
  {
    id: 'compaction-steps',
    title: 'Compaction: how many reduce steps',
    source: `${SENGUPTA}, §4`,
    question:
      'The exclusive sums of the flags are the scatter indices of the selected elements. Horn’s scan, the tree, or the hybrid computes them. The hybrid first halves its input r times.',
    axis: { parameter: 'reduce_steps', title: 'reduce steps r', symbol: 'r', linear: true },
    measure: 'time',
    operation: 'compact',
    groups: [
      { scans: [HORN, TREE, ...range(0, 18).map(hybrid)], sizes: [2 ** 18] },
      { scans: [HORN, TREE, ...range(0, 20).map(hybrid)], sizes: [2 ** 20] },
    ],
    short: [{ scans: [HORN, TREE, ...[0, 3, 6, 9, 12, 15, 18].map(hybrid)], sizes: [2 ** 18] }],
    claims: [
      {
        kind: 'levels-off',
        scan: 'hybrid',
        parameter: 'reduce_steps',
        by: 9,
        n: 2 ** 18,
        text: 'At 2¹⁸ elements, the time of a compaction falls with more reduce steps and levels off at around 9 steps.',
      },
      {
        kind: 'levels-off',
        scan: 'hybrid',
        parameter: 'reduce_steps',
        by: 9,
        n: 2 ** 20,
        text: 'At 2²⁰ elements, the time also levels off at around 9 steps.',
      },
      {
        kind: 'factor',
        fast: hybrid(9),
        slow: HORN,
        n: 2 ** 18,
        factor: 3,
        text: 'At 2¹⁸ elements, the compaction with the hybrid and 9 steps is around 3 times as fast as Horn’s, without a readback.',
      },
      {
        kind: 'factor',
        fast: hybrid(10),
        slow: HORN,
        n: 2 ** 20,
        factor: 4,
        text: 'At 2²⁰ elements, the compaction with 10 steps is around 4 times as fast as Horn’s, without a readback.',
      },
    ],
    differs: DEVICE,
  },
  {
    id: 'compaction-sizes',
    title: 'Compaction: the knee, and today’s scans',
    source: `${SENGUPTA}, §2.4 and §4`,
    question:
      'The same compaction with the paper’s three scans, and with today’s scans. The steps of the hybrid are chosen for n and the device.',
    axis: 'n',
    measure: 'time',
    operation: 'compact',
    groups: [{ scans: [HORN, TREE, HYBRID, REDUCE_THEN_SCAN, LOOK_BACK, AUTO], sizes: powers(8, 20) }],
    short: [{ scans: [HORN, TREE, HYBRID, AUTO], sizes: powers(8, 18, 2) }],
    claims: [
      {
        kind: 'knee',
        scan: HORN,
        n: 4096,
        text: 'The time of Horn’s compaction rises sharply if the stream has more than 4096 elements.',
      },
      {
        kind: 'overtakes',
        fast: HYBRID,
        slow: HORN,
        n: 4096,
        text: 'Beyond 4096 elements, redundant additions do not pay: the compaction with the hybrid is faster.',
      },
      {
        kind: 'faster',
        fast: HORN,
        slow: TREE,
        n: 256,
        text: 'For inputs smaller than the device’s parallelism, the tree is slower, since it has twice as many passes.',
      },
      {
        kind: 'faster',
        fast: HYBRID,
        slow: TREE,
        n: 'largest',
        text: 'The hybrid is the fastest of the three, so it is faster than the tree.',
      },
      {
        kind: 'open',
        left: AUTO,
        right: HYBRID,
        n: 'largest',
        text: 'The paper could not know how fast the same compaction is with today’s scans.',
      },
    ],
    differs: `${DEVICE} ${TODAY}`,
  },
  {
    id: 'compaction-share',
    title: 'Compaction: the share of selected elements',
    source: `${SENGUPTA}, §4`,
    question: 'Does the time of a compaction depend on the share of selected elements, on the device and with the readback of the output?',
    axis: 'share',
    measure: 'time',
    operation: 'compact',
    readback: true,
    groups: [{ scans: [HORN, hybrid(10), AUTO], sizes: [2 ** 20], shares: [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 1] }],
    short: [{ scans: [HORN, hybrid(10), AUTO], sizes: [2 ** 16], shares: [0.01, 0.25, 0.5, 1] }],
    claims: [
      {
        kind: 'level',
        scan: HORN,
        text: 'A compaction adds a constant cost to its scan for a given length: on the device, Horn’s time does not depend on the share.',
      },
      { kind: 'level', scan: hybrid(10), text: 'The time of the compaction with the hybrid does not depend on the share either.' },
      {
        kind: 'rises',
        scan: HORN,
        text: 'With the readback, Horn’s performance drops as more elements are selected, since readbacks are slow.',
      },
      {
        kind: 'rises',
        scan: hybrid(10),
        text: 'Large readbacks affect both algorithms to the same degree: the performance of the hybrid also drops.',
      },
    ],
    differs: `${DEVICE} Here a readback ends in an array of the page. The paper’s readback ended in CPU memory. ${TODAY}`,
  },
  {
    id: 'compaction-atomics',
    title: 'Compaction: atomics against a scan',
    source: 'Merry 2014, Atomics',
    question:
      'Instead of a scan, an atomic counter on the device can assign the output indices, with one addition per selected element or one per workgroup.',
    axis: 'n',
    measure: 'elements',
    operation: 'compact',
    groups: [{ scans: [ELEMENTS, WORKGROUPS, REDUCE_THEN_SCAN, LOOK_BACK, AUTO], sizes: powers(12, 24, 2) }],
    short: [{ scans: [ELEMENTS, WORKGROUPS, REDUCE_THEN_SCAN, AUTO], sizes: [2 ** 12, 2 ** 14, 2 ** 16] }],
    claims: atomicsClaims(ELEMENTS, WORKGROUPS, {
      faster: 'Heavy contention makes atomics slow, although newer hardware improves this: the compaction with a scan is faster.',
      open: 'Atomics allow a single pass. Whether a few atomics are faster than a scan is left open.',
      reorders: ['Atomics do not preserve the original order.', 'Atomics per workgroup do not preserve the order either.'],
      differs: [
        'With atomics, the order is not reproducible: runs differ.',
        'With atomics per workgroup, the order is not reproducible either.',
      ],
    }),
    differs:
      'Merry gives no figures. Compilers may combine the additions of a subgroup into one. The output of atomics is checked as a set. The words of every sample ' +
      'are compared by a checksum that does not depend on their order, and by one that does. Within a workgroup, a counter in workgroup memory assigns the indices.',
  },
];
