/** Merry's claims about compactions and neighbour lists that use atomics in place of a scan. */
import { AUTO } from './scans.ts';
import type { Claim, TunedAlgorithm } from './types.ts';

/** The texts of the claims. `reorders` and `differs` have one text per variant: that of `all`, then that of `few`. */
type Words = { faster: string; open: string; reorders: [string, string]; differs: [string, string] };

/**
 * @param all the variant with one atomic per element
 * @param few the variant with fewer atomics
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
