/** Warnings about code in WGSL, which go to the console: what it computes is returned, and is right by WGSL. */
/** @import { CodeWarning } from '../types.d.ts' */

/** Those that were given, so that each is given once. @type {Set<string>} */
const given = new Set();

/** @param {string} code @param {CodeWarning[]} warnings */
export function warnOf(code, warnings) {
  for (const { what, line, column, message } of warnings) {
    const text = `ScanLab: ${what}, line ${line}, column ${column}: ${message}.`;
    const known = `${text} ${code}`;
    if (given.has(known)) continue;
    given.add(known);
    console.warn(text);
  }
}
