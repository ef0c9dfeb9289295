import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axesOf, planGrid, runCases } from './run.ts';
import { ScanLabError } from '../shared/errors.ts';

const CATALOGUE = {
  algorithms: [
    {
      id: 'a',
      tuning: [
        { name: 'items', min: 2 },
        { name: 'max_spins', min: 0 },
      ],
    },
    { id: 'b', tuning: [] },
  ],
  operators: [
    { id: 'add', types: ['u32', 'f32'] },
    { id: 'max', types: ['u32'] },
  ],
  patterns: [{ id: 'ones' }],
};
const CHOSEN = { algorithms: ['a', 'b'], operators: ['add'] };

/** A lab that does not scan, and records its requests. */
function fakeLab({ refuse = () => {}, supports = () => null } = {}) {
  const requests = [];
  let verifications = 0;
  return {
    requests,
    adapter: { subgroups: null, isFallback: false },
    plan: ({ algorithm, tuning }) => ({ tile_elements: algorithm === 'a' ? (tuning?.items ?? 10) : 1e9 }),
    supports,
    input: ({ n }) => new Uint32Array(n),
    async scan(input, request) {
      requests.push({ n: input.length, ...request });
      refuse(request);
      return input;
    },
    async verify(_, output) {
      verifications += 1;
      return { verified: output.length !== 3, mismatch: null };
    },
    get verifications() {
      return verifications;
    },
  };
}

const CASE = {
  algorithm: 'a',
  operator: 'add',
  type: 'u32',
  mode: 'exclusive',
  direction: 'forward',
  segments: 'whole',
  inPlace: false,
  initial: false,
  size: '2',
  n: 2,
  pattern: 'ones',
};

/** A recorder whose runs return their inputs, as the fake lab's scans do. It keeps its requests. */
function fakeRecorder(change = (words) => words) {
  const requests = [];
  return {
    requests,
    isEnded: false,
    async run(request, { input, output, ...more }) {
      requests.push({ ...request, ...more });
      const { buffer, byteOffset, length } = input ?? output;
      return { output: change(new Uint32Array(buffer, byteOffset, length).slice()) };
    },
    end() {
      this.isEnded = true;
    },
  };
}

async function outcomes(lab, cases, signal = new AbortController().signal, recorder = fakeRecorder()) {
  const found = [];
  for await (const { outcome, reason } of runCases(lab, cases, signal, recorder)) found.push([outcome, reason]);
  return found;
}

test('axes are those that the lab supports; tiles are bounded', async () => {
  const axes = await axesOf(fakeLab(), CATALOGUE, CHOSEN);
  assert.deepEqual(axes.kinds, [
    { operator: 'add', type: 'u32' },
    { operator: 'add', type: 'f32' },
  ]);
  assert.deepEqual(
    [axes.directions, axes.segments, axes.inPlace, axes.initial],
    [
      ['forward', 'backward'],
      ['whole', 'heads', 'head-bits', 'rows', 'columns'],
      [false, true],
      [false, true],
    ],
  );
  const tile = axes.sizes.find(({ name }) => name === 'tile');
  assert.deepEqual([tile.of({ algorithm: 'a' }), tile.of({ algorithm: 'b' })], [10, 2 ** 14]);
  const squares = axes.far.find(({ name }) => name === 'tile²');
  assert.deepEqual([squares.of({ algorithm: 'a', tuning: axes.farTuning('a') }), squares.of({ algorithm: 'b' })], [4, 256 ** 2]);
  assert.deepEqual([axes.farTuning('a'), axes.farTuning('b')], [{ items: 2 }, {}]);
  const refuse = ({ direction, heads }) => {
    if (direction || heads) throw new ScanLabError('unsupported', 'forward only');
  };
  const plain = await axesOf(fakeLab({ refuse }), CATALOGUE, CHOSEN);
  assert.deepEqual([plain.directions, plain.segments], [['forward'], ['whole']]);
});

