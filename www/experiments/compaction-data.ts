/** The experiments with stream compaction: those of Sengupta, Lefohn & Owens, section 4, and of Merry, “Atomics”. */
import { atomicsClaims } from './atomics-claims.ts';
import { AUTO, HORN, HYBRID, LOOK_BACK, REDUCE_THEN_SCAN, TREE, hybrid, powers, range, scan } from './scans.ts';
import type { Experiment } from './types.ts';

const SENGUPTA = 'Sengupta, Lefohn & Owens 2006';
const [ELEMENTS, WORKGROUPS] = [scan('atomic-elements'), scan('atomic-workgroups')];

const DEVICE =
  'The paper timed an NVIDIA 7800 GTX, where a pass is a drawing into a texture. Here a pass is a compute dispatch, and all of the data may lie in a cache. ' +
  'Horn’s compaction searched for the elements, since a fragment cannot choose where it writes; here each element is written to its place.';
const TODAY =
  'Scans on tiles in registers, such as look-back, are not run between two passes as the others are: their tiles count the elements and move them.';

export const COMPACTION: readonly Experiment[] = [
  {
    id: 'compaction-steps',
    title: 'Compaction: how many reduce steps',
    source: `${SENGUPTA}, §4`,
    question:
      'The exclusive sums of flags are the places of the elements that are kept. The sums are Horn’s scan, the tree, or the hybrid, which halves its input r times first.',
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
        text: 'At 2¹⁸ elements the time of a compaction falls with more reduce steps, and levels off at around 9.',
      },
      {
        kind: 'levels-off',
        scan: 'hybrid',
        parameter: 'reduce_steps',
        by: 9,
        n: 2 ** 20,
        text: 'At 2²⁰ elements it levels off at around 9 too.',
      },
      {
        kind: 'factor',
        fast: hybrid(9),
        slow: HORN,
        n: 2 ** 18,
        factor: 3,
        text: 'At 2¹⁸ elements the compaction by the hybrid, with 9 steps, is around 3 times as fast as Horn’s, without a readback.',
      },
      {
        kind: 'factor',
        fast: hybrid(10),
        slow: HORN,
        n: 2 ** 20,
        factor: 4,
        text: 'At 2²⁰ elements, with 10 steps, it is around 4 times as fast, without a readback.',
      },
    ],
    differs: DEVICE,
  },
  {
    id: 'compaction-sizes',
    title: 'Compaction: the knee, and the scans of today',
    source: `${SENGUPTA}, §2.4 and §4`,
    question:
      'The same compaction with the paper’s three scans, with its hybrid’s steps chosen for n and the device, and with the scans of today.',
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
        text: 'The time of Horn’s compaction rises sharply where the stream has more than 4096 elements.',
      },
      {
        kind: 'overtakes',
        fast: HYBRID,
        slow: HORN,
        n: 4096,
        text: 'Beyond 4096 elements wasteful additions do not pay: the compaction by the hybrid is faster.',
      },
      {
        kind: 'faster',
        fast: HORN,
        slow: TREE,
        n: 256,
        text: 'For fewer elements than the device runs invocations at once the tree is the slower one, since it has twice as many passes.',
      },
      {
        kind: 'faster',
        fast: HYBRID,
        slow: TREE,
        n: 'largest',
        text: 'The hybrid is the fastest of the three: it is faster than the tree.',
      },
      {
        kind: 'open',
        left: AUTO,
        right: HYBRID,
        n: 'largest',
        text: 'The paper could not know what the scans of today make of the same compaction.',
      },
    ],
    differs: `${DEVICE} ${TODAY}`,
  },
  {
    id: 'compaction-share',
    title: 'Compaction: the share that is kept',
    source: `${SENGUPTA}, §4`,
    question: 'Whether the time of a compaction depends on how much it keeps, on the device and with the readback of what is kept.',
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
        text: 'A compaction adds a constant cost to its scan for a given length: on the device Horn’s takes as long whatever it keeps.',
      },
      { kind: 'level', scan: hybrid(10), text: 'So does the compaction by the hybrid.' },
      {
        kind: 'rises',
        scan: HORN,
        text: 'With the readback Horn’s performance drops as more elements are valid, since readbacks are slow.',
      },
      {
        kind: 'rises',
        scan: hybrid(10),
        text: 'Large readbacks affect both algorithms to the same degree: the performance of the hybrid drops as well.',
      },
    ],
    differs: `${DEVICE} A readback ends in an array of the page; the paper’s ended in memory of the CPU. ${TODAY}`,
  },
  {
    id: 'compaction-atomics',
    title: 'Compaction: atomics against a scan',
    source: 'Merry 2014, Atomics',
    question:
      'Instead of a scan, a counter on the device can give out the places: an addition for each element that is kept, or one for each workgroup.',
    axis: 'n',
    measure: 'elements',
    operation: 'compact',
    groups: [{ scans: [ELEMENTS, WORKGROUPS, REDUCE_THEN_SCAN, LOOK_BACK, AUTO], sizes: powers(12, 24, 2) }],
    short: [{ scans: [ELEMENTS, WORKGROUPS, REDUCE_THEN_SCAN, AUTO], sizes: [2 ** 12, 2 ** 14, 2 ** 16] }],
    claims: atomicsClaims(ELEMENTS, WORKGROUPS, {
      faster: 'Atomics suffer from heavy contention, which is slow, though it gets better: the compaction by a scan is faster.',
      open: 'Atomics allow for a single pass; whether few of them are faster than a scan is left open.',
      reorders: ['Atomics do not preserve the original order.', 'Nor do those of workgroups.'],
      differs: ['Their order is not reproducible: runs differ.', 'Nor is that of workgroups.'],
    }),
    differs:
      'Merry gives no figures. Compilers may make one addition of those of a subgroup. What atomics keep is checked as a set; of every sample the words ' +
      'are compared by a checksum that does not depend on their order, and by one that does. A workgroup’s places come from a counter in its memory.',
  },
];
