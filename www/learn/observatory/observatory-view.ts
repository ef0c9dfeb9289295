/** The observatory of look-back: what each workgroup of a single-pass scan does, and when, on the emulator; how far it looks back on the GPU. */
import { messageOf } from '../../shared/errors.ts';
import { Field, h, select } from '../../ui/dom.ts';
import { loadEmulator } from '../../ui/emulator.ts';
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
import type { Emulated } from '../../ui/emulator-data.d.ts';
import type { ChoiceName, Settings } from './settings.ts';
import type { Timeline } from './timeline.ts';

const LABELS: Record<ChoiceName, string> = {
  scan: 'Scan',
  progress: 'Progress model',
  order: 'Workgroups start',
  schedule: 'Schedule',
  subgroup: 'Subgroup size',
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
  /** The number of the latest run. */
  #turn = 0;
  #shown = '';

  /** @param onChange other settings than the address has */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void) {
    const { element, formats } = context;
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.formats = formats;
    const names = Object.keys(CHOICES) as ChoiceName[];
    this.choices = names.map((name) => {
      const control = select(CHOICES[name], { onchange: () => this.#changed() });
      return { name, control, root: new Field({ id: `observatory-${name}`, label: LABELS[name], control }).root };
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
        `A scan in a single pass: each workgroup draws a ticket, loads the tile of that rank, publishes its aggregate, and looks back ` +
          `over the states of its predecessors until it meets a prefix. The kernels are the app’s own, with tiles of ${TILE} elements so that ` +
          'many can be looked at, on the emulator, under a progress model of one’s choice (Sorensen, Evrard & Donaldson 2018).',
      ),
      h('div', { class: 'fields' }, ...this.choices.map(({ root }) => root), ...this.fields.roots),
      this.problem,
      this.verdict,
      h(
        'section',
        { 'aria-labelledby': 'observatory-time' },
        h('h4', { id: 'observatory-time' }, 'Workgroups against time'),
        legend(),
        this.stage,
      ),
      this.gpu.root,
    );
  }

  /** @param parts of the address, behind `observatory` */
  show(parts: string[]) {
    const { settings, problems } = parseSettings(parts);
    this.context.reportSetting('observatory', problems);
    this.settings = settings;
    for (const { name, control } of this.choices) control.value = settings[name];
    this.fields.fill(settings);
    this.#begin();
  }

  /** Reads the controls; what is wrong is marked, and leaves the last results. */
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

  #begin() {
    this.fields.field('spins').root.hidden = this.settings.scan !== 'look-back-fallback';
    const wanted = formatSettings(this.settings).join();
    if (wanted !== this.#shown || !this.stage.firstChild) void this.#run(wanted);
  }

  /** @param wanted the settings */
  async #run(wanted: string) {
    const turn = ++this.#turn;
    const { settings } = this;
    this.verdict.textContent = 'Running on the emulator…';
    try {
      const recording = recordTiles(this.explainer, settings);
      const { Player, eventKinds } = await loadEmulator();
      const player = new Player(recording, optionsOf(settings));
      const [played, events] = [player.emulated(), player.events()];
      player.free();
      if (turn !== this.#turn) return;
      const names = recording.buffers.map(({ name }) => name);
      const timeline = timelineOf(
        { events, kinds: eventKinds(), passes: played.passes },
        { tiles: settings.tiles, tileWords: TILE, names },
      );
      this.#shown = wanted;
      this.problem.hidden = true;
      const [{ unfinished }] = played.reports;
      this.verdict.textContent = this.#text(played, timeline, wrongTiles(recording, played), hasAborted(recording, played));
      this.stage.replaceChildren(timelineTable(this.formats, timeline, unfinished));
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#shown = '';
      this.verdict.textContent = '';
      this.stage.replaceChildren();
      this.problem.hidden = false;
      this.problem.textContent = `This could not be run: ${messageOf(error)}`;
    }
  }

  /** @param wrong tiles */
  #text({ reports }: Emulated, { rows }: Timeline, wrong: number[], aborted: boolean) {
    const { formats, settings } = this;
    const [{ outcome, unfinished }] = reports;
    const sum = (of: (row: Timeline['rows'][number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const deepest = Math.max(0, ...rows.map(({ depth }) => depth));
    const tiles = (count: number) => formats.count(count, 'tile');
    const end = {
      completed: aborted ? 'It is aborted: a wait was too long.' : 'All workgroups end.',
      stalled: `${formats.count(unfinished.length, 'workgroup')} never resumed; all others end.`,
      endless: `It never ends: ${formats.count(unfinished.length, 'workgroup')} of ${formats.integer(settings.tiles)} do not end, since they wait for states that are never published.`,
    }[outcome];
    const right = wrong.length
      ? outcome === 'completed' && !aborted
        ? `${tiles(wrong.length)} of the output are wrong.`
        : `${tiles(wrong.length)} of the output are missing.`
      : 'The output is right.';
    const looks = `Look-backs reach ${tiles(deepest)} at most, in ${formats.count(
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

  connect() {
    this.gpu.connect();
  }

  close() {
    this.fields.stop();
    this.gpu.close();
  }
}

/** The tiles of the output that are not as expected. */
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
