/** The browser's storage, which a page may not be allowed to use. Pure: no DOM. */

export type Scope = { localStorage?: Storage };

/** Uses the storage. Returns undefined if the browser refuses it, if it is full, or if its content cannot be read. */
export function withStorage<T>(scope: Scope, use: (storage: Storage) => T): T | undefined {
  try {
    return scope.localStorage && use(scope.localStorage);
  } catch {
    return undefined;
  }
}
