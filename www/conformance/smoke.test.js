import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeSizes, farSizes } from './cases.ts';
import { smokeAxes, smokeCases } from './smoke.ts';

const tileOf = () => 2304;
const AXES = smokeAxes({
  algorithms: Array.from({ length: 23 }, (_, i) => `a${i}`),
  kinds: Array.from({ length: 21 }, (_, i) => ({ operator: `o${i}`, type: 'u32' })),
  modes: ['inclusive', 'exclusive'],
  directions: ['forward', 'backward'],
  segments: ['whole', 'heads', 'head-bits', 'rows', 'columns'],
  inPlace: [false, true],
  initial: [false, true],
  sizes: edgeSizes({ subgroup: 4, workgroup: 256, large: 100_003, tileOf }),
  patterns: ['random', 'zeros', 'ones', 'max', 'alternating', 'sorted', 'spikes'],
  far: farSizes({ fast: true, tileOf }),
  farTuning: () => ({ items: 1 }),
});

const formOf = ({ algorithm, operator, mode, direction, segments, inPlace, initial }) =>
  [algorithm, operator, mode, direction, segments, inPlace, initial].join();
const featuresOf = ({ mode, direction, segments, inPlace, initial }) => [
  mode,
  direction,
  segments,
  `in place ${inPlace}`,
  `initial ${initial}`,
];
const FEATURES = [
  'inclusive',
  'exclusive',
  'forward',
  'backward',
  'whole',
  'heads',
  'in place false',
  'in place true',
  'initial false',
  'initial true',
];

/** All pairs of a scan or operator with a feature that occur in the cases. */
function met(cases) {
  return new Set(
    cases.flatMap((one) => featuresOf(one).flatMap((feature) => [`${one.algorithm} ${feature}`, `${one.operator} ${feature}`])),
  );
}

test('few forms cover every scan and every operator with every mode, direction and place, whole and by heads', () => {
  const cases = smokeCases(AXES, () => true);
  const found = met(cases);
  for (const subject of [...AXES.algorithms, ...AXES.kinds.map(({ operator }) => operator)]) {
    for (const feature of FEATURES) assert.ok(found.has(`${subject} ${feature}`), `${subject} ${feature}`);
  }
  // The other segments occur with every mode and direction, in place and not.
  const others = new Set(cases.flatMap((one) => featuresOf(one).map((feature) => `${one.segments} ${feature}`)));
  for (const segments of ['head-bits', 'rows', 'columns']) {
    for (const feature of FEATURES.filter((one) => !['whole', 'heads'].includes(one)))
      assert.ok(others.has(`${segments} ${feature}`), `${segments} ${feature}`);
  }
  // Each scan needs at least two forms.
  const forms = new Set(cases.map(formOf)).size;
  assert.ok(forms >= 2 * AXES.algorithms.length && forms < 2.4 * AXES.algorithms.length, `${forms} forms`);
  assert.deepEqual(
    cases,
    smokeCases(AXES, () => true),
  );
});

test('each form that can run has every small size and every pattern', () => {
  const cases = smokeCases(AXES, () => true);
  const names = AXES.sizes.map(({ name }) => name);
  for (const name of ['0', '1', '3', '4', '5', '255', '256', '257', 'tile − 1', 'tile', 'tile + 1', '3 tiles + 2'])
    assert.ok(names.includes(name), name);
  for (const name of ['1001', '4099', '100003']) assert.ok(!names.includes(name), name);
  for (const form of new Set(cases.map(formOf))) {
    const own = cases.filter((one) => formOf(one) === form);
    assert.deepEqual(
      own.map(({ size }) => size),
      names,
    );
    assert.equal(new Set(own.map(({ pattern }) => pattern)).size, AXES.patterns.length);
  }
});

test('other forms cover the pairs of forms that cannot run; a pair that never can has one case', () => {
  const canRun = ({ algorithm, mode, inPlace, segments }) =>
    !(algorithm === 'a3' && inPlace) &&
    !(algorithm === 'a4' && inPlace && mode === 'exclusive') &&
    !(algorithm === 'a5' && segments === 'heads');
  const cases = smokeCases(AXES, canRun);
  const never = cases.filter((one) => !canRun(one));
  assert.deepEqual(never.map(({ algorithm }) => algorithm).sort(), ['a3', 'a5']);
  const found = met(cases.filter(canRun));
  for (const feature of FEATURES) assert.ok(found.has(`a4 ${feature}`), feature);
});
