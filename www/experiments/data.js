/** All experiments. Each cites its source; its claims are in our words. */
import { COMPACTION } from './compaction-data.js';
import { MEMORY_MACHINE } from './memory-machine-data.js';
import { MERRY } from './merry-data.js';
import { PAPERS } from './paper-data.js';
import { TODAY } from './today-data.js';

/** @type {readonly import('./types.d.ts').Experiment[]} */
export const EXPERIMENTS = [...PAPERS, ...MERRY, ...COMPACTION, ...MEMORY_MACHINE, ...TODAY];
