import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { fakeLab } from '../device/lab.fakes.mjs';

/** Frames come when a test says so; their callbacks run before they are painted. @type {(() => void)[]} */
let callbacks = [];
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { hidden: false }),
  requestAnimationFrame: (callback) => callbacks.push(callback),
  cancelAnimationFrame: () => {},
});
const { Player } = await import('./player.ts');

/** Time passes when a test says so: a check that takes more than some milliseconds makes later checks rare. */
let now_ms = 0;
mock.method(performance, 'now', () => now_ms);
beforeEach(() => {
  now_ms = 0;
});

/** Waits for all work that needs no frame: several tasks, whatever the load. */
async function settled() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
}
async function frame(log) {
  const due = callbacks;
  callbacks = [];
  due.forEach((callback) => callback());
  await Promise.resolve();
  log.push('frame');
  await settled();
}

/** An application whose runs end when `finish` is called, and a player of it that logs what it does. @param {{ isWrong?: (time: number) => boolean, check?: (time: number) => unknown, isRefused?: (time: number) => boolean, parts?: string[], onPart?: () => void, onRequest?: (time: number) => void, onShow?: () => void }} [options] */
function playerOf({
  isWrong = () => false,
  check = () => {},
  isRefused = () => false,
  parts = [],
  onPart = () => {},
  onRequest = () => {},
  onShow = () => {},
} = {}) {
  const log = [];
  /** @type {((failure?: Error) => void)[]} */
  const running = [];
  let time = 0;
  const application = {
    steps: [
      ...parts.map((id) => ({
        id,
        run: async function* () {
          onPart();
          yield { [id]: true };
        },
      })),
      {
        id: 'only',
        run: async (_lab, { input }) => {
          // A call of the lab also takes several microtasks.
          for (let hop = 0; hop < 10; hop++) await null;
          log.push(`begin ${input}`);
          return new Promise((resolve, reject) => running.push((failure) => (failure ? reject(failure) : resolve({ made: input }))));
        },
      },
    ],
    reference: () => ({}),
    compare: async ({ made }) => {
      await check(made);
      return isWrong(made) ? { what: 'made' } : null;
    },
  };
  const player = new Player(/** @type {any} */ (application), {
    getLab: async () => fakeLab(),
    begin: () => null,
    end: () => {},
    request: () => {
      onRequest(++time);
      if (isRefused(time)) return 'refused';
      return { settings: {}, n: 1, input: time, scan: 'auto' };
    },
    onFrame: ({ input }, step) => log.push(`${step} of ${input}`) > 0,
    onOutcome: ({ state }) => {
      log.push(`show ${state.input}`);
      onShow();
    },
    onCheck: ({ state, check }) => check.problem && log.push(`${state.input} is wrong`),
    onEnd: (how) => log.push(how),
  });
  const finish = async (/** @type {Error} */ failure) => {
    running.shift()?.(failure);
    await settled();
  };
  return { player, log, finish };
}

/** Checks that end when a test says so. */
function heldChecks() {
  /** @type {(() => void)[]} */
  const held = [];
  return {
    held,
    check: () => new Promise((resolve) => held.push(resolve)),
    async end() {
      held.shift()();
      await settled();
    },
  };
}

/** Plays until the first result has been seen, while the second run goes on. @param {ReturnType<typeof playerOf>} played */
async function playFirst({ player, log, finish }) {
  player.play();
  await settled();
  await finish();
  await frame(log);
}

test('the next run of an animation submits its first work before the result of the last one is drawn', async () => {
  const { player, log, finish } = playerOf();
  player.play();
  await settled();
  await finish();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1']);
  player.stop();
  await finish();
});

test('a result is shown once the one before it was painted, and no run begins meanwhile', async () => {
  const { player, log, finish } = playerOf();
  player.play();
  await settled();
  await finish();
  await finish();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1']);
  await frame(log);
  assert.deepEqual(log.slice(3), ['frame', 'begin 3', 'show 2']);
  player.stop();
  await finish();
});

