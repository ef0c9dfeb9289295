/** The name of the method that `using` calls. If the browser does not define the symbol, esbuild's helpers look for `Symbol.for(…)`. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
