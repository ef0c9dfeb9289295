/** Step: a scan's kernels on the emulator, access by access: the data, the code and the memory machine of one moment. */
import { CodeView } from './code-view.js';
import { StepControls } from './controls.js';
import { DataView } from './data-view.js';
import { play } from './emulator.js';
import { h } from '../../ui/dom.js';
import { MachineView } from './machine-view.js';
import { expectedScan, firstWrong, stepped } from './operators.js';
import { Playback } from './playback.js';
import { Player } from './player.js';
import styles from './step.css';
import { momentText } from './words.js';
import { DEFAULTS, formatSettings, numbersOf, parseSettings } from './settings.js';
import { adoptStyles } from '../../ui/styles.js';
import { messageOf } from '../../shared/errors.js';

/** @typedef {import('../../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('../../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../../types.d.ts').Operator} Operator */
/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./types.d.ts').Played} Played */

/** Subgroups of scans whose workgroups are small, and of others. */
const [SMALL_SUBGROUP, LARGE_SUBGROUP] = [4, 32];
/** How long it rests before the address is written: browsers limit how often. */
const REST_MS = 300;

export class StepView {
  algorithm = '';
  /** @type {Player | null} */
  player = null;
  /** @type {Settings} */
  settings = { ...DEFAULTS };
  /** The number of the latest run. */
  #turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /** @param {ViewContext} context @param {Explainer} explainer @param {(parts: string[]) => void} onChange other settings than the address has */
  constructor(context, explainer, onChange) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.operators = stepped(context.catalogue.operators);
    this.playback = new Playback(
      () => this.#draw(),
      () => this.#rest(),
    );
    this.controls = new StepControls(this.operators, (chosen) => this.#changed(chosen));
    this.title = h('h3', { id: 'step-title', tabindex: '-1' });
    this.verdict = h('p', { class: 'step-verdict' });
    this.status = h('p', { class: 'step-status', role: 'status' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.findings = h('ul', { class: 'step-findings' });
    this.stage = h('div', { class: 'step-stage' });
    this.root = h(
      'section',
      { class: 'step', 'aria-labelledby': 'step-title' },
      this.title,
      this.controls.root,
      this.problem,
      this.playback.root,
      h(
        'p',
        { class: 'hint' },
        'Keys: ← and → by a step, with Shift by a barrier, D and Shift D by a dispatch, Home, End, and the space bar to play.',
      ),
      this.status,
      this.stage,
      this.verdict,
      this.findings,
    );
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.pageKeys = (/** @type {KeyboardEvent} */ event) => {
      if (event.target === document.body && this.root.checkVisibility()) this.#key(event);
    };
    adoptStyles(/** @type {ShadowRoot} */ (context.element.shadowRoot), styles);
  }

  /** @param {string} algorithm @param {string[]} parts of the address, behind `step` */
  show(algorithm, parts) {
    const ids = this.operators.map(({ id }) => id);
    const { settings, problems } = parseSettings(parts, ids);
    this.context.reportSetting('step', problems);
    const before = formatSettings({ ...this.settings, at: 0 }).join();
    const isSame = algorithm === this.algorithm && this.player && before === formatSettings({ ...settings, at: 0 }).join();
    [this.algorithm, this.settings] = [algorithm, settings];
    this.title.textContent = `Step through ${this.context.titleOf(algorithm)}`;
    this.controls.fill(settings);
    if (isSame) this.playback.seek(settings.at);
    else void this.run();
  }

  /** Controls have changed. @param {Partial<Settings>} chosen */
  #changed(chosen) {
    this.settings = { ...this.settings, ...chosen, at: 0 };
    void this.run();
    this.#rest();
  }

  /** Plays the recording of what is chosen, and shows it. */
  async run() {
    const turn = ++this.#turn;
    this.playback.pause();
    const { settings } = this;
    this.status.textContent = 'Loading the emulator…';
    try {
      const { recording, subgroupSize } = this.#record();
      const played = await play(recording, { ...settings, subgroupSize });
      if (turn !== this.#turn) return;
      this.problem.hidden = true;
      this.#begin(played);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.player = null;
      this.status.textContent = '';
      this.stage.replaceChildren();
      this.verdict.textContent = '';
      this.findings.replaceChildren();
      this.problem.hidden = false;
      this.problem.textContent = `This cannot be stepped through: ${messageOf(error)}`;
    }
  }

  /** @returns {{ recording: Recording, subgroupSize: number }} */
  #record() {
    const { input, operator, mode, subgroup, workgroup } = this.settings;
    const words = Int32Array.from(numbersOf(input).numbers);
    const record = (/** @type {number} */ subgroupSize) => ({
      recording: this.explainer.recording(words, { algorithm: this.algorithm, operator, mode, subgroupSize, workgroupSize: workgroup }),
      subgroupSize,
    });
    if (subgroup) return record(subgroup);
    const small = record(SMALL_SUBGROUP);
    const sizes = small.recording.shaders.map((source) => Number(/const WORKGROUP_SIZE: u32 = (\d+)u;/.exec(source)?.[1] ?? 1));
    return Math.max(...sizes) > LARGE_SUBGROUP ? record(LARGE_SUBGROUP) : small;
  }

  /** @param {Played} played */
  #begin(played) {
    const { numbers } = numbersOf(this.settings.input);
    const operator = /** @type {Operator} */ (this.operators.find(({ id }) => id === this.settings.operator));
    this.player = new Player(played, Number(operator.identity.i32?.[0] ?? 0) >>> 0);
    this.data = new DataView(this.player, numbers.length);
    this.code = new CodeView(this.player);
    this.machine = new MachineView(this.player, this.context.formats, this.settings.latency);
    const section = (/** @type {string} */ title, /** @type {Node} */ content) => h('section', {}, h('h4', {}, title), content);
    this.stage.replaceChildren(
      h('div', {}, section('Data', this.data.root), section('Memory machine', this.machine.root)),
      section('Code', this.code.root),
    );
    this.context.setLevels(this.stage);
    this.#judge(played, operator, numbers);
    this.player.seek(this.settings.at);
    this.playback.begin(this.player);
  }

