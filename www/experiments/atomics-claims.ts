/** Merry's claims about atomics in place of a scan, for any operation. */
import { AUTO } from './scans.ts';
import type { Claim, TunedAlgorithm } from './types.ts';

/** The claims in words. `reorders` and `differs` have one text per variant. */
type Words = { faster: string; open: string; reorders: [string, string]; differs: [string, string] };

/**
 * @param all one atomic per element
 * @param few fewer atomics
 */
export function atomicsClaims(all: TunedAlgorithm, few: TunedAlgorithm, { faster, open, reorders, differs }: Words): Claim[] {
  return [
    { kind: 'faster', fast: AUTO, slow: all, n: 'largest', text: faster },
    { kind: 'open', left: AUTO, right: few, n: 'largest', text: open },
    { kind: 'reorders', scan: all, text: reorders[0] },
    { kind: 'reorders', scan: few, text: reorders[1] },
    { kind: 'differs', scan: all, text: differs[0] },
    { kind: 'differs', scan: few, text: differs[1] },
  ];
}
