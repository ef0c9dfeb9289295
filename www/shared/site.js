/** The folder of `scanlab.js`. A module has no other way to tell: the build puts it into a chunk, one folder below. */
export const SITE = new URL('../', import.meta.url);
