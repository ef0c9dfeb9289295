/** The resources of a run on the device, and their destruction. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fakeLab } from './lab.fakes.mjs';

class GPUBuffer {
  /** A private field: as in a browser, only buffers have it. */
  #size = 4;
  isDestroyed = false;
  get size() {
    return this.#size;
  }
  destroy() {
    this.isDestroyed = true;
  }
}
Object.assign(globalThis, { GPUBuffer });
const { Work } = await import('./work.ts');

const workOn = (/** @type {any} */ lab) => new Work(lab, { scan: 'auto' });
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('what is made within and not returned is destroyed, also where it fails; the rest has the outer owner', async () => {
  const work = workOn(fakeLab());
  const make = () => work.make(() => new GPUBuffer());
  const outer = make();
  /** @type {GPUBuffer[]} */
  let [inner, lost, failed] = [];
  const result = await work.within(async () => {
    const kept = await work.within(() => {
      [inner, lost] = [make(), make()];
      return { inner, n: 1 };
    });
    assert.deepEqual([inner.isDestroyed, lost.isDestroyed], [false, true]);
    return kept.inner;
  });
  await assert.rejects(
    work.within(async () => {
      failed = make();
      throw new Error('stopped');
    }),
    /stopped/,
  );
  assert.deepEqual([result.isDestroyed, failed.isDestroyed, outer.isDestroyed], [false, true, false]);
  work.sweep({ result });
  assert.deepEqual([result.isDestroyed, outer.isDestroyed], [false, true]);
});

test('a result that comes after the run is destroyed', async () => {
  const late = new GPUBuffer();
  /** @type {(buffer: GPUBuffer) => void} */
  let announce = () => {};
  const work = workOn(fakeLab((_, { onSubmitted }) => ((announce = onSubmitted), new Promise(() => {}))));
  const scanning = work.scan(/** @type {any} */ (new GPUBuffer()));
  await turn();
  work.sweep({});
  announce(late);
  await scanning;
  assert.ok(late.isDestroyed);
});

test('at most six calls are in flight: the next begins when the first of them has ended, even if it fails', async () => {
  /** @type {(() => void)[]} */
  const ends = [];
  const lab = fakeLab((_, { onSubmitted }) => {
    onSubmitted(new GPUBuffer());
    return new Promise((_, reject) => ends.push(() => reject(new Error(`refused ${ends.length}`))));
  });
  const work = workOn(lab);
  const running = (async () => {
    for (let call = 0; call < 8; call++) await work.scan(/** @type {any} */ (new GPUBuffer()));
  })();
  await turn();
  assert.equal(ends.length, 6);
  ends[0]();
  await turn();
  assert.equal(ends.length, 7);
  ends[1]();
  await running;
  ends.slice(2).forEach((end) => end());
  await assert.rejects(work.settled(), /refused 6/);
});

test('a number that is refused is no unhandled rejection where nothing awaits it, and the run has its reason', async () => {
  const lab = fakeLab();
  lab.device.createBuffer = () => {
    throw new RangeError('too large');
  };
  const work = workOn(lab);
  void work.number(/** @type {any} */ (new GPUBuffer()), 0);
  // An unhandled rejection would be reported after this turn, and fail the test.
  await turn();
  await assert.rejects(work.settled(), /too large/);
});
