/**
 * The view of the observatory of look-back: the times at which each workgroup of a single-pass scan does its work on the emulator, and the
 * depths of look-backs on the GPU.
 */
import { messageOf } from '../../shared/errors.ts';
import { Field, h, select } from '../../ui/dom.ts';
import { loadEmulator } from '../../shared/emulator.ts';
import { adoptStyles } from '../../ui/styles.ts';
import { NumberFields } from '../number-fields.ts';
import partStyles from '../parts.css';
import { GpuView } from './gpu-view.ts';
import styles from './observatory.css';
import { TILE, optionsOf, recordTiles } from './record.ts';
import { CHOICES, DEFAULTS, LIMITS, conflictOf, formatSettings, parseSettings, problemOf } from './settings.ts';
import { timelineOf } from './timeline.ts';
import { legend, timelineTable } from './timeline-view.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Emulated } from '../../shared/emulator-data.d.ts';
import type { ChoiceName, Settings } from './settings.ts';
import type { Timeline } from './timeline.ts';

const LABELS: Record<ChoiceName, string> = {
  scan: 'Scan',
  beside: 'Compare with',
  progress: 'Progress model',
  order: 'Workgroups start',
  schedule: 'Schedule',
  subgroup: 'Subgroup size',
};

/** The guarantee of each progress model. */
const PROGRESS: Record<string, string> = {
  'occupancy-bound': 'A workgroup that has started continues. Others start only when one in flight ends.',
  'linear-occupancy-bound': 'As occupancy-bound, and workgroups start in the order of their indices.',
  fair: 'All workgroups start, and all continue.',
  none: 'A workgroup that has started may never continue.',
};

