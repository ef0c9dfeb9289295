/** The name of the method that `using` calls, also where the browser has no such symbol: esbuild's helpers look for this one there. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
