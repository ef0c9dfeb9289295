import assert from 'node:assert/strict';
import test from 'node:test';
import { broken, resultOf } from './break.ts';

const recording = { shaders: ['fn f() {\n    workgroupBarrier();\n    tree[i] = combine(tree[at(i, 1u)], value_combine(a, b));\n}\n'] };

test('a barrier is left out, and lines keep their numbers', () => {
  const { recording: edited, places } = broken(recording, 'barrier-0-2');
  assert.deepEqual(places, [{ shader: 0, line: 2 }]);
  assert.equal(edited.shaders[0].split('\n')[1].trim(), '');
  assert.equal(edited.shaders[0].split('\n').length, recording.shaders[0].split('\n').length);
});

test('operands are swapped, whatever they are made of', () => {
  const { recording: edited } = broken(recording, 'operands-0-3');
  assert.equal(edited.shaders[0].split('\n')[2], '    tree[i] = combine(value_combine(a, b), tree[at(i, 1u)]);');
});

test('a line without a barrier or an application is not broken', () => {
  for (const id of ['barrier-0-3', 'operands-0-2', 'barrier-4-2', 'barrier-0-99', 'padding', 'x'])
    assert.equal(broken(recording, id), null, id);
});

test('what came of it is told by the worst', () => {
  const played = (dmm, findings = [], outcome = 'completed') => ({ reports: [{ outcome, costs: { dmm, umm: 1 } }], findings });
  const whole = played(4);
  assert.equal(resultOf(whole, played(4), true), 'nothing');
  assert.equal(resultOf(whole, played(9), true), 'slower');
  assert.equal(resultOf(whole, played(9, [{}]), true), 'race');
  assert.equal(resultOf(whole, played(4), false), 'wrong');
  assert.equal(resultOf(whole, played(4, [{}], 'endless'), false), 'endless');
});
