/** The registry for tests without a browser, which the compiled core needs. */
import { readFileSync } from 'node:fs';

/** The algorithms' ids, from the README's table, which a test of the crate holds against the registry. */
export function registeredIds() {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table] = /<!-- algorithms: start -->(.*)<!-- algorithms: end -->/s.exec(readme);
  return [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, id]) => id);
}

/** The tuning parameters of every algorithm with their bounds, from the same table. */
export function registeredTuning() {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table] = /<!-- algorithms: start -->(.*)<!-- algorithms: end -->/s.exec(readme);
  const rows = [...table.matchAll(/^\| `([\w-]+)`.*\|([^|]*)\|$/gm)];
  return Object.fromEntries(rows.map(([, id, tuning]) => {
    const parameters = [...tuning.matchAll(/`(\w+)` (\d+)–(\d+)/g)];
    return [id, Object.fromEntries(parameters.map(([, name, min, max]) => [name, { min: Number(min), max: Number(max) }]))];
  }));
}
