/** Prints warnings about ambiguous custom WGSL code on the console. The code still runs, with the meaning that WGSL defines. */

import type { CodeWarning } from '../types.ts';

/** The printed warnings, each with its code: a warning is printed only once per code. */
const given: Set<string> = new Set();

export function warnOf(code: string, warnings: CodeWarning[]) {
  for (const { what, line, column, message } of warnings) {
    const text = `ScanLab: ${what}, line ${line}, column ${column}: ${message}.`;
    const known = `${text} ${code}`;
    if (given.has(known)) continue;
    given.add(known);
    console.warn(text);
  }
}
