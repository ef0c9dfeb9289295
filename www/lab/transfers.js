/**
 * What it takes to move a scan's input to the device and its output back, by the page's clock: no GPU timestamp sees that side.
 *
 * Words go from and to typed arrays by the very steps that `scan` takes, with buffers that are there, as in a second scan of a
 * length, and into an array whose pages are faulted in, which the new result of a scan gets while its input goes up. A sample goes from
 * an empty queue to an empty queue and repeats its step until it spans many steps of the clock. Uploads follow each other without
 * a wait, while a readback ends when its words are here: so what a wait for the device takes is in the readback, as it is in a
 * scan, which waits once.
 *
 * Both ends are overwritten before they are written to; every round uploads the input, moves it to the output's place on the
 * device and reads it back from there, and every word must come back. It is loaded when the first transfer is measured.
 */
import { ScanLabError, allocate } from '../shared/errors.js';
import { LEAST_QUANTA } from '../shared/measures.js';
import { planRequest } from './plan-request.js';
import { CHUNK_ELEMENTS, chunksOf, patternOf } from './verify.js';
/** @import { Phases, Transfer } from '../types.d.ts' */
/** @import { CoreSession, Task } from '../core/session.js' */
/** @import { PointJob } from './points.js' */
/** @typedef {{ input: Uint32Array, output: Uint32Array, heads?: Uint32Array }} Arrays */
/** @typedef {{ repeats: number, span_ns: number }} Sample */
/** A clock in ns, from any start. @typedef {() => number} Clock */
/** @typedef {keyof typeof STEPS} Step */

/** The phases of a scan that the core runs one by one, so many times over. @satisfies {Record<string, (times: number) => Partial<Phases>>} */
const STEPS = {
  upload: (/** @type {number} */ uploads) => ({ uploads }),
  copyInput: (/** @type {number} */ readbacks) => ({ work: /** @type {const} */ ('copy-input'), readbacks }),
  copyHeads: (/** @type {number} */ readbacks) => ({ work: /** @type {const} */ ('copy-heads'), readbacks }),
  readback: (/** @type {number} */ readbacks) => ({ readbacks }),
};
/** The scan whose steps these are, which itself never runs: of few passes and little memory, whatever the length and the device. */
const CARRIER = 'two-level';
/** Overwrites what is to be written: what the core poisons outputs with. */
const POISON = 0x7fc5ca2b;

/** As src/bench/settings.rs has them: what a sample should span, in ns and in steps of the clock, and what it may span. */
const [SAMPLE_NS, AIMED_QUANTA, MOST_SAMPLE_NS] = [2e6, 200, 6e7];
/** What a sample may move: uploads that follow each other take memory until the device has done them. And repeats at most. */
const [MOST_SAMPLE_BYTES, MOST_REPEATS] = [2 ** 27, 2 ** 14];
/** Rounds at most, and the time after which no more but the first are begun. */
const [MOST_ROUNDS, BUDGET_NS] = [12, 8e8];
/** Words after which others have their turn: to cancel takes effect then. */
const PAUSE_WORDS = 2 ** 23;
/** Changes of a clock that are looked at, and readings at most. */
const [CHANGES, MOST_READINGS] = [16, 2 ** 20];

/**
 * Times of moving a job's input to the device and an output as long back.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {Clock} [clock]
 * @returns {Promise<{ upload: Transfer | null, readback: Transfer | null }>} null of no elements
 */
export async function timeTransfers(session, task, job, clock = () => performance.now() * 1e6) {
  if (job.n === 0) return { upload: null, readback: null };
  const mover = new Mover(session, task, job, clock);
  try {
    await mover.fillInput();
    return await timeRounds(mover, session.library);
  } finally {
    await mover.letGo();
  }
}

