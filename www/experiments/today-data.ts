/** Experiments with scans that are newer than the other sources. */
import { AUTO, LOOK_BACK, REDUCE_THEN_SCAN, powers, scan } from './scans.ts';
import type { Experiment } from './types.ts';

const FALLBACK = scan('look-back-fallback');
const DETERMINISTIC = scan('look-back-deterministic');
const LOOK_AHEAD = scan('look-ahead');
const CACHE_BLOCKED = scan('cache-blocked');
const SMITH = 'Smith, Levien & Owens 2025';
const MERRILL = 'Merrill & Garland 2016, abstract';

export const TODAY: readonly Experiment[] = [
  {
    id: 'single-pass',
    title: 'One pass against two',
    source: `${MERRILL}; ${SMITH}`,
    question:
      'Reduce-then-scan reads the input twice. Look-back reads it once; its fallback variant does so even without forward progress. Cache-blocked reads it twice, but the second time from the cache.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [REDUCE_THEN_SCAN, LOOK_BACK, FALLBACK, CACHE_BLOCKED, AUTO], sizes: [...powers(16, 24, 2), 2 ** 25, 2 ** 26] }],
    short: [{ scans: [REDUCE_THEN_SCAN, LOOK_BACK, FALLBACK, CACHE_BLOCKED, AUTO], sizes: [2 ** 12, 2 ** 16] }],
    claims: [
      {
        kind: 'factor',
        fast: FALLBACK,
        slow: REDUCE_THEN_SCAN,
        n: 2 ** 25,
        factor: 1.33,
        slack: 0.1,
        source: `${SMITH}, results`,
        text: 'At 2²⁵ elements, look-back with fallback is 1.33 to 1.49 times as fast as reduce-then-scan. By traffic, 3n against 2n, the limit is 1.5.',
      },
      {
        kind: 'share',
        scan: FALLBACK,
        n: 2 ** 25,
        share: 0.98,
        slack: 0.1,
        source: `${SMITH}, results`,
        text: 'At 2²⁵ elements, look-back with fallback reaches at least 98 % of the speed of a copy.',
      },
      {
        kind: 'share',
        scan: LOOK_BACK,
        n: 'largest',
        share: 1,
        slack: 0.1,
        source: MERRILL,
        text: 'The throughput of look-back is close to that of a copy.',
      },
      {
        kind: 'open',
        left: LOOK_BACK,
        right: FALLBACK,
        n: 'largest',
        text: 'If the fallback is not needed, its cost depends on the device.',
      },
    ],
    differs:
      'The 2025 figures are from a native Dawn without the bounds checks that every page has, and its reduce-then-scan differs from the one here. Without ' +
      'forward progress of waiting workgroups, look-back is not offered.',
  },
  {
    id: 'fastest',
    title: 'Fastest scans',
    source: 'This project',
    question: 'The fast scans are compared with the copy kernel, which moves the same number of bytes in the same rounds.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [AUTO, LOOK_BACK, FALLBACK, CACHE_BLOCKED, scan('subgroup'), REDUCE_THEN_SCAN], sizes: powers(20, 28, 2) }],
    short: [{ scans: [AUTO, FALLBACK, CACHE_BLOCKED, scan('subgroup'), REDUCE_THEN_SCAN], sizes: [2 ** 14, 2 ** 16] }],
    claims: [
      { kind: 'fastest', scan: AUTO, n: 'largest', text: '“Automatic” chooses the scan that is fastest for the device and length.' },
      {
        kind: 'share',
        scan: AUTO,
        n: 'largest',
        share: 1,
        slack: 0.1,
        source: MERRILL,
        text: 'The throughput of a single-pass scan is close to that of a copy.',
      },
    ],
    differs:
      'The table behind “Automatic” was measured on an NVIDIA H200 and on software adapters. On other devices, the order of the scans may differ.',
  },
  {
    id: 'look-ahead',
    title: 'Look-ahead against look-back',
    source: 'NVIDIA 2026; This project',
    question:
      'In look-back, a tile publishes its aggregate, and later its inclusive prefix. In look-ahead, a tile publishes its aggregate only, and each workgroup carries a prefix from tile to tile.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [LOOK_BACK, LOOK_AHEAD, DETERMINISTIC], sizes: powers(16, 28, 2) }],
    short: [{ scans: [LOOK_BACK, LOOK_AHEAD, DETERMINISTIC], sizes: [2 ** 12, 2 ** 16] }],
    claims: [
      {
        kind: 'factor',
        fast: LOOK_AHEAD,
        slow: LOOK_BACK,
        n: 2 ** 20,
        factor: 1.13,
        slack: 0.1,
        source: 'This project',
        text: 'At 2²⁰ elements, where all tiles run at once, look-ahead is 1.13 times as fast as look-back.',
      },
      {
        kind: 'faster',
        fast: LOOK_BACK,
        slow: LOOK_AHEAD,
        n: 'largest',
        source: 'This project',
        text: 'In long inputs, look-back is faster: in look-ahead, a workgroup sums the aggregates of all tiles between two of its own.',
      },
      {
        kind: 'faster',
        fast: LOOK_AHEAD,
        slow: DETERMINISTIC,
        n: 2 ** 20,
        source: 'This project',
        text: 'Both look-ahead and the deterministic look-back round sums in the same way in every run. At 2²⁰ elements, look-ahead is faster.',
      },
    ],
    differs:
      'The times of this project are from an NVIDIA H200 in Chromium 156. CUB’s scan copies the next tile into workgroup memory while it waits. WGSL has no ' +
      'asynchronous copies, and its barriers are for whole workgroups.',
  },
];
