/** The applications, in the order of their cards. */
import { checkbook } from './checkbook.js';
import { compaction } from './compaction.js';
import { histogram } from './histogram.js';
import { partition } from './partition.js';
import { radixSort } from './radix-sort.js';

/** @type {readonly import('../types.d.ts').Application[]} */
export const APPLICATIONS = [compaction, partition, radixSort, histogram, checkbook];
