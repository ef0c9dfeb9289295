/** An opened application: its picture, controls, steps, verdict, times and code. */
import { applicationLayout, stepParts } from './application-layout.js';
import { ANY_SCAN, defaultsOf, formatParts, parseParts } from './settings.js';
import { codeOf, explain } from '../ui/messages.js';
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';
import { CodePanel, embedText } from './code-panel.js';
import { Controls } from './controls.js';
import { Inputs } from './inputs.js';
import { Player } from './player.js';
import { RunButtons } from './run-buttons.js';
import { ScanChoice } from './scan-choice.js';
import { Stage } from './stage.js';
import { stillState } from './steps.js';
import { StepStrip } from './step-strip.js';
import { Times } from './times.js';
import { Verdict } from './verdict.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./types.d.ts').UseContext} UseContext */

/** What is typed is taken up after a pause. */
const TYPING_MS = 250;
/** The address is written after a pause: browsers refuse to change it very often. */
const WRITING_MS = 300;
const NOT_RUN = 'Not run.';
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
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #writing = undefined;
  /** @type {AbortController | null} */
  #comparing = null;
  /** Whether another view or application has taken its place: the address is theirs. */
  #isClosed = false;
  /** @param {Application} application @param {UseContext} context @param {import('./theme.js').ThemeReader} themes */
  constructor(application, context, themes) {
    const { formats, holder } = context;
    this.application = application;
    this.context = context;
    this.controls = new Controls(application, formats, (isTyped) => this.#changed(isTyped));
    this.stage = new Stage(application, themes, formats, {
      onDrag: (settings) => this.#dragged(settings),
      onFile: (file) => this.controls.take(file),
    });
    this.strip = new StepStrip(application, formats, (step) => this.#chooseStep(step));
    this.inputs = new Inputs(application, formats);
    this.verdict = new Verdict(application, formats);
    this.buttons = new RunButtons(application.animate?.label, this.verdict.status, {
      onRun: () => this.run(),
      onPlay: () => this.#playOrPause(),
      onStop: () => this.#stop(),
    });
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
    const { scan } = application;
    this.scanChoice = scan ? new ScanChoice(scan, context.catalogue.algorithms, (id) => this.#chooseScan(id)) : null;
    if (this.scanChoice) this.controls.root.append(this.scanChoice.root);
    const openStep = () => this.#openStep();
    const emulator = h('button', { type: 'button', class: 'quiet', onclick: openStep }, 'Step through its scan on the emulator');
    this.root = applicationLayout(application, this, application.numbers ? emulator : null);
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
    this.scanChoice?.write(chosen.scan);
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

  /** A control has changed. @param {boolean} isTyped */
  #changed(isTyped) {
    // A file may have been read after closing.
    if (this.#isClosed) return;
    this.times.clear();
    clearTimeout(this.#timer);
    if (isTyped) this.#timer = setTimeout(() => this.#refresh(), TYPING_MS);
    else this.#refresh();
  }

  /** @param {Settings} settings */
  #dragged(settings) {
    this.controls.write(settings);
    this.controls.settings = { ...this.controls.settings };
    this.#changed(false);
  }

  /** @param {string} id */
  #chooseScan(id) {
    this.scan = id;
    this.#changed(false);
  }

  /** @param {string} step */
  #chooseStep(step) {
    this.step = step;
    this.#draw();
    this.#write();
  }

  /** What is chosen, in the embed example and, after a pause, in the address. */
  #write() {
    if (this.#isClosed) return;
    const { id } = this.application;
    this.embed.show(embedText(id, this.parts));
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.context.setParts([id, ...this.parts]), WRITING_MS);
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

  /** @param {Lab} lab @param {number | null} seconds of the animation @returns {import('./player.js').Request | import('./player.js').NoRequest} */
  #request(lab, seconds) {
    const { application, controls } = this;
    // Behind another view, no frame is seen.
    if (seconds !== null && !this.root.checkVisibility()) {
      this.player.pause();
      return 'hidden';
    }
    if (seconds !== null && application.animate) {
      controls.write(application.animate.at(controls.settings, seconds));
      controls.settings = { ...controls.settings };
      this.stage.place(controls.settings);
    }
    const n = this.n;
    controls.showSize(n);
    this.showSupport();
    try {
      const input = this.inputs.of(controls.settings, n, lab.maxElements);
      this.verdict.refuse(null);
      return { settings: controls.settings, n, input, scan: this.scan };
    } catch (error) {
      this.#refuse(error);
      return 'refused';
    }
  }

  /** @param {Outcome} outcome @param {number | null} rate */
  #show(outcome, rate) {
    this.#state = outcome.state;
    this.strip.showTimes(outcome.check?.problem ? null : outcome.times);
    this.verdict.show(outcome, rate, this.player.checksAtIntervals);
    this.#draw();
    this.#setRunning(this.player.running !== null);
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
    this.buttons.show(isRunning, this.player.isPlaying);
  }

  /** @param {import('./player.js').End} how @param {unknown} error */
  #ended(how, error) {
    const wasPlaying = this.buttons.play?.getAttribute('aria-pressed') === 'true';
    this.#setRunning(false);
    this.#write();
    if (how === 'cancelled') {
      this.isLive = false;
      this.verdict.say('Stopped.');
    }
    if (how === 'refused') this.verdict.say(NOT_RUN);
    if (how === 'failed') this.#failed(error, wasPlaying);
    // What is shown beside a refused input or a failure is the result before it.
    const isOwn = how === 'done' || how === 'cancelled';
    const outcome = how === 'refused' ? 'failed' : how;
    this.context.emit('end', { view: 'use', application: this.application.id, outcome, verified: isOwn && this.verdict.isRight });
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
    const { holder } = this.context;
    if (!holder.begin(COMPARING)) return this.#say(holder.work);
    this.#comparing = new AbortController();
    this.#setRunning(true);
    this.verdict.say('Comparing times…');
    try {
      const lab = await holder.get();
      const request = this.#request(lab, null);
      if (typeof request === 'string') return this.verdict.say(NOT_RUN);
      await this.times.compare(lab, request, this.#comparing.signal);
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

  showSupport() {
    this.scanChoice?.showSupport(this.context.holder.usable);
  }

  #openStep() {
    const { application } = this;
    const state = this.#state ?? stillState(application, defaultsOf(application).settings, application.size.least);
    this.context.go('learn', ...stepParts(application, state, this.scan === ANY_SCAN ? null : this.scan));
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
    this.#isClosed = false;
    this.stage.connect();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#writing);
    this.#stop();
    this.stage.close();
  }
}
