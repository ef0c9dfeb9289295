import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULTS, formatSettings, parseSettings } from './settings.ts';

test('the address holds what is not a default, and comes back', () => {
  assert.deepEqual(formatSettings(DEFAULTS), []);
  const settings = { ...DEFAULTS, scan: 'chained', progress: 'none', stalled: 20, subgroup: '0', tiles: 9 };
  assert.deepEqual(parseSettings(formatSettings(settings)), { settings, problems: [] });
});

test('what is wrong is named, and the rest holds', () => {
  const { settings, problems } = parseSettings(['tiles=1', 'scan=bogo', 'x=1', 'flight=3', 'stalled=20']);
  assert.deepEqual(settings, { ...DEFAULTS, flight: 3 });
  assert.equal(problems.length, 4);
  assert.match(problems[3], /^Workgroups stall only if no progress is guaranteed/);
});
