/** An opened application: its picture, controls, steps, verdict, times and code. */
import { ANY_SCAN, defaultsOf, formatParts, parseParts } from './settings.js';
import { codeOf, explain } from '../ui/messages.js';
import { Field, h, select } from '../ui/dom.js';
import { messageOf, ScanLabError } from '../shared/errors.js';
import { CodePanel } from './code-panel.js';
import { Controls } from './controls.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { stillState } from './steps.js';
import { StepStrip } from './step-strip.js';
import { Times, timeAll } from './times.js';
import { Verdict } from './verdict.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./types.d.ts').UseContext} UseContext */

/** What is typed is taken up after a pause. */
const TYPING_MS = 250;
const COMPARING = 'times of an application are compared';

export class ApplicationView {
  step = '';
  scan = ANY_SCAN;
  /** Whether it was run, and changes run it again. */
  isLive = false;
  /** A lost device has ended it while it was animated, or not. @type {{ isPlaying: boolean } | null} */
  interrupted = null;
  /** @type {State | null} */
  #state = null;
  /** The input of the settings that it was made of. @type {{ key: unknown[], input: unknown } | null} */
  #input = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** @type {AbortController | null} */
  #comparing = null;
  /** The lab whose support the scans show. @type {Lab | null} */
  #supporting = null;

  /** @param {Application} application @param {UseContext} context @param {import('./theme.js').ThemeReader} themes */
  constructor(application, context, themes) {
    const { formats, holder } = context;
    this.application = application;
    this.context = context;
    this.controls = new Controls(application, formats, () => this.#changed());
    this.stage = new Stage(application, themes, formats, {
      onDrag: (settings) => this.#dragged(settings),
      onFile: (file) => this.controls.take(file),
    });
    this.strip = new StepStrip(application, formats, (step) => this.#chooseStep(step));
    this.verdict = new Verdict(application, formats);
    this.times = new Times(application, formats, () => void this.#compare());
    this.player = new Player(application, {
      getLab: () => holder.get(),
      begin: (work) => (holder.begin(work) ? null : holder.work),
      end: () => holder.end(),
      request: (lab, seconds) => this.#request(lab, seconds),
      onOutcome: (outcome, rate) => this.#show(outcome, rate),
      onEnd: (how, error) => this.#ended(how, error),
    });
    this.code = new CodePanel('code', 'The same in ten lines', 'By the public API; it prints what its last line logs.');
    this.code.show(application.code);
    this.embed = new CodePanel('embed', 'Embed it', 'This application, as it is set now, in a page or a slide of yours.');
    this.scanField = application.scan ? this.#buildScan() : null;
    this.root = this.#build();
  }

  #buildScan() {
    const scans = this.context.catalogue.algorithms.map(({ id, title }) => ({ value: id, label: title }));
    this.scanSelect = select([{ value: ANY_SCAN, label: 'auto: the fastest here' }, ...scans], { onchange: () => this.#chooseScan() });
    return new Field({ id: 'use-scan', label: 'Scan', control: this.scanSelect, class: 'use-wide' });
  }

  #build() {
    const { title, teaches, source, madeOf, animate } = this.application;
    this.runButton = h('button', { type: 'button', class: 'primary', onclick: () => this.run() }, 'Run');
    this.playButton = animate
      ? h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#playOrPause() }, animate.label)
      : null;
    this.stopButton = h('button', { type: 'button', disabled: true, onclick: () => this.#stop() }, 'Stop');
    this.emulatorLink = h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => this.#openStep() },
      'Step through its scan on the emulator',
    );
    if (this.scanField) this.controls.root.append(this.scanField.root);
    return h(
      'section',
      { class: 'use-application', 'aria-labelledby': `use-title-${this.application.id}`, 'data-application': this.application.id },
      h('h3', { id: `use-title-${this.application.id}`, tabindex: '-1' }, title),
      h('p', { class: 'use-teaches' }, teaches),
      h(
        'div',
        { class: 'use-columns' },
        h(
          'div',
          { class: 'use-main' },
          h('div', { class: 'run-row use-run' }, this.runButton, this.playButton, this.stopButton, this.verdict.status),
          this.strip.root,
          this.stage.root,
          this.strip.what,
          this.verdict.root,
        ),
        h('div', { class: 'use-side' }, this.controls.root, this.times.root),
      ),
      this.code.root,
      this.embed.root,
      h(
        'p',
        { class: 'hint use-source' },
        `Made of ${madeOf}. From ${source.join('; ')}. `,
        this.application.numbers ? this.emulatorLink : null,
      ),
    );
  }

  /** @param {string[]} parts of the address */
  show(parts) {
    const { algorithms } = this.context.catalogue;
    const { chosen, problems } = parseParts(
      this.application,
      parts,
      algorithms.map(({ id }) => id),
    );
    this.context.reportSetting('settings', problems);
    const files = Object.fromEntries(
      this.application.controls.flatMap(({ id, kind }) => (kind === 'file' ? [[id, this.controls.settings[id] ?? null]] : [])),
    );
    this.controls.write({ ...chosen.settings, ...files });
    this.controls.n = chosen.n;
    this.scan = chosen.scan;
    if (this.scanSelect) this.scanSelect.value = chosen.scan;
    this.step = chosen.step;
    this.strip.choose(this.step);
    this.#refresh();
  }

  /** @returns {import('./settings.js').Chosen} */
  get chosen() {
    const { settings, n } = this.controls;
    return { settings, n, scan: this.scan, step: this.step };
  }

  get parts() {
    return formatParts(this.application, this.chosen);
  }

  /** The number of elements: the chosen one, or the adapter's default. */
  get n() {
    const { size } = this.application;
    return this.controls.n ?? (this.context.holder.lab?.adapter.isFallback === false ? size.gpu : size.software);
  }

  /** A control has changed. */
  #changed() {
    this.times.clear();
    clearTimeout(this.#timer);
    const isTyped = this.application.controls.some(({ kind }) => kind === 'text');
    if (isTyped) this.#timer = setTimeout(() => this.#refresh(), TYPING_MS);
    else this.#refresh();
    this.#write();
  }

  /** @param {Settings} settings */
  #dragged(settings) {
    this.controls.write(settings);
    this.controls.settings = { ...this.controls.settings };
    this.#changed();
  }

  #chooseScan() {
    this.scan = this.scanSelect?.value ?? ANY_SCAN;
    this.#changed();
  }

  /** @param {string} step */
  #chooseStep(step) {
    this.step = step;
    this.#draw();
    this.#write();
  }

  #write() {
    const { id } = this.application;
    this.context.setParts([id, ...this.parts]);
    const settings = this.parts.join('/').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    this.embed.show(
      `<script type="module" src="scanlab/scanlab.js"></script>\n<scan-lab view="use" application="${id}"${settings && ` settings="${settings}"`}></scan-lab>`,
    );
  }

