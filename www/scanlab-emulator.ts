/**
 * The emulator of GPUs as a module: runs compute kernels in WGSL without a GPU, and finds their errors. The first call loads the emulator.
 *
 *     import { emulate } from './scanlab-emulator.js';
 */

type KernelRuns = typeof import('./shared/kernel-run.ts');

// A static import here would split the chunk that a first run of the page loads.
const load = () => import('./shared/kernel-run.ts');

export const initialize: KernelRuns['initialize'] = async (options) => (await load()).initialize(options);
export const emulate: KernelRuns['emulate'] = async (run) => (await load()).emulate(run);
export const exercises: KernelRuns['exercises'] = async () => (await load()).exercises();
export const exerciseOf: KernelRuns['exerciseOf'] = async (file) => (await load()).exerciseOf(file);
export const grade: KernelRuns['grade'] = async (handIn, options) => (await load()).grade(handIn, options);
export const judge: KernelRuns['judge'] = async (submission, options) => (await load()).judge(submission, options);
