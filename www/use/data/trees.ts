/** Generated trees and trees of the visitor, in typed arrays, and the walk around them. */
import { badArgument } from '../../shared/arguments.ts';
import { random } from '../parts/random.ts';
import { keepLast } from '../parts/keep-last.ts';
import { wordsOf } from '../parts/words.ts';

/** Node 0 is the root, and every parent is before its children. */
export type Tree = {
  parents: Uint32Array;
  /** +1 if the walk comes down to a node, −1 if it goes up from a node */
  signs: Int32Array;
  /** the index at which the walk comes down to each node */
  downs: Uint32Array;
  /** the index at which the walk goes up from each node */
  ups: Uint32Array;
  /** used to find a node under a handle or pointer; the steps compute depths themselves */
  depths: Uint32Array;
  /** the largest of the depths */
  deepest: number;
};

/** The maximum number of brackets of a typed tree: a deeper recursion would not fit the stack. */
const MOST_BRACKETS = 4000;

/** by shape: the parent of a node other than the root */
const SHAPES: Record<string, (node: number, n: number, chance: number) => number> = {
  bushy: (node, _, chance) => Math.floor(node * chance),
  binary: (node) => (node - 1) >> 1,
  deep: (node, n, chance) => Math.max(0, node - 1 - Math.floor(chance * chance * Math.sqrt(4 * n))),
};

/** The parents of a tree that is typed as pairs of brackets. */
function typedParents(text: string) {
  const brackets = text.replaceAll(/\s/g, '');
  const what = `Your tree must be 1 to ${MOST_BRACKETS / 2} pairs of round brackets, with one pair around all others`;
  if (!brackets || brackets.length > MOST_BRACKETS) throw badArgument(`${what}; found ${brackets.length} characters.`);
  const parents: number[] = [];
  const open: number[] = [];
  for (const [i, bracket] of [...brackets].entries()) {
    if (bracket === '(' && (open.length || i === 0)) open.push(parents.push(open.at(-1) ?? 0) - 1);
    else if (bracket === ')' && open.length) open.pop();
    else throw badArgument(`${what}; character ${i + 1} is “${bracket}”, which has no partner.`);
  }
  if (open.length) throw badArgument(`${what}; brackets that are not closed: ${open.length}.`);
  return Uint32Array.from(parents);
}

/** Walks around a tree: down to each node, to its children in order, and up from the node. */
export function walk(parents: Uint32Array, down: (node: number, depth: number) => void, up: (node: number, depth: number) => void) {
  // 0: the node has no child, or no next sibling.
  const [firstChild, nextSibling] = [new Uint32Array(parents.length), new Uint32Array(parents.length)];
  for (let node = parents.length - 1; node > 0; node--) {
    nextSibling[node] = firstChild[parents[node]];
    firstChild[parents[node]] = node;
  }
  const visit = (node: number, depth: number) => {
    down(node, depth);
    for (let child = firstChild[node]; child; child = nextSibling[child]) visit(child, depth + 1);
    up(node, depth);
  };
  visit(0, 0);
}

function treeOf(parents: Uint32Array): Tree {
  const n = parents.length;
  const signs = new Int32Array(2 * n).fill(-1);
  const [downs, ups, depths] = Array.from({ length: 3 }, () => new Uint32Array(n));
  let [at, deepest] = [0, 0];
  const down = (node: number, depth: number) => {
    depths[node] = depth;
    deepest = Math.max(deepest, depth);
    signs[at] = 1;
    downs[node] = at++;
  };
  const up = (node: number) => {
    ups[node] = at++;
  };
  walk(parents, down, up);
  return { parents, signs, downs, ups, depths, deepest };
}

/** A generated tree of n nodes, by the name of its shape, or a typed tree. */
export const drawnTree = keepLast((n: number, shape: string, seed: number, custom: string) =>
  treeOf(shape === 'custom' ? typedParents(custom) : wordsOf(n, (node) => (node ? SHAPES[shape](node, n, random(node, seed)) : 0))),
);

/**
 * The node with an index in pre-order, or its nearest ancestor that is not deeper than `depth`. Index and depth are rounded down.
 * @param rank below the number of nodes
 * @param depth at least 0
 */
export function nodeAbove({ parents, downs, depths }: Tree, rank: number, depth: number) {
  // Before it enters a node, the walk has made `rank` moves down and `rank − depth` moves up.
  let node = downs.findIndex((down, i) => down + depths[i] === 2 * Math.floor(rank));
  while (depths[node] > Math.floor(depth)) node = parents[node];
  return node;
}

/** A tree with a twig of additional nodes on one of its nodes. */
export function grafted({ parents }: Tree, at: number, twig: number) {
  const nodes = parents.length;
  const parentOf = (i: number) => (i < 3 ? at : nodes + Math.floor(i / 3) - 1);
  return { ...treeOf(wordsOf(nodes + twig, (node) => parents[node] ?? parentOf(node - nodes))), twig };
}
