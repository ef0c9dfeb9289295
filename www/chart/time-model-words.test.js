import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Formats } from '../shared/format.ts';
import { describeCause, describeModel, describePrediction, describeProblem } from './time-model-words.ts';

const formats = new Formats('en');
const MODEL = { launch_ns: 7000, launch_from: 'empty', bytes_per_ns: 4190, largest: 2 ** 28 };

function row(n, ratio = 1, changes = {}) {
  return { n, ran: 'subgroup', dispatches: 12, bytes: 12 * n, ns: 100, measured_ns: 100 * ratio, ratio, ...changes };
}

const judged = (changes = {}) => ({ launches_up_to: null, traffic_from: null, worst: 0, off: [], agrees: 1.25, ...changes });

function say(rows, judgement, { title = 'Subgroup', causes = [], traffic_ratios = null } = {}) {
  const scan = { algorithm: 'subgroup', rows, judgement, causes, traffic_ratios };
  return describePrediction(title, scan, MODEL, (id) => (id === 'subgroup' ? 'Subgroup' : id), formats);
}

test('the model in words has its constants', () => {
  assert.equal(
    describeModel(MODEL, formats),
    'Predicted time = dispatches × 7 µs (an empty dispatch) + bytes ÷ 4,190 GB/s (the copy kernel at n = 2²⁸). ' +
      'The plan has the dispatches and the bytes.',
  );
  assert.match(describeModel({ ...MODEL, launch_from: 'copy' }, formats), /7 µs \(the shortest copies beside their bytes\)/);
});

test('a problem of the model has a sentence', () => {
  assert.equal(describeProblem({ kind: 'no-copies' }), 'the copy kernel was not measured');
  assert.equal(
    describeProblem({ kind: 'near-sizes', required: 4 }),
    'to separate the starts of dispatches from bandwidth, the largest size must be at least 4 times the smallest',
  );
  assert.equal(
    describeProblem({ kind: 'short-copies', required: 2, found: 1.04 }),
    'to measure the bandwidth, the longest copy must take at least as long as 2 empty dispatches; it takes 1.0. Measure larger sizes',
  );
});

test('what decides at which size, and that the prediction holds', () => {
  assert.equal(
    say([row(2 ** 14), row(2 ** 18), row(2 ** 22, 1.1)], judged({ launches_up_to: 0, traffic_from: 2, worst: 2 })),
    'Subgroup: up to n = 2¹⁴ starts of dispatches dominate (12 dispatches × 7 µs), from 2²² on traffic dominates (12 bytes per element). ' +
      'Measured and predicted times are within 25 % of each other.',
  );
  assert.match(say([row(2 ** 14)], judged({ launches_up_to: 0 })), /: at all sizes starts of dispatches dominate \(12 dispatches/);
  assert.match(say([row(2 ** 14)], judged({ traffic_from: 0 })), /: at all sizes traffic dominates \(12 bytes/);
  assert.match(say([row(2 ** 14)], judged()), /: neither starts of dispatches nor traffic dominate at any size\./);
  assert.match(say([], null), /no prediction/);
});

test('the largest difference, its ratio, and what the model leaves out', () => {
  assert.match(
    say([row(2 ** 18, 0.9), row(2 ** 22, 1.5), row(2 ** 24, 1.9)], judged({ traffic_from: 1, worst: 2, off: [1, 2] }), {
      causes: [{ kind: 'barriers', barriers: 20 }],
      traffic_ratios: [1.5, 1.9],
    }),
    /They differ most at n = 2²⁴, where the measured time is 1\.9 times the prediction; where traffic dominates, 1\.5 to 1\.9 times\. Not in the model: the 20 barriers of a workgroup, with/,
  );
  assert.match(
    say([row(2 ** 18, 0.5)], judged({ launches_up_to: 0, off: [0] }), {
      causes: [{ kind: 'fast-copy', times: 1.5 }, { kind: 'strides' }, { kind: 'launches' }],
    }),
    /measured time is 0\.5 times the prediction\. Not in the model: caches: the copy kernel is also 1\.5 times as fast at this n; neighbouring .* second element; and the starts/,
  );
});

test('auto names the scan that it chooses', () => {
  assert.match(
    say([row(1, 1, { ran: 'sequential' }), row(2, 1, { ran: 'look-back' })], judged({ launches_up_to: 1 }), { title: 'Automatic' }),
    /^Automatic \(here sequential, then look-back\): /,
  );
});

test('causes have their numbers in words', () => {
  const described = (cause) => describeCause(cause, formats);
  assert.match(described({ kind: 'chain', tiles: 1000 }), /chain of 1,000 tiles/);
  assert.match(described({ kind: 'look-back' }), /wait for the states of the tiles before them/);
  assert.match(described({ kind: 'few-workgroups', workgroups: 64 }), /64 workgroups of its longest pass/);
  assert.match(described({ kind: 'applications', applications: 9.04 }), /9 applications of ⊕ per element/);
  assert.match(described({ kind: 'idle' }), /not fully used/);
});
