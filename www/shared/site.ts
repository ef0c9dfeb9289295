import { isInlined } from './inlined.ts';

/** The WASM of the core. Chunks are one folder below the module. Bundlers find and emit files by addresses of this form. */
export const CORE_WASM = new URL('../scanlab_bg.wasm', import.meta.url);

/**
 * The folder of the site, with its page. Servers that render pages may have no base address.
 * @returns null for a module that contains its files: it has no site
 */
export const siteFolder = () => (isInlined(CORE_WASM) ? null : new URL('./', CORE_WASM));
