/** Runs the steps of an application, and checks what they have made. No DOM. */

import { drop, finished, hold, release } from './device/device.js';
import { Work } from './device/work.js';
import { runReference } from './reference/reference-runner.js';
import { ANY_SCAN } from './settings.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Fields} Fields */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./settings.js').Chosen} Chosen */

/**
 * The still picture: the reference program's results.
 * @param {Application} application @param {Chosen['settings']} settings @param {number} n
 * @param {import('../shared/numbers/text.js').Marks} [marks] of numbers in the settings' texts
 * @returns {State}
 */
export function stillState(application, settings, n, marks) {
  const input = application.input(settings, n, marks);
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
 * Runs all steps into the state; their times by step, or null where it is no longer wanted. A step begins before the device has done
 * those before it, unless they read from it.
 * @param {Application} application @param {State} state @param {{ scan: string, signal?: AbortSignal }} options @param {Frame} [frame]
 */
async function timeSteps(application, state, options, frame) {
  const work = new Work(/** @type {Lab} */ (state.lab), options);
  /** When the device has done what a step submits. @type {{ id: string, done_ms: Promise<number> }[]} */
  const ends = [];
  let begun_ms = performance.now();
  /** @type {Outcome['times']} */
  const times = [];
  const settle = async () => {
    for (; ends.length; ends.shift()) {
      const [{ id, done_ms }] = ends;
      const end_ms = Math.max(begun_ms, await done_ms);
      times.push({ id, ms: end_ms - begun_ms });
      begun_ms = end_ms;
    }
  };
  try {
    for (const { id, run, isSubmitted } of application.steps) {
      if (!run) continue;
      options.signal?.throwIfAborted();
      const made = await work.within(() => run(work, state));
      if (Symbol.asyncIterator in made) {
        await settle();
        const shown_ms = await runParts(/** @type {any} */ (made), work, state, frame && ((part) => frame(part, id)));
        if (shown_ms === null) return null;
        begun_ms += shown_ms;
      } else take(state.found, made)();
      if (isSubmitted) continue;
      const done_ms = Promise.all([work.settled(), finished(work.device)]).then(() => performance.now());
      // It is awaited later.
      done_ms.catch(() => {});
      ends.push({ id, done_ms });
    }
    await settle();
    await work.settled();
    await readNumbers(state.found);
    return times;
  } catch (failure) {
    // The first refusal is the reason for the others; all have ended then.
    const outcomes = await Promise.allSettled([...ends.map(({ done_ms }) => done_ms), work.settled()]);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    throw refused ? /** @type {PromiseRejectedResult} */ (refused).reason : failure;
  } finally {
    work.sweep(state.found);
  }
}

/** Puts numbers in the place of promises of them, for which no step has waited. @param {Fields} found */
async function readNumbers(found) {
  for (const [name, field] of Object.entries(found)) if (field instanceof Promise) found[name] = await field;
}

/** Adds to what is found, or replaces it. @param {Fields} found @param {Fields} more @returns {() => void} destroys the buffers that were replaced */
function take(found, more) {
  // They are awaited when all steps have run.
  for (const field of Object.values(more)) if (field instanceof Promise) field.catch(() => {});
  const replaced = Object.keys(more).map((name) => found[name]);
  Object.assign(found, more);
  const left = new Set(Object.values(found));
  return () => release(replaced.filter((one) => !left.has(one)));
}

/**
 * Runs a step that goes round by round.
 * @param {AsyncGenerator<Fields, void>} parts @param {Work} work @param {State} state @param {(state: State) => Promise<boolean>} [frame]
 * @returns {Promise<number | null>} the time in ms in which parts were shown; null where it is no longer wanted
 */
async function runParts(parts, work, state, frame) {
  let shown_ms = 0;
  try {
    for (;;) {
      const part = await work.within(async () => (await parts.next()).value ?? null);
      if (part === null) return shown_ms;
      const releaseReplaced = take(state.found, part);
      try {
        // It is shown at once.
        await work.settled();
        const before_ms = performance.now();
        if (frame && !(await frame(state))) return null;
        shown_ms += performance.now() - before_ms;
      } finally {
        releaseReplaced();
      }
    }
  } finally {
    await parts.return();
  }
}

/** Checks an outcome against the reference program. @param {Application} application @param {Lab} lab @param {Outcome} outcome @param {AbortSignal} [signal] */
export async function checkOutcome(application, lab, { state }, signal) {
  const { wanted, ms } = await runReference(application, state.input, state.settings, signal);
  return { problem: await application.compare(state.found, wanted, state, lab), ms };
}
