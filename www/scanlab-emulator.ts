/**
 * The emulator of GPUs as a module: runs compute kernels in WGSL without a GPU, and finds what they do wrong. It is loaded at the first call.
 *
 *     import { emulate } from './scanlab-emulator.js';
 */

type KernelRuns = typeof import('./ui/kernel-run.ts');

/** Kept, since a browser takes long to import a module again. This file imports nothing at once, so that it loads no chunk. */
let kept: Promise<KernelRuns> | null = null;

function load() {
  kept ??= import('./ui/kernel-run.ts').catch((failure) => {
    kept = null;
    throw failure;
  });
  return kept;
}

export const initialize: KernelRuns['initialize'] = async (options) => (await load()).initialize(options);
export const emulate: KernelRuns['emulate'] = async (run) => (await load()).emulate(run);
