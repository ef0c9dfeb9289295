/** Drawn trees and trees of one's own, in typed arrays, and the walk around them. */
import { badArgument } from '../../../shared/arguments.js';
import { random } from '../../parts/random.js';
import { keepLast } from '../../parts/keep-last.js';
import { PLACES, inTree, nearestOf } from './places.js';
import { wordsOf } from '../../parts/words.js';

/**
 * Node 0 is the root, and no node is before its parent.
 * @typedef {object} Tree
 * @property {Uint32Array} parents
 * @property {Uint32Array} firsts the first child of each node, 0 where there is none
 * @property {Uint32Array} nexts its next sibling, 0 where there is none
 */
/** Where the walk comes down to each node, and where it goes up from it. @typedef {{ downs: Uint32Array, ups: Uint32Array }} Tour */

/** Brackets of a tree of one's own: a deeper recursion would not fit the stack. */
const MOST_BRACKETS = 4000;

/** @type {Record<string, (node: number, n: number, chance: number) => number>} the parent of a node after the root */
const SHAPES = {
  bushy: (node, _, chance) => Math.floor(node * chance),
  binary: (node) => (node - 1) >> 1,
  deep: (node, n, chance) => Math.max(0, node - 1 - Math.floor(chance * chance * Math.sqrt(4 * n))),
};

/** @param {number} n @param {string} shape @param {number} seed */
function drawnParents(n, shape, seed) {
  return wordsOf(n, (node) => (node ? SHAPES[shape](node, n, random(node, seed)) : 0));
}

/** The parents of a tree whose nodes are pairs of brackets. @param {string} text */
function typedParents(text) {
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
  return Uint32Array.from(parents);
}

/** @param {Uint32Array} parents @returns {Tree} */
function linked(parents) {
  const n = parents.length;
  const [firsts, nexts] = [new Uint32Array(n), new Uint32Array(n)];
  // From the last on, so that each list of children is in their order.
  for (let node = n - 1; node > 0; node--) {
    nexts[node] = firsts[parents[node]];
    firsts[parents[node]] = node;
  }
  return { parents, firsts, nexts };
}

/** The walk around a tree, edge by edge. @param {Tree} tree @returns {Tour} */
function tourOf({ parents, firsts, nexts }) {
  const n = parents.length;
  const [downs, ups] = [new Uint32Array(n), new Uint32Array(n)];
  for (let at = 0, node = 0; at < 2 * n;) {
    downs[node] = at++;
    let next = firsts[node];
    // Up to the next node that has a sibling after it, or from the root at last.
    while (!next && at < 2 * n) {
      ups[node] = at++;
      next = nexts[node];
      node = parents[node];
    }
    node = next;
  }
  return { downs, ups };
}

/** Depths, orders and sizes, and signs and heights along the walk, by recursion. @param {Tree} tree */
export function recursed({ parents, firsts, nexts }) {
  const n = parents.length;
  const [depths, pre, post, sizes] = [new Uint32Array(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n)];
  const [signs, heights] = [new Int32Array(2 * n), new Int32Array(2 * n)];
  let [entered, left, leaves, deepest] = [0, 0, 0, 0];
  const visit = (/** @type {number} */ node, /** @type {number} */ depth) => {
    signs[entered + left] = 1;
    heights[entered + left] = depth + 1;
    depths[node] = depth;
    pre[node] = entered++;
    for (let child = firsts[node]; child; child = nexts[child]) visit(child, depth + 1);
    sizes[node] = entered - pre[node];
    if (!firsts[node]) leaves++;
    if (depth > deepest) deepest = depth;
    signs[entered + left] = -1;
    heights[entered + left] = depth;
    post[node] = left++;
  };
  visit(0, 0);
  return { signs, heights, depths, pre, post, sizes, leaves, deepest };
}

/** A tree without a twig, and what its nodes' places follow from. */
const baseOf = keepLast((/** @type {number} */ n, /** @type {string} */ shape, /** @type {number} */ seed, /** @type {string} */ own) => {
  const parents = shape === 'own' ? typedParents(own) : drawnParents(n, shape, seed);
  const { pre, sizes, depths, deepest } = recursed(linked(parents));
  return { parents, pre, sizes, depths, deepest };
});

/** A tree with a twig on the node nearest to the handle, and the walk around it. @param {import('../../types.d.ts').Settings} settings @param {number} n */
export function grafted({ tree, seed, own, x, y, twig }, n) {
  const base = baseOf(n, tree, seed, tree === 'own' ? own : '');
  const nodes = base.parents.length;
  const at = nearestOf(nodes, base, inTree(PLACES, nodes, base.deepest, x, y));
  const parents = new Uint32Array(nodes + twig);
  parents.set(base.parents);
  for (let i = 0; i < twig; i++) parents[nodes + i] = i < 3 ? at : nodes + Math.floor(i / 3) - 1;
  const whole = linked(parents);
  return { ...whole, ...tourOf(whole), twig };
}
