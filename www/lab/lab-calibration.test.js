import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeLabClass, fakeScope } from './lab.fakes.mjs';
import { NEVER, fails } from './lab.steps.mjs';

const LONGEST = 2 ** 32 - 1;
const TABLE = [{ up_to_elements: LONGEST, id: 'reduce-then-scan' }];
const KEPT = { rows: TABLE };

/** A browser's localStorage. */
function fakeStorage() {
  const map = new Map();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (i) => [...map.keys()][i] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

function browser(script = {}, localStorage = fakeStorage()) {
  const scope = { ...fakeScope(), localStorage };
  return { ...fakeLabClass({ time_ns: ({ algorithm }) => (algorithm === 'reduce-then-scan' ? 10 : 20), ...script }, scope), localStorage };
}

test('calibrate: returns the table, passes it to the core, and stores it for later labs', async () => {
  const { TestLab, state, localStorage } = browser();
  const lab = await TestLab.open();
  assert.equal(lab.calibration, null);
  assert.deepEqual(await lab.calibrate(), TABLE);
  assert.deepEqual([lab.calibration, state.calibrations.at(-1)], [TABLE, TABLE]);
  assert.ok(Object.isFrozen(lab.calibration[0]) && state.quick.every(Boolean));
  const [[key, text]] = localStorage.map;
  assert.match(key, /^scanlab-calibration-1\|1\.2\.3\|acme\|one\|.*\|4\|32$/);
  assert.deepEqual(JSON.parse(text), KEPT);

  const later = await TestLab.open();
  assert.deepEqual([later.calibration, state.calibrations.at(-1)], [TABLE, TABLE]);
  const without = await TestLab.open({ calibration: false });
  assert.equal(without.calibration, null);
});

test('forgetCalibration removes the table from the lab, the core and the browser', async () => {
  const { TestLab, state, localStorage } = browser();
  const lab = await TestLab.open();
  await lab.calibrate();
  lab.forgetCalibration();
  assert.deepEqual([lab.calibration, state.calibrations.at(-1), localStorage.map.size], [null, [], 0]);
  assert.equal((await TestLab.open()).calibration, null);
});

test('calibrate: each adapter has its own table; those of old versions are deleted', async () => {
  const { TestLab, localStorage } = browser();
  const key = 'scanlab-calibration-1|1.2.3|acme|two||acme two|4|32';
  for (const other of [key, 'scanlab-calibration-1|1.2.2|acme|one||acme one|4|32', 'unrelated'])
    localStorage.setItem(other, JSON.stringify(KEPT));
  const lab = await TestLab.open();
  assert.equal(lab.calibration, null);
  await lab.calibrate();
  assert.deepEqual([...localStorage.map.keys()], [key, 'unrelated', 'scanlab-calibration-1|1.2.3|acme|one||acme one|4|32']);
});

test('calibrate: an invalid stored table is ignored', async () => {
  const good = browser();
  await (await good.TestLab.open()).calibrate();
  const [key] = good.localStorage.map.keys();
  for (const bad of [
    '',
    '{',
    '7',
    'null',
    '{}',
    '[]',
    '{"rows":[{}]}',
    '{"rows":7}',
    '{"rows":"text"}',
    JSON.stringify({ rows: [{ ...TABLE[0], id: 'unheard-of' }] }),
  ]) {
    const { TestLab, localStorage } = browser();
    localStorage.setItem(key, bad);
    const lab = await TestLab.open();
    assert.equal(lab.calibration, null, bad);
    assert.deepEqual(await lab.scan(Uint32Array.of(1, 2)), Uint32Array.of(1, 3));
  }
});

test('calibrate: without usable storage, the table is valid for the lab', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const full = { ...fakeStorage(), setItem: refuse };
  for (const storage of [undefined, { getItem: refuse, setItem: refuse, removeItem: refuse }, full]) {
    const lab = await browser({}, storage).TestLab.open();
    assert.deepEqual(await lab.calibrate(), TABLE);
    lab.forgetCalibration();
    assert.equal(lab.calibration, null);
  }
});

test('calibrate: aborted or without any result, it changes nothing', async () => {
  const abort = new AbortController();
  const stuck = browser({ measure: NEVER });
  const lab = await stuck.TestLab.open();
  setTimeout(() => abort.abort(), 5);
  await fails('cancelled', lab.calibrate({ signal: abort.signal }));
  const wrong = await browser({ wrongAt: 3 }).TestLab.open();
  await fails('unsupported', wrong.calibrate(), /correct output/);
  assert.deepEqual([lab.calibration, wrong.calibration, stuck.localStorage.map.size], [null, null, 0]);
  await fails('bad-argument', lab.calibrate({ signal: 1 }), /AbortSignal/);
  wrong.close();
  await fails('bad-argument', wrong.calibrate(), /closed/);
});
