/** Experiments with current scans. */
import { AUTO, LOOK_BACK, REDUCE_THEN_SCAN, powers, scan } from './scans.ts';
import type { Experiment } from './types.ts';

const FALLBACK = scan('look-back-fallback');
const CACHE_BLOCKED = scan('cache-blocked');
const SMITH = 'Smith, Levien & Owens 2025';
const MERRILL = 'Merrill & Garland 2016, abstract';

export const TODAY: readonly Experiment[] = [
  {
    id: 'single-pass',
    title: 'One pass against two',
    source: `${MERRILL}; ${SMITH}`,
    question:
      'Reduce-then-scan reads the input twice, look-back once, its fallback once even without forward progress, cache-blocked twice, but from the cache.',
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
        text: 'At 2²⁵ elements look-back with fallback is 1.33 to 1.49 times as fast as reduce-then-scan; by traffic, 3n against 2n, it could be 1.5.',
      },
      {
        kind: 'share',
        scan: FALLBACK,
        n: 2 ** 25,
        share: 0.98,
        slack: 0.1,
        source: `${SMITH}, results`,
        text: 'At 2²⁵ elements look-back with fallback comes to 98 % or more of a copy’s speed.',
      },
      {
        kind: 'share',
        scan: LOOK_BACK,
        n: 'largest',
        share: 1,
        slack: 0.1,
        source: MERRILL,
        text: 'The throughput of look-back comes close to that of a copy.',
      },
      {
        kind: 'open',
        left: LOOK_BACK,
        right: FALLBACK,
        n: 'largest',
        text: 'What the fallback costs where it is not needed depends on the device.',
      },
    ],
    differs:
      'The 2025 figures are from a native Dawn without the bounds checks that every page has, and its reduce-then-scan is another than this one. Without ' +
      'forward progress of waiting workgroups, look-back is not offered.',
  },
  {
    id: 'fastest',
    title: 'Fastest scans',
    source: 'This project',
    question: 'The scans made for speed, beside the copy kernel that moves as many bytes in the same rounds.',
    axis: 'n',
    measure: 'elements',
    groups: [{ scans: [AUTO, LOOK_BACK, FALLBACK, CACHE_BLOCKED, scan('subgroup'), REDUCE_THEN_SCAN], sizes: powers(20, 28, 2) }],
    short: [{ scans: [AUTO, FALLBACK, CACHE_BLOCKED, scan('subgroup'), REDUCE_THEN_SCAN], sizes: [2 ** 14, 2 ** 16] }],
    claims: [
      { kind: 'fastest', scan: AUTO, n: 'largest', text: '“Automatic” takes the scan that is fastest for the device and length.' },
      {
        kind: 'share',
        scan: AUTO,
        n: 'largest',
        share: 1,
        slack: 0.1,
        source: MERRILL,
        text: 'A scan in one pass comes close to the throughput of a copy.',
      },
    ],
    differs:
      'The table behind “Automatic” was measured on an NVIDIA H200 and on software adapters; other devices may order the scans otherwise.',
  },
];