test('each case is scanned and verified; unsupported ones are not run', async () => {
  const lab = fakeLab({ supports: ({ algorithm }) => (algorithm === 'b' ? 'no b here' : null) });
  const cases = [
    CASE,
    { ...CASE, n: 3 },
    { ...CASE, algorithm: 'b' },
    { ...CASE, direction: 'backward', segments: 'heads', inPlace: true },
  ];
  assert.deepEqual(await outcomes(lab, cases), [
    ['passed', null],
    ['failed', null],
    ['unsupported', 'no b here'],
    ['passed', null],
  ]);
  assert.equal(lab.requests.length, 3);
  assert.equal(lab.requests[0].direction, 'forward');
  assert.deepEqual([lab.requests[2].direction, lab.requests[2].heads.length, lab.requests[2].inPlace], ['backward', 2, true]);
});

test('segments are requested by heads, by bits, and by a shape along either axis', async () => {
  const asked = [];
  const lab = fakeLab({ supports: (query) => (asked.push(query), null) });
  const segments = ['whole', 'heads', 'head-bits', 'rows', 'columns'];
  const cases = segments.map((division) => ({ ...CASE, segments: division, n: 60 }));
  assert.deepEqual(await outcomes(lab, cases), Array(5).fill(['passed', null]));
  const given = lab.requests.map(({ heads, headsAsBits, shape, axis }) => [heads?.length, headsAsBits, shape, axis]);
  assert.deepEqual(given, [
    [undefined, undefined, undefined, undefined],
    [60, undefined, undefined, undefined],
    [2, true, undefined, undefined],
    [undefined, undefined, [2, 30], 1],
    [undefined, undefined, [2, 30], 0],
  ]);
  assert.deepEqual(
    asked.map(({ segmented, headsAsBits, columns, axis }) => [segmented, headsAsBits, columns, axis]),
    [
      [false, undefined, undefined, undefined],
      [true, undefined, undefined, undefined],
      [true, true, undefined, undefined],
      [false, undefined, 1000, 1],
      [false, undefined, 1000, 0],
    ],
  );
});

test('an output that equals a verified one of the same input is right; floats are verified each time', async () => {
  const three = ['a', 'b', 'a'].map((algorithm) => ({ ...CASE, algorithm }));
  const passed = Array(3).fill(['passed', null]);
  const lab = fakeLab();
  assert.deepEqual(await outcomes(lab, three), passed);
  assert.deepEqual([lab.requests.length, lab.verifications], [3, 1]);
  const other = fakeLab();
  await outcomes(other, [CASE, { ...CASE, mode: 'inclusive' }, { ...CASE, n: 4 }, { ...CASE, pattern: 'max' }]);
  assert.equal(other.verifications, 4);
  const floats = fakeLab();
  assert.deepEqual(
    await outcomes(
      floats,
      three.map((one) => ({ ...one, type: 'f32' })),
    ),
    passed,
  );
  // Each of three cases is verified as a call and as a prepared run.
  assert.equal(floats.verifications, 6);
});

test('each case of at least one element is also a prepared run, whose wrong output is a failure with its reason', async () => {
  const recorder = fakeRecorder((words) => words.map((word, i) => word + Number(i === 59)));
  const lab = fakeLab();
  lab.verify = async (input, output) => ({ verified: input.every((word, i) => word === output[i]), mismatch: null });
  const form = { ...CASE, direction: 'backward', inPlace: true, tuning: { items: 2 } };
  const cases = [
    { ...form, segments: 'rows', n: 60 },
    { ...form, segments: 'heads', n: 20 },
    { ...form, n: 0 },
  ];
  const reason = 'The output of the prepared run was wrong.';
  assert.deepEqual(await outcomes(lab, cases, undefined, recorder), [
    ['failed', reason],
    ['passed', null],
    ['passed', null],
  ]);
  const [rows, heads, ...others] = recorder.requests;
  assert.deepEqual(others, []);
  const { heads: flags, ...asked } = heads;
  assert.equal(flags.length, 20);
  const common = {
    algorithm: 'a',
    operator: 'add',
    type: 'u32',
    mode: 'exclusive',
    direction: 'backward',
    inPlace: true,
    tuning: { items: 2 },
  };
  assert.deepEqual(asked, { ...common, n: 20, segmented: true, initial: undefined });
  assert.deepEqual(rows, { ...common, n: 60, segmented: false, columns: 30, axis: 1, heads: undefined, initial: undefined });
  assert.ok(recorder.isEnded);
});