/** @param {Mover} mover @param {CoreSession['library']} core */
async function timeRounds(mover, core) {
  const { clock } = mover;
  const quantum_ns = smallestStep(clock);
  if (quantum_ns === Infinity) return { upload: transferOf(core, [], 1, quantum_ns), readback: transferOf(core, [], 1, quantum_ns) };
  const repeats = [await calibrate(mover, 'upload', quantum_ns), await calibrate(mover, 'readback', quantum_ns)];
  const start_ns = clock();
  /** @type {number[][]} */
  const spans = [[], []];
  do {
    (await mover.round(repeats)).forEach((span_ns, i) => {
      const more = span_ns < LEAST_QUANTA * quantum_ns ? nextRepeats(mover, repeats[i], span_ns, quantum_ns) : repeats[i];
      // Where the calibration was held up again and again, samples are too short for the clock: they begin anew.
      if (more === repeats[i]) spans[i].push(span_ns);
      else [repeats[i], spans[i]] = [more, []];
    });
  } while (
    !spans.every(({ length }) => length > 0) ||
    (spans.some(({ length }) => length < MOST_ROUNDS) && clock() - start_ns < BUDGET_NS)
  );
  const [upload, readback] = spans.map((spans_ns, i) => transferOf(core, spans_ns, repeats[i], quantum_ns));
  return { upload, readback };
}

/**
 * Raises the repeats in a sample until it spans what it should, as the core does with scans.
 * @param {Mover} mover @param {Step} step @param {number} quantum_ns
 * @returns {Promise<number>}
 */
async function calibrate(mover, step, quantum_ns) {
  for (let repeats = 1; ;) {
    let next = nextRepeats(mover, repeats, await mover.timed(step, repeats), quantum_ns);
    // The first of all makes what it needs, and any may be held up.
    if (next === repeats && repeats < mostRepeats(mover)) next = nextRepeats(mover, repeats, await mover.timed(step, repeats), quantum_ns);
    if (next === repeats) return repeats;
    repeats = next;
  }
}

/** How often to repeat a step after a sample of it: as often, where that was long enough. @param {Mover} mover @param {number} repeats @param {number} span_ns @param {number} quantum_ns */
function nextRepeats(mover, repeats, span_ns, quantum_ns) {
  const aimed_ns = Math.min(Math.max(SAMPLE_NS, AIMED_QUANTA * quantum_ns), MOST_SAMPLE_NS);
  // A sample a little shorter than aimed at will do; another step would make it much longer.
  if (span_ns >= 0.75 * aimed_ns) return repeats;
  const factor = clamp(aimed_ns / Math.max(span_ns, quantum_ns), 1.2, 16);
  return Math.min(Math.ceil(repeats * factor), mostRepeats(mover));
}

/** @param {Mover} mover */
const mostRepeats = ({ bytes }) => clamp(Math.floor(MOST_SAMPLE_BYTES / bytes), 1, MOST_REPEATS);

/**
 * @param {Pick<CoreSession['library'], 'transferJson'>} core
 * @param {number[]} spans_ns
 * @param {number} repeats
 * @param {number} quantum_ns
 * @returns {Transfer}
 */
function transferOf(core, spans_ns, repeats, quantum_ns) {
  return JSON.parse(core.transferJson(Float64Array.from(spans_ns), repeats, quantum_ns));
}

/** The smallest step by which a clock is seen to go on, in whole ns; Infinity of one that stands still. @param {Clock} clock */
export function smallestStep(clock) {
  let [smallest, last, changes] = [Infinity, clock(), 0];
  for (let i = 0; i < MOST_READINGS && changes < CHANGES; i++) {
    const now = clock();
    if (now > last) {
      smallest = Math.min(smallest, Math.max(1, Math.round(now - last)));
      changes += 1;
    }
    last = now;
  }
  return smallest;
}

