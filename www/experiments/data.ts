/** All experiments. Each cites its source. The claims are paraphrased. */
import { ADDERS } from './adder-data.ts';
import { COMPACTION } from './compaction-data.ts';
import { MEMORY_MACHINE } from './memory-machine-data.ts';
import { MERRY } from './merry-data.ts';
import { PAPERS } from './paper-data.ts';
import { TODAY } from './today-data.ts';
import type { Experiment } from './types.ts';

export const EXPERIMENTS: readonly Experiment[] = [...PAPERS, ...MERRY, ...ADDERS, ...COMPACTION, ...MEMORY_MACHINE, ...TODAY];
