/** Times the sequential scan in JavaScript. */

import { allocate } from '../shared/errors.ts';
import { callAllLoops, sequentialScan } from './sequential.ts';
import type { Arrays } from './engine.ts';
import type { SequentialScan } from './sequential.ts';

export type Timing = { samples_ns: number[]; repeats: number };
type Pause = () => Promise<void> | void;

/** The shortest sample. The clocks of pages have a resolution of only 100 µs. */
const MIN_SAMPLE_MS = 5;
const MAX_REPEATS = 2 ** 24;
const SAMPLES = 10;
/** The limit of the time for all samples. Slow scans exceed it, since they still take the required number of samples. */
const MAX_TOTAL_MS = 2000;
/** Array entries of a warm-up scan. A compiler replaces the code of a function only at its next call, so warm-up calls are short. */
const WARM_ENTRIES = 2 ** 10;
const WARM_CALLS = 16;
/** The shortest warm-up. Compilers run concurrently with the page, and may begin late. */
const MIN_WARM_MS = 100;
/** The longest warm-up, for machines so busy that times do not become steady. */
const MAX_WARM_MS = 1000;
/** Times are steady if the shortest time of their later half is at least this share of the shortest time of the earlier half. */
const STEADY = 0.9;

/**
 * Times a scan after its code is optimised.
 * @param leastSamples the number of samples that a verdict requires, even if the scan is slow
 * @param pause awaited between samples
 */
export async function timeSequential(
  scan: SequentialScan,
  { input, output, heads }: Arrays,
  leastSamples: number,
  pause: Pause,
): Promise<Timing> {
  const [fewIn, fewOut] = [input, output].map((array) => array.subarray(0, WARM_ENTRIES));
  const short = sequentialScan(scan, fewIn, fewOut, heads);
  const run = allocate(input.byteLength, () => sequentialScan(scan, input, output, heads));
  return timeRuns(short, run, leastSamples, pause);
}

/** Times calls of `run`. For the warm-up, `short` runs the same code on few elements. */
export async function timeRuns(short: () => void, run: () => void, leastSamples: number, pause: Pause): Promise<Timing> {
  await warmUp(short, pause);
  const timing = await takeSamples(run, leastSamples, pause);
  // A compiler may optimise again during the calls on all elements.
  return isSteady(timing.samples_ns) ? timing : takeSamples(run, leastSamples, pause);
}

/** Runs a short scan repeatedly, until its time no longer decreases. */
async function warmUp(run: () => void, pause: Pause) {
  const start = performance.now();
  const times = [];
  for (let spent = 0; spent < MAX_WARM_MS; spent = performance.now() - start) {
    if (spent >= MIN_WARM_MS && isSteady(times)) return;
    await pause();
    callAllLoops();
    times.push(timePerCall(run));
  }
}

/** The time of one call in ms, from repeated calls that together take at least MIN_SAMPLE_MS. */
function timePerCall(run: () => void) {
  const start = performance.now();
  let [calls, ms] = [0, 0];
  while (ms < MIN_SAMPLE_MS) {
    for (let i = 0; i < WARM_CALLS; i++) run();
    calls += WARM_CALLS;
    ms = performance.now() - start;
  }
  return ms / calls;
}

/** @param times in order of measurement */
function isSteady(times: number[]) {
  const half = times.length >> 1;
  return half > 0 && Math.min(...times.slice(half)) >= STEADY * Math.min(...times.slice(0, half));
}

async function takeSamples(run: () => void, leastSamples: number, pause: Pause): Promise<Timing> {
  const span_ms = (repeats: number) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) run();
    return performance.now() - start;
  };
  let repeats = 1;
  let last_ms = span_ms(1);
  while (last_ms < MIN_SAMPLE_MS && repeats < MAX_REPEATS) {
    repeats *= 2;
    last_ms = span_ms(repeats);
  }
  const affordable = Math.floor(MAX_TOTAL_MS / Math.max(last_ms, MIN_SAMPLE_MS));
  const wanted = Math.max(leastSamples, Math.min(SAMPLES, affordable));
  const samples_ns: number[] = [];
  while (samples_ns.length < wanted) {
    await pause();
    const ms = span_ms(repeats);
    if (ms < MIN_SAMPLE_MS / 2 && repeats < MAX_REPEATS) {
      // This sample is too short for the clock: an interruption prolonged the calls that determined `repeats`.
      repeats *= 2;
      samples_ns.length = 0;
    } else {
      samples_ns.push((ms * 1e6) / repeats);
    }
  }
  return { samples_ns, repeats };
}
