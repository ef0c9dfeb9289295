/** The experiment about prefix circuits of adders. */
import { powers, scan, tuned } from './scans.ts';
import counts from './tree-counts.json';
import type { Experiment, TreeCounts } from './types.ts';

const [KOGGE_STONE] = tuned('kogge-stone', 'padding', [0]);
const SKLANSKY = scan('sklansky');
const HAN_CARLSON = scan('han-carlson');
const BRENT_KUNG = scan('brent-kung');
const KNOWLES = tuned('knowles', 'fan_out', [2, 16, 128]);
const LADNER_FISCHER = tuned('ladner-fischer', 'extra_steps', [0, 1, 7]);
const [LEAST_DEPTH] = LADNER_FISCHER;
const TREES = [KOGGE_STONE, ...KNOWLES, SKLANSKY, ...LADNER_FISCHER, HAN_CARLSON, BRENT_KUNG];

export const ADDERS: readonly Experiment[] = [
  {
    id: 'trees',
    title: 'Prefix circuits of adders: depth, work, fan-out and bank conflicts',
    source: 'Ladner & Fischer 1980; Han & Carlson 1987; Knowles 1999',
    question:
      'A circuit for addition pays for depth, gates and fan-out. A GPU pays for barriers, applications and bank conflicts, and broadcasts one value to many readers. ' +
      'The table counts all of them in the kernels. The experiment measures which circuits are fast on this device.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: TREES, sizes: powers(16, 24, 2) }],
    short: [{ scans: TREES, sizes: [2 ** 12, 2 ** 16] }],
    counts: counts as unknown as readonly TreeCounts[],
    claims: [
      {
        kind: 'faster',
        fast: SKLANSKY,
        slow: KOGGE_STONE,
        n: 'largest',
        source: 'The table',
        text: 'Sklansky’s scan has little more than half of Kogge–Stone’s applications and barriers, at the same depth. Its fan-out of 128 costs only a broadcast, so it is faster.',
      },
      {
        kind: 'best',
        scan: 'knowles',
        parameter: 'fan_out',
        source: 'Knowles 1999, abstract',
        text: 'Members between the two ends of the family, one of which is Kogge–Stone, usually combine speed and cost better than both ends. Which fan-out is the fastest on a GPU is open.',
      },
      {
        kind: 'open',
        left: LEAST_DEPTH,
        right: SKLANSKY,
        n: 'largest',
        source: 'Ladner & Fischer 1980, circuit P₀',
        text: 'P₀ has Sklansky’s depth and takes less than 4 applications per element of a tile, but needs more instructions to find its operands. Which is faster is open.',
      },
      {
        kind: 'best',
        scan: 'ladner-fischer',
        parameter: 'extra_steps',
        source: 'Ladner & Fischer 1980, circuits P₀, P₁ …',
        text: 'Each extra step saves applications and halves the fan-out. How many extra steps are the fastest is open.',
      },
      {
        kind: 'open',
        left: HAN_CARLSON,
        right: KOGGE_STONE,
        n: 'largest',
        source: 'Han & Carlson 1987',
        text: 'Han–Carlson has half of Kogge–Stone’s gates, and one step more. On a GPU, it also has two-way bank conflicts. Which is faster is open.',
      },
    ],
    differs:
      'The papers are about circuits, whose time is that of gates and wires. Here the scans also read and write global memory, which hides part of the time in workgroup memory. ' +
      'Kogge–Stone and Knowles have tiles of 256 elements, the others of 512; the table has tiles of 256. Its conflicts are those of 32 banks.',
    more: [
      { address: 'learn/ladner-fischer', text: 'Ladner–Fischer' },
      { address: 'learn/han-carlson', text: 'Han–Carlson' },
      { address: 'learn/knowles', text: 'Knowles' },
    ],
  },
];