  /** Shows what the settings give: by a run where it runs, else by the reference program. */
  #refresh() {
    this.stage.place(this.controls.settings);
    this.controls.showSize(this.n);
    this.showSupport();
    this.#write();
    if (this.isLive || this.player.running) this.#say(this.player.run());
    else this.#still();
  }

  /** @param {string | null} other what runs already */
  #say(other) {
    if (other) this.verdict.say(`Not run, since ${other}. Two at a time would slow each other down.`);
  }

  #still() {
    const n = Math.min(this.n, this.application.size.still);
    try {
      this.#state = stillState(this.application, this.controls.settings, n);
      this.verdict.clear();
      this.#draw();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** The input is not right: what was shown stays. @param {unknown} error */
  #refuse(error) {
    if (codeOf(error) === 'unexpected') throw error;
    this.verdict.refuse(messageOf(error));
    this.context.emit('error', { code: codeOf(error), message: messageOf(error) });
  }

  #draw() {
    if (!this.#state) return;
    this.stage.show(this.#state, this.step, this.application.describe(this.#state, this.context.formats));
  }

  /** @param {Lab} lab @param {number | null} seconds of the animation @returns {import('./player.js').Request | null} */
  #request(lab, seconds) {
    const { application, controls } = this;
    if (seconds !== null && application.animate) {
      controls.write(application.animate.at(controls.settings, seconds));
      controls.settings = { ...controls.settings };
      this.stage.place(controls.settings);
    }
    const n = this.n;
    controls.showSize(n);
    this.showSupport();
    try {
      // Of several words an element, the operator takes them from the array's entries.
      if (n > lab.maxElements) {
        const { formats } = this.context;
        throw new ScanLabError(
          'too-large',
          `At most ${formats.count(lab.maxElements, application.size.unit, application.size.units)} fit on this adapter; there are ${formats.integer(n)}.`,
        );
      }
      const input = this.#inputOf(n);
      this.verdict.refuse(null);
      return { settings: controls.settings, n, input, scan: this.scan };
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** An input is made once for its settings. @param {number} n */
  #inputOf(n) {
    const { settings } = this.controls;
    const { inputs = this.application.controls.map(({ id }) => id) } = this.application;
    const key = [n, ...inputs.map((id) => settings[id])];
    if (!this.#input || this.#input.key.some((one, i) => one !== key[i])) this.#input = { key, input: this.application.input(settings, n) };
    return this.#input.input;
  }

  /** @param {Outcome} outcome @param {number | null} rate */
  #show(outcome, rate) {
    this.#state = outcome.state;
    this.strip.showTimes(outcome.check?.problem ? null : outcome.times);
    this.verdict.show(outcome, rate, this.player.checksAtIntervals);
    this.#draw();
    if (this.playButton) this.playButton.setAttribute('aria-pressed', String(this.player.isPlaying));
  }

  run() {
    this.isLive = true;
    this.interrupted = null;
    this.#setRunning(true);
    this.verdict.say(this.context.holder.lab ? 'Running…' : 'Looking for a GPU…');
    const other = this.player.run();
    if (other) this.#setRunning(false);
    this.#say(other);
  }

  #playOrPause() {
    if (this.player.isPlaying) return this.#pause();
    this.isLive = true;
    this.interrupted = null;
    const other = this.player.play();
    this.#say(other);
    this.#setRunning(this.player.isPlaying);
  }

  #pause() {
    this.player.pause();
    this.#setRunning(this.player.running !== null);
  }

  #stop() {
    this.player.stop();
    this.#comparing?.abort();
  }

  /** @param {boolean} isRunning */
  #setRunning(isRunning) {
    if (this.stopButton) this.stopButton.disabled = !isRunning;
    this.playButton?.setAttribute('aria-pressed', String(this.player.isPlaying));
  }

  /** @param {'done' | 'cancelled' | 'failed'} how @param {unknown} error */
  #ended(how, error) {
    const wasPlaying = this.playButton?.getAttribute('aria-pressed') === 'true';
    this.#setRunning(false);
    this.#write();
    if (how === 'cancelled') {
      this.isLive = false;
      this.verdict.say('Stopped.');
    }
    if (how === 'failed') this.#failed(error, wasPlaying);
    this.context.emit('end', { view: 'use', application: this.application.id, outcome: how, verified: this.verdict.isRight });
  }

  /** @param {unknown} error @param {boolean} isPlaying */
  #failed(error, isPlaying) {
    const { context } = this;
    const code = codeOf(error);
    if (code === 'cancelled') return this.verdict.say('Stopped.');
    this.verdict.say(`Not run: ${explain(error).title}.`);
    if (code === 'device-lost') {
      this.interrupted = { isPlaying };
      context.dropLab();
    }
    context.report(error);
    context.notices.reveal();
  }

  /** Goes on where a lost device has interrupted it. */
  resume() {
    const { interrupted } = this;
    if (!interrupted) return false;
    this.interrupted = null;
    this.context.notices.clearError();
    if (interrupted.isPlaying) this.#playOrPause();
    else this.run();
    return true;
  }

  async #compare() {
    const { application, context } = this;
    const { holder, formats } = context;
    if (!holder.begin(COMPARING)) return this.#say(holder.work);
    this.#comparing = new AbortController();
    this.#setRunning(true);
    this.verdict.say('Comparing times…');
    try {
      const lab = await holder.get();
      const request = this.#request(lab, null);
      if (!request) return;
      const rows = await timeAll(application, lab, request, this.#comparing.signal);
      const software = lab.adapter.isFallback ? ' A software adapter: its times say nothing about a GPU.' : '';
      this.times.show(`${formats.count(request.n, application.size.unit, application.size.units)}.${software}`, rows);
      this.verdict.say('Times compared.');
    } catch (error) {
      if (this.#comparing.signal.aborted) this.verdict.say('Stopped.');
      else this.#failed(error, false);
    } finally {
      this.#comparing = null;
      holder.end();
      this.#setRunning(false);
    }
  }

  /** Disables scans that this device or the scan itself does not support. */
  showSupport() {
    const { scan } = this.application;
    const lab = this.context.holder.usable;
    if (!scan || !lab || !this.scanSelect || this.#supporting === lab) return;
    this.#supporting = lab;
    for (const option of this.scanSelect.options) {
      const reason = option.value === ANY_SCAN ? null : lab.supports({ algorithm: option.value, direction: 'forward', ...scan });
      option.disabled = reason !== null;
      option.title = reason ?? '';
    }
  }

  #openStep() {
    const { application } = this;
    const state = this.#state ?? stillState(application, defaultsOf(application).settings, application.size.least);
    const numbers = Array.from(application.numbers?.(state) ?? []).slice(0, 16);
    const scan = this.scan === ANY_SCAN ? 'blelloch' : this.scan;
    this.context.go('learn', scan, 'step', `input=${numbers.join(',')}`, `mode=${application.scan?.mode ?? 'inclusive'}`);
  }

  /** No device could be opened. */
  notOpened() {
    this.verdict.say('No GPU is in use: the picture is the reference program’s. The emulator runs the steps of a scan without one.');
  }

  /** A device was opened, or other work has begun or ended. */
  update() {
    this.showSupport();
    if (!this.isLive && !this.player.running) this.controls.showSize(this.n);
  }

  redraw() {
    this.stage.picture.draw();
  }

  connect() {
    this.stage.connect();
  }

  close() {
    clearTimeout(this.#timer);
    this.#stop();
    this.stage.close();
  }
}
