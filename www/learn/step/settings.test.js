import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULTS, PRESETS, formatSettings, numbersOf, parseSettings, typedNumbers } from './settings.ts';

const OPERATORS = ['add', 'max'];

test('an address holds every setting, and leaves defaults out', () => {
  const parts = [
    'input=3,-1,7',
    'operator=max',
    'mode=exclusive',
    'schedule=reversed',
    'subgroup=16',
    'workgroup=32',
    'latency=3',
    'at=12',
  ];
  const { settings, problems } = parseSettings(parts, OPERATORS);
  assert.deepEqual(problems, []);
  assert.equal(settings.subgroup, 16);
  assert.deepEqual(formatSettings(settings), parts);
  assert.deepEqual(formatSettings(DEFAULTS), []);
  assert.deepEqual(formatSettings({ ...DEFAULTS, input: '3, 1  7' }), ['input=3,1,7']);
});

test('what an address may not hold is named, and the rest is taken', () => {
  const { settings, problems } = parseSettings(['operator=mat2', 'pace=3', 'at=-1', 'input=a', 'mode=exclusive'], OPERATORS);
  assert.deepEqual(settings, { ...DEFAULTS, mode: 'exclusive' });
  assert.equal(problems.length, 4);
  assert.match(problems[1], /pace/);
});

test('an input is a preset or up to 256 whole numbers', () => {
  for (const { id, numbers } of PRESETS) assert.deepEqual(numbersOf(id), { numbers, problem: null });
  assert.deepEqual(numbersOf(' 1, 5;−6\n3 ').numbers, [1, 5, -6, 3]);
  for (const bad of ['', '1.5', 'x', '4294967296', Array(257).fill(1).join(' ')]) assert.ok(numbersOf(bad).problem, bad);
});

test('commas of an address separate, those of what is typed may be unclear', () => {
  assert.deepEqual(numbersOf('1,234').numbers, [1, 234]);
  assert.deepEqual(typedNumbers('[3, 1; −7]').numbers, [3, 1, -7]);
  assert.match(
    typedNumbers('3 1,234').problem,
    /^Line 1, column 3: “1,234” can be read as 1234 or as 1 and 234: write “1234”, or “1, 234”/,
  );
});