test('a run that takes longer than a frame waits for no other one', async () => {
  const { player, log, finish } = playerOf();
  player.play();
  await settled();
  await finish();
  await frame(log);
  await finish();
  assert.deepEqual(log.slice(3), ['frame', 'begin 3', 'show 2']);
  player.stop();
  await finish();
});

test('a result is checked while the next one is made, which is shown afterwards', async () => {
  const checks = heldChecks();
  const played = playerOf({ check: checks.check });
  const { player, log, finish } = played;
  await playFirst(played);
  await finish();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame']);
  now_ms = 100;
  await checks.end();
  assert.deepEqual(log.slice(4), ['begin 3', 'show 2']);
  assert.equal(checks.held.length, 0, 'checks that take so long come at intervals');
  player.stop();
  await finish();
  assert.deepEqual([log.slice(6), checks.held.length], [['cancelled'], 0], 'no check begins after a stop');
});

test('after a stop the result in view is not shown again, nor checked again', async () => {
  const checks = heldChecks();
  const played = playerOf({ check: checks.check });
  const { player, log, finish } = played;
  await playFirst(played);
  player.stop();
  await finish();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame'], 'what reads the result has not ended');
  await checks.end();
  assert.deepEqual([log.slice(4), checks.held.length], [['cancelled'], 0]);
});

test('what changes while the last result is checked is run after that', async () => {
  const checks = heldChecks();
  const { player, log, finish } = playerOf({
    check: checks.check,
    isRefused: (time) => time === 2,
  });
  player.play();
  await settled();
  await finish();
  assert.deepEqual([log, checks.held.length], [['begin 1', 'show 1'], 1]);
  assert.equal(player.isPlaying, false, 'a refused input ends the animation');
  player.run();
  await checks.end();
  assert.deepEqual(log.slice(2), ['begin 3']);
  await frame(log);
  await finish();
  await checks.end();
  await frame(log);
  assert.deepEqual(log.slice(3), ['frame', 'show 3', 'frame', 'done']);
});

test('a run that fails while a result is checked says so, also after a stop', async () => {
  const checks = heldChecks();
  const played = playerOf({ check: checks.check });
  const { player, log, finish } = played;
  await playFirst(played);
  await finish(new Error('lost'));
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame'], 'what reads the result in view has not ended');
  player.stop();
  await checks.end();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame', 'failed']);
});

test('a wrong result of an animation stays in view where the next run has parts', async () => {
  const { player, log, finish } = playerOf({ parts: ['part'], isWrong: () => true });
  player.play();
  await settled();
  await frame(log);
  await finish();
  await frame(log);
  await frame(log);
  await finish();
  assert.deepEqual(
    log.filter((entry) => entry !== 'frame'),
    ['part of 1', 'begin 1', 'show 1', '1 is wrong', 'done'],
  );
});

test('a wrong result of an animation stays in view, and the one that is being made is not shown', async () => {
  const { player, log, finish } = playerOf({ isWrong: (made) => made === 2 });
  player.play();
  await settled();
  await finish();
  await finish();
  await frame(log);
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame', 'begin 3', 'show 2', '2 is wrong']);
  assert.equal(player.isPlaying, false);
  await frame(log);
  await finish();
  assert.deepEqual(log.slice(7), ['frame', 'done']);
  // The user continues the animation.
  player.play();
  await settled();
  await finish();
  assert.deepEqual(log.slice(9), ['begin 4', 'begin 5', 'show 4']);
  player.stop();
  await finish();
});

test('what changes while a result is checked is shown, also if that is wrong', async () => {
  const checks = heldChecks();
  const { player, log, finish } = playerOf({
    isWrong: (made) => made === 1,
    check: (made) => made === 1 && checks.check(),
  });
  player.play();
  await settled();
  await finish();
  player.run();
  await checks.end();
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', '1 is wrong']);
  await frame(log);
  await finish();
  await finish();
  await frame(log);
  await frame(log);
  assert.deepEqual(
    log.filter((entry) => entry.startsWith('show')),
    ['show 1', 'show 2', 'show 3'],
  );
  assert.equal(log.at(-1), 'done');
});

