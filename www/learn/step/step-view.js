/** Step: a scan's kernels on the emulator, access by access: the data, the code and the memory machine of one moment. */
import { BreakView } from './break-view.js';
import { PADDING, STALL, breaksOf, broken, resultOf, stepOfConflict, stepOfRace, wholeBreaksOf } from './break.js';
import { CodeView } from './code-view.js';
import { StepControls } from './controls.js';
import { DataView } from './data-view.js';
import { play, playStalled } from './emulator.js';
import { h } from '../../ui/dom.js';
import { MachineView } from './machine-view.js';
import { expectedScan, firstWrong, stepped } from './operators.js';
import { Playback } from './playback.js';
import { Player } from './player.js';
import styles from './step.css';
import { detailTexts, verdictText } from './outcome.js';
import { recordRun } from './record.js';
import { findingText, momentText } from './words.js';
import { DEFAULTS, formatSettings, numbersOf, parseSettings } from './settings.js';
import { VariablesView } from './variables-view.js';
import { adoptStyles } from '../../ui/styles.js';
import { messageOf } from '../../shared/errors.js';

/** @typedef {import('../../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('../../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../../types.d.ts').Algorithm} Algorithm */
/** @typedef {import('./break.js').Result} Result */
/** @typedef {import('./operators.js').Operator} Operator */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./types.d.ts').Played} Played */

/** How long it rests before the address is written: browsers limit how often. */
const REST_MS = 300;

