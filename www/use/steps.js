/** Runs the steps of an application, and checks what they have made. No DOM. */

import { release } from './device.js';
import { ANY_SCAN } from './settings.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Fields} Fields */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./settings.js').Chosen} Chosen */

/** The still picture: the reference program's results. @param {Application} application @param {Chosen['settings']} settings @param {number} n @returns {State} */
export function stillState(application, settings, n) {
  const input = application.input(settings, n);
  return { n, settings, scan: ANY_SCAN, input, found: application.reference(input, settings) };
}

/** Destroys the buffers of a state that is not to be shown, unless a part of it is, which the view releases. @param {State} state */
export function discard(state) {
  if (!state.isShown) release(state.found);
}

/** Shows what a step has made so far, unless another step is chosen; false where the run is no longer wanted. @typedef {(state: State, step: string) => Promise<boolean>} Frame */

/**
 * Runs all steps, one after the other.
 * @param {Application} application @param {Lab} lab
 * @param {{ settings: Chosen['settings'], n: number, input: unknown, scan: string, signal?: AbortSignal }} request
 * @param {Frame} [frame] of steps that are shown while they run; without one they run at once
 * @returns {Promise<Outcome | null>} null where it is no longer wanted
 */
export async function runSteps(application, lab, request, frame) {
  const { settings, n, input, scan } = request;
  /** @type {State} */
  const state = { n, settings, scan, input, lab, found: {} };
  try {
    const times = await timeSteps(application, state, request, frame);
    if (times) return { state, times, total_ms: times.reduce((sum, { ms }) => sum + ms, 0) };
  } catch (failure) {
    discard(state);
    throw failure;
  }
  discard(state);
  return null;
}

/** @typedef {{ id: string, fields: Fields, isRound?: boolean, isSubmitted?: boolean }} Part of what a step makes */

/**
 * Runs all steps into the state; their times by step, or null where it is no longer wanted.
 * @param {Application} application @param {State} state @param {{ scan: string, signal?: AbortSignal }} options @param {Frame} [frame]
 */
async function timeSteps(application, state, options, frame) {
  const parts = partsOf(application, state, options);
  /** @type {{ id: string, ms: number }[]} */
  const times = [];
  let submitted_ms = 0;
  let next = timed(parts);
  try {
    for (;;) {
      const { part, ms } = await next;
      if (!part) return times;
      const { id, fields, isRound, isSubmitted } = part;
      Object.assign(state.found, fields);
      // The device works on the next part while this one is drawn.
      next = timed(parts);
      next.catch(() => {});
      // What has only been submitted ends with the next step.
      if (isSubmitted) submitted_ms += ms;
      else if (times.at(-1)?.id === id) times[times.length - 1].ms += ms;
      else times.push({ id, ms: ms + submitted_ms });
      if (!isSubmitted) submitted_ms = 0;
      if (isRound && frame && !(await frame(state, id))) return null;
    }
  } finally {
    // Of a part that is no longer wanted, nothing else holds the buffers.
    await next.then(({ part }) => release(part?.fields)).catch(() => {});
    await parts.return();
  }
}

/** The next part, and how long it took; none after the last. @param {AsyncGenerator<Part, void>} parts */
async function timed(parts) {
  const start = performance.now();
  const { value: part } = await parts.next();
  return { part: part ?? null, ms: performance.now() - start };
}

/** What the steps make, one after the other: a round at a time, or all of a step. @param {Application} application @param {State} state @param {{ scan: string, signal?: AbortSignal }} options @returns {AsyncGenerator<Part, void>} */
async function* partsOf({ steps }, state, { scan, signal }) {
  /** @type {Promise<unknown> | undefined} */
  let submitted;
  for (const { id, run, isSubmitted } of steps) {
    if (!run) continue;
    signal?.throwIfAborted();
    const made = run(/** @type {Lab} */ (state.lab), state, { scan, signal });
    if (Symbol.asyncIterator in made) {
      for await (const fields of made) yield { id, fields, isRound: true };
    } else {
      const { accepted, ...fields } = await unlessRefused(made, submitted);
      submitted = accepted;
      yield { id, fields, isSubmitted };
    }
  }
}

/** What a step makes, unless the device has refused what the step before has submitted for it. @param {Promise<Fields> | Fields} made @param {Promise<unknown> | undefined} submitted @returns {Promise<Fields>} */
async function unlessRefused(made, submitted) {
  if (!submitted) return made;
  const [before, now] = await Promise.allSettled([submitted, made]);
  if (before.status === 'fulfilled' && now.status === 'fulfilled') return now.value;
  if (now.status === 'fulfilled') release(now.value);
  throw before.status === 'rejected' ? before.reason : /** @type {PromiseRejectedResult} */ (now).reason;
}

/** Checks an outcome against the reference program. @param {Application} application @param {Lab} lab @param {Outcome} outcome */
export async function checkOutcome(application, lab, { state }) {
  const start = performance.now();
  const wanted = application.reference(state.input, state.settings);
  const ms = performance.now() - start;
  return { problem: await application.compare(state.found, wanted, state, lab), ms };
}
