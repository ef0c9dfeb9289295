/** The pictures of the path, one per screen. A picture depends on its controls or on the reader's numbers. */
import { messageOf } from '../../shared/errors.ts';
import { MAX_PLANNED_ELEMENTS } from '../../shared/limits.ts';
import { Field, h, scrolling, select } from '../../ui/dom.ts';
import { diagram } from '../diagram.ts';
import { countCombines } from '../flow.ts';
import { roundPicture } from '../machine/picture.ts';
import { count, planned } from '../machine/run.ts';
import { DEFAULTS as MACHINE } from '../machine/settings.ts';
import type { Settings as MachineSettings } from '../machine/settings.ts';
import { played } from '../observatory/observatory-view.ts';
import { DEFAULTS as OBSERVATORY } from '../observatory/settings.ts';
import { legend, timelineTable } from '../observatory/timeline-view.ts';
import { SCHEDULES } from '../step/settings.ts';
import { loadEmulator } from '../../shared/emulator.ts';
import { outcomeText, outcomes, togetherText } from './emulated.ts';
import type { Explainer, Run, ViewContext } from '../../ui/element-types.ts';
import type { Kernel, Outcome } from './emulated.ts';

/** The parts of the view that a picture uses. */
type Drawing = Pick<ViewContext, 'catalogue' | 'formats' | 'titleOf' | 'setLevels'> & {
  explainer: Explainer;
  recorded: () => Promise<Run>;
};
export interface Picture {
  root: HTMLElement;
  draw(numbers: readonly number[]): void;
}

/** The number of numbers of the path. */
export const COLUMNS = 8;

/** A select control of a picture. */
function choice(id: string, label: string, choices: { value: string; label: string }[], onChange: () => void, value?: string) {
  const control = select(choices, { onchange: onChange, value });
  return { control, root: new Field({ id: `path-${id}`, label, control }).root };
}

/** A picture without controls: the diagram of a scan, with the reader's numbers. */
function flowPicture({ explainer, titleOf }: Drawing, algorithm: string): Picture {
  const root = h('div', { class: 'path-flow' });
  return { root, draw: (numbers) => root.replaceChildren(flowOf({ explainer, titleOf }, algorithm, numbers)) };
}

function flowOf({ explainer, titleOf }: Pick<Drawing, 'explainer' | 'titleOf'>, algorithm: string, numbers: readonly number[]) {
  const flow = explainer.flow(algorithm, numbers.length);
  return diagram(flow, { id: `path-flow-${algorithm}`, title: titleOf(algorithm), input: numbers });
}

/** Returns a function that does work and shows its result, unless newer work has begun meanwhile. The status shows a failure. */
function latest(status: HTMLElement) {
  let turn = 0;
  return async <T>(work: () => Promise<T>, done: (result: T) => void) => {
    const mine = ++turn;
    try {
      const result = await work();
      if (mine === turn) done(result);
    } catch (error) {
      if (mine === turn) status.textContent = `This could not be run: ${messageOf(error)}`;
    }
  };
}

const NAIVE: { value: string; label: string; kernel: Kernel }[] = [
  { value: 'two', label: 'Two buffers, one barrier', kernel: { algorithm: 'naive-tiles', broken: '' } },
  { value: 'none', label: 'Two buffers, no barrier', kernel: { algorithm: 'naive-tiles', broken: 'barrier:tile-scan' } },
  { value: 'both', label: 'One buffer, two barriers', kernel: { algorithm: 'kogge-stone', broken: '' } },
  { value: 'one', label: 'One buffer, barrier after writes', kernel: { algorithm: 'kogge-stone', broken: 'one-barrier' } },
];

