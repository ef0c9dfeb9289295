/** Stores in the browser the ids of the screens of the path that were answered correctly. Pure: no DOM. */
import { withStorage } from '../../shared/storage.ts';
import { SCREENS } from './screens.ts';
import type { Scope } from '../../shared/storage.ts';

/** The key in the browser's storage. Its number is the version of the format. */
const KEY = 'scanlab-path-1';

/** The screens that were answered correctly, without unknown ids; empty if the browser stores nothing. */
export function readPassed(scope: Scope = globalThis): Set<string> {
  const kept = withStorage(scope, (storage): unknown => JSON.parse(storage.getItem(KEY) ?? '[]'));
  return new Set(SCREENS.map(({ id }) => id).filter((id) => Array.isArray(kept) && kept.includes(id)));
}

export function keepPassed(passed: ReadonlySet<string>, scope: Scope = globalThis) {
  withStorage(scope, (storage) => (passed.size ? storage.setItem(KEY, JSON.stringify([...passed])) : storage.removeItem(KEY)));
}