test('a check that fails ends the runs', async () => {
  const { player, log, finish } = playerOf({
    check() {
      throw new Error('lost');
    },
  });
  player.play();
  await settled();
  await finish();
  await frame(log);
  await finish();
  assert.equal(log.at(-1), 'failed');
  assert.equal(player.running, null);
});

test('what changes during a run is taken up by another one, which is the last', async () => {
  const { player, log, finish } = playerOf();
  player.run();
  await settled();
  player.run();
  player.run();
  await finish();
  await finish();
  await frame(log);
  await frame(log);
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'frame', 'show 2', 'frame', 'done']);
});

test('a run that fails while the result before it waits to be seen ends them', async () => {
  const { player, log, finish } = playerOf();
  player.play();
  await settled();
  await finish();
  await finish(new Error('lost'));
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 1', 'failed']);
  assert.equal(player.running, null);
});

test('parts of the next run are shown after the result before it', async () => {
  const { player, log, finish } = playerOf({ parts: ['part'] });
  player.run();
  await settled();
  await frame(log);
  await settled();
  player.run();
  await finish();
  await frame(log);
  await frame(log);
  assert.deepEqual(
    log.filter((entry) => entry !== 'frame'),
    ['part of 1', 'begin 1', 'show 1', 'part of 2', 'begin 2'],
  );
  player.stop();
  await finish();
});

test('all parts of a run are shown for four seconds, then one in half a second', async () => {
  const parts = Array.from({ length: 24 }, (_, part) => String(part));
  const { player, log, finish } = playerOf({ parts, onPart: () => (now_ms += 300) });
  player.run();
  await settled();
  for (let part = 0; part < parts.length; part++) await frame(log);
  player.stop();
  await finish();
  const shown = log.flatMap((entry) => entry.match(/^(\d+) of 1$/)?.slice(1) ?? []).map(Number);
  // 14 parts in 4 s, the first at 300 ms; then every second part, at intervals of 600 ms.
  assert.deepEqual(shown, [...Array.from({ length: 14 }, (_, part) => part), 15, 17, 19, 21, 23]);
});

test('a result that cannot be drawn ends the runs, also those with parts', async () => {
  const { player, log, finish } = playerOf({
    parts: ['part'],
    onShow: () => {
      throw new Error('not drawn');
    },
  });
  player.run();
  await settled();
  await frame(log);
  player.run();
  await finish();
  await frame(log);
  await frame(log);
  await finish();
  assert.equal(log.at(-1), 'failed');
  assert.equal(player.running, null);
});

test('a result is not shown after a stop', async () => {
  // The stop comes while the next run begins.
  const { player, log, finish } = playerOf({ onRequest: (time) => time === 2 && player.stop() });
  player.play();
  await settled();
  await finish();
  await finish();
  assert.deepEqual(log, ['begin 1', 'cancelled']);
});

test('a run that is asked for after a stop begins once the stopped one has ended', async () => {
  const { player, log, finish } = playerOf();
  player.run();
  await settled();
  player.stop();
  assert.equal(player.run(), null);
  await finish();
  await finish();
  await frame(log);
  assert.deepEqual(log, ['begin 1', 'begin 2', 'show 2', 'frame', 'done']);
  assert.equal(player.running, null);
});

test('a run that is stopped twice has one end', async () => {
  const { player, log, finish } = playerOf();
  player.run();
  await settled();
  player.stop();
  player.run();
  player.stop();
  await finish();
  assert.deepEqual(log, ['begin 1', 'cancelled']);
});

test('a stop does not wait until a device is open', async () => {
  const { player, log } = playerOf();
  player.owner.getLab = () => new Promise(() => {});
  player.run();
  await settled();
  player.stop();
  await settled();
  assert.deepEqual(log, ['cancelled']);
  assert.equal(player.running, null);
});
