/** Stores in the browser the kernels that a visitor has begun. Pure: no DOM. */

export type Scope = { localStorage?: Storage };

/** The number is the version of the format. */
const KEY = 'scanlab-kernel-1-';

/** The stored kernel of an exercise; null without one. */
export function readDraft(exercise: string, scope: Scope = globalThis): string | null {
  try {
    return scope.localStorage?.getItem(KEY + exercise) ?? null;
  } catch {
    return null;
  }
}

/** @param code null to remove the kernel */
export function keepDraft(exercise: string, code: string | null, scope: Scope = globalThis) {
  try {
    if (code === null) scope.localStorage?.removeItem(KEY + exercise);
    else scope.localStorage?.setItem(KEY + exercise, code);
  } catch {
    // Not allowed, or full: the exercise works without storage.
  }
}
