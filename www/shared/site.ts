/** The folder of `scanlab.js`, relative to a chunk, which the build puts one folder below. */
export const SITE = new URL('../', import.meta.url);
