import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axesOf, runCases } from './conformance-run.js';
import { ScanLabError } from './errors.js';

const CATALOGUE = { operators: [{ id: 'add', types: ['u32', 'f32'] }, { id: 'max', types: ['u32'] }], patterns: [{ id: 'ones' }] };
const CHOSEN = { algorithms: ['a', 'b'], operators: ['add'] };

/** A lab that scans nothing but keeps what it was asked. */
function fakeLab({ refuse = () => {}, supports = () => null } = {}) {
  const asked = [];
  return {
    asked,
    adapter: { subgroups: null },
    plan: ({ algorithm }) => ({ tile_elements: algorithm === 'a' ? 10 : 1e9 }),
    supports,
    input: ({ n }) => new Uint32Array(n),
    async scan(input, request) {
      asked.push({ n: input.length, ...request });
      refuse(request);
      return input;
    },
    verify: async (_, output) => ({ verified: output.length !== 3, mismatch: null }),
  };
}

const CASE = { algorithm: 'a', operator: 'add', type: 'u32', mode: 'exclusive', direction: 'forward', segmented: false, inPlace: false, size: '2', n: 2, pattern: 'ones' };

async function outcomes(lab, cases, signal = new AbortController().signal) {
  const found = [];
  for await (const { outcome, reason } of runCases(lab, cases, signal)) found.push([outcome, reason]);
  return found;
}

test('axes are what the lab can do; tiles are bounded', async () => {
  const axes = await axesOf(fakeLab(), CATALOGUE, CHOSEN);
  assert.deepEqual(axes.kinds, [{ operator: 'add', type: 'u32' }, { operator: 'add', type: 'f32' }]);
  assert.deepEqual([axes.directions, axes.segmented, axes.places], [['forward', 'backward'], [false, true], [false, true]]);
  const tile = axes.sizes.find(({ name }) => name === 'tile');
  assert.deepEqual([tile.of('a'), tile.of('b')], [10, 2 ** 14]);
  const refuse = ({ direction, heads }) => {
    if (direction || heads) throw new ScanLabError('unsupported', 'forward only');
  };
  const plain = await axesOf(fakeLab({ refuse }), CATALOGUE, CHOSEN);
  assert.deepEqual([plain.directions, plain.segmented], [['forward'], [false]]);
});

test('each case is scanned and verified; what is not offered is not run', async () => {
  const lab = fakeLab({ supports: ({ algorithm }) => (algorithm === 'b' ? 'no b here' : null) });
  const cases = [CASE, { ...CASE, n: 3 }, { ...CASE, algorithm: 'b' }, { ...CASE, direction: 'backward', segmented: true, inPlace: true }];
  assert.deepEqual(await outcomes(lab, cases), [['passed', null], ['failed', null], ['unsupported', 'no b here'], ['passed', null]]);
  assert.equal(lab.asked.length, 3);
  assert.equal(lab.asked[0].direction, undefined);
  assert.deepEqual([lab.asked[2].direction, lab.asked[2].heads.length, lab.asked[2].inPlace], ['backward', 2, true]);
});

test('an error is one case’s result, but a lost device ends the run', async () => {
  const failing = (code) => fakeLab({ refuse: () => { throw new ScanLabError(code, code); } });
  assert.deepEqual(await outcomes(failing('out-of-memory'), [CASE]), [['failed', 'out-of-memory']]);
  assert.deepEqual(await outcomes(failing('too-large'), [CASE]), [['unsupported', 'too-large']]);
  await assert.rejects(outcomes(failing('device-lost'), [CASE]), { code: 'device-lost' });
  assert.deepEqual(await outcomes(fakeLab(), [CASE], AbortSignal.abort()), []);
});
