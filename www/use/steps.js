/** Runs the steps of an application, and checks what they have made. No DOM. */

import { drop, hold, release, unlessRefused } from './device/device.js';
import { ANY_SCAN } from './settings.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./settings.js').Chosen} Chosen */

/** The still picture: the reference program's results. @param {Application} application @param {Chosen['settings']} settings @param {number} n @returns {State} */
export function stillState(application, settings, n) {
  const input = application.input(settings, n);
  return { n, settings, scan: ANY_SCAN, input, found: application.reference(input, settings) };
}

/** States whose input is held on their lab's device. @type {WeakSet<State>} */
const holding = new WeakSet();

/** Destroys the buffers of a state that nothing shows any more, and those of its input that no other state has. @param {State} state */
export function releaseState(state) {
  release(state.found);
  if (state.lab && holding.delete(state)) drop(state.lab.device, state.input);
}

/** The same of a state that is not to be shown, unless a part of it is, which the view releases. @param {State} state */
export function discard(state) {
  if (!state.isShown) releaseState(state);
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
  hold(lab.device, input);
  holding.add(state);
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

/**
 * Runs all steps into the state; their times by step, or null where it is no longer wanted.
 * @param {Application} application @param {State} state @param {{ scan: string, signal?: AbortSignal }} options @param {Frame} [frame]
 */
async function timeSteps(application, state, { scan, signal }, frame) {
  const lab = /** @type {Lab} */ (state.lab);
  const times = [];
  /** @type {Promise<unknown> | undefined} */
  let submitted;
  let start = performance.now();
  for (const { id, run, isSubmitted } of application.steps) {
    if (!run) continue;
    signal?.throwIfAborted();
    let shown_ms = 0;
    const made = run(lab, state, { scan, signal });
    if (Symbol.asyncIterator in made) {
      for await (const part of made) {
        Object.assign(state.found, part);
        const before = performance.now();
        if (frame && !(await frame(state, id))) return null;
        shown_ms += performance.now() - before;
      }
    } else {
      const { accepted, ...fields } = await (submitted ? unlessRefused(made, submitted) : made);
      Object.assign(state.found, fields);
      submitted = accepted;
    }
    if (id === application.steps[application.steps.length - 1].id) await submitted;
    // What has only been submitted ends with the next step.
    if (isSubmitted) continue;
    times.push({ id, ms: performance.now() - start - shown_ms });
    start = performance.now();
  }
  return times;
}

/** Checks an outcome against the reference program. @param {Application} application @param {Lab} lab @param {Outcome} outcome */
export async function checkOutcome(application, lab, { state }) {
  const start = performance.now();
  const wanted = application.reference(state.input, state.settings);
  const ms = performance.now() - start;
  return { problem: await application.compare(state.found, wanted, state, lab), ms };
}
