/** Caches checked requests for scans of buffers. A program repeats few different requests, and the checks take as long as a short scan. */

import { checkCallback } from '../shared/arguments.ts';
import { DeviceWords, isDeviceBuffer, isUnmapped } from '../shared/device-words.ts';
import type { Elements } from '../types.ts';
import type { Job } from './verify.ts';

/** A checked scan of a buffer. The same request on the same buffers yields the same object while it is cached. */
export type DeviceScan = {
  job: Job;
  words: DeviceWords;
  heads: DeviceWords | Uint32Array | undefined;
  initial: DeviceWords | Elements | undefined;
  outputs: Record<string, GPUBuffer>;
};
type Fields = Record<string, unknown>;
type Known = { fields: Fields; count: number; buffers: GPUBuffer[]; scan: DeviceScan };
type OnSubmitted = (output: GPUBuffer) => void;

/** The maximum number of cached requests per input: each retains the caller's buffers. */
const MOST_PER_INPUT = 4;
/** The field that may differ between calls of one request. */
const CALLBACK = 'onSubmitted';

const isBuffer = (value: unknown) => typeof value === 'object' && isDeviceBuffer(value);

export class DeviceScans {
  #byInput: WeakMap<GPUBuffer, Known[]> = new WeakMap();

  /** The cached scan for a request that has the values of an earlier request, except for the callback; else undefined. */
  recall(input: GPUBuffer, value: unknown): { scan: DeviceScan; onSubmitted: OnSubmitted | undefined } | undefined {
    const all = this.#byInput.get(input);
    if (!all || typeof value !== 'object' || value === null) return undefined;
    try {
      // An object with another prototype may inherit fields.
      if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
      const given = { ...value } as Fields;
      const found = all.find((known) => isSame(known, given));
      return found && { scan: found.scan, onSubmitted: checkCallback(CALLBACK, given[CALLBACK]) };
    } catch {
      // The full checks, which follow, report the exception of a getter or a wrong callback.
      return undefined;
    }
  }

  /** @param fields the fields of the request, as the checks have read them */
  keep(input: GPUBuffer, { [CALLBACK]: _, ...fields }: Fields, scan: DeviceScan) {
    const values = Object.values(fields);
    // The contents of other objects, such as arrays, can change.
    if (!values.every((value) => typeof value !== 'object' || isBuffer(value))) return;
    const all = this.#byInput.get(input) ?? [];
    const buffers = [input, ...values.filter(isBuffer)] as GPUBuffer[];
    // `recall` ignores an instance of a class, so an equal request may already be cached.
    if (all.some((known) => isSame(known, fields))) return;
    all.unshift({ fields, count: values.length, buffers, scan });
    all.length = Math.min(all.length, MOST_PER_INPUT);
    this.#byInput.set(input, all);
  }
}

/** Whether the values are those of a cached request, and its buffers are unmapped. Size and usage of a buffer never change. */
function isSame({ fields, count, buffers }: Known, given: Fields) {
  let same = 0;
  for (const key in given) {
    if (key === CALLBACK || given[key] === undefined) continue;
    if (given[key] !== fields[key]) return false;
    same++;
  }
  return same === count && buffers.every(isUnmapped);
}