/** Takes the steps of a scan of a job's input, one by one. */
class Mover {
  /** @param {CoreSession} session @param {Task} task @param {PointJob} job @param {Clock} clock */
  constructor(session, task, job, clock) {
    const { n: _, ...request } = planRequest({ ...job, algorithm: CARRIER, tuning: {} });
    this.session = session;
    this.task = task;
    this.job = job;
    this.clock = clock;
    this.request = JSON.stringify(request);
    const words = job.n * job.words;
    const flags = job.segmented ? job.n : 0;
    this.bytes = 4 * (words + flags);
    /** @type {Arrays} */
    this.arrays = allocate(4 * (2 * words + flags), () => ({
      input: new Uint32Array(words),
      output: new Uint32Array(words),
      ...(flags && { heads: new Uint32Array(flags) }),
    }));
  }

  async fillInput() {
    const {
      session,
      job,
      arrays: { input, heads },
    } = this;
    for (const { start, count } of chunksOf({ n: job.n, direction: 'forward' }, CHUNK_ELEMENTS)) {
      const end = start + count;
      session.fillPattern(patternOf(job), start, input.subarray(start * job.words, end * job.words));
      if (heads) session.fillHeads(patternOf(job), start, heads.subarray(start, end));
      if (end % PAUSE_WORDS < CHUNK_ELEMENTS) await this.#pause();
    }
  }

  /** Takes a step so many times over, and waits until all of it is done. @param {Step} step @param {number} times @param {Arrays} [arrays] */
  step(step, times, { input, output, heads } = this.arrays) {
    const { session, task, request } = this;
    // An upload has no output: the core would give an array its memory meanwhile.
    const taker = step === 'upload' ? () => {} : output;
    return session.withToken(task, (token) => session.core.scan(request, input, taker, heads, token, phasesOf(step, times)));
  }

  /** The same with what it takes, in ns. @param {Step} step @param {number} times */
  async timed(step, times) {
    const start_ns = this.clock();
    await this.step(step, times);
    return this.clock() - start_ns;
  }

  /** Uploads the input and reads it back, both often enough to be timed. @param {number[]} repeats of either @returns {Promise<number[]>} their spans in ns */
  async round([uploads, readbacks]) {
    const { input, output, heads } = this.arrays;
    output.fill(POISON);
    await this.step('upload', 1, { input: output, output, heads: heads && output.subarray(0, heads.length) });
    const upload_ns = await this.timed('upload', uploads);
    if (heads) await this.#returned('copyHeads', heads);
    await this.step('copyInput', 0);
    output.fill(POISON);
    const readback_ns = await this.timed('readback', readbacks);
    await this.#compare(input);
    return [upload_ns, readback_ns];
  }

  /** @param {Step} step that copies these words to the output's place @param {Uint32Array} words */
  async #returned(step, words) {
    this.arrays.output.fill(POISON);
    await this.step(step, 1);
    await this.#compare(words);
  }

  /** Throws where the output does not begin with these words. @param {Uint32Array} words */
  async #compare(words) {
    const { output } = this.arrays;
    for (let i = 0; i < words.length; i++) {
      if (output[i] !== words[i]) {
        throw new ScanLabError(
          'unsupported',
          `What was uploaded must come back as it was; of ${words.length} words the one at ${i} was ${words[i]} and came back as ${output[i]}.`,
        );
      }
      if (i % PAUSE_WORDS === PAUSE_WORDS - 1) await this.#pause();
    }
  }

  async #pause() {
    await new Promise((resume) => setTimeout(resume));
    this.task.check();
  }

  /** Has the core free what the steps have kept: a step that is cancelled does. */
  async letGo() {
    const {
      session,
      request,
      arrays: { input, output, heads },
    } = this;
    try {
      const token = new session.library.CancelToken();
      token.cancel();
      await session.core.scan(request, input, output, heads, token, phasesOf('readback', 0)).catch(() => {});
      token.free();
    } catch {
      // A core that has stopped has nothing to free.
    }
  }
}

/** What the step needs stays on the device for the others. @param {Step} step @param {number} times @returns {string} */
function phasesOf(step, times) {
  /** @type {Phases} */
  const phases = { uploads: 0, work: 'nothing', readbacks: 0, keepBuffers: true, ...STEPS[step](times) };
  return JSON.stringify(phases);
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
