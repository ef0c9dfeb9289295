/** The times of an application: by step, and those of the reference program and of the alternative on the GPU. */
import { h, scrolling } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { runReference } from '../reference/reference-runner.ts';
import { checkOutcome, releaseState, runSteps } from '../steps.ts';
import type { Formats } from '../../shared/format.ts';
import type { Point } from '../../types.ts';
import type { Application, Lab, Outcome, Problem, State } from '../types.ts';
import type { Request } from './player.ts';

type Row = { title: string; ns: number | null; note: string };

/** The number of timed runs per program. The median counts. */
const RUNS = 5;

export class Times {
  application: Application;
  formats: Formats;
  body;
  table;
  scroll;
  button;
  note;
  root;
  /** Whether settings have changed since the comparison began. The next comparison resets it. */
  isOutdated = false;

  constructor(application: Application, formats: Formats, onCompare: () => void) {
    this.application = application;
    this.formats = formats;
    this.body = h('tbody');
    this.table = h(
      'table',
      {},
      h('caption', {}, h('span', {}, '')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'Program'),
          h('th', { scope: 'col', class: 'number' }, 'Time'),
          h('th', { scope: 'col' }, 'Description'),
        ),
      ),
      this.body,
    );
    this.scroll = scrolling('Times', this.table);
    this.scroll.hidden = true;
    this.button = h('button', { type: 'button', onclick: onCompare }, 'Compare times');
    this.note = h(
      'p',
      { class: 'hint' },
      `Times the steps${application.rival ? ', the reference program and the alternative on the GPU' : ' and the reference program'}: the median of ${RUNS} runs. A step is submitted before the previous step has ended, so short steps may end at the same time.`,
    );
    this.root = h('div', { class: 'use-times' }, h('div', { class: 'run-row' }, this.button), this.note, this.scroll);
  }

  /** Hides the times after a change of settings. A comparison in progress is outdated too. */
  clear() {
    this.scroll.hidden = true;
    this.isOutdated = true;
  }

  /** Shows times, unless settings change meanwhile. */
  async compare(lab: Lab, request: Request, signal: AbortSignal) {
    const software = lab.adapter.isFallback ? ' This is a software adapter: its times say nothing about a GPU.' : '';
    const { rows, state } = await timeAll(this.application, lab, request, signal);
    // Some rivals do not react to the signal.
    signal.throwIfAborted();
    // The caption has the actual size, which may be smaller than requested: the rows of a maze have equal lengths.
    if (!this.isOutdated) this.#show(`${this.application.describe(state, this.formats)}.${software}`, rows);
  }

  #show(caption: string, rows: Row[]) {
    const { formats } = this;
    const text = this.table.querySelector('caption span');
    if (text) text.textContent = caption;
    this.body.replaceChildren(
      ...rows.map(({ title, ns, note }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, title),
          h('td', { class: 'number' }, ns === null ? 'void' : formats.time(ns)),
          h('td', { class: 'use-note' }, note),
        ),
      ),
    );
    this.scroll.hidden = false;
  }
}

/**
 * Times the application, its reference program and its rival.
 * @returns the state of the last run; its buffers are destroyed
 */
async function timeAll(application: Application, lab: Lab, request: Request, signal: AbortSignal): Promise<{ rows: Row[]; state: State }> {
  const outcomes: Outcome[] = [];
  // The first run compiles shaders, so its time does not count.
  for (let run = 0; run <= RUNS; run++) {
    if (run > 0) releaseState(outcomes[run - 1].state);
    outcomes.push((await runSteps(application, lab, { ...request, signal })) as Outcome);
  }
  const last = outcomes[RUNS];
  const { problem } = await checkOutcome(application, lab, last, signal).finally(() => releaseState(last.state));
  const timed = outcomes.slice(1);
  const steps = last.times.map(({ id }, rank) => {
    const { title = id, by } = application.steps.find((step) => step.id === id) ?? {};
    return {
      title: `Step “${title}”`,
      ns: problem ? null : median(timed.map(({ times }) => times[rank].ms)) * 1e6,
      note: by ?? 'plain JavaScript',
    };
  });
  const all = {
    title: application.title,
    ns: problem ? null : median(timed.map(({ total_ms }) => total_ms)) * 1e6,
    note: 'all steps, on GPU buffers',
  };
  const programs_ms = [];
  for (let run = 0; run < RUNS; run++) programs_ms.push((await runReference(application, request.input, request.settings, signal)).ms);
  const program = { title: 'JavaScript', ns: median(programs_ms) * 1e6, note: application.method };
  const rivals = await rivalRows(application, lab, last.state, request.scan, signal);
  return { rows: [all, ...steps, program, ...rivals], state: last.state };
}

async function rivalRows({ rival, title }: Application, lab: Lab, state: State, scan: string, signal: AbortSignal): Promise<Row[]> {
  if (!rival) return [];
  const rows: Row[] = [];
  if (rival.run) {
    const times = [];
    let result;
    for (let run = 0; run <= RUNS; run++) {
      signal.throwIfAborted();
      const start = performance.now();
      result = await rival.run(lab, state);
      times.push(performance.now() - start);
    }
    const problem = rival.check?.(result, state) ?? null;
    const note = problem ? `The result is wrong: ${placeOf(problem)} is ${problem.found}, not ${problem.expected}.` : rival.note;
    rows.push({
      title: rival.title,
      ns: problem ? null : median(times.slice(1)) * 1e6,
      note: `${note} The time includes upload and readback.`,
    });
  }
  if (!rival.requests) return rows;
  const requests = rival.requests(state, scan);
  const of = rival.measuredOf ? ` ${rival.measuredOf}` : '';
  for (const [name, request, note] of [
    [title, requests.application, of],
    [rival.title, requests.rival, `${of} ${rival.note}`],
  ] as const) {
    rows.push(await measuredRow(lab, name, request, note, signal));
  }
  return rows;
}

async function measuredRow(lab: Lab, title: string, request: any, note: string, signal: AbortSignal): Promise<Row> {
  try {
    const point = await lab.measure(request, { signal });
    return { title, ns: point.verified ? point.median_ns : null, note: `on the device alone.${note}${orderOf(point)}` };
  } catch (error) {
    signal.throwIfAborted();
    return { title, ns: null, note: messageOf(error) };
  }
}

/** A sentence on the order of a result that is checked as a set. */
function orderOf({ verified, in_order }: Point) {
  if (!verified || in_order === undefined) return '';
  return in_order
    ? ' Here the output was in order, which is not guaranteed.'
    : ' Here the output was in another order. After a sort, both outputs are equal.';
}

const placeOf = ({ what, index }: Problem) => (index === undefined ? what : `${what}[${index}]`);

function median(values: number[]) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
