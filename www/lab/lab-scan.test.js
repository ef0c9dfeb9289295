import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PER_INVOCATION, TILE } from './lab.fakes.mjs';
import { INPUT, SUMS, collect, fails, open } from './lab.steps.mjs';

test('scan: every type and mode, any length, defaults', async () => {
  const { lab, state } = await open();
  const input = INPUT.slice();
  assert.deepEqual(await lab.scan(input), SUMS);
  assert.deepEqual(input, INPUT);
  assert.deepEqual(state.log[0], [
    'scan',
    {
      algorithm: 'reduce-then-scan',
      operator: 'add',
      type: 'u32',
      mode: 'inclusive',
      direction: 'forward',
      segmented: false,
      inPlace: false,
      tuning: {},
    },
  ]);
  assert.deepEqual(
    await lab.scan(Int32Array.of(-1, 5, -7), { operator: 'min', algorithm: 'hybrid', tuning: { reduce_steps: 2 } }),
    Int32Array.of(-1, -1, -7),
  );
  assert.deepEqual(state.log[1][1].tuning, { reduce_steps: 2 });
  assert.deepEqual(await lab.scan(Float32Array.of(0.5, 2), { operator: 'mul', mode: 'exclusive' }), Float32Array.of(1, 0.5));
  assert.deepEqual(await lab.scan(new Float32Array(0)), new Float32Array(0));
  assert.deepEqual(await lab.scan(new Uint32Array([9, 3, 1, 9]).subarray(1, 3)), Uint32Array.of(3, 4));
  assert.ok(state.tokens.every(({ freed }) => freed));
});

test('scan: errors name what was required and what was found', async () => {
  const { lab } = await open();
  await fails('bad-argument', lab.scan([1, 2]), /Uint32Array, Int32Array or Float32Array; it was an array of length 2/);
  await fails('bad-argument', lab.scan(new Float64Array(2)), /Float64Array/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'quick' }), /algorithm .*found "quick"/);
  await fails('bad-argument', lab.scan(INPUT, { operator: 'sub' }), /operator .*found "sub"/);
  await fails('bad-argument', lab.scan(INPUT, { mode: 'Inclusive' }), /mode .*found "Inclusive"/);
  await fails('bad-argument', lab.scan(INPUT, { direction: 'up' }));
  await fails('bad-argument', lab.scan(INPUT, { modes: 'inclusive' }), /"modes"/);
  await fails(
    'bad-argument',
    lab.scan(INPUT, { algorithm: 'hybrid', tuning: { reduce_steps: 10 } }),
    /tuning of hybrid\.reduce_steps .*found 10/,
  );
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'hybrid', tuning: { reduce_steps: 1.5 } }));
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'hybrid', tuning: { steps: 1 } }), /tuning of hybrid\.steps/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'sequential', tuning: { steps: 1 } }), /tuning of sequential\.steps/);
  await fails('bad-argument', lab.scan(INPUT, { signal: {} }), /AbortSignal/);
  await fails('bad-argument', lab.scan(INPUT, { heads: new Uint32Array(4) }), /5 flags.*4/);
  await fails('bad-argument', lab.scan(INPUT, { operator: 'pair' }), /multiple of 2 entries.*it has 5/);
  await fails('unsupported', lab.scan(INPUT, { operator: 'min', direction: 'backward' }), /backward is for later/);
  await fails('bad-argument', lab.scan(INPUT, { heads: new Uint8Array(5) }), /Uint32Array of 5 flags, each 0 or 1, .*Uint8Array/);
  await fails('bad-argument', lab.scan(INPUT, { heads: Uint32Array.of(1, 0, 2, 0, 3) }), /heads\[2\] is 2/);
  await fails('unsupported', lab.scan(INPUT, { operator: 'min', heads: new Uint32Array(5) }), /segments are for later/);
});

