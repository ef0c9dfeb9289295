import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Formats } from '../shared/format.js';
import { leftOut } from './left-out.js';
import { describeModel, describePrediction } from './time-model-words.js';
import { registeredIds } from '../shared/registry.fakes.mjs';

const formats = new Formats('en');
const MODEL = { launch_ns: 7000, launchFrom: 'empty', bytes_per_ns: 4190, largest: 2 ** 28 };

/** A plan of passes of as many workgroups and elements moved. */
function planOf({ dispatches = 12, workgroups = 4096, applications = 0, barriers = 0, tuning = {}, tile_elements = 1024 } = {}) {
  const first = { workgroups, cost: { reads: 10, writes: 10, barriers } };
  return {
    dispatches,
    tuning,
    tile_elements,
    cost: { applications },
    passes: [first, { workgroups: 1, cost: { reads: 1, writes: 1, barriers: 1 } }],
  };
}

function row(n, launches_ns, traffic_ns, ratio = 1, changes = {}) {
  const ns = launches_ns + traffic_ns;
  return {
    n,
    launches_ns,
    traffic_ns,
    ns,
    measured_ns: ratio * ns,
    bytes: 12 * n,
    id: 'subgroup',
    plan: planOf(),
    copySpeed: 1,
    launched: launches_ns > traffic_ns,
    ...changes,
  };
}

const say = (rows, title = 'Subgroup') => describePrediction(title, rows, MODEL, (id) => (id === 'subgroup' ? 'Subgroup' : id), formats);

test('the model in words has its constants', () => {
  assert.equal(
    describeModel(MODEL, formats),
    'Predicted time = dispatches × 7 µs (an empty dispatch) + bytes ÷ 4,190 GB/s (the copy kernel at n = 2²⁸). ' +
      'The plan has the dispatches and the bytes.',
  );
  assert.match(describeModel({ ...MODEL, launchFrom: 'copy' }, formats), /7 µs \(the shortest copies beside their bytes\)/);
});

test('what decides at which size, and that the prediction holds', () => {
  assert.equal(
    say([row(2 ** 14, 10, 1), row(2 ** 18, 10, 10), row(2 ** 22, 10, 20, 1.1)]),
    'Subgroup: up to n = 2¹⁴ launches decide (12 dispatches × 7 µs), from 2²² on traffic decides (12 bytes an element). ' +
      'Measured and predicted times are within 25 % of each other.',
  );
  assert.match(say([row(2 ** 14, 10, 1)]), /: at all sizes launches decide \(12 dispatches/);
  assert.match(say([row(2 ** 14, 1, 10)]), /: at all sizes traffic decides \(12 bytes/);
  assert.match(say([row(2 ** 14, 10, 9)]), /: launches and traffic weigh alike at all sizes\./);
  assert.match(say([]), /no prediction/);
});

test('where measured and predicted part, by how much, and what the model leaves out', () => {
  const plan = planOf({ barriers: 20 * 4096 });
  assert.match(
    say([row(2 ** 18, 10, 1, 0.9), row(2 ** 22, 1, 10, 1.5, { plan }), row(2 ** 24, 1, 10, 1.9, { plan })]),
    /They part most at n = 2²⁴, where measured is 1\.9 times the prediction; where traffic decides, 1\.5 to 1\.9 times\. Not in the model: the 20 barriers of a workgroup, with/,
  );
  assert.match(
    say([row(2 ** 18, 10, 1, 0.5, { copySpeed: 1.5 })]),
    /measured is 0\.5 times the prediction\. Not in the model: caches: the copy kernel, too, is 1\.5 times as fast/,
  );
});

test('automatic names what it takes', () => {
  assert.match(
    say([row(1, 10, 1, 1, { id: 'sequential' }), row(2, 10, 1, 1, { id: 'look-back' })], 'Automatic'),
    /^Automatic \(here sequential, then look-back\): /,
  );
});

test('every scan has something that the model leaves out, and no more than three things', () => {
  for (const id of registeredIds()) {
    for (const longer of [true, false]) {
      const one = {
        id,
        plan: planOf({ dispatches: 1, tuning: { padding: 0, items: 4, radix: 4 } }),
        n: 2 ** 20,
        copySpeed: null,
        launched: false,
      };
      const causes = leftOut(one, longer, formats);
      assert.ok(causes.length > 0 && causes.length <= 3, `${id}: ${causes}`);
    }
  }
});

test('what is left out is told by the plan', () => {
  const causes = (id, plan, changes = {}) =>
    leftOut({ id, plan: planOf(plan), n: 1e6, copySpeed: 1, launched: false, ...changes }, changes.longer ?? true, formats).join(' | ');
  assert.match(causes('chained', { workgroups: 1000 }), /chain of 1,000 tiles/);
  assert.match(causes('look-back'), /wait for what the tiles before them publish/);
  assert.match(causes('two-level', { workgroups: 64 }), /64 workgroups of its longest pass.* two places apart/);
  assert.match(causes('blelloch', { tuning: { padding: 0 } }), /bank conflicts/);
  assert.doesNotMatch(causes('blelloch', { tuning: { padding: 1 } }), /bank conflicts/);
  assert.match(causes('kogge-stone', { applications: 9e6 }), /9 applications of ⊕ an element/);
  assert.match(causes('kogge-stone', {}, { copySpeed: 0.5 }), /not busy yet/);
  assert.match(causes('hillis-steele', {}, { longer: false }), /second invocation that reads it \| caches in which a dispatch/);
  assert.match(causes('subgroup', {}, { launched: true }), /launches of its own passes/);
});
