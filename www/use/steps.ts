/** Runs the steps of an application, and checks their results. No DOM. */

import { drop, finished, hold, release } from './device/device.ts';
import { Work } from './device/work.ts';
import { runReference } from './reference/reference-runner.ts';
import { ANY_SCAN } from './settings.ts';
import type { Marks } from '../shared/numbers/text.ts';
import type { Chosen } from './settings.ts';
import type { Application, Fields, Lab, Outcome, State } from './types.ts';

/**
 * The state of a still picture: its results are those of the reference program.
 * @param marks the group and decimal marks of numbers in the settings' texts
 */
export function stillState(application: Application, settings: Chosen['settings'], n: number, marks?: Marks): State {
  const input = application.input(settings, n, marks);
  return { n, settings, scan: ANY_SCAN, input, found: application.reference(input, settings) };
}

/** States whose input is held on their lab's device. */
const holding: WeakSet<State> = new WeakSet();

/** Destroys the result buffers of a state that is no longer shown, and the buffers of its input that no other state holds. */
export function releaseState(state: State) {
  release(state.found);
  if (state.lab && holding.delete(state)) drop(state.lab.device, state.input);
}

/** Releases the state of a run without outcome. If the view shows a part of the state, the view releases it later. */
export function discard(state: State) {
  if (!state.isShown) releaseState(state);
}

/** Shows the results of a step so far, unless another step is chosen. Resolves to false if the run is no longer wanted. */
type Frame = (state: State, step: string) => Promise<boolean>;

/**
 * Runs all steps, one after another.
 * @param frame shows the rounds of a step; without it, no round is shown
 * @returns null if the run is no longer wanted
 */
export async function runSteps(
  application: Application,
  lab: Lab,
  request: { settings: Chosen['settings']; n: number; input: unknown; scan: string; signal?: AbortSignal },
  frame?: Frame,
): Promise<Outcome | null> {
  const { settings, n, input, scan } = request;
  const state: State = { n, settings, scan, input, lab, found: {} };
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
 * Runs all steps and adds their results to the state. Returns the time of each step, or null if the run is no longer wanted. A step begins
 * before the device has finished the earlier steps, unless it reads their results or has rounds.
 */
async function timeSteps(application: Application, state: State, options: { scan: string; signal?: AbortSignal }, frame?: Frame) {
  const work = new Work(state.lab as Lab, options);
  /** The time at which the device has finished each step. */
  const ends: { id: string; done_ms: Promise<number> }[] = [];
  let begun_ms = performance.now();
  const times: Outcome['times'] = [];
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
        const shown_ms = await runParts(made as any, work, state, frame && ((part) => frame(part, id)));
        if (shown_ms === null) return null;
        begun_ms += shown_ms;
      } else take(state.found, made)();
      if (isSubmitted) continue;
      const done_ms = Promise.all([work.settled(), finished(work.device)]).then(() => performance.now());
      // The promise may reject before it is awaited.
      done_ms.catch(() => {});
      ends.push({ id, done_ms });
    }
    await settle();
    await work.settled();
    await readNumbers(state.found);
    return times;
  } catch (failure) {
    // The first rejection caused the later ones. Buffers are destroyed once all promises have settled.
    const outcomes = await Promise.allSettled([...ends.map(({ done_ms }) => done_ms), work.settled()]);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    throw refused ? (refused as PromiseRejectedResult).reason : failure;
  } finally {
    work.sweep(state.found);
  }
}

/** Replaces promises of numbers by the numbers. No step has waited for them. */
async function readNumbers(found: Fields) {
  for (const [name, field] of Object.entries(found)) if (field instanceof Promise) found[name] = await field;
}

/**
 * Adds fields to the results, or replaces fields.
 * @returns a function that destroys the replaced buffers
 */
function take(found: Fields, more: Fields): () => void {
  // Promises are awaited after all steps. They may reject earlier.
  for (const field of Object.values(more)) if (field instanceof Promise) field.catch(() => {});
  const replaced = Object.keys(more).map((name) => found[name]);
  Object.assign(found, more);
  const left = new Set(Object.values(found));
  return () => release(replaced.filter((one) => !left.has(one)));
}

/**
 * Runs a step that has rounds. A part is the fields of one round.
 * @returns the total time of `frame` in ms; null if the run is no longer wanted
 */
async function runParts(
  parts: AsyncGenerator<Fields, void>,
  work: Work,
  state: State,
  frame?: (state: State) => Promise<boolean>,
): Promise<number | null> {
  let shown_ms = 0;
  try {
    for (;;) {
      const part = await work.within(async () => (await parts.next()).value ?? null);
      if (part === null) return shown_ms;
      const releaseReplaced = take(state.found, part);
      try {
        // The part is shown at once, so the device must have accepted it.
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

export async function checkOutcome(application: Application, lab: Lab, { state }: Outcome, signal?: AbortSignal) {
  const { wanted, ms } = await runReference(application, state.input, state.settings, signal);
  return { problem: await application.compare(state.found, wanted, state, lab), ms };
}