function naivePicture(drawing: Drawing): Picture {
  let all: Outcome[] = [];
  let shown: readonly number[] = [];
  const flow = flowPicture(drawing, 'kogge-stone');
  const status = h('p', { class: 'path-outcome', role: 'status' });
  const table = h('div', {});
  const work = latest(status);
  const run = () => {
    const { kernel: chosen } = NAIVE.find(({ value }) => value === kernel.control.value) ?? NAIVE[0];
    void work(
      () => outcomes(drawing, shown, chosen, shown.length),
      (found) => {
        all = found;
        tell();
      },
    );
  };
  const tell = () => {
    const one = all.find(({ schedule }) => schedule === order.control.value);
    if (!one) return;
    status.textContent = outcomeText(one);
    const row = (name: string, values: number[]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, name),
        ...values.map((value, i) =>
          h('td', { class: value === one.expected[i] ? 'number' : 'number wrong' }, drawing.formats.integer(value)),
        ),
      );
    table.replaceChildren(
      scrolling(
        'Output of the kernel',
        h('table', { class: 'path-output' }, h('tbody', {}, row('A loop', one.expected), row('The kernel', one.output))),
      ),
    );
  };
  const kernel = choice('kernel', 'Kernel', NAIVE, run, 'one');
  const order = choice('order', 'Order of execution', SCHEDULES, tell);
  const root = h('div', {}, flow.root, h('div', { class: 'fields' }, kernel.root, order.root), table, status);
  return {
    root,
    draw(numbers) {
      flow.draw(numbers);
      shown = numbers;
      run();
    },
  };
}

/** A table with one bar per row. The length of a bar is its value divided by the largest one. @param shown the name of the values */
function bars(
  { caption, columns, shown }: { caption: string; columns: string[]; shown: string },
  rows: { name: string; value: number; cells: string[] }[],
) {
  const most = Math.max(...rows.map(({ value }) => value));
  const bar = (value: number) => {
    const node = h('i', { 'aria-hidden': 'true' });
    node.style.setProperty('--part', `${value / most}`);
    return h('td', { class: 'path-bar' }, node);
  };
  return scrolling(
    caption,
    h(
      'table',
      { class: 'path-bars' },
      h('caption', {}, h('span', {}, caption)),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['Scan', ...columns].map((name, i) => h('th', { scope: 'col', class: i ? 'number' : '' }, name)),
          h('th', { scope: 'col' }, shown),
        ),
      ),
      h(
        'tbody',
        {},
        ...rows.map(({ name, value, cells }) =>
          h('tr', {}, h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', { class: 'number' }, cell)), bar(value)),
        ),
      ),
    ),
  );
}

/** The scans of the picture of work. `recorded` is a scan with the same number of steps, whose recorded time is shown. */
const WORK_SCANS = [
  { id: 'sequential', name: 'The loop' },
  { id: 'kogge-stone', name: 'Naive steps', recorded: 'hillis-steele' },
  { id: 'blelloch', name: 'The tree', recorded: 'blelloch' },
];
/** The numbers of elements of the diagrams whose applications are counted. */
const WORK_SIZES = [8, 16, 32, 64];
/** The number of elements of the recorded run. */
const MANY = 2 ** 20;

function workPicture({ explainer, formats, titleOf, recorded }: Drawing): Picture {
  const place = h('div', {});
  const note = h('p', { class: 'hint' });
  const work = latest(note);
  const draw = () => {
    const n = Number(size.control.value);
    const rows = WORK_SCANS.map(({ id, name }) => {
      const flow = explainer.flow(id, n);
      const steps = flow.steps.filter(({ operations }) => operations.some(({ kind }) => kind === 'combine')).length;
      const applications = countCombines(flow);
      return { name, value: applications, cells: [formats.integer(applications), formats.integer(steps)] };
    });
    place.replaceChildren(
      bars(
        { caption: `Counted in the diagrams of ${n} elements`, columns: ['Applications', 'Steps that add'], shown: 'Applications' },
        rows,
      ),
    );
    void work(recorded, (run) => (note.textContent = recordedText({ formats, titleOf }, run, MANY)));
  };
  const size = choice(
    'n',
    'Elements',
    WORK_SIZES.map((n) => ({ value: `${n}`, label: `${n}` })),
    draw,
    '16',
  );
  return { root: h('div', {}, h('div', { class: 'fields' }, size.root), place, note), draw };
}

function recordedTimes({ points, adapter }: Run, n: number, algorithms: string[]) {
  const found = algorithms.map((id) => points.find((point) => point.algorithm === id && point.n === n));
  return { found, adapter: adapter?.description ?? '' };
}

function recordedText({ formats, titleOf }: Pick<Drawing, 'formats' | 'titleOf'>, run: Run, n: number) {
  const scans = WORK_SCANS.flatMap(({ name, recorded: id }) => (id ? [{ name, id }] : []));
  const { found, adapter } = recordedTimes(
    run,
    n,
    scans.map(({ id }) => id),
  );
  const texts = scans.map(({ name, id }, i) => `${name} (${titleOf(id)}): ${formats.time(Number(found[i]?.median_ns))}`);
  return `Recorded on ${adapter}, for ${formats.integer(n)} elements. ${texts.join('. ')}.`;
}

