import { isInlined } from './inlined.ts';

/** The address of the core's WASM. This code is in a chunk, one folder below the WASM. Bundlers find and emit files by addresses of this form. */
export const CORE_WASM = new URL('../scanlab_bg.wasm', import.meta.url);

/**
 * The address of the folder of the site. It is computed on demand, since servers that render pages may have no base address.
 * @returns null for a module that contains its files: it has no site
 */
export const siteFolder = () => (isInlined(CORE_WASM) ? null : new URL('./', CORE_WASM));
