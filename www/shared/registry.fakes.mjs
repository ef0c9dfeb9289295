/** The registry for tests without a browser, which the compiled core needs. */
import { readFileSync } from 'node:fs';

/** The table of docs/algorithms.md, which a test of the crate compares with the registry. */
function registeredTable() {
  const text = readFileSync(new URL('../../docs/algorithms.md', import.meta.url), 'utf8');
  return /<!-- algorithms: start -->(.*)<!-- algorithms: end -->/s.exec(text)[1];
}

/** The algorithms' ids. */
export function registeredIds() {
  return [...registeredTable().matchAll(/^\| `([\w-]+)`/gm)].map(([, id]) => id);
}

/** The tuning parameters of every algorithm, with their bounds. */
export function registeredTuning() {
  const rows = [...registeredTable().matchAll(/^\| `([\w-]+)`.*\|([^|]*)\|$/gm)];
  return Object.fromEntries(
    rows.map(([, id, tuning]) => {
      const parameters = [...tuning.matchAll(/`(\w+)` (\d+)–(\d+)/g)];
      return [id, Object.fromEntries(parameters.map(([, name, min, max]) => [name, { min: Number(min), max: Number(max) }]))];
    }),
  );
}

/** The ids of the variants that are measured in place of operations by scans. @param {'atomics' | 'neighbours'} file */
export function registeredVariants(file) {
  const text = readFileSync(new URL(`../../src/operation/${file}.rs`, import.meta.url), 'utf8');
  return [...text.matchAll(/^ {8}id: "([\w-]+)"/gm)].map(([, id]) => id);
}