const BARRIERS = [
  { value: '', label: 'nothing' },
  { value: 'barrier:scan-tiles', label: 'the barrier after the input is stored' },
  { value: 'barrier:up-sweep', label: 'the barrier in the up-sweep' },
  { value: 'barrier:tile-scan', label: 'the barrier after the root is cleared' },
  { value: 'barrier:down-sweep', label: 'the barrier in the down-sweep' },
];

function treePicture(drawing: Drawing): Picture {
  let shown: readonly number[] = [];
  const flow = flowPicture(drawing, 'blelloch');
  const status = h('p', { class: 'path-outcome', role: 'status' });
  const work = latest(status);
  const run = () => {
    const kernel = { algorithm: 'blelloch', broken: left.control.value };
    void work(
      // An invocation handles two elements.
      () => outcomes(drawing, shown, kernel, shown.length / 2),
      (all) => (status.textContent = togetherText(all)),
    );
  };
  const left = choice('left-out', 'Leave out', BARRIERS, run);
  return {
    root: h('div', {}, flow.root, h('div', { class: 'fields' }, left.root), status),
    draw(numbers) {
      flow.draw(numbers);
      shown = numbers;
      run();
    },
  };
}

/** The number of banks and of invocations. They are equal, so that one access per invocation shows a conflict. */
const BANKS = 8;

function banksPicture({ explainer, formats }: Drawing): Picture {
  const status = h('p', { class: 'path-outcome', role: 'status' });
  const place = h('div', { class: 'machine-pictures' });
  const work = latest(status);
  const draw = () => {
    const s = Number(stride.control.value);
    const settings: MachineSettings = { ...MACHINE, kernel: 'stride', p: BANKS, w: BANKS, n: BANKS, l: 1, s };
    void work(
      async () => {
        const [ofWorkgroup] = await planned(explainer, settings);
        return count(ofWorkgroup, settings, true);
      },
      ({ rounds, dmm }) => {
        const round = rounds.find(({ isStorage }) => !isStorage);
        if (!round) return;
        place.replaceChildren(roundPicture(formats, round, { w: BANKS, l: 1, title: `Addresses 0, ${s}, ${2 * s}, … in ${BANKS} banks` }));
        status.textContent =
          dmm === 1 ? 'No bank conflict: one time unit.' : `${dmm}-way bank conflict: ${formats.count(dmm, 'time unit')} for one access.`;
      },
    );
  };
  const strides = Array.from({ length: BANKS + 1 }, (_, i) => ({ value: `${i + 1}`, label: `${i + 1}` }));
  const stride = choice('stride', 'Words between neighbours', strides, draw, '2');
  return { root: h('div', {}, h('div', { class: 'fields' }, stride.root), place, status), draw };
}

const PASS_SCANS = ['reduce-then-scan', 'look-back'];

function passesPicture({ explainer, formats, titleOf, recorded }: Drawing): Picture {
  const place = h('div', {});
  const note = h('p', { class: 'hint' });
  const work = latest(note);
  const show = (run: Run) => {
    const sizes = [...new Set(run.points.map(({ n }) => n))].filter((n) => n <= MAX_PLANNED_ELEMENTS).sort((left, right) => left - right);
    if (!size.control.options.length) {
      size.control.append(...sizes.map((n) => h('option', { value: n }, formats.integer(n))));
      size.control.value = `${sizes.at(-1)}`;
    }
    const n = Number(size.control.value);
    const { found, adapter } = recordedTimes(run, n, PASS_SCANS);
    const rows = PASS_SCANS.map((id, i) => {
      const { cost, dispatches } = explainer.plan({ algorithm: id, operator: 'add', type: 'u32', mode: 'inclusive', n, tuning: {} });
      const ns = Number(found[i]?.median_ns);
      const perElement = formats.three.format((cost.reads + cost.writes) / n);
      return { name: titleOf(id), value: ns, cells: [formats.integer(dispatches), perElement, formats.time(ns)] };
    });
    const copy = found.flatMap((point) => (point?.copy_ratio ? [Number(point.median_ns) / point.copy_ratio.value] : [])).at(-1);
    if (copy) rows.push({ name: 'A copy', value: copy, cells: [formats.integer(1), formats.integer(2), formats.time(copy)] });
    const columns = ['Dispatches', 'Accesses per element', 'Time'];
    const caption = `${formats.integer(n)} elements: dispatches and accesses counted, times recorded on ${adapter}`;
    place.replaceChildren(bars({ caption, columns, shown: 'Time' }, rows));
    note.textContent =
      'At the same bandwidth, reduce-then-scan takes 1.5 times as long as a copy. If it takes longer, it uses less of the bandwidth. The copy was measured beside look-back.';
  };
  const draw = () => void work(recorded, show);
  const size = choice('size', 'Elements', [], draw);
  return { root: h('div', {}, h('div', { class: 'fields' }, size.root), place, note), draw };
}

