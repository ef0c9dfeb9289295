/** The depths, orders and subtree sizes of a tree: sums along the walk around it. */
import { choice, percent, range, seed, text } from '../parts/declare.ts';
import { compareExactly } from '../parts/compare.ts';
import { nodeNear, treeLayers } from '../drawing/layered-tree.ts';
import { countWhere, mappedOn, numberAt, reduced } from '../device/scans.ts';
import { intervals } from '../drawing/boxes.ts';
import { drawnTree, grafted, nodeAbove, walk } from '../data/trees.ts';
import { label } from '../drawing/draw.ts';
import { drawCurves, labelsAbove } from '../drawing/curves.ts';
import type { Tree } from '../data/trees.ts';
import type { Work } from '../device/work.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface, Theme } from '../types.ts';

/**
 * One word per node, by a WGSL expression that reads the `sums` along the walk. `downs` and `ups` are the indices at which the walk comes
 * down to each node and goes up from it.
 */
const ofNodes = (work: Work, { downs, ups }: Tree, sums: GPUBuffer, word: string) =>
  mappedOn(work, downs.length, [word], { type: 'u32', arrays: { downs, ups, sums } });

export const treeOperations: Application = {
  id: 'tree-operations',
  title: 'Tree operations',
  teaches:
    'A walk around a tree is a list of steps, and scans of this list replace recursion: sums of +1 downwards and −1 upwards are the depths, and counts of the steps downwards give the orders.',
  source: ['Mahmoud, lecture 6', 'Nakano 2012, §1, orders of a rooted tree', 'Blelloch 1990, tree operations'],
  madeOf: 'an inclusive and an exclusive add scan along the Euler tour',
  controls: [
    range('x', 'Twig, x', [0, 1, 0.005], 0.3, percent),
    range('y', 'Twig, y', [0, 1, 0.005], 0.6, percent),
    range('twig', 'Nodes of the twig', [0, 60, 1], 24),
    choice('tree', 'Tree', { bushy: 'bushy', binary: 'binary', deep: 'deep', custom: 'yours' }),
    seed(3),
    text('custom', 'Your tree', '((()())(()(()()))())', 'One pair of brackets per node, around its children.'),
  ],
  size: { unit: 'node', least: 1, most: 2 ** 22, gpu: 2 ** 13, software: 2 ** 8, still: 2 ** 8 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  input({ tree, seed, custom, x, y, twig }, n) {
    const base = drawnTree(n, tree, seed, tree === 'custom' ? custom : '');
    return grafted(base, nodeNear(base, x, y), twig);
  },
  steps: [
    {
      id: 'tree',
      title: 'Tree',
      what: 'Each node knows only its parent and its children. Your twig hangs on the node nearest to the handle.',
    },
    {
      id: 'tour',
      title: 'Euler tour',
      what: 'The walk around the tree passes each edge twice: +1 when it comes down to a node, −1 when it goes up from it. The walk also comes down to the root and goes up from it.',
    },
    {
      id: 'depths',
      title: 'Depths',
      what: 'The sum of +1 downwards and −1 upwards is the depth of the walk, counted from 1 at the root. When the walk comes down to a node, this sum minus 1 is the depth of the node.',
      by: 'lab.scan: inclusive add of i32, then a kernel of this application',
      run: async (work, { input }) => {
        const heights = await work.scan(input.signs, { algorithm: work.chosen, type: 'i32' });
        return { heights, depths: ofNodes(work, input, heights, 'sums[downs[i]] - 1') };
      },
    },
    {
      id: 'pre',
      title: 'Pre-order',
      what: 'A node’s index in pre-order is the number of nodes that the walk came down to before it. The hue shows the index.',
      by: 'lab.scan: exclusive add of u32, then a kernel of this application',
      run: async (work, { input, input: { signs } }) => {
        const isDown = mappedOn(work, signs.length, ['u32(signs[i] > 0)'], { type: 'u32', arrays: { signs } });
        const entered = await work.scan(isDown, { algorithm: work.chosen, mode: 'exclusive' });
        return { entered, pre: ofNodes(work, input, entered, 'sums[downs[i]]') };
      },
    },
    {
      id: 'post',
      title: 'Post-order',
      what: 'A node’s index in post-order is the number of nodes that the walk left before it: the steps so far minus those downwards.',
      by: 'A kernel of this application',
      run: (work, { input, found }) => ({ post: ofNodes(work, input, found.entered, 'ups[i] - sums[ups[i]]') }),
    },
    {
      id: 'sizes',
      title: 'Sizes',
      what: 'In pre-order, every subtree is a run of neighbouring nodes. Its size is the difference of two indices.',
      by: 'Kernels of this application',
      run: async (work, { input, found }) => {
        // The subtree of a node: the nodes that the walk has entered until it leaves the node, minus those that it entered before the node.
        const sizes = ofNodes(work, input, found.entered, 'sums[ups[i]] - sums[downs[i]]');
        const leaves = countWhere(work, input.parents.length, 'sizes[i] == 1', { reads: { sizes } });
        return { sizes, leaves, deepest: reduced(work, found.depths, 'max') };
      },
    },
  ],
  method: 'recursion',
  reference({ parents }) {
    const [depths, pre, post, sizes] = Array.from({ length: 4 }, () => new Uint32Array(parents.length));
    const heights = new Int32Array(2 * parents.length);
    let [entered, left] = [0, 0];
    const down = (node: number, depth: number) => {
      heights[entered + left] = depth + 1;
      depths[node] = depth;
      pre[node] = entered++;
    };
    const up = (node: number, depth: number) => {
      heights[entered + left] = depth;
      sizes[node] = entered - pre[node];
      post[node] = left++;
    };
    walk(parents, down, up);
    const leaves = sizes.filter((size) => size === 1).length;
    return { heights, depths, pre, post, sizes, leaves, deepest: depths.reduce((most, depth) => Math.max(most, depth)) };
  },
  compare: compareExactly,
  cardStep: 'pre',
  drag: { label: 'Twig', x: 'x', y: 'y' },
  describe: ({ input, found }, formats) =>
    `${formats.count(input.parents.length, 'node')}, ${formats.integer(found.leaves)} of them leaves, down to depth ${formats.integer(found.deepest)}`,
  async hover({ input, found }, x, y, formats, { step, device }) {
    const node = step === 'sizes' ? nodeAbove(input, x * input.parents.length, y * (input.deepest + 1)) : nodeNear(input, x, y);
    const numbers = ['depths', 'pre', 'post', 'sizes'].map((name) => numberAt(device, found[name], node, Uint32Array));
    const [depth, pre, post, subtree] = await Promise.all(numbers);
    const ranks = `number ${formats.integer(pre)} in pre-order, ${formats.integer(post)} in post-order`;
    return `Node ${formats.integer(node)}: depth ${formats.integer(depth)}, ${ranks}; its subtree has ${formats.count(subtree, 'node')}.`;
  },
  stepped: { of: 'edges down', numbers: ({ input }) => input.signs.map((sign: number) => Number(sign > 0)) },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// The walk around a root with two children, the first of which has two.
const signs = Int32Array.of(1, 1, 1, -1, 1, -1, -1, 1, -1, -1);
const heights = await lab.scan(signs);
const isDown = Uint32Array.from(signs, (sign) => Number(sign > 0));
const entered = await lab.scan(isDown, { mode: 'exclusive' });
const left = entered.map((count, i) => i - count);
const ofNodes = (values) => values.filter((_, i) => isDown[i]);
console.log(ofNodes(heights), ofNodes(entered), left.filter((_, i) => !isDown[i]));`,
  prints: '[1,2,3,3,2] [0,1,2,3,4] [0,1,2,3,4]',
};

const WALKS: Record<string, string> = { tour: 'down and up', depths: 'depth of the walk' };

const walkOf = ({ input, found }: State, step: string, { accent, series }: Theme): Curves => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.76, width, height: height * 0.22 }),
  bounds: step === 'tour' ? [-1, 1] : [0, found.deepest + 1],
  curves: [{ values: step === 'tour' ? input.signs : found.heights, type: 'i32', color: accent, below: series[1] }],
});

/** WGSL: the colour of a node: its hue, or the colour of the twig or of the other nodes. */
const HUE = 'ramp_word(hues[i], u32(numbers.hues_in_all))';
const TWIG = 'u32(select(numbers.other, numbers.own, i32(i) >= numbers.first_of_twig))';

function treeOn(size: PreparedImage, { input, found }: State, step: string) {
  const n = input.parents.length;
  const hues = { depths: found.deepest + 1, pre: n, post: n }[step];
  const [other, own] = size.theme.series.map((color) => size.word(color) | 0);
  const tree = { ...input, ...found };
  return treeLayers(size, tree, {
    word: hues ? HUE : TWIG,
    numbers: { hues_in_all: hues ?? 0, first_of_twig: n - input.twig, own, other },
    reads: { hues: found[step] },
  });
}

function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { pre, sizes, depths, deepest } = state.found;
  const runs = { starts: pre, lengths: sizes, rows: depths, whole: state.input.parents.length, rowsInAll: deepest + 1 };
  const layers = step === 'sizes' ? [intervals(size, runs)] : treeOn(size, state, step);
  return drawCurves(lab, size, step in WALKS ? walkOf(state, step, size.theme) : null, layers);
}

function draw(surface: Surface, state: State, step: string) {
  if (step in WALKS) label(surface, WALKS[step], 10, labelsAbove(surface, walkOf(state, step, surface.theme)));
}