test('a scan from an initial value is called, prepared and verified with the same random element', async () => {
  const recorder = fakeRecorder();
  const lab = fakeLab();
  const [inputs, verified] = [[], []];
  lab.input = (request) => {
    inputs.push(request);
    return Uint32Array.from({ length: request.n }, () => request.seed);
  };
  lab.verify = async (_, output, { initial }) => {
    verified.push(initial);
    return { verified: true, mismatch: null };
  };
  const one = { ...CASE, type: 'f32', initial: true };
  assert.deepEqual(await outcomes(lab, [one, { ...one, initial: false }], undefined, recorder), Array(2).fill(['passed', null]));
  const [of] = inputs.filter(({ n }) => n === 1);
  assert.deepEqual([of.pattern, of.operator, of.type], ['random', 'add', 'f32']);
  const value = Uint32Array.of(of.seed);
  assert.deepEqual(
    lab.requests.map(({ initial }) => initial),
    [value, undefined],
  );
  assert.deepEqual(
    recorder.requests.map(({ initial }) => initial),
    [value, undefined],
  );
  // Each case is verified as a call and as a prepared run.
  assert.deepEqual(verified, [value, value, undefined, undefined]);
});

test('an output that differs from a verified one is verified, and a wrong one is not cached', async () => {
  let scans = 0;
  const lab = fakeLab();
  lab.scan = async (input) => Uint32Array.from(input, () => (scans += 1));
  lab.verify = async (_, output) => ({ verified: output[0] === 3, mismatch: null });
  const recorder = fakeRecorder((words) => words.fill(3));
  assert.deepEqual(await outcomes(lab, [CASE, CASE, CASE], undefined, recorder), [
    ['failed', null],
    ['passed', null],
    ['failed', null],
  ]);
});

for (const grid of ['smoke', 'spread', 'full']) {
  test(`shards part a ${grid} grid: each case is in one of them`, async () => {
    const lab = fakeLab();
    const plans = await Promise.all(
      [null, 1, 2, 3].map((index) => planGrid(lab, CATALOGUE, { ...CHOSEN, grid, shard: index && { index, of: 3 } })),
    );
    const [whole, ...parts] = plans.map(({ cases }) => [...cases].map((one) => JSON.stringify(one)));
    assert.deepEqual(
      plans.map(({ total }) => total),
      [whole, ...parts].map(({ length }) => length),
    );
    assert.deepEqual(parts.flat().sort(), [...whole].sort());
    assert.ok(
      parts.every(({ length }) => length > 0 && length < whole.length / 2),
      parts.map(({ length }) => length).join(),
    );
    assert.deepEqual(plans[2].shard, { index: 2, of: 3 });
  });
}

test('the grid of one case has only this case and its axes', async () => {
  const { cases, total, axes } = await planGrid(fakeLab(), CATALOGUE, { ...CHOSEN, grid: 'case', shard: null, one: CASE });
  assert.deepEqual([cases, total, axes.algorithms, axes.kinds], [[CASE], 1, ['a'], [{ operator: 'add', type: 'u32' }]]);
  assert.deepEqual(
    axes.sizes.map(({ name, of }) => [name, of(CASE)]),
    [['2', 2]],
  );
});

test('an error is one case’s result, but a lost device ends the run', async () => {
  const failing = (code) =>
    fakeLab({
      refuse: () => {
        throw new ScanLabError(code, code);
      },
    });
  assert.deepEqual(await outcomes(failing('out-of-memory'), [CASE]), [['failed', 'out-of-memory']]);
  assert.deepEqual(await outcomes(failing('too-large'), [CASE]), [['unsupported', 'too-large']]);
  await assert.rejects(outcomes(failing('device-lost'), [CASE]), { code: 'device-lost' });
  assert.deepEqual(await outcomes(fakeLab(), [CASE], AbortSignal.abort()), []);
});
