/**
 * Times the upload of a scan's input and the readback of its output, by the page's clock: GPU timestamps do not cover transfers.
 *
 * Both transfers take the same path as in `scan`, from and to typed arrays. The GPU's buffers exist already, as in a second scan of the same
 * length. The output's memory is faulted in, as `PrefaultedBuffer` does for a scan. A sample starts and ends with an empty queue, and repeats
 * its step until it spans many times the resolution of the clock. Uploads are submitted without waiting, while each readback ends with a
 * wait for the device. So the latency of a wait counts as readback, as in a scan, which waits once.
 *
 * Every round uploads the input, copies it into the output's buffer on the device and reads it back. Before each transfer, its destination
 * is overwritten. Afterwards, every word is compared. Loaded on first use.
 */
import { ScanLabError, allocate } from '../shared/errors.ts';
import { MIN_RESOLUTIONS } from '../shared/limits.ts';
import { chunkRequest } from './chunks.ts';
import { headWords, headsOfChunk, packFlags } from './heads.ts';
import { CHUNK_ELEMENTS, chunksOf, patternOf } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Phases, Transfer } from '../types.ts';
import type { PointJob } from './points.ts';

type Arrays = { input: Uint32Array; output: Uint32Array; heads?: Uint32Array };
/** A clock in ns, from any origin. */
type Clock = () => number;
type Step = keyof typeof STEPS;

/** The steps. In a step, the core runs only some phases of a scan. The argument is the number of repetitions. */
const STEPS = {
  upload: (uploads: number) => ({ uploads }),
  copyInput: (readbacks: number) => ({ work: 'copy-input' as const, readbacks }),
  copyHeads: (readbacks: number) => ({ work: 'copy-heads' as const, readbacks }),
  readback: (readbacks: number) => ({ readbacks }),
};
/** The algorithm that the requests name. It has few passes and little scratch memory at every length. The passes never run. */
const CARRIER = 'two-level';
/** The word that overwrites destinations. The core uses the same word before a sample. */
const POISON = 0x7fc5ca2b;

/** The target span of a sample, in ns and in resolutions of the clock, and the maximum target in ns, as in lab/src/bench/settings.rs. */
const [SAMPLE_NS, TARGET_RESOLUTIONS, MAX_SAMPLE_NS] = [2e6, 200, 6e7];
/** The maximum bytes per sample (queued uploads take memory until the device has executed them), and the maximum number of repeats. */
const [MAX_SAMPLE_BYTES, MAX_REPEATS] = [2 ** 27, 2 ** 14];
/** The maximum number of rounds, and the time in ns after which no further round begins. */
const [MAX_ROUNDS, BUDGET_NS] = [12, 8e8];
/** The number of words between two pauses. In a pause, other tasks of the page run, and a cancellation takes effect. */
const PAUSE_WORDS = 2 ** 23;
/** The number of clock steps to observe, and the maximum number of readings. */
const [CHANGES, MAX_READINGS] = [16, 2 ** 20];

/**
 * Times the upload of a job's input and the readback of an output of the same length.
 * @returns null for both if there are no elements
 */
export async function timeTransfers(
  session: CoreSession,
  task: Task,
  job: PointJob,
  clock: Clock = () => performance.now() * 1e6,
): Promise<{ upload: Transfer | null; readback: Transfer | null }> {
  if (job.n === 0) return { upload: null, readback: null };
  const mover = new Mover(session, task, job, clock);
  try {
    await mover.fillInput();
    return await timeRounds(mover, session.library);
  } finally {
    await mover.release();
  }
}

async function timeRounds(mover: Mover, core: CoreSession['library']) {
  const { clock } = mover;
  const resolution_ns = smallestStep(clock);
  if (resolution_ns === Infinity)
    return { upload: transferOf(core, [], 1, resolution_ns), readback: transferOf(core, [], 1, resolution_ns) };
  const repeats = [await calibrate(mover, 'upload', resolution_ns), await calibrate(mover, 'readback', resolution_ns)];
  const start_ns = clock();
  const spans: number[][] = [[], []];
  do {
    (await mover.round(repeats)).forEach((span_ns, i) => {
      const more = span_ns < MIN_RESOLUTIONS * resolution_ns ? nextRepeats(mover, repeats[i], span_ns, resolution_ns) : repeats[i];
      // Delays may have falsified the calibration. If samples are too short for the clock, sampling restarts with more repeats.
      if (more === repeats[i]) spans[i].push(span_ns);
      else [repeats[i], spans[i]] = [more, []];
    });
  } while (!spans.every(({ length }) => length > 0) || (spans.some(({ length }) => length < MAX_ROUNDS) && clock() - start_ns < BUDGET_NS));
  const [upload, readback] = spans.map((spans_ns, i) => transferOf(core, spans_ns, repeats[i], resolution_ns));
  return { upload, readback };
}

/** Raises the number of repeats until a sample spans the target, as the core does for scans. */
async function calibrate(mover: Mover, step: Step, resolution_ns: number): Promise<number> {
  for (let repeats = 1; ;) {
    let next = nextRepeats(mover, repeats, await mover.timed(step, repeats), resolution_ns);
    // Another sample must confirm the number: the first one creates buffers, and any sample may be delayed.
    if (next === repeats && repeats < mostRepeats(mover))
      next = nextRepeats(mover, repeats, await mover.timed(step, repeats), resolution_ns);
    if (next === repeats) return repeats;
    repeats = next;
  }
}