  /** Compares the output with that of a loop. @param {Played} played @param {Operator} operator @param {number[]} numbers */
  #judge(played, operator, numbers) {
    const { formats } = this.context;
    const wrong = firstWrong(expectedScan(operator, numbers, this.settings.mode), played.buffers[played.recording.output]);
    const unfinished = played.reports.find(({ outcome }) => outcome !== 'completed');
    const count = played.findings.length;
    const found = count ? formats.count(count, 'finding') : 'no finding';
    this.verdict.textContent = unfinished
      ? `The run does not end: ${unfinished.entry_point} waits for ever; ${found}.`
      : wrong
        ? `Element ${wrong.index} of the output is wrong: ${wrong.found}, not ${wrong.expected}; ${found}.`
        : `The output is that of a loop in JavaScript; ${found} in this order of execution.`;
    this.verdict.dataset.right = `${!wrong && !unfinished}`;
    this.findings.replaceChildren(...played.messages.map((message) => h('li', {}, message)));
  }

  #draw() {
    if (!this.player) return;
    const moment = this.player.moment();
    this.data?.update(moment);
    this.code?.update(moment);
    this.machine?.update(moment);
    // While it plays, there is no time to read every step aloud.
    this.status.setAttribute('aria-live', this.playback.playing ? 'off' : 'polite');
    this.status.textContent = this.player.step ? momentText(this.player, moment) : 'Nothing has run yet: the input is in its buffer.';
  }

  /** Writes the address once it rests for a while. */
  #rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.settings.at = this.player?.step ?? this.settings.at;
      this.onChange(formatSettings(this.settings));
    }, REST_MS);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.composedPath()[0];
    const isField =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'range') || event.isComposing;
    const isPressed = event.key === ' ' && target instanceof HTMLButtonElement;
    if (event.defaultPrevented || isField || isPressed || event.ctrlKey || event.metaKey || event.altKey || !this.player) return;
    if (this.playback.key(event)) event.preventDefault();
  }

  connect() {
    document.addEventListener('keydown', this.pageKeys);
  }

  close() {
    this.playback.pause();
    clearTimeout(this.#resting);
    document.removeEventListener('keydown', this.pageKeys);
  }
}
