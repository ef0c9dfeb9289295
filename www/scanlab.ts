/**
 * ScanLab: GPU prefix-sum algorithms, as WebGPU compute shaders.
 *
 *     import { ScanLab } from './scanlab.js';
 *     const lab = await ScanLab.open();
 *     const sums = await lab.scan(new Uint32Array([3, 1, 4, 1, 5]));
 *     lab.close();
 *
 * Importing this also defines the elements `<scan-lab>` and `<scan-conformance>`, where there is a document; `scanlab-core.js` does not.
 * Every failure is a `ScanLabError`.
 */

import { defineElements } from './page/element.ts';
import { ScanLab, ScanLabError } from './scanlab-core.ts';

export { ScanLab, ScanLabError };

if (typeof customElements !== 'undefined') defineElements(ScanLab);
