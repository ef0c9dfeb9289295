/** Stores in the browser which screens of the path were answered correctly. Pure: no DOM. */
import { SCREENS } from './screens.ts';

export type Scope = { localStorage?: Storage };

/** The number is the version of the format. */
const KEY = 'scanlab-path-1';

/** The stored screens that the path has; empty if the browser stores nothing. */
export function readPassed(scope: Scope = globalThis): Set<string> {
  try {
    const kept: unknown = JSON.parse(scope.localStorage?.getItem(KEY) ?? '[]');
    return new Set(SCREENS.map(({ id }) => id).filter((id) => Array.isArray(kept) && kept.includes(id)));
  } catch {
    return new Set();
  }
}

export function keepPassed(passed: ReadonlySet<string>, scope: Scope = globalThis) {
  try {
    if (passed.size) scope.localStorage?.setItem(KEY, JSON.stringify([...passed]));
    else scope.localStorage?.removeItem(KEY);
  } catch {
    // Not allowed, or full: the path works without storage.
  }
}
