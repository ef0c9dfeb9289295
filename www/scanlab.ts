/**
 * ScanLab: GPU prefix-sum algorithms, as WebGPU compute shaders.
 *
 *     import { ScanLab } from './scanlab.js';
 *     const lab = await ScanLab.open();
 *     const sums = await lab.scan(new Uint32Array([3, 1, 4, 1, 5]));
 *     lab.close();
 *
 * If there is a document, the import also defines the elements `<scan-lab>` and `<scan-conformance>`. `scanlab-core.js` does not define them.
 * Every failure is a `ScanLabError`.
 */

import { defineElements } from './page/element.ts';
import { ScanLab, ScanLabError } from './scanlab-core.ts';

export { ScanLab, ScanLabError };

if (typeof customElements !== 'undefined') defineElements(ScanLab);
