/**
 * ScanLab without its elements: for workers, servers and programs with an interface of their own.
 *
 *     import { ScanLab } from './scanlab-core.js';
 */

import * as core from 'scanlab-core';
import { ScanLabError } from './shared/errors.ts';
import { ScanLab } from './lab/lab.ts';
import { CORE_WASM } from './shared/site.ts';

/** A null adapter may be one that is not up yet; this long after asking first it is not coming. */
const ADAPTER_PATIENCE_MS = 4000;

/** The class with what it works with. It is exported from here: bundlers go past a module that only passes on what others declare. */
function assemble() {
  ScanLab.runtime = {
    core,
    oracle: {
      channel: () => import('./oracle/channel.ts'),
      script: () => import('./oracle/worker-script.ts'),
      engine: () => import('./oracle/engine.ts'),
    },
    wasm: CORE_WASM,
    scope: globalThis,
    adapterPatience_ms: ADAPTER_PATIENCE_MS,
  };
  return ScanLab;
}

const Assembled = assemble();

export { Assembled as ScanLab, ScanLabError };
