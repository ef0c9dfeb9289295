/** A tree's depths, orders and sizes: sums along the walk around it. */
import { areaFromZero, extent, label, rampIndex, veil } from '../draw.js';
import { choice, percent, range, seed } from '../declare.js';
import { drawnParents, drawSubtrees, drawTree, grafted, layoutOf, nearestNode, PLACES, recursed, tourOf, typedParents } from '../tree.js';
import { difference, firstOfArrays } from '../compare.js';

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
  size: { unit: 'node', least: 1, most: 2 ** 16, gpu: 2 ** 11, software: 2 ** 8, still: 2 ** 8 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  input: (settings, n) =>
    grafted(settings.tree === 'own' ? typedParents(settings.own) : drawnParents(n, settings.tree, settings.seed), settings),
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
      run(_, { input }) {
        const tour = tourOf(input);
        const isDown = Uint32Array.from(tour.nodes, (node, i) => Number(tour.downs[node] === i));
        return { tour, isDown, isUp: isDown.map((flag) => 1 - flag), signs: Int32Array.from(isDown, (flag) => 2 * flag - 1) };
      },
    },
    {
      id: 'depths',
      title: 'Depths',
      what: 'The sum of +1 downwards and −1 upwards is the height of the walk; where it comes to a node, the node’s depth.',
      by: 'lab.scan: inclusive add of i32',
      run: async (lab, { found }, { scan, signal }) => {
        const heights = await lab.scan(found.signs, { algorithm: scan, signal });
        return { heights, depths: found.tour.downs.map((/** @type {number} */ at) => heights[at] - 1) };
      },
    },
    {
      id: 'pre',
      title: 'Pre-order',
      what: 'The number of nodes that the walk has come down to before: its rank in pre-order, here as hue.',
      by: 'lab.scan: exclusive add of u32',
      run: async (lab, { found }, { scan, signal }) => {
        const entered = await lab.scan(found.isDown, { algorithm: scan, mode: 'exclusive', signal });
        const { downs, ups } = found.tour;
        const pre = downs.map((/** @type {number} */ at) => entered[at]);
        // What the walk has entered until it leaves a node, less what it had before, is the node's subtree.
        return { pre, sizes: pre.map((/** @type {number} */ rank, /** @type {number} */ node) => entered[ups[node]] - rank) };
      },
    },
    {
      id: 'post',
      title: 'Post-order',
      what: 'The number of nodes that the walk has left before: its rank in post-order.',
      by: 'lab.scan: exclusive add of u32',
      run: async (lab, { found }, { scan, signal }) => {
        const left = await lab.scan(found.isUp, { algorithm: scan, mode: 'exclusive', signal });
        return { post: found.tour.ups.map((/** @type {number} */ at) => left[at]) };
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
    /** @type {number[]} */
    const heights = [];
    const walk = (/** @type {number} */ node) => {
      heights.push(found.depths[node] + 1);
      input.children[node].forEach(walk);
      heights.push(found.depths[node]);
    };
    walk(0);
    return { ...found, heights };
  },
  compare: (found, wanted) =>
    difference('nodes', found.pre.length, wanted.pre.length) ?? firstOfArrays(['heights', 'depths', 'pre', 'post', 'sizes'], found, wanted),
  cardStep: 'pre',
  drag: { label: 'Twig', x: 'x', y: 'y' },
  describe({ found }, formats) {
    const leaves = found.sizes.filter((/** @type {number} */ size) => size === 1).length;
    return `${formats.count(found.pre.length, 'node')}, ${formats.integer(leaves)} of them leaves, down to depth ${formats.integer(extent(found.depths)[1])}`;
  },
  hover({ input, found }, x, y, formats) {
    const node = nearestNode(layoutOf(PLACES, found), input.parents.length, x * PLACES.width, y * PLACES.height);
    const ranks = `number ${formats.integer(found.pre[node])} in pre-order, ${formats.integer(found.post[node])} in post-order`;
    return `Node ${formats.integer(node)}: depth ${formats.integer(found.depths[node])}, ${ranks}; its subtree has ${formats.count(found.sizes[node], 'node')}.`;
  },
  numbers: ({ input }) =>
    tourOf(input)
      .nodes.slice(0, 16)
      .map((node, i, all) => Number(all.indexOf(node) === i)),
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, found }, step) {
  const { width, height, theme } = surface;
  const n = found.pre.length;
  const deepest = extent(found.depths)[1];
  const hue = (/** @type {number} */ part, /** @type {number} */ whole) => theme.rampText[rampIndex(part, whole)];
  if (step === 'sizes') return drawSubtrees(surface, found, deepest, (node) => hue(found.pre[node], n));
  const isWalk = step === 'tour' || step === 'depths';
  const layout = layoutOf(surface, found);
  const colours = {
    depths: (/** @type {number} */ node) => hue(found.depths[node], deepest + 1),
    pre: (/** @type {number} */ node) => hue(found.pre[node], n),
    post: (/** @type {number} */ node) => hue(found.post[node], n),
  };
  const twig = (/** @type {number} */ node) => (node >= n - input.twig ? theme.series[1] : theme.series[0]);
  drawTree(surface, input, layout, colours[/** @type {keyof typeof colours} */ (step)] ?? twig);
  if (!isWalk) return;
  const box = { x: 0, y: height * 0.76, width, height: height * 0.22 };
  veil(surface, box.y - 22);
  const values =
    step === 'depths'
      ? found.heights
      : found.heights.map((/** @type {number} */ at, /** @type {number} */ i) => at - (i ? found.heights[i - 1] : 0));
  areaFromZero(surface, box, values, extent(values), theme.accent, theme.series[1]);
  label(surface, step === 'depths' ? 'height of the walk' : 'down and up', 10, box.y - 6);
}
