/** Drawn trees and trees of one's own, in typed arrays, and the walk around them. */
import { badArgument } from '../../shared/arguments.ts';
import { random } from '../parts/random.ts';
import { keepLast } from '../parts/keep-last.ts';
import { wordsOf } from '../parts/words.ts';

/** Node 0 is the root, and no node is before its parent. */
export type Tree = {
  parents: Uint32Array;
  /** +1 where the walk around it comes down to a node, −1 where it goes up from one */
  signs: Int32Array;
  /** where it comes down to each node */
  downs: Uint32Array;
  /** where it goes up from it */
  ups: Uint32Array;
  /** by which a handle or a pointer finds a node; the steps find their own */
  depths: Uint32Array;
  /** of these */
  deepest: number;
};

/** Brackets of a tree of one's own: a deeper recursion would not fit the stack. */
const MOST_BRACKETS = 4000;

/** the parent of a node after the root */
const SHAPES: Record<string, (node: number, n: number, chance: number) => number> = {
  bushy: (node, _, chance) => Math.floor(node * chance),
  binary: (node) => (node - 1) >> 1,
  deep: (node, n, chance) => Math.max(0, node - 1 - Math.floor(chance * chance * Math.sqrt(4 * n))),
};

/** The parents of a tree whose nodes are pairs of brackets. */
function typedParents(text: string) {
  const brackets = text.replaceAll(/\s/g, '');
  const what = `Your tree must be 1 to ${MOST_BRACKETS / 2} pairs of round brackets, one in all`;
  if (!brackets || brackets.length > MOST_BRACKETS) throw badArgument(`${what}; there are ${brackets.length || 'no'} characters.`);
  const parents: number[] = [];
  const open: number[] = [];
  for (const [i, bracket] of [...brackets].entries()) {
    if (bracket === '(' && (open.length || i === 0)) open.push(parents.push(open.at(-1) ?? 0) - 1);
    else if (bracket === ')' && open.length) open.pop();
    else throw badArgument(`${what}; character ${i + 1} is “${bracket}”, which belongs to none.`);
  }
  if (open.length) throw badArgument(`${what}; ${open.length} of yours are not closed.`);
  return Uint32Array.from(parents);
}

/** Walks around a tree: down to each node, to its children in their order, and up from it. */
export function walk(parents: Uint32Array, down: (node: number, depth: number) => void, up: (node: number, depth: number) => void) {
  // 0 where there is none.
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

/** A drawn tree of n nodes, by the name of its shape, or one of one's own. */
export const drawnTree = keepLast((n: number, shape: string, seed: number, own: string) =>
  treeOf(shape === 'own' ? typedParents(own) : wordsOf(n, (node) => (node ? SHAPES[shape](node, n, random(node, seed)) : 0))),
);

/**
 * A node by its rank in pre-order, or the nearest one above it that is not below a depth; both are rounded down.
 * @param rank below the number of nodes
 * @param depth at least 0
 */
export function nodeAbove({ parents, downs, depths }: Tree, rank: number, depth: number) {
  // The walk has come down to as many nodes before as are above it or have been left.
  let node = downs.findIndex((down, i) => down + depths[i] === 2 * Math.floor(rank));
  while (depths[node] > Math.floor(depth)) node = parents[node];
  return node;
}

/** A tree with a twig of so many nodes more on one of its nodes. */
export function grafted({ parents }: Tree, at: number, twig: number) {
  const nodes = parents.length;
  const parentOf = (i: number) => (i < 3 ? at : nodes + Math.floor(i / 3) - 1);
  return { ...treeOf(wordsOf(nodes + twig, (node) => parents[node] ?? parentOf(node - nodes))), twig };
}