export class StepView {
  algorithm = '';
  /** @type {Player | null} */
  player = null;
  /** The run of the kernels as they are. @type {Played | null} */
  whole = null;
  /** What is broken of its recording. @type {ReturnType<typeof broken>} */
  edited = null;
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
    this.breaking = new BreakView(
      (id) => this.#choose(id),
      (result) => void this.#predict(result),
      () => this.#goThere(),
    );
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
      this.breaking.root,
    );
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.pageKeys = (/** @type {KeyboardEvent} */ event) => {
      // An embedding page has keys of its own.
      const isOurs = !context.alone && context.element.hasAttribute('follow-address');
      if (isOurs && event.target === document.body && this.root.checkVisibility()) this.#key(event);
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
    // Lines are those of one recording.
    this.settings = { ...this.settings, broken: '', ...chosen, at: 0 };
    void this.run();
    this.#rest();
  }

  /** What is broken, or mended, is another. @param {string} id */
  #choose(id) {
    // Padding is for tiles as wide as the banks.
    if (id === PADDING) this.#changed({ broken: id, input: 'tile', subgroup: 32, workgroup: 32 });
    else if (id === STALL) this.#changed({ broken: id, input: 'tiles' });
    else this.#changed({ broken: id });
    this.controls.fill(this.settings);
  }

  /** Plays the recording of what is chosen, and shows it; of what is broken, asks first. */
  async run() {
    const turn = ++this.#turn;
    this.playback.pause();
    this.status.textContent = 'Loading the emulator…';
    try {
      const { recording, subgroupSize } = this.#record();
      const played = await play(recording, { ...this.settings, subgroupSize });
      if (turn !== this.#turn) return;
      this.problem.hidden = true;
      this.whole = played;
      const { broken: id } = this.settings;
      this.edited = id ? broken(recording, id) : null;
      this.#begin(played);
      this.#offer();
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.player = this.whole = this.edited = null;
    this.status.textContent = '';
    this.breaking.root.hidden = true;
    this.stage.replaceChildren();
    this.verdict.textContent = '';
    this.findings.replaceChildren();
    this.problem.hidden = false;
    this.problem.textContent = `This cannot be stepped through: ${messageOf(error)}`;
  }

  /** Offers what can be broken of the whole run, and asks about what is chosen. */
  #offer() {
    const { broken: id } = this.settings;
    const breaks = breaksOf(/** @type {Player} */ (this.player), wholeBreaksOf(this.#algorithm));
    const isKnown = breaks.some((one) => one.id === id);
    if (id && !isKnown) {
      this.settings.broken = '';
      this.edited = null;
      this.#begin(/** @type {Played} */ (this.whole));
    }
    this.breaking.root.hidden = false;
    this.context.reportSetting('broken', id && !isKnown ? [`“${id}” cannot be broken in this run.`] : []);
    this.breaking.offer(breaks, /** @type {Played} */ (this.whole).recording, isKnown ? id : '');
    if (isKnown) this.breaking.ask();
  }

  /** Runs what is broken. @param {Result} predicted */
  async #predict(predicted) {
    const { whole } = this;
    if (!whole) return;
    const turn = ++this.#turn;
    try {
      const played = await this.#playBroken(whole);
      if (turn !== this.#turn) return;
      this.settings.at = 0;
      const wrong = this.#begin(played);
      const result = resultOf(whole, played, !wrong);
      const race = played.findings.find(({ places }) => places.length > 1);
      const player = /** @type {Player} */ (this.player);
      this.place = race ? stepOfRace(player, race) : result === 'slower' ? stepOfConflict(player) : 0;
      const named = this.place ? (race ? 'the race' : 'the worst conflict') : '';
      this.breaking.tell(
        predicted,
        result,
        detailTexts(whole, played, wrong, { broken: this.settings.broken, operator: this.#operator }),
        named,
      );
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** @param {Played} whole */
  #playBroken(whole) {
    const { broken: id } = this.settings;
    const options = { ...this.settings, subgroupSize: whole.subgroupSize };
    if (id === STALL) return playStalled(whole.recording, options);
    const edited = id === PADDING ? this.#record({ padding: 0 }).recording : this.edited?.recording;
    return play(edited ?? whole.recording, options);
  }

  #goThere() {
    this.playback.pause();
    this.playback.seek(this.place ?? 0);
    this.playback.line.focus();
    this.#rest();
  }

  get #algorithm() {
    return /** @type {Algorithm} */ (this.context.catalogue.algorithms.find(({ id }) => id === this.algorithm));
  }

  get #operator() {
    return /** @type {Operator} */ (this.operators.find(({ id }) => id === this.settings.operator));
  }

  /** @param {import('../../types.d.ts').Tuning} [tuning] */
  #record(tuning) {
    return recordRun(this.explainer, this.#algorithm, this.#operator, this.settings, tuning);
  }

  /** Shows a run; gives the first wrong element of its output. @param {Played} played */
  #begin(played) {
    const { numbers } = numbersOf(this.settings.input);
    this.player = new Player(played, [Number(this.#operator.identity.i32?.[0] ?? 0) >>> 0]);
    this.data = new DataView(this.player, numbers.length);
    this.code = new CodeView(this.player, this.edited ?? null);
    this.variables = new VariablesView(this.player);
    this.machine = new MachineView(this.player, this.context.formats, this.settings.latency);
    const section = (/** @type {string} */ title, /** @type {Node} */ content) => h('section', {}, h('h4', {}, title), content);
    this.stage.replaceChildren(
      section('Data', this.data.root),
      h('div', {}, section('Code', this.code.root), this.variables.root, section('Memory machine', this.machine.root)),
    );
    this.context.setLevels(this.stage);
    const wrong = this.#judge(played, numbers);
    this.player.seek(this.settings.at);
    this.playback.begin(this.player);
    return wrong;
  }

  /** Compares the output with that of a loop. @param {Played} played @param {number[]} numbers */
  #judge(played, numbers) {
    const wrong = firstWrong(expectedScan(this.#operator, numbers, this.settings.mode), played.buffers[played.recording.output]);
    const unfinished = played.reports.some(({ outcome }) => outcome !== 'completed');
    this.verdict.textContent = verdictText(played, wrong, this.context.formats);
    this.verdict.dataset.right = `${!wrong && !unfinished}`;
    this.findings.replaceChildren(...played.findings.map((finding) => h('li', {}, findingText(played, finding))));
    return wrong;
  }

  #draw() {
    if (!this.player) return;
    const moment = this.player.moment();
    this.data?.update(moment);
    this.code?.update(moment);
    this.variables?.update(moment);
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
    if (!this.playback.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
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