test('supports and plan', async () => {
  const { lab } = await open();
  assert.equal(lab.supports({ algorithm: 'hybrid', operator: 'add', type: 'f32', mode: 'exclusive' }), null);
  assert.equal(lab.supports({ operator: 'min', direction: 'backward' }), 'backward is for later');
  assert.match(lab.supports({ algorithm: 'nope' }), /"nope"/);
  assert.equal(lab.supports({ algorithm: 'javascript' }), null);
  assert.equal(lab.supports({ algorithm: 'javascript', direction: 'backward', segmented: true }), null);
  assert.match(lab.supports({ algorithm: 'javascript', operator: 'bicyclic', type: 'f32' }), /bicyclic, .*no bicyclic on f32/);
  assert.throws(() => lab.supports({ kind: 1 }), { code: 'bad-argument' });
  assert.equal(lab.plan({ n: 100 }).tile_elements, TILE);
  assert.throws(() => lab.plan({ n: -1 }), { code: 'bad-argument', message: /n .*found -1/ });
});

test('verify: right, wrong, and not comparable', async () => {
  const { lab } = await open();
  assert.deepEqual(await lab.verify(INPUT, SUMS), { verified: true, mismatch: null });
  const input = new Uint32Array(600_000).fill(1);
  const output = Uint32Array.from(input, (_, i) => i);
  assert.deepEqual(await lab.verify(input, output, { mode: 'exclusive' }), { verified: true, mismatch: null });
  output[523_457] = 0;
  assert.deepEqual(await lab.verify(input, output, { mode: 'exclusive', algorithm: 'hybrid' }), {
    verified: false,
    mismatch: {
      index: 523_457,
      expected: [523_457],
      found: [0],
      tolerance: 0,
      tile: Math.floor(523_457 / TILE),
      lane: Math.floor((523_457 % TILE) / PER_INVOCATION),
    },
  });
  assert.equal(input.length, 600_000);
  assert.deepEqual(await lab.verify(new Uint32Array(0), new Uint32Array(0)), { verified: true, mismatch: null });
  await fails('bad-argument', lab.verify(INPUT, SUMS.subarray(1)), /5 elements of u32; it has 4 elements of u32/);
  await fails('bad-argument', lab.verify(INPUT, new Int32Array(5)), /i32/);
  await fails('unsupported', lab.verify(INPUT.subarray(1), SUMS.subarray(1), { operator: 'pair' }), /pair/);
});

test('backward and segmented: scanned, verified and measured', async () => {
  const { lab, state } = await open();
  assert.deepEqual(await lab.scan(INPUT, { direction: 'backward' }), Uint32Array.of(14, 11, 10, 6, 5));
  const heads = Uint32Array.of(0, 0, 1, 0, 1);
  const segmented = await lab.scan(INPUT, { heads, mode: 'exclusive' });
  assert.deepEqual(segmented, Uint32Array.of(0, 3, 0, 4, 0));
  assert.equal((await lab.verify(INPUT, segmented, { heads, mode: 'exclusive' })).verified, true);
  assert.equal((await lab.verify(INPUT, segmented, { mode: 'exclusive' })).mismatch.index, 2);
  const suffixes = Uint32Array.from({ length: 600_000 }, (_, i) => 600_000 - i);
  const ones = new Uint32Array(600_000).fill(1);
  assert.equal((await lab.verify(ones, suffixes, { direction: 'backward' })).verified, true);
  suffixes[599_990] = 0;
  const { mismatch } = await lab.verify(ones, suffixes, { direction: 'backward' });
  assert.deepEqual([mismatch.index, mismatch.tile, mismatch.lane], [599_990, 1, 0]);
  for (const algorithm of ['hybrid', 'javascript']) {
    for (const direction of ['forward', 'backward']) {
      const point = await lab.measure({ algorithm, n: 3000, direction, segmented: true });
      assert.deepEqual([point.verified, point.direction, point.segmented], [true, direction, true]);
    }
  }
  const points = await collect(lab.sweep({ algorithms: ['hybrid'], sizes: [10, 5_001], segmented: true }));
  assert.match(points[1].skipped, /at most 5,000/);
  assert.equal(state.log.at(-1)[1].segmented, true);
});

