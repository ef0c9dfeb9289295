import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, timed } from '../shared/points.fakes.mjs';
import { measuredOf } from './measured.ts';

test('the core gets times and requests of the algorithms to predict, copies and overheads of all points', () => {
  const point = timed('twice', 1024, 6000, {
    copy: beside(1024, 2000),
    dispatches: 3,
    scratch_bytes: 8,
    tuning: { items: 4 },
    overhead_ns: 9,
  });
  const others = [
    timed('other', 2048, 7000, { copy: beside(2048, 4000), overhead_ns: 7 }),
    timed('twice', 2048, null),
    timed('twice', 4096, 10, { verified: false }),
    timed('twice', 8192, 10, { skipped: 'too large' }),
  ];
  const { points, ...device } = measuredOf([point, ...others], ['twice']);
  assert.equal(points.length, 1);
  assert.deepEqual(
    // JSON drops undefined fields.
    JSON.parse(JSON.stringify(points[0])),
    {
      algorithm: 'twice',
      request: {
        algorithm: 'twice',
        operator: 'add',
        type: 'u32',
        mode: 'inclusive',
        direction: 'forward',
        segmented: false,
        n: 1024,
        tuning: { items: 4 },
      },
      dispatches: 3,
      scratch_bytes: 8,
      ns: 6000,
    },
  );
  assert.deepEqual(device, {
    algorithms: ['twice'],
    copies: [
      { n: 1024, ns: 2000 },
      { n: 2048, ns: 4000 },
    ],
    overheads_ns: [9, 7],
    element_bytes: 4,
  });
});
