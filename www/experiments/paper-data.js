/** Experiments of Sengupta, Lefohn & Owens, of Harris, and of Merry. */
import { powers, range, scan, tuned } from './scans.js';

/** @typedef {import('./types.d.ts').Experiment} Experiment */

const SENGUPTA = 'Sengupta, Lefohn & Owens 2006';
const HORN = scan('hillis-steele');
const HYBRID = scan('hybrid');
const BLELLOCH = scan('blelloch');
const OUT_OF_PLACE = scan('brent-kung');
const [CONFLICTS, NO_CONFLICTS] = tuned('brent-kung-in-place', 'padding', [0, 1]);
const [GUARDED, PADDED] = tuned('kogge-stone', 'padding', [0, 1]);
const REDUCE_THEN_SCAN = scan('reduce-then-scan');
const SUBGROUP = scan('subgroup');
const TWO_LEVEL = scan('two-level');

/** @param {number} r */
const hybrid = (r) => scan('hybrid', { reduce_steps: r });

const COMPACTION =
  'The paper timed a stream compaction that contains the scan, on an NVIDIA 7800 GTX, where a pass is a drawing into a texture and ' +
  'switches framebuffers. Here a scan alone is timed, as compute dispatches, and all of its data may lie in a cache.';

/** @type {readonly Experiment[]} */
export const PAPERS = [
  {
    id: 'reduce-steps',
    title: 'How many reduce steps the hybrid should take',
    source: `${SENGUPTA}, §4`,
    question: 'The hybrid halves its input r times, scans the rest in Horn’s way, and sweeps down again. r = 0 is Horn’s scan alone.',
    axis: { parameter: 'reduce_steps', title: 'reduce steps r', symbol: 'r', linear: true },
    measure: 'time',
    groups: [
      { scans: [HORN, ...range(0, 18).map(hybrid)], sizes: [2 ** 18] },
      { scans: [HORN, ...range(0, 20).map(hybrid)], sizes: [2 ** 20] },
    ],
    short: [{ scans: [HORN, ...range(3, 18, 3).map(hybrid)], sizes: [2 ** 18] }],
    claims: [
      {
        kind: 'levels-off',
        scan: 'hybrid',
        parameter: 'reduce_steps',
        by: 9,
        n: 2 ** 18,
        text: 'The time falls with every reduce step and levels off at around 9. (The paper gives no size; here at 2¹⁸ elements.)',
      },
      {
        kind: 'factor',
        fast: hybrid(9),
        slow: HORN,
        n: 2 ** 18,
        factor: 3,
        text: 'At 2¹⁸ elements and 9 steps it is about 3 times as fast as Horn’s scan.',
      },
      {
        kind: 'factor',
        fast: hybrid(10),
        slow: HORN,
        n: 2 ** 20,
        factor: 4,
        text: 'At 2²⁰ elements and 10 steps it is about 4 times as fast as Horn’s scan.',
      },
    ],
    differs: COMPACTION,
  },
  {
    id: 'horn-knee',
    title: 'Where Horn’s scan slows down',
    source: `${SENGUPTA}, §4`,
    question: 'Horn’s scan adds in nearly every element in each of log₂ n steps. While the device has idle lanes, that costs nothing.',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, HYBRID], sizes: powers(8, 20) }],
    short: [{ scans: [HORN, HYBRID], sizes: powers(8, 18, 2) }],
    claims: [
      { kind: 'knee', scan: HORN, n: 4096, text: 'The time of Horn’s scan rises sharply once there are more than 4096 elements.' },
      {
        kind: 'overtakes',
        fast: HYBRID,
        slow: HORN,
        n: 4096,
        text: 'Beyond 4096 elements wasteful additions do not pay: the hybrid is faster.',
      },
    ],
    differs: `${COMPACTION} A 7800 GTX has 24 fragment pipelines; a GPU of today has room for hundreds of thousands of invocations, so the rise comes later.`,
  },
  {
    id: 'work-efficient',
    title: 'Work-efficient against naive',
    source: 'Harris 2007, “A naive parallel scan”; lecture “Prefix sum (scan)”',
    question:
      'The naive scan adds about n log₂ n times, the tree that goes up and down fewer than 2n times. How much of that shows in the time?',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, scan('naive-tiles'), BLELLOCH], sizes: powers(10, 24, 2) }],
    short: [{ scans: [HORN, scan('naive-tiles'), BLELLOCH], sizes: powers(10, 16, 3) }],
    claims: [
      {
        kind: 'factor',
        fast: BLELLOCH,
        slow: HORN,
        n: 2 ** 20,
        factor: 20,
        text: 'At a million elements a work-efficient scan would in theory be almost 20 times as fast as the naive one.',
      },
      {
        kind: 'faster',
        fast: BLELLOCH,
        slow: scan('naive-tiles'),
        n: 'largest',
        text: 'The factor of log₂ n counts within tiles too: the tree is faster than the naive kernel.',
      },
    ],
    differs:
      'The 20 counts additions. A scan of today waits for memory and for dispatches to start: the device-wide naive scan moves the whole array log₂ n times ' +
      'through a cache or memory, and naive-tiles only log₂ of a tile through workgroup memory. The tree pays with more barriers, idle lanes and an exclusive result.',
  },
  {
    id: 'workgroup-trees',
    title: 'Kogge–Stone, Brent–Kung, and bank conflicts',
    source: 'Merry 2014, Kogge–Stone and Brent–Kung',
    question: 'Five kernels that scan a tile in workgroup memory, in the same frame for any length.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [GUARDED, PADDED, OUT_OF_PLACE, CONFLICTS, NO_CONFLICTS], sizes: powers(16, 24, 2) }],
    short: [{ scans: [GUARDED, PADDED, OUT_OF_PLACE, CONFLICTS, NO_CONFLICTS], sizes: [2 ** 12, 2 ** 16] }],
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
        left: OUT_OF_PLACE,
        right: PADDED,
        n: 'largest',
        text: 'Brent–Kung needs O(N) additions and half the work-items, Kogge–Stone O(N log N) but plain accesses, both about 2 log₂ N barriers. Which is faster is left open.',
      },
    ],
    differs:
      'Merry speaks of the kernel alone. Here it also reads and writes device memory, which hides part of the time in workgroup memory; the number of banks ' +
      'and the cost of a conflict depend on the device. On a software adapter there are no banks.',
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
        kind: 'faster',
        fast: TWO_LEVEL,
        slow: REDUCE_THEN_SCAN,
        n: 'largest',
        text: 'The more parallelism, the higher the overheads: with fewer blocks the scan is faster.',
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
];
