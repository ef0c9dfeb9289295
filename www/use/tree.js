/** Drawn trees and trees of one's own, and their layout. */
import { badArgument } from '../shared/arguments.js';
import { random } from './draw.js';

/** @typedef {{ parents: Uint32Array, children: number[][] }} Tree node 0 is the root, and no node is before its parent */
/** @typedef {{ x: (node: number) => number, y: (node: number) => number, radius: number }} Layout in CSS pixels */

/** Brackets of a tree of one's own: a deeper recursion would not fit the stack. */
const MOST_BRACKETS = 4000;

/** @type {Record<string, (node: number, n: number, chance: number) => number>} the parent of a node after the root */
const SHAPES = {
  bushy: (node, _, chance) => Math.floor(node * chance),
  binary: (node) => (node - 1) >> 1,
  deep: (node, n, chance) => Math.max(0, node - 1 - Math.floor(chance * chance * Math.sqrt(4 * n))),
};

/** @param {number} n @param {string} shape @param {number} seed */
export function drawnParents(n, shape, seed) {
  return Array.from({ length: n }, (_, node) => (node ? SHAPES[shape](node, n, random(node, seed)) : 0));
}

/** The parents of a tree whose nodes are pairs of brackets. @param {string} text */
export function typedParents(text) {
  const brackets = text.replaceAll(/\s/g, '');
  const what = `Your tree must be 1 to ${MOST_BRACKETS / 2} pairs of round brackets, one in all`;
  if (!brackets || brackets.length > MOST_BRACKETS) throw badArgument(`${what}; there are ${brackets.length || 'no'} characters.`);
  /** @type {number[]} */
  const parents = [];
  /** @type {number[]} */
  const open = [];
  for (const [i, bracket] of [...brackets].entries()) {
    const isRight = bracket === '(' ? open.length > 0 || i === 0 : bracket === ')' && open.length > 0;
    if (!isRight) throw badArgument(`${what}; character ${i + 1} is “${bracket}”, which belongs to none.`);
    if (bracket === ')') open.pop();
    else {
      parents.push(open.at(-1) ?? 0);
      open.push(parents.length - 1);
    }
  }
  if (open.length) throw badArgument(`${what}; ${open.length} of yours are not closed.`);
  return parents;
}

/** @param {number[]} parents @returns {Tree} */
function treeOf(parents) {
  /** @type {number[][]} */
  const children = parents.map(() => []);
  parents.forEach((parent, node) => node && children[parent].push(node));
  return { parents: Uint32Array.from(parents), children };
}

/** The walk around a tree, edge by edge: where it comes down to each node, and where it goes up from it. @param {Tree} tree */
export function tourOf({ children }) {
  const n = children.length;
  const [downs, ups, nodes] = [new Uint32Array(n), new Uint32Array(n), new Uint32Array(2 * n)];
  const next = new Uint32Array(n);
  const path = [0];
  for (let at = 1; path.length; at++) {
    const node = path[path.length - 1];
    if (next[node] < children[node].length) {
      const child = children[node][next[node]++];
      downs[child] = at;
      nodes[at] = child;
      path.push(child);
    } else {
      ups[node] = at;
      nodes[at] = node;
      path.pop();
    }
  }
  return { downs, ups, nodes };
}

/** Each node in the middle of its subtree, below its parent: its place follows from its rank in pre-order, its size and its depth. @param {{ width: number, height: number }} box @param {Record<string, any>} found @returns {Layout} */
export function layoutOf({ width, height }, { pre, sizes, depths }) {
  const n = pre.length;
  let deepest = 1;
  for (let node = 0; node < n; node++) deepest = Math.max(deepest, depths[node]);
  const high = (height - 40) / deepest;
  return {
    x: (node) => 12 + ((width - 24) * (pre[node] + sizes[node] / 2)) / n,
    y: (node) => 20 + high * depths[node],
    radius: Math.max(0.8, Math.min(9, high / 3, (1.1 * width) / n + 1)),
  };
}

/** The node nearest to a place. @param {Layout} layout @param {number} n @param {number} x @param {number} y in CSS pixels */
export function nearestNode(layout, n, x, y) {
  const far = (/** @type {number} */ node) => (layout.x(node) - x) ** 2 + (layout.y(node) - y) ** 2;
  let nearest = 0;
  for (let node = 1; node < n; node++) if (far(node) < far(nearest)) nearest = node;
  return nearest;
}

/** The tree's edges, and its nodes in their colours. @param {import('./types.d.ts').Surface} surface @param {Tree} tree @param {Layout} layout @param {(node: number) => string} colorOf */
export function drawTree({ context, theme }, { parents }, { x, y, radius }, colorOf) {
  context.beginPath();
  for (let node = 1; node < parents.length; node++) {
    context.moveTo(x(node), y(node));
    context.lineTo(x(parents[node]), y(parents[node]));
  }
  context.strokeStyle = theme.muted;
  context.globalAlpha = Math.min(0.7, 0.15 + 100 / parents.length);
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
  for (let node = 0; node < parents.length; node++) {
    context.fillStyle = colorOf(node);
    context.beginPath();
    context.arc(x(node), y(node), radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The box in which the place of the handle is looked up. */
export const PLACES = { width: 1280, height: 800 };

/** Depths, orders and sizes, by recursion. @param {Tree} tree */
export function recursed({ children }) {
  const n = children.length;
  const [depths, pre, post, sizes] = [new Uint32Array(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n)];
  let [entered, left] = [0, 0];
  const visit = (/** @type {number} */ node, /** @type {number} */ depth) => {
    depths[node] = depth;
    pre[node] = entered++;
    for (const child of children[node]) visit(child, depth + 1);
    sizes[node] = entered - pre[node];
    post[node] = left++;
  };
  visit(0, 0);
  return { depths, pre, post, sizes };
}

/** A twig on the node nearest to the handle. @param {number[]} parents @param {Record<string, any>} settings */
export function grafted(parents, { x, y, twig }) {
  const base = treeOf(parents);
  const at = nearestNode(layoutOf(PLACES, recursed(base)), parents.length, x * PLACES.width, y * PLACES.height);
  const added = Array.from({ length: twig }, (_, i) => (i < 3 ? at : parents.length + Math.floor(i / 3) - 1));
  return { ...treeOf([...parents, ...added]), twig };
}

/** Nodes in pre-order side by side, each above its subtree. @param {import('./types.d.ts').Surface} surface @param {Record<string, any>} found @param {number} deepest @param {(node: number) => string} colorOf */
export function drawSubtrees({ context, width, height }, { pre, sizes, depths }, deepest, colorOf) {
  const n = pre.length;
  const high = height / (deepest + 1);
  for (let node = 0; node < n; node++) {
    const wide = (width * sizes[node]) / n;
    context.fillStyle = colorOf(node);
    context.fillRect((width * pre[node]) / n, high * depths[node], Math.max(0.5, wide - (wide > 3 ? 1 : 0)), Math.max(0.5, high - 1));
  }
}
