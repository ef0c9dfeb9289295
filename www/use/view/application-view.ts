/** An opened application: its settings, picture, controls, steps, verdict, times and code. */
import { applicationLayout, stepParts } from './application-layout.ts';
import { ANY_SCAN, defaultsOf, formatParts, parseParts } from '../settings.ts';
import { codeOf } from '../../ui/messages.ts';
import { h, Field, select } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { ApplicationRuns } from './application-runs.ts';
import { CodePanel } from '../../ui/code-panel.ts';
import { Controls } from './controls.ts';
import { Inputs } from '../inputs.ts';
import { Stage } from './stage.ts';
import { releaseState, stillState } from '../steps.ts';
import { Share, sharedParts } from '../../ui/share.ts';
import { StepStrip } from './step-strip.ts';
import { Verdict } from './verdict.ts';
import type { Chosen } from '../settings.ts';
import type { Application, Lab, Outcome, Settings, State, SteppedScan, UseContext } from '../types.ts';
import type { NoRequest, Request } from './player.ts';
import type { ThemeReader } from './theme.ts';

/** Browsers refuse very frequent changes of the address. */
const PAUSE_MS = 300;

class ScanChoice {
  scan: NonNullable<Application['scan']>;
  select;
  root;
  /** The lab whose support is shown. */
  #lab: Lab | null = null;

  constructor(scan: NonNullable<Application['scan']>, scans: readonly { id: string; title: string }[], onChoose: (id: string) => void) {
    this.scan = scan;
    const choices = [{ value: ANY_SCAN, label: 'auto: the fastest here' }, ...scans.map(({ id, title }) => ({ value: id, label: title }))];
    this.select = select(choices, { onchange: () => onChoose(this.select.value) });
    this.root = new Field({ id: 'use-scan', label: 'Scan', control: this.select, class: 'use-wide' }).root;
  }

  write(id: string) {
    this.select.value = id;
  }

  /** Disables scans that cannot run on the device, or that do not support the application's form. */
  showSupport(lab: Lab | null) {
    if (!lab || lab === this.#lab) return;
    this.#lab = lab;
    for (const option of this.select.options) {
      const reason = option.value === ANY_SCAN ? null : lab.supports({ algorithm: option.value, direction: 'forward', ...this.scan });
      option.disabled = reason !== null;
      option.title = reason ?? '';
    }
  }
}

/** Typed text takes effect after a pause. */
const TYPING_MS = 250;

export class ApplicationView {
  application: Application;
  context: UseContext;
  controls: Controls;
  stage: Stage;
  strip: StepStrip;
  inputs: Inputs;
  verdict: Verdict;
  runs: ApplicationRuns;
  code: CodePanel;
  share: Share;
  scanChoice;
  root;
  step = '';
  scan = ANY_SCAN;
  #state: State | null = null;
  /** The step of the shown part, while the step's result is not complete. */
  #part: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;
  #writing: ReturnType<typeof setTimeout> | undefined = undefined;
  /** Whether another view or application has taken the place of this one, and now owns the address. */
  #isClosed = false;

  constructor(application: Application, context: UseContext, themes: ThemeReader) {
    const { formats } = context;
    this.application = application;
    this.context = context;
    this.controls = new Controls(application, formats, (isTyped) => this.#changed(isTyped));
    this.stage = new Stage(application, themes, formats, {
      onDrag: (settings) => this.#dragged(settings),
      onFile: (file) => this.controls.take(file),
      mayTell: () => !this.runs.isComparing,
      onStill: () => this.verdict.sayFile(),
      onError: (error) => {
        context.report(error);
        context.notices.reveal();
      },
    });
    this.strip = new StepStrip(application, formats, (step) => this.#chooseStep(step));
    this.inputs = new Inputs(application, formats);
    this.verdict = new Verdict(application, formats);
    this.runs = new ApplicationRuns(application, context, this.verdict, {
      request: (lab, seconds) => this.#request(lab, seconds),
      onFrame: (state, step) => this.#showPart(state, step),
      onOutcome: (outcome) => this.#show(outcome),
      onEnd: () => this.#write(),
    });
    const { code } = application;
    this.code = new CodePanel('Its scans in ten lines', 'On small data, with the public API. The last line logs the results.', () => code);
    this.share = new Share(sharedParts('use', () => [application.id, ...this.parts]));
    const { scan } = application;
    this.scanChoice = scan ? new ScanChoice(scan, context.catalogue.algorithms, (id) => this.#chooseScan(id)) : null;
    if (this.scanChoice) this.controls.root.append(this.scanChoice.root);
    this.root = this.#layout();
  }

  #layout() {
    const { application, strip, stage, verdict, controls, code, share } = this;
    const { buttons, times } = this.runs;
    const { stepped } = application;
    const label = `Step through its scan of ${stepped?.of} on the emulator`;
    const emulator = stepped ? h('button', { type: 'button', class: 'quiet', onclick: () => this.#openStep(stepped) }, label) : null;
    const parts = { buttons, strip, stage, verdict, controls, times, code, share };
    return applicationLayout(application, parts, emulator);
  }

  /** Applies the settings of an address. @param parts of the address */
  show(parts: string[]) {
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

  get chosen(): Chosen {
    const { settings, n } = this.controls;
    return { settings, n, scan: this.scan, step: this.step };
  }

  get parts() {
    return formatParts(this.application, this.chosen);
  }

  /** The number of elements: the chosen number, or the adapter's default. */
  get n() {
    const { size } = this.application;
    return this.controls.n ?? (this.context.holder.held?.adapter.isFallback === false ? size.gpu : size.software);
  }

  #changed(isTyped: boolean) {
    // A file may be read after this view was closed.
    if (this.#isClosed) return;
    this.runs.times.clear();
    clearTimeout(this.#timer);
    if (isTyped) this.#timer = setTimeout(() => this.#refresh(), TYPING_MS);
    else this.#refresh();
  }

  #dragged(settings: Settings) {
    this.controls.write(settings);
    this.#changed(false);
  }

  #chooseScan(id: string) {
    this.scan = id;
    this.#changed(false);
  }

  #chooseStep(step: string) {
    this.step = step;
    this.#place();
    this.#draw();
    this.#write();
  }

  /** Writes the settings to the element and, after a pause, to the address. */
  #write() {
    if (this.#isClosed) return;
    const { parts } = this;
    this.share.embed.update();
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.context.setParts([this.application.id, ...parts]), PAUSE_MS);
  }

  #place() {
    this.stage.place(this.controls.settings, this.step);
  }

  /** Shows the result of the settings: by a run if the application is running, else by the reference program. */
  #refresh() {
    this.#place();
    this.controls.showSize(this.n);
    this.showSupport();
    this.#write();
    if (this.runs.followsChanges) this.runs.rerun();
    else this.#still();
  }

