import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULTS, LIMITS, formatSettings, parseSettings, problemOf } from './settings.ts';

test('the address holds what is not a default, and comes back', () => {
  assert.deepEqual(formatSettings(DEFAULTS), []);
  const settings = { ...DEFAULTS, kernel: 'stride', w: 32, p: 64, s: 3, round: 2 };
  const { settings: read, problems } = parseSettings(formatSettings(settings), []);
  assert.deepEqual([read, problems], [settings, []]);
});

test('what is out of its limits is named, and the rest holds', () => {
  const { settings, problems } = parseSettings(['w=3', 'p=2048', 'l=7', 'kernel=bogo', 'x=1', 'round=0'], ['nakano']);
  assert.deepEqual(settings, { ...DEFAULTS, l: 7 });
  assert.equal(problems.length, 5);
  assert.equal(problems[0], 'w must be a power of two from 2 to 64; found “3”.');
  assert.equal(parseSettings(['kernel=nakano'], ['nakano']).settings.kernel, 'nakano');
});

test('the former name of the kernel is read', () => {
  const { settings, problems } = parseSettings(['of=stride', 's=3'], []);
  assert.deepEqual([settings, problems], [{ ...DEFAULTS, kernel: 'stride', s: 3 }, []]);
});

test('a field takes whole numbers alone', () => {
  const [p] = LIMITS;
  for (const text of ['', '0', '-1', '1.5', '2^3', '3', '2048', 'x']) assert.match(problemOf(p, text), /^p must be/, text);
  for (const text of ['1', '64', '1024']) assert.equal(problemOf(p, text), null, text);
});
