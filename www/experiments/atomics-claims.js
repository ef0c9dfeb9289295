/** What Merry claims of atomics in place of a scan, of any operation. */
import { AUTO } from './scans.js';

/** @typedef {import('./types.d.ts').Claim} Claim */
/** @typedef {import('./types.d.ts').TunedAlgorithm} TunedAlgorithm */
/** The claims in words: `reorders` and `differs` of each of the two. @typedef {{ faster: string, open: string, reorders: [string, string], differs: [string, string] }} Words */

/** @param {TunedAlgorithm} all with an atomic for each element @param {TunedAlgorithm} few with fewer @param {Words} words @returns {Claim[]} */
export function atomicsClaims(all, few, { faster, open, reorders, differs }) {
  return [
    { kind: 'faster', fast: AUTO, slow: all, n: 'largest', text: faster },
    { kind: 'open', left: AUTO, right: few, n: 'largest', text: open },
    { kind: 'reorders', scan: all, text: reorders[0] },
    { kind: 'reorders', scan: few, text: reorders[1] },
    { kind: 'differs', scan: all, text: differs[0] },
    { kind: 'differs', scan: few, text: differs[1] },
  ];
}
