/** Experiments from the papers by Sengupta, Lefohn & Owens and by Harris. */
import { HORN, HYBRID, TREE, hybrid, powers, range, scan } from './scans.ts';
import type { Experiment } from './types.ts';

const SENGUPTA = 'Sengupta, Lefohn & Owens 2006';
const BLELLOCH = scan('blelloch');
const NAIVE = scan('naive-tiles');
const LECTURE = scan('naive-tiles', { buffers: 1 });

const COMPACTION =
  'The paper timed a stream compaction that contains the scan, on an NVIDIA 7800 GTX, where a pass draws into a texture and ' +
  'switches framebuffers. Here only the scan is timed, as compute dispatches, and all its data may fit a cache.';

export const PAPERS: readonly Experiment[] = [
  {
    id: 'reduce-steps',
    title: 'How many reduce steps the hybrid should take',
    source: `${SENGUPTA}, §4`,
    question: 'The hybrid halves its input r times, scans the rest with Horn’s scan, and sweeps down again. r = 0 is Horn’s scan alone.',
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
        text: 'The time levels off at around 9 reduce steps. (The paper gives no size. Here it is 2¹⁸ elements.)',
      },
      {
        kind: 'falls',
        scan: 'hybrid',
        parameter: 'reduce_steps',
        upTo: 9,
        n: 2 ** 18,
        text: 'The time falls with every reduce step, up to 9 steps.',
      },
      {
        kind: 'factor',
        fast: hybrid(9),
        slow: HORN,
        n: 2 ** 18,
        factor: 3,
        text: 'At 2¹⁸ elements and 9 steps, the hybrid is about 3 times as fast as Horn’s scan.',
      },
      {
        kind: 'factor',
        fast: hybrid(10),
        slow: HORN,
        n: 2 ** 20,
        factor: 4,
        text: 'At 2²⁰ elements and 10 steps, the hybrid is about 4 times as fast as Horn’s scan.',
      },
    ],
    differs: COMPACTION,
  },
  {
    id: 'horn-knee',
    title: 'Where Horn’s scan slows down',
    source: `${SENGUPTA}, §4`,
    question: 'Horn’s scan adds at nearly every element in each of log₂ n steps. As long as the device has idle lanes, that costs nothing.',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, ...[1, 2, 3, 4, 6, 8, 10, 12].map(hybrid)], sizes: powers(8, 20) }],
    short: [{ scans: [HORN, ...[2, 4, 8].map(hybrid)], sizes: powers(8, 18, 2) }],
    claims: [
      { kind: 'knee', scan: HORN, n: 4096, text: 'The time of Horn’s scan rises sharply once there are more than 4096 elements.' },
      {
        kind: 'best-overtakes',
        fast: 'hybrid',
        slow: HORN,
        n: 4096,
        text: 'Beyond 4096 elements, redundant additions do not pay: the hybrid, tuned for each length, is faster.',
      },
    ],
    differs: `${COMPACTION} The best of several tunings is partly luck, since times vary. A 7800 GTX has 24 fragment pipelines. Today’s GPUs run hundreds of thousands of invocations at a time, so the rise comes later.`,
  },
  {
    id: 'three-scans',
    title: 'Horn’s scan, the tree, and the hybrid of both',
    source: `${SENGUPTA}, §2.4 and §5`,
    question:
      'Horn’s scan has the fewest steps, the tree the fewest additions. The hybrid reduces until the device can handle all remaining elements at a time.',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, TREE, HYBRID], sizes: powers(8, 24) }],
    short: [{ scans: [HORN, TREE, HYBRID], sizes: powers(8, 20, 2) }],
    claims: [
      {
        kind: 'faster',
        fast: HORN,
        slow: TREE,
        n: 256,
        text: 'For inputs smaller than the device’s parallelism, the tree is slower: it has twice as many passes.',
      },
      { kind: 'overtakes', fast: TREE, slow: HORN, n: 2 ** 19, text: 'For large arrays, the tree is faster: it computes less.' },
      { kind: 'fastest', scan: HYBRID, n: 256, text: 'The hybrid is the fastest of the three for small arrays, here 256 elements.' },
      { kind: 'fastest', scan: HYBRID, n: 2 ** 14, text: 'The hybrid is the fastest for 2¹⁴ elements.' },
      { kind: 'fastest', scan: HYBRID, n: 2 ** 20, text: 'The hybrid is the fastest for 2²⁰ elements.' },
      { kind: 'fastest', scan: HYBRID, n: 'largest', text: 'The hybrid is the fastest for large arrays, here the largest size.' },
      {
        kind: 'factor',
        fast: HYBRID,
        slow: HORN,
        n: 1_048_576,
        factor: 4,
        text: 'The hybrid is faster than Horn’s scan by a factor of 4 for arrays of up to 1,048,576 elements.',
      },
    ],
    differs: `${COMPACTION} The parallelism is an estimate, 2¹⁶ on a GPU and 256 on a software adapter, since WebGPU does not report it.`,
  },
  {
    id: 'work-efficient',
    title: 'Work-efficient against naive',
    source: 'Harris 2007, “A naive parallel scan”; lecture “Prefix sum (scan)”',
    question:
      'The naive scan makes about n log₂ n additions, and the tree that goes up and down fewer than 2n. How much of this difference shows in the time?',
    axis: 'n',
    measure: 'time',
    groups: [{ scans: [HORN, TREE, NAIVE, LECTURE, BLELLOCH], sizes: powers(10, 24, 2) }],
    short: [{ scans: [HORN, TREE, NAIVE, LECTURE, BLELLOCH], sizes: powers(10, 16, 3) }],
    claims: [
      {
        kind: 'factor',
        fast: TREE,
        slow: HORN,
        n: 2 ** 20,
        factor: 20,
        text: 'For a million elements, the naive scan makes almost 20 additions per element, the sequential scan 1. With one dispatch per step in both, the tree would then be almost 20 times as fast.',
      },
      {
        kind: 'factor',
        fast: BLELLOCH,
        slow: HORN,
        n: 2 ** 20,
        factor: 20,
        text: 'Harris’s tree in workgroup memory would also be almost 20 times as fast as the naive scan of the whole input.',
      },
      {
        kind: 'faster',
        fast: BLELLOCH,
        slow: NAIVE,
        n: 'largest',
        text: 'The factor of log₂ n also counts within tiles: the tree is faster than the naive kernel.',
      },
      {
        kind: 'open',
        left: NAIVE,
        right: LECTURE,
        n: 'largest',
        text: 'The lecture’s kernel has one buffer and two barriers per step; Harris’s has two buffers and one barrier. Which is faster is left open.',
      },
    ],
    differs:
      'The factor of 20 is log₂ n. If the additions up and down the tree are counted, it is 10. Today’s scans wait for memory and for the start of dispatches: the device-wide naive scan moves the whole array log₂ n times ' +
      'through a cache or memory, while naive-tiles moves a tile of E elements only log₂ E times through workgroup memory. The tree pays with more barriers, idle invocations and an exclusive result.',
  },
];
