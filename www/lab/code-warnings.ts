/** Warnings about WGSL code, on the console. The result of the code is still returned, and is right according to WGSL. */

import type { CodeWarning } from '../types.ts';

/** Warnings that were given, so that each is given once. */
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