export class ObservatoryView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  formats;
  choices;
  fields: NumberFields<(typeof LIMITS)[number]['name']>;
  verdict;
  problem;
  stage;
  gpu: GpuView;
  root;
  settings: Settings = { ...DEFAULTS };
  /** The number of the latest run. Runs with lower numbers are dropped. */
  #turn = 0;
  #shown = '';

  /** @param onChange called with the parts of the address when the settings have changed */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void) {
    const { element, formats } = context;
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.formats = formats;
    const names = Object.keys(CHOICES) as ChoiceName[];
    this.choices = names.map((name) => {
      const control = select(CHOICES[name], { onchange: () => this.#changed() });
      const hint = name === 'progress' ? PROGRESS[DEFAULTS.progress] : undefined;
      const field = new Field({ id: `observatory-${name}`, label: LABELS[name], control, hint });
      return { name, control, field, root: field.root };
    });
    this.fields = new NumberFields('observatory', LIMITS, formats, () => this.#changed());
    this.verdict = h('p', { class: 'step-verdict', role: 'status' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.stage = h('div', { class: 'observatory-stage' });
    this.gpu = new GpuView(context);
    this.root = this.#composed();
    adoptStyles(element.shadowRoot as ShadowRoot, partStyles, styles);
  }

  #composed() {
    return h(
      'section',
      { class: 'learn-place observatory', 'aria-labelledby': 'observatory-title' },
      h('h3', { id: 'observatory-title', tabindex: '-1' }, 'Observatory of look-back'),
      h(
        'p',
        { class: 'learn-about' },
        `A scan in a single pass: each workgroup draws a ticket, loads the tile with that index, publishes its aggregate, and looks back ` +
          `over the states of its predecessors until it meets a prefix. The kernels are ScanLab’s, with tiles of ${TILE} elements so that ` +
          'many fit the picture. They run on the emulator, under a progress model that you choose (Sorensen, Evrard & Donaldson 2018).',
      ),
      h('div', { class: 'fields' }, ...this.choices.map(({ root }) => root), ...this.fields.roots),
      this.problem,
      this.verdict,
      h(
        'section',
        { 'aria-labelledby': 'observatory-time' },
        h('h4', { id: 'observatory-time' }, 'Workgroups against time'),
        h(
          'p',
          {},
          'Compare the marks of prefixes. In a chained scan, each prefix waits for the one above it, so the marks form a staircase. Look-back publishes all ' +
            'aggregates first, and each tile sums the aggregates above it, so its prefix follows after a few accesses.',
        ),
        legend(),
        this.stage,
        h(
          'p',
          { class: 'hint' },
          'All workgroups in flight advance together, by one access per subgroup and round. An access takes the latency, and the accesses of a round ' +
            'overlap, as on the memory machine. A look-back reads several states at once. Waits: reads whose nearest state is empty. Windows: ' +
            'its other reads. Depth: tiles that it passes. Fallbacks: tiles of other workgroups that this one reduces.',
        ),
      ),
      this.gpu.root,
    );
  }

  /** @param parts the parts of the address after `observatory` */
  show(parts: string[]) {
    const { settings, problems } = parseSettings(parts);
    this.context.reportSetting('observatory', problems);
    this.settings = settings;
    for (const { name, control } of this.choices) control.value = settings[name];
    this.fields.fill(settings);
    this.#begin();
  }

  /** Reads the controls. If a value is invalid, marks it and keeps the last results. */
  #changed() {
    const settings = { ...this.settings };
    for (const { name, control } of this.choices) settings[name] = control.value;
    const isRight = this.fields.read(settings, problemOf);
    const conflict = isRight ? conflictOf(settings) : null;
    if (conflict) this.fields.field('stalled').setError(`${conflict}.`);
    if (!isRight || conflict) return;
    this.settings = settings;
    this.onChange(formatSettings(settings));
    this.#begin();
  }

  #explain() {
    const hint = this.choices.find(({ name }) => name === 'progress')?.field.hint;
    if (hint) hint.textContent = PROGRESS[this.settings.progress];
  }

  #begin() {
    this.#explain();
    const { scan, beside } = this.settings;
    this.fields.field('spins').root.hidden = ![scan, beside].includes('look-back-fallback');
    const wanted = formatSettings(this.settings).join();
    if (wanted !== this.#shown || !this.stage.firstChild) void this.#run(wanted);
  }

  /** @param wanted the settings as an address; it identifies the results that are shown */
  async #run(wanted: string) {
    const turn = ++this.#turn;
    const { settings } = this;
    this.verdict.textContent = 'Running on the emulator…';
    try {
      const emulator = await loadEmulator();
      if (turn !== this.#turn) return;
      const run = (scan: string) => played(this.explainer, emulator, { ...settings, scan });
      const chosen = run(settings.scan);
      const beside = settings.beside === 'none' || settings.beside === settings.scan ? null : run(settings.beside);
      this.#shown = wanted;
      this.problem.hidden = true;
      this.verdict.textContent = [this.#text(chosen), ...(beside ? [this.#comparison(chosen, beside)] : [])].join(' ');
      const shown = beside ? [beside, chosen] : [chosen];
      const units = Math.max(...shown.map(({ timeline }) => timeline.end));
      const tables = shown.map(({ title, timeline, report }) => timelineTable(this.formats, title, timeline, units, report));
      this.stage.replaceChildren(...tables);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#shown = '';
      this.verdict.textContent = '';
      this.stage.replaceChildren();
      this.problem.hidden = false;
      this.problem.textContent = `This could not be run: ${messageOf(error)}`;
    }
  }

  #text({ report: { outcome, unfinished }, timeline: { rows }, wrong, hasAborted }: Played) {
    const { formats, settings } = this;
    const sum = (of: (row: Timeline['rows'][number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const deepest = Math.max(0, ...rows.map(({ depth }) => depth));
    const tiles = (count: number) => formats.count(count, 'tile');
    const end = {
      completed: hasAborted ? 'The run was aborted: a wait was too long.' : 'All workgroups end.',
      stalled: `Never resumed: ${formats.count(unfinished.length, 'workgroup')}. All others end.`,
      endless: `The run never ends: ${formats.count(unfinished.length, 'workgroup')} of ${formats.integer(settings.tiles)} wait for states that are never published.`,
    }[outcome];
    const right = wrong.length
      ? outcome === 'completed' && !hasAborted
        ? `${tiles(wrong.length)} of the output are wrong.`
        : `${tiles(wrong.length)} of the output are missing.`
      : 'The output is right.';
    const looks = `The deepest look-back passes ${tiles(deepest)}. All look-backs: ${formats.count(
      sum(({ windows }) => windows),
      'window',
    )}; ${formats.count(
      sum(({ waits }) => waits),
      'read',
    )} of empty states; ${formats.count(
      sum(({ fallbacks }) => fallbacks.length),
      'fallback',
    )}.`;
    return `${end} ${right} ${looks}`;
  }

  #comparison(chosen: Played, beside: Played) {
    const { formats } = this;
    const all = [beside, chosen];
    const last = all.find(({ report, hasAborted }) => report.outcome !== 'completed' || hasAborted);
    if (last) return `${last.title} does not complete, so times cannot be compared.`;
    const times = all.map(({ title, timeline }) => `${title} ends at ${formats.integer(timeline.end)} units`);
    const ratio = chosen.timeline.end / beside.timeline.end;
    const [earlier, factor] = ratio <= 1 ? [chosen, 1 / ratio] : [beside, ratio];
    return `${times.join(', ')}: ${earlier.title} is ${formats.three.format(factor)} times as fast.`;
  }

  connect() {
    this.gpu.connect();
  }

  close() {
    this.fields.stop();
    this.gpu.close();
  }
}

/** A run of a scan on the emulator, in the form that the view shows. */
type Played = ReturnType<typeof played>;

export function played(
  explainer: Explainer,
  { Player, eventKinds, eventWords }: Awaited<ReturnType<typeof loadEmulator>>,
  settings: Settings,
) {
  const recording = recordTiles(explainer, settings);
  const player = new Player(recording, optionsOf(settings));
  try {
    const emulated = player.emulated();
    const traced = { events: player.events(), words: eventWords(), kinds: eventKinds(), passes: emulated.passes };
    const names = recording.buffers.map(({ name }) => name);
    return {
      title: CHOICES.scan.find(({ value }) => value === settings.scan)?.label ?? settings.scan,
      timeline: timelineOf(traced, { tiles: settings.tiles, tileWords: TILE, names, latency: settings.latency }),
      report: emulated.reports[0],
      wrong: wrongTiles(recording, emulated),
      hasAborted: hasAborted(recording, emulated),
    };
  } finally {
    player.free();
  }
}

/** The indices of the tiles whose output is wrong. */
function wrongTiles({ words, output }: ReturnType<typeof recordTiles>, { buffers }: Emulated) {
  let sum = 0;
  const wrong: Set<number> = new Set();
  words.forEach((word, i) => {
    sum = (sum + word) >>> 0;
    if (buffers[output][i] !== sum) wrong.add(Math.floor(i / TILE));
  });
  return [...wrong];
}

function hasAborted({ abortFlag }: ReturnType<typeof recordTiles>, { buffers }: Emulated) {
  return abortFlag !== null && abortFlag !== undefined && Boolean(buffers[abortFlag]?.[1]);
}
