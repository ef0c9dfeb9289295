/** The times of an application: by step, beside the reference program and the GPU's other way. */
import { h, scrolling } from '../../ui/dom.js';
import { messageOf } from '../../shared/errors.js';
import { runReference } from '../reference/reference-runner.js';
import { checkOutcome, releaseState, runSteps } from '../steps.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('../types.d.ts').Outcome} Outcome */
/** @typedef {import('../../shared/format.js').Formats} Formats */
/** @typedef {{ title: string, ns: number | null, note: string }} Row */

/** Runs of which the median counts. */
const RUNS = 5;

export class Times {
  /** Whether settings have changed since a comparison began, which sets it to false. */
  isOutdated = false;

  /** @param {Application} application @param {Formats} formats @param {() => void} onCompare */
  constructor(application, formats, onCompare) {
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
          h('th', { scope: 'col' }, 'What it is'),
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
      `Times the steps beside the reference program${application.rival ? ' and the GPU’s other way' : ''}, the median of ${RUNS} runs. A step is submitted before the one before it has ended, so that short ones may end at the same time.`,
    );
    this.root = h('div', { class: 'use-times' }, h('div', { class: 'run-row' }, this.button), this.note, this.scroll);
  }

  /** Times of other settings say nothing, those that are taken now too. */
  clear() {
    this.scroll.hidden = true;
    this.isOutdated = true;
  }

  /** Shows times, unless settings change meanwhile. @param {Lab} lab @param {import('./player.js').Request} request @param {AbortSignal} signal */
  async compare(lab, request, signal) {
    const software = lab.adapter.isFallback ? ' A software adapter: its times say nothing about a GPU.' : '';
    const { rows, state } = await timeAll(this.application, lab, request, signal);
    // Not every rival ends by the signal.
    signal.throwIfAborted();
    // The size that was made, which may be less than what was asked for: the rows of a maze are equally long.
    if (!this.isOutdated) this.#show(`${this.application.describe(state, this.formats)}.${software}`, rows);
  }

  /** @param {string} caption @param {Row[]} rows */
  #show(caption, rows) {
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
 * @param {Application} application @param {Lab} lab @param {import('./player.js').Request} request @param {AbortSignal} signal
 * @returns {Promise<{ rows: Row[], state: import('../types.d.ts').State }>} the state of the last run, whose buffers are gone
 */
async function timeAll(application, lab, request, signal) {
  /** @type {Outcome[]} */
  const outcomes = [];
  // The first run compiles.
  for (let run = 0; run <= RUNS; run++) {
    if (run > 0) releaseState(outcomes[run - 1].state);
    outcomes.push(/** @type {Outcome} */ (await runSteps(application, lab, { ...request, signal })));
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
    note: 'all steps, on buffers of the device',
  };
  const programs_ms = [];
  for (let run = 0; run < RUNS; run++) programs_ms.push((await runReference(application, request.input, request.settings, signal)).ms);
  const program = { title: 'JavaScript', ns: median(programs_ms) * 1e6, note: application.method };
  const rivals = await rivalRows(application, lab, last.state, request.scan, signal);
  return { rows: [all, ...steps, program, ...rivals], state: last.state };
}

/** @param {Application} application @param {Lab} lab @param {import('../types.d.ts').State} state @param {string} scan @param {AbortSignal} signal @returns {Promise<Row[]>} */
async function rivalRows({ rival, title }, lab, state, scan, signal) {
  if (!rival) return [];
  /** @type {Row[]} */
  const rows = [];
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
    const note = problem ? `Its result is wrong: ${placeOf(problem)} is ${problem.found}, not ${problem.expected}.` : rival.note;
    rows.push({ title: rival.title, ns: problem ? null : median(times.slice(1)) * 1e6, note: `${note} With upload and readback.` });
  }
  if (!rival.requests) return rows;
  const requests = rival.requests(state, scan);
  const of = rival.measuredOf ? ` ${rival.measuredOf}` : '';
  for (const [name, request, note] of /** @type {const} */ ([
    [title, requests.application, of],
    [rival.title, requests.rival, `${of} ${rival.note}`],
  ])) {
    rows.push(await measuredRow(lab, name, request, note, signal));
  }
  return rows;
}

/** @param {Lab} lab @param {string} title @param {any} request @param {string} note @param {AbortSignal} signal @returns {Promise<Row>} */
async function measuredRow(lab, title, request, note, signal) {
  try {
    const point = await lab.measure(request, { signal });
    return { title, ns: point.verified ? point.median_ns : null, note: `on the device alone.${note}${orderOf(point)}` };
  } catch (error) {
    signal.throwIfAborted();
    return { title, ns: null, note: messageOf(error) };
  }
}

/** Whether what is checked as a set was in order. @param {import('../../types.d.ts').Point} point */
function orderOf({ verified, in_order }) {
  if (!verified || in_order === undefined) return '';
  return in_order ? ' Here they were in order, which is not certain.' : ' Here they were in another order; sorted, both are equal.';
}

/** @param {import('../types.d.ts').Problem} problem */
const placeOf = ({ what, index }) => (index === undefined ? what : `${what}[${index}]`);

/** @param {number[]} values */
function median(values) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