  #still() {
    const n = Math.min(this.n, this.application.size.still);
    try {
      this.#take(stillState(this.application, this.controls.settings, n, this.context.formats.marks), null);
      this.verdict.clear();
      this.#draw();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Replaces the shown state, and releases the old one if nothing shows it. */
  #take(state: State, part: string | null) {
    if (this.#state && this.#state !== state) releaseState(this.#state);
    state.isShown = true;
    this.#state = state;
    this.#part = part;
  }

  /** Says that the input is invalid. The previous result stays. */
  #refuse(error: unknown) {
    if (codeOf(error) === 'unexpected') throw error;
    this.verdict.refuse(messageOf(error));
    this.context.emit('error', { code: codeOf(error), message: messageOf(error) });
  }

  /** Whether the buffers of the result are lost with their device, and no other result will come. */
  get #isGone() {
    const { lab } = this.#state ?? {};
    return lab && lab !== this.context.holder.held && !this.runs.player.running;
  }

  #draw() {
    if (!this.#state) return;
    if (this.#isGone) return this.#still();
    // Steps after the shown part have not run yet.
    const step = this.#part && this.#rankOf(this.step) > this.#rankOf(this.#part) ? this.#part : this.step;
    this.stage.show(this.#state, step, this.application.describe(this.#state, this.context.formats));
  }

  /** The request for the next run. @param seconds the time of the animation, or null */
  #request(lab: Lab, seconds: number | null): Request | NoRequest {
    const { application, controls } = this;
    // While another view replaces this one, no frame is visible.
    if (seconds !== null && !this.root.checkVisibility()) {
      this.runs.player.pause();
      return 'hidden';
    }
    if (seconds !== null && application.animate) {
      controls.write(application.animate.at(controls.settings, seconds));
      this.#place();
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

  #rankOf(step: string) {
    return this.application.steps.findIndex(({ id }) => id === step);
  }

  /** Shows the results of a step so far, if this step or a later one is chosen. */
  #showPart(state: State, step: string) {
    if (this.#rankOf(this.step) < this.#rankOf(step)) return false;
    this.#take(state, step);
    this.#draw();
    return true;
  }

  #show({ state, check, times }: Outcome) {
    this.#take(state, null);
    this.strip.showTimes(check?.problem ? null : times);
    this.#draw();
  }

  showSupport() {
    this.scanChoice?.showSupport(this.context.holder.lab);
  }

  #openStep(stepped: SteppedScan) {
    const { application } = this;
    const made = this.#part ? null : this.#state;
    const state = made ?? stillState(application, defaultsOf(application).settings, application.size.least);
    this.context.go('learn', ...stepParts(stepped, application.scan, state, this.scan === ANY_SCAN ? null : this.scan));
  }

  /** Says that no device could be opened. */
  notOpened() {
    this.verdict.say('No GPU is in use. The emulator runs the steps of a scan without one.');
  }

  /** Called when a device was opened, or when other work began or ended. */
  update() {
    if (this.#isGone) this.#still();
    this.showSupport();
    if (!this.runs.followsChanges) this.controls.showSize(this.n);
  }

  redraw() {
    this.#draw();
  }

  connect() {
    this.#isClosed = false;
    this.stage.connect();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#writing);
    clearTimeout(this.#timer);
    this.runs.stop();
    this.stage.close();
  }

  /** Releases the result for good, once no run uses it. */
  release() {
    void this.runs.player.ended.then(() => {
      if (this.#state) releaseState(this.#state);
      this.#state = null;
    });
  }
}