/** The number of repeats of the next sample; unchanged if this one was long enough. */
function nextRepeats(mover: Mover, repeats: number, span_ns: number, resolution_ns: number) {
  const target_ns = Math.min(Math.max(SAMPLE_NS, TARGET_RESOLUTIONS * resolution_ns), MAX_SAMPLE_NS);
  // Slightly less than the target is enough: another step would make the sample much longer.
  if (span_ns >= 0.75 * target_ns) return repeats;
  const factor = clamp(target_ns / Math.max(span_ns, resolution_ns), 1.2, 16);
  return Math.min(Math.ceil(repeats * factor), mostRepeats(mover));
}

const mostRepeats = ({ bytes }: Mover) => clamp(Math.floor(MAX_SAMPLE_BYTES / bytes), 1, MAX_REPEATS);

function transferOf(core: Pick<CoreSession['library'], 'transfer'>, spans_ns: number[], repeats: number, resolution_ns: number): Transfer {
  return core.transfer(Float64Array.from(spans_ns), repeats, resolution_ns);
}

/** The smallest observed increment of a clock, in whole ns; Infinity if it does not advance. */
export function smallestStep(clock: Clock) {
  let [smallest, last, changes] = [Infinity, clock(), 0];
  for (let i = 0; i < MAX_READINGS && changes < CHANGES; i++) {
    const now = clock();
    if (now > last) {
      smallest = Math.min(smallest, Math.max(1, Math.round(now - last)));
      changes += 1;
    }
    last = now;
  }
  return smallest;
}

/** Runs single steps of a scan of a job's input. */
class Mover {
  request;
  session: CoreSession;
  task: Task;
  job: PointJob;
  clock: Clock;
  bytes;
  arrays: Arrays;

  constructor(session: CoreSession, task: Task, job: PointJob, clock: Clock) {
    this.request = chunkRequest({ ...job, algorithm: CARRIER, tuning: {}, initial: false });
    this.session = session;
    this.task = task;
    this.job = job;
    this.clock = clock;
    const words = job.n * job.words;
    const flags = headWords(job);
    this.bytes = 4 * (words + flags);
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
      session.fillScan(patternOf(job), 'source', start, input.subarray(start * job.words, end * job.words));
      if (heads) this.#fillHeads(start, count, heads);
      if (end % PAUSE_WORDS < CHUNK_ELEMENTS) await this.#pause();
    }
  }

  #fillHeads(start: number, count: number, heads: Uint32Array) {
    const { session, job } = this;
    const part = headsOfChunk(heads, job.headsAsBits, start, count);
    if (!job.headsAsBits) return session.fillScan(patternOf(job), 'flags', start, part);
    const flags = new Uint32Array(count);
    session.fillScan(patternOf(job), 'flags', start, flags);
    packFlags(flags, part);
  }

  /** Runs a step `times` times, and waits until the device has finished. */
  step(step: Step, times: number, { input, output, heads }: Arrays = this.arrays) {
    const { session, task, request } = this;
    // An upload has no output. If it had an array, the core would fault in the array's memory.
    const destination = step === 'upload' ? () => {} : output;
    return session.withToken(task, (token) =>
      session.core.scan(request, input, destination, heads, undefined, token, phasesOf(step, times)),
    );
  }

  /** Runs a step and returns its duration in ns. */
  async timed(step: Step, times: number) {
    const start_ns = this.clock();
    await this.step(step, times);
    return this.clock() - start_ns;
  }

  /**
   * Times uploads of the input and readbacks, and compares all words.
   * @param repeats the numbers of uploads and of readbacks
   * @returns the spans of both samples in ns
   */
  async round([uploads, readbacks]: number[]): Promise<number[]> {
    const { input, output, heads } = this.arrays;
    output.fill(POISON);
    await this.step('upload', 1, { input: output, output, heads: heads && output.subarray(0, heads.length) });
    const upload_ns = await this.timed('upload', uploads);
    if (heads) await this.#checkCopied('copyHeads', heads);
    await this.step('copyInput', 0);
    output.fill(POISON);
    const readback_ns = await this.timed('readback', readbacks);
    await this.#compare(input);
    return [upload_ns, readback_ns];
  }

  /**
   * Checks the words that were uploaded to the device.
   * @param step copies them into the output's buffer
   */
  async #checkCopied(step: Step, words: Uint32Array) {
    this.arrays.output.fill(POISON);
    await this.step(step, 1);
    await this.#compare(words);
  }

  /** Throws unless the output begins with these words. */
  async #compare(words: Uint32Array) {
    const { output } = this.arrays;
    for (let i = 0; i < words.length; i++) {
      if (output[i] !== words[i]) {
        throw new ScanLabError(
          'unsupported',
          `Uploaded words must be read back unchanged; word ${i} of ${words.length} was ${words[i]} and was read back as ${output[i]}.`,
        );
      }
      if (i % PAUSE_WORDS === PAUSE_WORDS - 1) await this.#pause();
    }
  }

  async #pause() {
    await new Promise((resume) => setTimeout(resume));
    this.task.check();
  }

  /** Makes the core free the buffers of the steps, as it does for a cancelled scan. */
  async release() {
    const {
      session,
      request,
      arrays: { input, output, heads },
    } = this;
    try {
      const token = new session.library.CancelToken();
      token.cancel();
      await session.core.scan(request, input, output, heads, undefined, token, phasesOf('readback', 0)).catch(() => {});
      token.free();
    } catch {
      // A core that has stopped has nothing to free.
    }
  }
}

/** Buffers stay on the device for the next steps. */
function phasesOf(step: Step, times: number): Phases {
  return { uploads: 0, work: 'nothing', readbacks: 0, keepBuffers: true, ...STEPS[step](times) };
}

function clamp(value: number, least: number, most: number) {
  return Math.min(Math.max(value, least), most);
}
