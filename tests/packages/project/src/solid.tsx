/** @jsxImportSource solid-js */
import type {} from 'scanlab/solid';

export const right = () => <scan-lab view="learn" algorithm="blelloch" autorun aria-label="Blelloch's scan" />;
// @ts-expect-error There is no such attribute.
export const wrong = () => <scan-lab scan="blelloch" />;
