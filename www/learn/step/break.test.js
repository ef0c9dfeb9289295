import assert from 'node:assert/strict';
import test from 'node:test';
import { breaksOf, broken, nameOf, resultOf } from './break.ts';

const recording = {
  shaders: ['fn f() {\n  barrier\n  call\n}\nfn g() {\n  call\n}\n', '// more\n\nfn f() {\n  barrier\n}\n'],
  passes: [{ shader: 0 }, { shader: 1 }],
};
/** A simple form of the emulator's function of the same name. */
function mutations(source) {
  let within = '';
  return source.split('\n').flatMap((text, i) => {
    within = /^fn (\w+)/.exec(text)?.[1] ?? within;
    const kind = text.includes('barrier') ? 'barrier' : text.includes('call') ? 'operands' : null;
    return kind ? [{ name: `${kind}:${within}`, kind, function: within, line: i + 1, text: '  ' }] : [];
  });
}

test('a line is edited in all shaders that have it, and lines keep their numbers', () => {
  const edited = (id) => {
    const { recording: found, places } = broken(recording, id, '', mutations);
    const changed = found.shaders.flatMap((source, shader) =>
      source.split('\n').flatMap((text, i) => (text === recording.shaders[shader].split('\n')[i] ? [] : [{ shader, line: i + 1 }])),
    );
    assert.deepEqual(changed, places);
    return places;
  };
  assert.deepEqual(edited('barrier:f'), [
    { shader: 0, line: 2 },
    { shader: 1, line: 4 },
  ]);
  assert.deepEqual(edited('operands:g'), [{ shader: 0, line: 6 }]);
});

test('what is not there is not broken', () => {
  for (const id of ['barrier:g', 'operands:h', 'barrier-0-2', 'padding', 'x']) assert.equal(broken(recording, id, '', mutations), null, id);
});

test('former addresses, of a line, lead to the name', () => {
  assert.equal(nameOf(recording, 'barrier-0-2', mutations), 'barrier:f');
  assert.equal(nameOf(recording, 'operands-0-6', mutations), 'operands:g');
  for (const id of ['barrier-0-3', 'barrier-4-2', 'barrier:f', 'padding', '']) assert.equal(nameOf(recording, id, mutations), id);
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
    ['stall', 'barrier:f', 'operands:f'],
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