const TILES = ['4', '8', '16', '24', '48'];
const PROGRESS = [
  { value: '0', label: 'All started workgroups continue' },
  { value: '20', label: 'One in five may stop permanently' },
];

/** The number of workgroups that run at a time. It is small, so that later tiles find prefixes. */
const FLIGHT = 8;
const MEASURES = `The state of a tile is empty at first, then its aggregate, then its prefix. At most ${FLIGHT} workgroups run at a time. A wait is a read of states in which the nearest state is still empty. A window is a read in which the nearest state is published. Look-back reads several states at once, and the chained scan reads one. Depth is the number of tiles that a tile has looked back over.`;

/** The scans that are compared on one axis, for each progress model: all workgroups continue, or some may stop permanently. */
const COMPARED = { progress: ['chained', 'look-back'], none: ['chained', 'look-back', 'look-back-fallback'] };

function endText(formats: Drawing['formats'], { title, timeline, report: { outcome, unfinished } }: ReturnType<typeof played>) {
  if (outcome === 'completed') return `${title} ends at ${formats.integer(timeline.end)} time units.`;
  const stopped = formats.count(unfinished.length, 'workgroup');
  if (outcome === 'stalled')
    return `${title} ends at ${formats.integer(timeline.end)} time units, except ${stopped} that stopped permanently.`;
  return `${title} never ends: ${stopped} stopped permanently, or wait for one that did.`;
}

function lookBackPicture({ explainer, formats }: Drawing): Picture {
  const status = h('p', { class: 'path-outcome', role: 'status' });
  const place = h('div', {});
  const marks = h('div', {});
  const work = latest(status);
  const draw = () => {
    const stalled = Number(progress.control.value);
    const settings = {
      ...OBSERVATORY,
      tiles: Number(tiles.control.value),
      flight: FLIGHT,
      stalled,
      progress: stalled ? 'none' : OBSERVATORY.progress,
    };
    const scans = stalled ? COMPARED.none : COMPARED.progress;
    void work(
      async () => {
        const emulator = await loadEmulator();
        return scans.map((scan) => played(explainer, emulator, { ...settings, scan }));
      },
      (runs) => {
        const units = Math.max(...runs.map(({ timeline }) => timeline.end));
        status.textContent = runs.map((run) => endText(formats, run)).join(' ');
        marks.replaceChildren(legend(runs.map(({ timeline }) => timeline)));
        place.replaceChildren(...runs.map(({ title, timeline, report }) => timelineTable(formats, title, timeline, units, report)));
      },
    );
  };
  const tiles = choice(
    'tiles',
    'Tiles',
    TILES.map((value) => ({ value, label: value })),
    draw,
    '16',
  );
  const progress = choice('progress', 'Workgroups', PROGRESS, draw);
  const root = h(
    'div',
    { class: 'observatory' },
    h('div', { class: 'fields' }, tiles.root, progress.root),
    status,
    marks,
    h('p', { class: 'hint' }, MEASURES),
    place,
  );
  return { root, draw };
}

/** The picture of each screen, by the id of the screen. */
export const PICTURES: Record<string, (drawing: Drawing) => Picture> = {
  loop: (drawing) => flowPicture(drawing, 'sequential'),
  naive: naivePicture,
  work: workPicture,
  tree: treePicture,
  banks: banksPicture,
  tiles: (drawing) => flowPicture(drawing, 'reduce-then-scan'),
  passes: passesPicture,
  'look-back': lookBackPicture,
};
