/** The elements in JSX, as docs/embedding.md has them declared for React, Preact and Solid; here for all, without any of these. */
import type { ScanLabElement, ScanLabJsx } from '../../dist/scanlab.js';

declare global {
  namespace JSX {
    interface IntrinsicElements extends ScanLabJsx {}
  }
}

export function views(keep: (element: ScanLabElement | null) => void): unknown[] {
  return [
    <scan-lab
      key="a"
      ref={keep}
      view="learn"
      algorithm="blelloch"
      class="wide"
      style={{ width: '100%' }}
      data-place="1"
      aria-label="Scans"
    />,
    <scan-lab sizes="2^10..2^20" seed={7} autorun follow-address="" onscanlab-result={() => {}} />,
    <scan-conformance grid="smoke" hidden />,
    // @ts-expect-error There is no such attribute.
    <scan-lab scan="hybrid" />,
    // @ts-expect-error An attribute is a text or a number.
    <scan-lab algorithms={['hybrid']} />,
    // @ts-expect-error There is no such element.
    <scan-labs />,
  ];
}
