/**
 * The emulator of GPUs as a module: runs compute kernels in WGSL without a GPU, and finds what they do wrong. It is loaded at the first call.
 *
 *     import { emulate } from './scanlab-emulator.js';
 */

type KernelRuns = typeof import('./shared/kernel-run.ts');

// It imports nothing at once: an import of its own would split the chunk that a first run of the page loads.
const load = () => import('./shared/kernel-run.ts');

export const initialize: KernelRuns['initialize'] = async (options) => (await load()).initialize(options);
export const emulate: KernelRuns['emulate'] = async (run) => (await load()).emulate(run);
export const exercises: KernelRuns['exercises'] = async () => (await load()).exercises();
export const exerciseOf: KernelRuns['exerciseOf'] = async (file) => (await load()).exerciseOf(file);
export const grade: KernelRuns['grade'] = async (handIn, options) => (await load()).grade(handIn, options);
export const judge: KernelRuns['judge'] = async (submission, options) => (await load()).judge(submission, options);
