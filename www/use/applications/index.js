/** The applications, in the order of their cards. */
import { brackets } from './brackets.js';
import { breadthFirst } from './breadth-first.js';
import { checkbook } from './checkbook.js';
import { compaction } from './compaction.js';
import { histogram } from './histogram.js';
import { lineOfSight } from './line-of-sight.js';
import { marchingCubes } from './marching-cubes.js';
import { neighbourLists } from './neighbour-lists.js';
import { partition } from './partition.js';
import { polynomial } from './polynomial.js';
import { quicksort } from './quicksort.js';
import { radixSort } from './radix-sort.js';
import { recurrences } from './recurrences.js';
import { sparseMatrix } from './sparse-matrix.js';
import { stringComparison } from './string-comparison.js';
import { summedArea } from './summed-area.js';
import { treeOperations } from './tree-operations.js';
import { tridiagonal } from './tridiagonal.js';

/** @type {readonly import('../types.d.ts').Application[]} */
export const APPLICATIONS = [
  compaction,
  partition,
  radixSort,
  quicksort,
  histogram,
  neighbourLists,
  lineOfSight,
  marchingCubes,
  checkbook,
  recurrences,
  tridiagonal,
  polynomial,
  stringComparison,
  brackets,
  treeOperations,
  summedArea,
  sparseMatrix,
  breadthFirst,
];
