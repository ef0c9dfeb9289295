/** The name of the method that `using` calls, also where the browser has no such symbol: esbuild's helpers look for this one there. @type {typeof Symbol.dispose} */
export const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');