test('heads as bits: scanned, verified, and refused with what is required', async () => {
  const { lab } = await open();
  const heads = Uint32Array.of(0b10100);
  const request = { heads, headsAsBits: true, mode: 'exclusive' };
  const output = await lab.scan(INPUT, request);
  assert.deepEqual(output, Uint32Array.of(0, 3, 0, 4, 0));
  assert.equal((await lab.verify(INPUT, output, request)).verified, true);
  output[4] = 1;
  assert.equal((await lab.verify(INPUT, output, request)).mismatch.index, 4);
  await fails('bad-argument', lab.scan(INPUT, { ...request, heads: new Uint32Array(5) }), /1 words of 32 flags, .*5/);
  await fails('bad-argument', lab.scan(INPUT, { headsAsBits: true }), /segmented .*found false/);
});

test('rows: scanned along either axis, verified, and refused with what is required', async () => {
  const { lab } = await open();
  const input = Uint32Array.of(1, 2, 3, 4, 5, 6);
  for (const [axis, expected] of [
    [undefined, [1, 3, 6, 4, 9, 15]],
    [1, [1, 3, 6, 4, 9, 15]],
    [0, [1, 2, 3, 5, 7, 9]],
  ]) {
    const request = { shape: [2, 3], axis };
    const output = await lab.scan(input, request);
    assert.deepEqual([...output], expected);
    assert.equal((await lab.verify(input, output, request)).verified, true);
    output[3] += 1;
    assert.equal((await lab.verify(input, output, request)).mismatch.index, 3);
  }
  for (const shape of [
    [0, 3],
    [3, 0],
  ])
    assert.equal((await lab.scan(new Uint32Array(0), { shape })).length, 0);
  await fails('bad-argument', lab.scan(input, { shape: [2, 4] }), /6 elements in total, .* \[2, 4\], which has 8/);
  await fails('bad-argument', lab.scan(input, { shape: [6] }), /must be \[rows, columns\]/);
  await fails('bad-argument', lab.scan(input, { shape: [2, 3], axis: 2 }), /axis.*2/);
  await fails('bad-argument', lab.scan(input, { axis: 0 }), /axis requires a shape/);
  await fails('bad-argument', lab.scan(input, { shape: [2, 3], heads: new Uint32Array(6) }), /segments .*both/);
  await fails('too-large', lab.scan(new Uint32Array(10_002), { shape: [2, 5_001], axis: 0 }), /10,000 elements; it has 10,002/);
  for (const algorithm of ['hybrid', 'javascript']) {
    for (const axis of [0, 1]) {
      assert.equal((await lab.measure({ algorithm, n: 3000, columns: 7, axis, direction: 'backward' })).verified, true);
    }
  }
});

test('scan in place: the core does it, the array stays as it is; refused with a reason', async () => {
  const { lab, state } = await open();
  const input = INPUT.slice();
  const request = { algorithm: 'sequential', inPlace: true };
  const output = await lab.scan(input, request);
  assert.deepEqual([input, output, state.log[0][1].inPlace], [INPUT, SUMS, true]);
  assert.equal((await lab.verify(input, output, request)).verified, true);
  assert.equal(lab.supports(request), null);
  assert.match(lab.supports({ algorithm: 'hybrid', inPlace: true }), /overwritten/);
  assert.match(lab.supports({ inPlace: 'yes' }), /inPlace .*found "yes"/);
  await fails('unsupported', lab.scan(INPUT, { algorithm: 'hybrid', inPlace: true }), /overwritten/);
  await fails('bad-argument', lab.scan(INPUT, { inPlace: 1 }), /inPlace .*found 1/);
  await fails('bad-argument', lab.measure({ algorithm: 'sequential', n: 9, inPlace: true }), /"inPlace"/);
});
