/** A tree's depths, orders and sizes: sums along the walk around it. */
import { choice, percent, range, seed, text } from '../parts/declare.js';
import { compareExactly } from '../parts/compare.js';
import { grafted, nodeInRuns, nodeInTree, walk } from './tree-operations/tree.js';
import { label } from '../drawing/draw.js';
import { mapped, numberAt, reduced } from '../device/scans.js';
import { overlayCurves, prepareCurves } from '../drawing/curves.js';
import { runsOn, treeOn } from './tree-operations/picture.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** A word of each node, by an expression of WGSL of the `sums` along the walk: where it comes down to the node, and where it goes up. @param {import('../device/work.js').Work} work @param {import('./tree-operations/tree.js').Tree} tree @param {GPUBuffer} sums @param {string} word */
const ofNodes = (work, { downs, ups }, sums, word) =>
  work.make(() => mapped(work.device, downs.length, [word], { type: 'u32', arrays: { downs, ups, sums } }));

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
    text('own', 'Your tree', '((()())(()(()()))())', 'A pair of brackets a node, around its children.'),
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
      run: (work, { input: { isDown } }) =>
        work.make(() => ({
          signs: mapped(work.device, isDown.length, ['i32(2 * is_down[i]) - 1'], { type: 'i32', arrays: { is_down: isDown } }),
          isUp: mapped(work.device, isDown.length, ['1 - is_down[i]'], { type: 'u32', arrays: { is_down: isDown } }),
        })),
    },
    {
      id: 'depths',
      title: 'Depths',
      what: 'The sum of +1 downwards and −1 upwards is the height of the walk; where it comes to a node, the node’s depth.',
      by: 'lab.scan: inclusive add of i32, then a kernel of this application',
      run: async (work, { input, found }) => {
        const heights = await work.scan(found.signs, { algorithm: work.chosen, type: 'i32' });
        return { heights, depths: ofNodes(work, input, heights, 'sums[downs[i]] - 1') };
      },
    },
    {
      id: 'pre',
      title: 'Pre-order',
      what: 'The number of nodes that the walk has come down to before: its rank in pre-order, here as hue.',
      by: 'lab.scan: exclusive add of u32, then a kernel of this application',
      run: async (work, { input }) => {
        const entered = await work.scan(input.isDown, { algorithm: work.chosen, mode: 'exclusive' });
        return { entered, pre: ofNodes(work, input, entered, 'sums[downs[i]]') };
      },
    },
    {
      id: 'post',
      title: 'Post-order',
      what: 'The number of nodes that the walk has left before: its rank in post-order.',
      by: 'lab.scan: exclusive add of u32, then a kernel of this application',
      run: async (work, { input, found }) => {
        const left = await work.scan(found.isUp, { algorithm: work.chosen, mode: 'exclusive' });
        return { post: ofNodes(work, input, left, 'sums[ups[i]]') };
      },
    },
    {
      id: 'sizes',
      title: 'Sizes',
      what: 'Nodes in pre-order side by side: a subtree is a run, as long as its size, which is a difference of two ranks.',
      by: 'Kernels of this application',
      run: async (work, { input, found }) => {
        // What the walk has come down to until it leaves a node, less what it had before, is the node's subtree.
        const sizes = ofNodes(work, input, found.entered, 'sums[ups[i]] - sums[downs[i]]');
        const isLeaf = ofNodes(work, input, found.entered, 'u32(sums[ups[i]] - sums[downs[i]] == 1)');
        return { sizes, leaves: reduced(work, isLeaf), deepest: reduced(work, found.depths, 'max') };
      },
    },
  ],
  method: 'recursion',
  reference({ parents }) {
    const n = parents.length;
    const [depths, pre, post, sizes] = Array.from({ length: 4 }, () => new Uint32Array(n));
    const [signs, heights] = [new Int32Array(2 * n), new Int32Array(2 * n)];
    let [entered, left, leaves, deepest] = [0, 0, 0, 0];
    const down = (/** @type {number} */ node, /** @type {number} */ depth) => {
      signs[entered + left] = 1;
      heights[entered + left] = depth + 1;
      depths[node] = depth;
      deepest = Math.max(deepest, depth);
      pre[node] = entered++;
    };
    const up = (/** @type {number} */ node, /** @type {number} */ depth) => {
      signs[entered + left] = -1;
      heights[entered + left] = depth;
      sizes[node] = entered - pre[node];
      leaves += Number(sizes[node] === 1);
      post[node] = left++;
    };
    walk(parents, down, up);
    return { signs, isUp: Uint32Array.from(signs, (sign) => Number(sign < 0)), heights, depths, pre, post, sizes, leaves, deepest };
  },
  compare: compareExactly,
  cardStep: 'pre',
  drag: { label: 'Twig', x: 'x', y: 'y' },
  describe: ({ input, found }, formats) =>
    `${formats.count(input.parents.length, 'node')}, ${formats.integer(found.leaves)} of them leaves, down to depth ${formats.integer(found.deepest)}`,
  async hover({ input, found }, x, y, formats, { step, device }) {
    const node = (step === 'sizes' ? nodeInRuns : nodeInTree)(input, x, y);
    const numbers = ['depths', 'pre', 'post', 'sizes'].map((name) => numberAt(device, found[name], node, Uint32Array));
    const [depth, pre, post, subtree] = await Promise.all(numbers);
    const ranks = `number ${formats.integer(pre)} in pre-order, ${formats.integer(post)} in post-order`;
    return `Node ${formats.integer(node)}: depth ${formats.integer(depth)}, ${ranks}; its subtree has ${formats.count(subtree, 'node')}.`;
  },
  numbers: ({ input }) => input.isDown.slice(0, 16),
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
async function prepare(size, lab, state, step) {
  const [image, curves] = await Promise.all([
    step === 'sizes' ? runsOn(size, lab, state) : treeOn(size, lab, state, step),
    isOfWalk(step) ? prepareCurves(lab, size, walkOf(state, step, size.theme)) : null,
  ]);
  return { image, ...curves };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  surface.add(surface.prepared.image);
  if (!isOfWalk(step)) return;
  const above = overlayCurves(surface, walkOf(state, step, surface.theme));
  label(surface, step === 'depths' ? 'height of the walk' : 'down and up', 10, above);
}
