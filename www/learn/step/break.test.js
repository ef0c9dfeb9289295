import assert from 'node:assert/strict';
import test from 'node:test';
import { breaksOf, broken, resultOf } from './break.ts';

const recording = { shaders: ['fn f() {\n  barrier\n  call\n}\n', 'call'], passes: [{ shader: 0 }, { shader: 1 }] };
/** In place of the emulator's. */
const mutations = (line) =>
  Object.entries({ barrier: 'barrier', call: 'operands' })
    .filter(([text]) => line.includes(text))
    .map(([text, kind]) => ({ kind, text: line.replace(text, '') }));

test('one line is edited, and lines keep their numbers', () => {
  for (const [id, line] of [
    ['barrier-0-2', 2],
    ['operands-0-3', 3],
  ]) {
    const { recording: edited, places } = broken(recording, id, '', mutations);
    assert.deepEqual(places, [{ shader: 0, line }]);
    const expected = recording.shaders[0].split('\n').map((text, i) => (i === line - 1 ? '  ' : text));
    assert.deepEqual(edited.shaders, [expected.join('\n'), 'call']);
  }
});

test('a line without a barrier or an application is not broken', () => {
  for (const id of ['barrier-0-3', 'operands-0-2', 'barrier-4-2', 'barrier-0-99', 'padding', 'x'])
    assert.equal(broken(recording, id, '', mutations), null, id);
});

test('the lines of barriers and of applications that ran are offered, barriers first', () => {
  const counter = (counted, line, { name = '', count = 1 } = {}) => ({ counted, name, line, count });
  const reports = [
    {
      counters: [
        counter('call', 3, { name: 'combine' }),
        counter('call', 2, { name: 'other' }),
        counter('storage-read', 2),
        counter('barrier', 2),
        counter('barrier', 2),
        counter('barrier', 3),
      ],
    },
    { counters: [counter('call', 1, { name: 'combine', count: 0 })] },
  ];
  const found = breaksOf({ reports, recording }, ['stall'], mutations);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['stall', 'barrier-0-2', 'operands-0-3'],
  );
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
