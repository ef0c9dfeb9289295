/** The browser's storage. A browser may refuse it to a page. Pure: no DOM. */

export type Scope = { localStorage?: Storage };

/** Uses the storage. Returns undefined if the storage is refused or full, or if its content cannot be read. */
export function withStorage<T>(scope: Scope, use: (storage: Storage) => T): T | undefined {
  try {
    return scope.localStorage && use(scope.localStorage);
  } catch {
    return undefined;
  }
}
