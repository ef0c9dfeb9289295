/** The applications, in the order of their cards. */
import { brackets } from './brackets.ts';
import { breadthFirst } from './breadth-first.ts';
import { checkbook } from './checkbook.ts';
import { compaction } from './compaction.ts';
import { histogram } from './histogram.ts';
import { lineOfSight } from './line-of-sight.ts';
import { marchingCubes } from './marching-cubes.ts';
import { neighbourLists } from './neighbour-lists.ts';
import { partition } from './partition.ts';
import { polynomial } from './polynomial.ts';
import { quicksort } from './quicksort.ts';
import { radixSort } from './radix-sort.ts';
import { recurrences } from './recurrences.ts';
import { sparseMatrix } from './sparse-matrix.ts';
import { stringComparison } from './string-comparison.ts';
import { summedArea } from './summed-area.ts';
import { treeOperations } from './tree-operations.ts';
import { tridiagonal } from './tridiagonal.ts';
import type { Application } from '../types.ts';

export const APPLICATIONS: readonly Application[] = [
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
