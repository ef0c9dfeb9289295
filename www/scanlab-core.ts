/**
 * ScanLab without its elements: for workers, servers and programs with their own user interface.
 *
 *     import { ScanLab } from './scanlab-core.js';
 */

import * as core from 'scanlab-core';
import { ScanLabError } from './shared/errors.ts';
import { ScanLab } from './lab/lab.ts';
import { CORE_WASM } from './shared/site.ts';

/** The time for which requests for an adapter are repeated: while a browser starts its GPU process, it returns null. */
const ADAPTER_PATIENCE_MS = 4000;

/** The class with its dependencies. This module declares the export itself, since bundlers skip a module that only exports others' declarations. */
function assemble() {
  ScanLab.runtime = {
    core,
    oracle: {
      of: 'scans',
      channel: () => import('./oracle/channel.ts'),
      script: () => import('./oracle/worker-script.ts'),
      engine: () => import('./oracle/engine.ts'),
    },
    operationOracle: {
      of: 'operations',
      channel: () => import('./oracle/channel.ts'),
      script: () => import('./oracle/operation-worker-script.ts'),
      engine: () => import('./oracle/operation-engine.ts'),
    },
    wasm: CORE_WASM,
    scope: globalThis,
    adapterPatience_ms: ADAPTER_PATIENCE_MS,
  };
  return ScanLab;
}

const Assembled = assemble();

export { Assembled as ScanLab, ScanLabError };
