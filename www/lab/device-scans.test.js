import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buffer } from '../shared/runner.fakes.mjs';
import { DeviceScans } from './device-scans.ts';

const scan = { job: {}, words: {}, heads: undefined, outputs: {} };

/** Scans with one known request of an input. */
function known(fields) {
  const scans = new DeviceScans();
  const input = buffer();
  scans.keep(input, fields, scan);
  return { input, recall: (value, of = input) => scans.recall(of, value), scans };
}

test('a request is recalled if its values are those of an earlier one, whatever its callback', () => {
  const output = buffer();
  const [first, second] = [() => {}, () => {}];
  const { recall } = known({ type: 'u32', n: 8, output, onSubmitted: first });
  assert.deepEqual(recall({ output, n: 8, type: 'u32', onSubmitted: second }), { scan, onSubmitted: second });
  assert.deepEqual(recall({ output, n: 8, type: 'u32', mode: undefined }), { scan, onSubmitted: undefined });
});

test('other requests are not recalled, so that they are checked', () => {
  const [output, request] = [buffer(), { type: 'u32', n: 8 }];
  const { recall } = known({ ...request, output });
  const whole = { ...request, output };
  assert.ok(recall(whole));
  const others = {
    'another buffer': { ...whole, output: buffer() },
    'another length': { ...whole, n: 7 },
    'a field less': request,
    'a field more': { ...whole, mode: 'exclusive' },
    'a signal': { ...whole, signal: new AbortController().signal },
    'a wrong callback': { ...whole, onSubmitted: 1 },
    'inherited fields': Object.assign(Object.create({ mode: 'exclusive' }), whole),
    'an exception of a getter': Object.defineProperty({ ...whole }, 'n', { enumerable: true, get: () => assert.fail('read') }),
    nothing: undefined,
    null: null,
  };
  for (const [what, value] of Object.entries(others)) assert.equal(recall(value), undefined, what);
  assert.equal(recall(whole, buffer()), undefined, 'another input');
});

test('a request whose buffer is mapped since then is checked again', () => {
  const output = buffer();
  const { recall, input } = known({ output });
  for (const one of [input, output]) {
    one.state = 'mapped';
    assert.equal(recall({ output }), undefined);
    one.state = 'unmapped';
    assert.ok(recall({ output }));
  }
});

test('objects whose content can change are not kept, and few requests per input', () => {
  const heads = Uint32Array.of(1);
  assert.equal(known({ heads }).recall({ heads }), undefined);
  const { recall, scans, input } = known({ n: 0 });
  // A request that is already known replaces no other request.
  for (const n of [1, 2, 3, 4, 4, 4]) scans.keep(input, { n }, scan);
  assert.deepEqual(
    [0, 1, 4].map((n) => recall({ n }) !== undefined),
    [false, true, true],
  );
});
