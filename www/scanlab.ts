/**
 * ScanLab: GPU prefix-sum algorithms, as WebGPU compute shaders.
 *
 *     import { ScanLab } from './scanlab.js';
 *     const lab = await ScanLab.open();
 *     const sums = await lab.scan(new Uint32Array([3, 1, 4, 1, 5]));
 *     lab.close();
 *
 * Importing this also defines the elements `<scan-lab>` and `<scan-conformance>`, where there is a document: in a worker there is none.
 * Every failure is a `ScanLabError`.
 */

import * as core from 'scanlab-core';
import { defineElements } from './page/element.ts';
import { ScanLabError } from './shared/errors.ts';
import { ScanLab } from './lab/lab.ts';

/** A null adapter may be one that is not up yet; this long after asking first it is not coming. */
const ADAPTER_PATIENCE_MS = 4000;

ScanLab.runtime = {
  core,
  oracle: {
    channel: () => import('./oracle/channel.ts'),
    script: () => import('./oracle/worker-script.ts'),
    engine: () => import('./oracle/engine.ts'),
  },
  wasmUrl: new URL('./scanlab_bg.wasm', import.meta.url),
  scope: globalThis,
  adapterPatience_ms: ADAPTER_PATIENCE_MS,
};

export { ScanLab, ScanLabError };

if (typeof customElements !== 'undefined') defineElements(ScanLab);
