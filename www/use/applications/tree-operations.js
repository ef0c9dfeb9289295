/** A tree's depths, orders and sizes: sums along the walk around it. */
import { accepted } from '../device/device.js';
import { choice, percent, range, seed } from '../parts/declare.js';
import { countsOn, flagsOn, ofNodes } from './tree-operations/euler-tour.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { drawRuns, drawTree, runsOn, treeOn } from './tree-operations/picture.js';
import { grafted, recursed } from './tree-operations/tree.js';
import { inRuns, inTree, nodeAt } from './tree-operations/places.js';
import { label, veil } from '../drawing/draw.js';
import { readTyped } from '../device/scans.js';
import { prepareCurves, showCurves } from '../drawing/curves.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const treeOperations = {
  id: 'tree-operations',
  title: 'Tree operations',
  teaches:
    'A walk around a tree is a list, and scans of it turn a question of recursion into sums: +1 downwards and −1 upwards give the depths, counts of either the orders.',
  source: ['Mahmoud, lecture 6', 'Nakano 2012, §1, orders of a rooted tree', 'Blelloch 1990, tree operations'],
  madeOf: 'an inclusive add scan and two exclusive ones along the Euler tour',
  controls: [
    range('x', 'Twig, x', [0, 1, 0.005], 0.3, percent),
    range('y', 'Twig, y', [0, 1, 0.005], 0.6, percent),
    range('twig', 'Nodes of the twig', [0, 60, 1], 24),
    choice('tree', 'Tree', { bushy: 'bushy', binary: 'binary', deep: 'deep', own: 'yours' }),
    seed(3),
    {
      kind: 'text',
      id: 'own',
      label: 'Your tree',
      value: '((()())(()(()()))())',
      rows: 2,
      hint: 'A pair of brackets a node, around its children.',
    },
  ],
  size: { unit: 'node', least: 1, most: 2 ** 22, gpu: 2 ** 13, software: 2 ** 8, still: 2 ** 8 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  input: grafted,
  steps: [
    {
      id: 'tree',
      title: 'Tree',
      what: 'Each node knows its parent and its children, no more. Your twig hangs on the node nearest to the handle.',
    },
    {
      id: 'tour',
      title: 'Euler tour',
      what: 'The walk around the tree passes each edge twice: a flag where it comes down to a node, and one where it goes up.',
      by: 'A kernel of this application; its time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => work.make(() => flagsOn(work.device, input)),
    },
    {
      id: 'depths',
      title: 'Depths',
      what: 'The sum of +1 downwards and −1 upwards is the height of the walk; where it comes to a node, the node’s depth.',
      by: 'lab.scan: inclusive add of i32, then a kernel of this application',
      run: async (work, { input, found }) => {
        const heights = await work.scan(found.signs, { algorithm: work.chosen, type: 'i32' });
        return { heights, ...work.make(() => ofNodes(work.device, input, heights, { depths: 'down - 1' })) };
      },
    },
    {
      id: 'pre',
      title: 'Pre-order',
      what: 'The number of nodes that the walk has come down to before: its rank in pre-order, here as hue.',
      by: 'lab.scan: exclusive add of u32, then a kernel of this application',
      run: async (work, { input, found }) => {
        const entered = await work.scan(found.isDown, { algorithm: work.chosen, mode: 'exclusive' });
        // What the walk has entered until it leaves a node, less what it had before, is the node's subtree.
        return work.make(() => ofNodes(work.device, input, entered, { pre: 'down', sizes: 'up - down' }));
      },
    },
    {
      id: 'post',
      title: 'Post-order',
      what: 'The number of nodes that the walk has left before: its rank in post-order.',
      by: 'lab.scan: exclusive add of u32, then kernels of this application',
      run: async (work, { input, found }) => {
        const left = await work.scan(found.isUp, { algorithm: work.chosen, mode: 'exclusive' });
        return { ...work.make(() => ofNodes(work.device, input, left, { post: 'up' })), ...(await countsOn(work, found)) };
      },
    },
    {
      id: 'sizes',
      title: 'Sizes',
      what: 'Nodes in pre-order side by side: a subtree is a run, as long as its size, which is a difference of two ranks.',
    },
  ],
  method: 'recursion',
  reference(input) {
    const found = recursed(input);
    const isDown = Uint32Array.from(found.signs, (sign) => Number(sign > 0));
    return { ...found, isDown, isUp: isDown.map((flag) => 1 - flag) };
  },
  async compare(found, wanted, _, { device }) {
    const words = Object.fromEntries(['isDown', 'isUp', 'depths', 'pre', 'post', 'sizes'].map((name) => [name, Uint32Array]));
    const arrays = await readTyped(device, found, { ...words, signs: Int32Array, heights: Int32Array });
    return (
      firstOfArrays([...Object.keys(words), 'signs', 'heights'], arrays, wanted) ??
      difference('leaves', found.leaves, wanted.leaves) ??
      difference('deepest', found.deepest, wanted.deepest)
    );
  },
  cardStep: 'pre',
  drag: { label: 'Twig', x: 'x', y: 'y' },
  describe: ({ input, found }, formats) =>
    `${formats.count(input.parents.length, 'node')}, ${formats.integer(found.leaves)} of them leaves, down to depth ${formats.integer(found.deepest)}`,
  async hover({ input, found, lab }, x, y, formats, { step, height }) {
    const nodes = input.parents.length;
    const size = { width: Math.round(1.6 * height), height, scale: 1 };
    const target = step === 'sizes' ? inRuns(nodes, found.deepest, x, y) : inTree(size, nodes, found.deepest, x, y);
    const { node, depth, pre, post, size: subtree } = await nodeAt(lab, nodes, found, target);
    const ranks = `number ${formats.integer(pre)} in pre-order, ${formats.integer(post)} in post-order`;
    return `Node ${formats.integer(node)}: depth ${formats.integer(depth)}, ${ranks}; its subtree has ${formats.count(subtree, 'node')}.`;
  },
  numbers({ input }) {
    const isDown = new Uint32Array(Math.min(16, 2 * input.downs.length));
    for (const at of input.downs) if (at < isDown.length) isDown[at] = 1;
    return isDown;
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// The walk around a root with two children, the first of which has two.
const signs = Int32Array.of(1, 1, 1, -1, 1, -1, -1, 1, -1, -1);
const heights = await lab.scan(signs);
const isDown = Uint32Array.from(signs, (sign) => Number(sign > 0));
const entered = await lab.scan(isDown, { mode: 'exclusive' });
const left = await lab.scan(isDown.map((flag) => 1 - flag), { mode: 'exclusive' });
const ofNodes = (values) => values.filter((_, i) => isDown[i]);
console.log(ofNodes(heights), ofNodes(entered), left.filter((_, i) => !isDown[i]));`,
  prints: '[1,2,3,3,2] [0,1,2,3,4] [0,1,2,3,4]',
};

/** Along the walk. @param {State} state @param {string} step @param {import('../types.d.ts').Theme} theme @returns {import('../drawing/curves.js').Curves} */
const walkOf = ({ found }, step, { accent, series }) => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.76, width, height: height * 0.22 }),
  bounds: step === 'tour' ? [-1, 1] : [0, found.deepest + 1],
  curves: [{ values: step === 'tour' ? found.signs : found.heights, type: 'i32', color: accent, below: series[1] }],
});

const isOfWalk = (/** @type {string} */ step) => step === 'tour' || step === 'depths';

/** @type {NonNullable<Application['prepare']>} */
function prepare(size, lab, state, step) {
  return accepted(lab.device, async () => {
    const [image, curves] = await Promise.all([
      step === 'sizes' ? runsOn(size, lab, state) : treeOn(size, lab, state, step),
      isOfWalk(step) ? prepareCurves(lab, size, walkOf(state, step, size.theme)) : null,
    ]);
    return { image, ...curves };
  });
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  surface.pixels((image) => {
    if (surface.prepared) return surface.prepared.image;
    if (step === 'sizes') drawRuns(surface, image, state);
    else drawTree(surface, image, state, step);
  });
  if (!isOfWalk(step)) return;
  const walk = walkOf(state, step, surface.theme);
  const { y } = walk.box(surface);
  veil(surface, y - 22);
  showCurves(surface, walk);
  label(surface, step === 'depths' ? 'height of the walk' : 'down and up', 10, y - 6);
}
