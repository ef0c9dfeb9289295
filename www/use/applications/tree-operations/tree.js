/** Drawn trees and trees of one's own, in typed arrays, and the walk around them. */
import { badArgument } from '../../../shared/arguments.js';
import { nearestOf } from '../../parts/places.js';
import { random } from '../../parts/random.js';
import { keepLast } from '../../parts/keep-last.js';
import { wordsOf } from '../../parts/words.js';

/**
 * Node 0 is the root, and no node is before its parent.
 * @typedef {object} Tree
 * @property {Uint32Array} parents
 * @property {Uint32Array} isDown 1 where the walk around it comes down to a node, 0 where it goes up from one
 * @property {Uint32Array} downs where it comes down to each node
 * @property {Uint32Array} ups where it goes up from it
 * @property {Uint32Array} middles the middle between these, in PARTS of the walk
 * @property {Uint32Array} depths by which a handle or a pointer finds a node; the steps find their own
 * @property {number} deepest of these
 */

/** The walk has so many parts, among which a node's place is told. */
export const PARTS = 2 ** 16;
/** What a picture leaves free at each side, of its width and of its height. */
export const [LEFT, TOP] = [0.014, 0.036];
const ASPECT = 1.6;
/** Brackets of a tree of one's own: a deeper recursion would not fit the stack. */
const MOST_BRACKETS = 4000;

/** @type {Record<string, (node: number, n: number, chance: number) => number>} the parent of a node after the root */
const SHAPES = {
  bushy: (node, _, chance) => Math.floor(node * chance),
  binary: (node) => (node - 1) >> 1,
  deep: (node, n, chance) => Math.max(0, node - 1 - Math.floor(chance * chance * Math.sqrt(4 * n))),
};

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
    if (bracket === '(' && (open.length || i === 0)) open.push(parents.push(open.at(-1) ?? 0) - 1);
    else if (bracket === ')' && open.length) open.pop();
    else throw badArgument(`${what}; character ${i + 1} is “${bracket}”, which belongs to none.`);
  }
  if (open.length) throw badArgument(`${what}; ${open.length} of yours are not closed.`);
  return Uint32Array.from(parents);
}

/** Walks around a tree: down to each node, to its children in their order, and up from it. @param {Uint32Array} parents @param {(node: number, depth: number) => void} down @param {(node: number, depth: number) => void} up */
export function walk(parents, down, up) {
  // 0 where there is none.
  const [firstChild, nextSibling] = [new Uint32Array(parents.length), new Uint32Array(parents.length)];
  for (let node = parents.length - 1; node > 0; node--) {
    nextSibling[node] = firstChild[parents[node]];
    firstChild[parents[node]] = node;
  }
  const visit = (/** @type {number} */ node, /** @type {number} */ depth) => {
    down(node, depth);
    for (let child = firstChild[node]; child; child = nextSibling[child]) visit(child, depth + 1);
    up(node, depth);
  };
  visit(0, 0);
}

/** @param {Uint32Array} parents @returns {Tree} */
function treeOf(parents) {
  const n = parents.length;
  const isDown = new Uint32Array(2 * n);
  const [downs, ups, middles, depths] = Array.from({ length: 4 }, () => new Uint32Array(n));
  let [at, deepest] = [0, 0];
  const down = (/** @type {number} */ node, /** @type {number} */ depth) => {
    depths[node] = depth;
    deepest = Math.max(deepest, depth);
    isDown[at] = 1;
    downs[node] = at++;
  };
  const up = (/** @type {number} */ node) => {
    ups[node] = at++;
    middles[node] = Math.floor((PARTS * (downs[node] + at)) / (4 * n));
  };
  walk(parents, down, up);
  return { parents, isDown, downs, ups, middles, depths, deepest };
}

const baseOf = keepLast((/** @type {number} */ n, /** @type {string} */ shape, /** @type {number} */ seed, /** @type {string} */ own) =>
  treeOf(shape === 'own' ? typedParents(own) : wordsOf(n, (node) => (node ? SHAPES[shape](node, n, random(node, seed)) : 0))),
);

/** A tree with a twig on the node nearest to the handle. @param {import('../../types.d.ts').Settings} settings @param {number} n */
export function grafted({ tree, seed, own, x, y, twig }, n) {
  const base = baseOf(n, tree, seed, tree === 'own' ? own : '');
  const nodes = base.parents.length;
  const at = nodeInTree(base, x, y);
  const parentOf = (/** @type {number} */ i) => (i < 3 ? at : nodes + Math.floor(i / 3) - 1);
  return { ...treeOf(wordsOf(nodes + twig, (node) => base.parents[node] ?? parentOf(node - nodes))), twig };
}

/** The node nearest to a place in the picture of a tree. @param {Tree} tree @param {number} x @param {number} y from 0 to 1 */
export const nodeInTree = ({ middles, depths, deepest }, x, y) =>
  nearestOf(middles.length, (node) => {
    const right = LEFT + ((1 - 2 * LEFT) * middles[node]) / PARTS;
    const down = TOP + ((1 - 2 * TOP) * depths[node]) / Math.max(1, deepest);
    return (ASPECT * (right - x)) ** 2 + (down - y) ** 2;
  });

/** The node whose run is at a place among those in pre-order side by side, or else the nearest one above. @param {Tree} tree @param {number} x @param {number} y from 0 to 1 */
export function nodeInRuns({ downs, ups, depths, deepest }, x, y) {
  const rank = Math.floor(x * downs.length);
  const level = Math.floor(y * (deepest + 1));
  return nearestOf(downs.length, (node) => {
    const [first, after] = [downs[node] + depths[node], ups[node] + depths[node] + 1];
    return first <= 2 * rank && 2 * rank < after && depths[node] <= level ? level - depths[node] : Infinity;
  });
}
