import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESSES, DEFAULT_MACHINE, dominating, groupProblem, leastGroup, limits, parseMachine, totalTime } from './memory-machine.ts';

/** Powers of two, so that every value below is worked out by hand and exact. */
const SMALL = { n: 1024, p: 64, w: 4, l: 8, k: 256 };

const times = (id, machine) => ACCESSES.find((access) => access.id === id).times(machine);

test('the formulas give what they give by hand', () => {
  // 1024/4, 1024·8/64, 8
  assert.deepEqual(times('contiguous', SMALL), { bandwidth: 256, latency: 128, reduction: 8 });
  // 1024·10/4, 1024·8·10/64, 8·10
  assert.deepEqual(times('naive', SMALL), { bandwidth: 2560, latency: 1280, reduction: 80 });
  assert.deepEqual(times('optimal', SMALL), { bandwidth: 256, latency: 128, reduction: 80 });
  // 1024·8·8/256
  assert.deepEqual(times('groups', SMALL), { bandwidth: 256, latency: 128, reduction: 256 });
  assert.deepEqual(
    ACCESSES.map((access) => totalTime(access.times(SMALL))),
    [392, 3920, 464, 640],
  );
});

test('the times follow from the steps of the algorithms that the paper adds up', () => {
  const contiguous = (n) => totalTime(times('contiguous', { ...SMALL, n }));
  const levels = Math.log2(SMALL.n);
  const steps = Array.from({ length: levels }, (_, t) => 2 ** t);
  // The naive scan accesses n − 2ᵗ elements in step t: at most the formula, and at least half of it.
  const naive = steps.reduce((sum, distance) => sum + contiguous(SMALL.n - distance), 0);
  const formula = totalTime(times('naive', SMALL));
  assert.ok(naive <= formula && naive >= formula / 2, `${naive} of ${formula}`);
  // The levels of the optimal scan have 2ᵗ elements. Their sum differs from the formula by one element.
  const optimal = steps.reduce((sum, length) => sum + contiguous(length), 0);
  assert.equal(totalTime(times('optimal', SMALL)) - optimal, 1 / SMALL.w + SMALL.l / SMALL.p);
});

test('groups as long as the input are the optimal scan', () => {
  assert.deepEqual(times('groups', { ...SMALL, k: SMALL.n }), times('optimal', SMALL));
});

test('more elements or latency take longer, more threads, width or longer groups do not', () => {
  const total = (access, change) => totalTime(access.times({ ...SMALL, ...change }));
  for (const access of ACCESSES) {
    const now = total(access, {});
    assert.ok(total(access, { n: 2048 }) > now, access.id);
    assert.ok(total(access, { l: 9 }) > now, access.id);
    assert.ok(total(access, { p: 128 }) < now, access.id);
    assert.ok(total(access, { w: 8 }) < now, access.id);
    assert.ok(total(access, { k: 512 }) <= now, access.id);
  }
});

test('no scan takes less than the limits, and the optimal one takes no more', () => {
  for (const machine of [SMALL, { n: 2 ** 24, ...DEFAULT_MACHINE }, { n: 2 ** 10, p: 32, w: 32, l: 1000, k: 64 }]) {
    const least = totalTime(limits(machine));
    for (const id of ['naive', 'optimal', 'groups']) assert.ok(totalTime(times(id, machine)) >= least, id);
    assert.equal(totalTime(times('optimal', machine)), least);
  }
});

test('the dominating limit changes where the paper states', () => {
  // wl ≤ p and wl ≤ n / log n: bandwidth.
  assert.deepEqual(dominating(limits(SMALL)), ['bandwidth']);
  // At wl = p bandwidth and latency are equal; fewer threads make latency dominate.
  assert.deepEqual(dominating(limits({ ...SMALL, p: 32 })), ['bandwidth', 'latency']);
  assert.deepEqual(dominating(limits({ ...SMALL, p: 16 })), ['latency']);
  assert.deepEqual(dominating(limits({ ...SMALL, n: 64 })), ['reduction']);
});

test('the least group is the smaller of both bounds, and hides what it must', () => {
  // 64·6 and 32·5
  assert.equal(leastGroup(SMALL), 160);
  assert.equal(leastGroup({ ...SMALL, p: 16 }), 64);
  // At this k, the third term is less than twice the larger of the other two terms. The paper states: less than once.
  const { bandwidth, latency, reduction } = times('groups', { ...SMALL, k: leastGroup(SMALL) });
  assert.ok(reduction > Math.max(bandwidth, latency) && reduction < 2 * Math.max(bandwidth, latency));
});

/** The core's answers to these texts, which lab/src/settings/sizes_tests.rs asserts. */
const READ = { '2^6': 64, 2: 2, 4: 4, 8: 8, '1e3': 1000, 0: 0, '2^33': 2 ** 33 };

function parseSize(text, { limit }) {
  return READ[text] <= limit ? { value: READ[text] } : { problem: 'bad' };
}

test('a machine is read from text, and what cannot be one is named', () => {
  const texts = { p: '2^6', w: ' 4', l: '8', k: '1e3' };
  assert.deepEqual(parseMachine(texts, parseSize), { machine: { p: 64, w: 4, l: 8, k: 1000 }, errors: {} });
  for (const bad of ['', '0', '-1', '2.5', 'many', '2^33']) {
    const { machine, errors } = parseMachine({ ...texts, l: bad }, parseSize);
    assert.equal(machine, null);
    assert.deepEqual(Object.keys(errors), ['l']);
    assert.ok(errors.l.endsWith(`found “${bad}”`), errors.l);
  }
  assert.match(parseMachine({ ...texts, p: '2' }, parseSize).errors.p, /at least w = 4.*found 2$/);
});

test('the corollary is for groups between the threads and the input', () => {
  assert.equal(groupProblem(SMALL), null);
  for (const k of [SMALL.p - 1, SMALL.n + 1]) assert.match(groupProblem({ ...SMALL, k }), /p ≤ k ≤ n/);
});
