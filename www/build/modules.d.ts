/** The imports that only www/build/ can resolve. */

/** A style sheet, as text. */
declare module '*.css' {
  const styles: string;
  export default styles;
}

/** `oracle/worker.ts`, bundled into one classic script: a page of another origin can start a worker from this text, but not from the site's file. */
declare module 'oracle-worker-source' {
  const source: string;
  export default source;
}

/** `oracle/operation-worker.ts`, bundled in the same way. */
declare module 'operation-oracle-worker-source' {
  const source: string;
  export default source;
}

/** The shaders by their paths below `shaders/`, with the comments that the core leaves out. */
declare module 'shader-texts' {
  const texts: Record<string, string>;
  export default texts;
}

/** `use/reference/reference-worker.ts`, bundled in the same way. */
declare module 'reference-worker-source' {
  const source: string;
  export default source;
}

/** `shared/judge-worker.ts`, bundled in the same way. */
declare module 'judge-worker-source' {
  const source: string;
  export default source;
}

/** `shared/exported.ts` and its imports, bundled into one readable text, with its license. */
declare module 'exported-runner' {
  const text: string;
  export default text;
}

/** The attributes of the elements with their traits in Python, and their events: `build/wheel.mjs` reads them in `api.ts`. */
declare module 'element-names' {
  export const SETTINGS: readonly { trait: string; attribute: string; isBoolean: boolean }[];
  export const EVENTS: readonly string[];
}
