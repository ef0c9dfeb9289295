/** Stores in the browser the kernels that a visitor has begun. Pure: no DOM. */
import { withStorage } from '../../shared/storage.ts';

/** The number is the version of the format. */
const KEY = 'scanlab-kernel-1-';

/** The stored kernel of an exercise; null without one. */
export function readDraft(exercise: string): string | null {
  return withStorage(globalThis, (storage) => storage.getItem(KEY + exercise)) ?? null;
}

/** @param code null to remove the kernel */
export function keepDraft(exercise: string, code: string | null) {
  withStorage(globalThis, (storage) => (code === null ? storage.removeItem(KEY + exercise) : storage.setItem(KEY + exercise, code)));
}
