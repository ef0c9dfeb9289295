/** Measure: the settings of a sweep, the run, and its results. */
import { AlgorithmPicker } from './algorithm-picker.ts';
import { Address, configure } from './address.ts';
import { DataSettings } from '../ui/data-settings.ts';
import { h, takeDrops } from '../ui/dom.ts';
import { currentName } from '../shared/renamed.ts';
import { explain, isNoGpu, mostElements, notLoaded } from '../ui/messages.ts';
import { JAVASCRIPT } from '../ui/series.ts';
import { applyPresets } from './presets.ts';
import { Results } from './results.ts';
import { RunBar } from '../ui/run-bar.ts';
import scanStyles from './scans.css';
import { Sharing } from './sharing.ts';
import { SizesControl } from './sizes-control.ts';
import { Subject } from './subject.ts';
import { adoptStyles } from '../ui/styles.ts';
import type { OperationEntry } from '../types.ts';
import type { Explainer, Lab, Run, SweepConfig, View, ViewContext } from '../ui/element-types.ts';
import type { ForecastView } from './forecast-view.ts';
import type { Parts } from './results.ts';

const WORK = 'the sweep is running';
const WITHOUT_GPU = 'There is no GPU here. Run times the scan in JavaScript and charts it beside the recorded run.';

export class MeasureView implements View {
  context: ViewContext;
  formats;
  holder;
  emit;
  notices;
  titleOf;
  explainer: Explainer;
  settings;
  subject: Subject;
  picker: AlgorithmPicker;
  data: DataSettings;
  sizes: SizesControl;
  runBar: RunBar;
  forecastPlace;
  sharing: Sharing;
  results: Results;
  root;
  running: AbortController | null = null;
  /** A run that a failure ended. It can be resumed on a new device. */
  interrupted: Run | null = null;
  /** Whether a button started the run. Then its results are scrolled into view. */
  isPressed = false;
  /** The reason why the configured run does not start by itself. */
  refusal: string | null = null;
  /** Whether no GPU is available. Then only the scan in JavaScript is measured. */
  withoutGpu = false;
  /** Loaded when a device is open. */
  forecast: ForecastView | null = null;
  #address: Address | null = null;
  #isGone = false;

  constructor(context: ViewContext, explainer: Explainer, parts: Parts) {
    const { catalogue, element, emit, formats, holder, notices, titleOf } = context;
    adoptStyles(element.shadowRoot as ShadowRoot, scanStyles);
    this.context = context;
    this.formats = formats;
    this.holder = holder;
    this.emit = emit;
    this.notices = notices;
    this.titleOf = titleOf;
    this.explainer = explainer;
    this.settings = explainer.settings;
    this.subject = new Subject(catalogue.operations, this.settings, () => this.#subjectChanged());
    this.picker = new AlgorithmPicker(catalogue.algorithms, (ids) => context.go('learn', ids.join(',')));
    const loadOwn = () => import('./own-editor.ts').then(({ OwnEditor }) => new OwnEditor(this, explainer));
    this.data = new DataSettings(catalogue, () => this.#offer(), loadOwn);
    this.sizes = new SizesControl(formats, this.settings);
    this.runBar = new RunBar(formats, { onRun: () => this.#run(true), onCancel: () => this.running?.abort() });
    this.forecastPlace = h('p', { class: 'hint forecast', id: 'forecast' });
    this.runBar.text.after(this.forecastPlace);
    this.sharing = new Sharing(this);
    this.runBar.root.append(this.sharing.root);
    this.runBar.run.setAttribute('aria-describedby', this.forecastPlace.id);
    const charting = { formats, titleOf, holder, measuredHere: () => !this.results.run?.file };
    this.results = new Results(charting, this, parts);
    const changed = () => {
      this.forecast?.update();
      this.sharing.update();
    };
    this.root = h(
      'div',
      { class: 'measure', onclick: changed, oninput: changed, onchange: changed },
      h(
        'div',
        { class: 'measure-columns' },
        this.runBar.root,
        this.results.root,
        h('div', { class: 'setup' }, this.subject.root, this.picker.root, this.sizes.root, this.data.root),
      ),
      this.results.details,
    );
    // Drops beside the results count too: otherwise the browser would navigate to the file.
    takeDrops(this.root, this.results.root, (files) => this.results.open(files));
    this.refusal = configure(context, this);
  }

  /** Applies the settings of the attributes or of the address. */
  applySettings(read: (name: string) => string | null) {
    const current = (name: string) => {
      const text = read(name);
      return name === 'operator' && text !== null ? currentName(text.trim()) : text;
    };
    const applied = applyPresets(current, this);
    this.#applyOwn(current);
    for (const [name, problems] of applied) this.context.reportSetting(name, problems);
    return applied.flatMap(([, problems]) => problems);
  }

  /** Shows the code of the settings. It is not compiled before confirmation. */
  #applyOwn(read: (name: string) => string | null) {
    if (!this.data.isOwn || read('operator') !== 'custom') return;
    const texts = Object.fromEntries(['type', 'words', 'identity', 'combine'].map((name) => [name, read(name) ?? undefined]));
    void this.data.openOwn().then((own) => {
      if (own) this.context.reportSetting('custom', own.apply(texts));
    });
  }

  connect() {
    this.#isGone = false;
    this.results.chart.connect();
    if (!this.results.run) void this.results.showRecorded();
    if (!this.context.followsQuery) return;
    this.#address ??= new Address(this);
    this.#address.connect();
  }

  /** The request of a scan with the current settings. */
  request(algorithm: string, n: number) {
    const { operator, type, mode, initial } = this.data.chosen;
    return { algorithm, operator, type, mode, initial, n, tuning: this.picker.tuningOf(algorithm) };
  }

  /** Cancels the run. */
  close() {
    this.#isGone = true;
    this.running?.abort();
    this.results.chart.disconnect();
    this.#address?.disconnect();
  }

  /** Called when a device was opened or lost, or when another measurement began or ended. */
  update() {
    const { lab, work } = this.holder;
    const others = work && !this.running ? work : null;
    if (others) this.runBar.bar(`Run is disabled, since ${others}.`);
    else this.runBar.bar(null);
    this.#offer();
    if (!lab) return;
    if (this.withoutGpu) this.runBar.say('');
    this.withoutGpu = false;
    if (this.forecast) this.forecast.open(lab.adapter);
    else void this.#loadForecast();
  }

  /** Called when no device could be opened. @param error the reason */
  notOpened(error: unknown) {
    this.withoutGpu = isNoGpu(error);
    if (this.withoutGpu) this.runBar.say(WITHOUT_GPU);
  }

  /** Loads the forecast. If loading fails, there is no forecast. */
  async #loadForecast() {
    const library = await import('./forecast-view.ts').catch(() => null);
    const { lab } = this.holder;
    if (!library || !lab) return;
    this.forecast ??= new library.ForecastView(this);
    this.forecast.open(lab.adapter);
  }

  /** Resumes the run that a failure ended, if there is one. */
  resume() {
    const run = this.interrupted;
    if (!run) return false;
    const { work } = this.holder;
    if (work) this.runBar.say(`Not resumed, since ${work}.`);
    else void this.#sweep(run);
    return true;
  }

  /** Adapts the other settings to the chosen operation and its options. */
  #subjectChanged() {
    const { operation } = this.subject;
    this.picker.setOperation(operation);
    this.data.setOperation(operation);
    this.#offer();
  }

  /** Shows the scans and sizes that the adapter supports for the chosen input. */
  #offer() {
    const lab = this.holder.lab;
    this.sizes.limit = mostElements(lab, this.data.words);
    this.sizes.read();
    if (!lab) return;
    const { operation } = this.subject;
    if (operation) return this.#offerParts(operation, lab);
    const { operator, type, mode, initial } = this.data.chosen;
    this.picker.showSupport((algorithm) => lab.supports({ algorithm, operator, type, mode, initial }));
  }

  /** Shows whether the adapter supports an operation, and with which scans. */
  #offerParts({ id, takesScan, options }: OperationEntry, lab: Lab) {
    const { operator, type } = this.data.chosen;
    const { from, to, ...given } = this.subject.read() ?? {};
    // If an end of the range is missing, the query has no range. The range of random elements then applies.
    const range = from === undefined || to === undefined ? {} : { from, to };
    const query = { operation: id, type, ...(options.includes('operator') && { operator }), ...given, ...range };
    if (takesScan) this.picker.showSupport((scan) => lab.supports({ ...query, scan }));
    else this.subject.showSupport(lab.supports(query));
  }

  /** Reads all controls, so that all problems are marked at once. */
  #readConfig(): SweepConfig | null {
    const { operation } = this.subject;
    const options = this.subject.read();
    const algorithms = operation && !operation.takesScan ? [operation.id] : this.#chosenScans();
    this.picker.setError(algorithms.length ? null : 'Choose at least one scan; none is chosen.');
    const tuning = this.picker.tuning();
    const data = this.data.read();
    const sizes = this.sizes.read();
    if (!algorithms.length || !options || !tuning || !data || !sizes) return null;
    return { algorithms, sizes, tuning, ...data, ...(operation && { operation: operation.id, options }) };
  }

  /** The chosen scans; without a GPU, only the scan in JavaScript. */
  #chosenScans() {
    return this.withoutGpu ? [JAVASCRIPT] : this.picker.selected();
  }

  /**
   * Starts the run once a device is open.
   * @param isPressed whether the reader pressed a button
   * @returns the reason why the run did not start, or null; failures of the device are also reported
   */
  async start(isPressed: boolean = false): Promise<string | null> {
    if (!isPressed && this.refusal) return this.refusal;
    return this.holder.get().then(
      () => (this.#isGone ? 'Not started, since the element was removed.' : this.#run(isPressed)),
      () => (isPressed && this.withoutGpu ? this.#run(true) : 'Not started, since no device is open.'),
    );
  }

  /** Starts the run. @returns the reason why it did not start, or null */
  #run(isPressed: boolean): string | null {
    this.isPressed = isPressed;
    const { work } = this.holder;
    const { operation } = this.subject;
    const missing = this.withoutGpu && operation ? `${operation.title} needs a GPU. Without a GPU, only scans are timed.` : null;
    const config = work || missing ? null : this.#readConfig();
    const reason = work
      ? `Not started, since ${work}.`
      : (missing ?? (config ? null : 'Not started: see the messages beside the settings.'));
    if (reason) this.runBar.say(reason);
    if (config) void this.#sweep({ config, adapter: null, points: [], date: new Date() });
    else if (!work && !missing) this.#showProblems();
    return reason;
  }

  #showProblems() {
    if (!this.picker.error.hidden) return this.picker.focus();
    const invalid = [...this.root.querySelectorAll('.setup [aria-invalid="true"]')];
    for (const control of invalid) control.closest('details')?.setAttribute('open', '');
    const shown = invalid.find((control) => control instanceof HTMLElement && control.offsetParent);
    if (shown instanceof HTMLElement) shown.focus();
  }

  async #sweep(run: Run) {
    const running = new AbortController();
    this.running = running;
    this.interrupted = null;
    this.notices.clearError();
    this.holder.begin(WORK);
    this.runBar.setRunning(true);
    try {
      const library = await import('./page-sweep.ts').catch((failure) => this.runBar.say(`Not started: ${notLoaded(failure)}`));
      if (library) await library.sweep(this, run, running.signal);
      else this.emit('end', { view: 'measure', outcome: 'failed', points: [] });
    } catch (error) {
      this.#failed(run, error);
    } finally {
      this.running = null;
      this.holder.end();
      this.runBar.setRunning(false);
      this.forecast?.end();
    }
  }

  #failed(run: Run, error: unknown) {
    if (explain(error).remedy === 'reopen') {
      this.interrupted = run;
      this.context.dropLab();
    }
    this.data.own?.showError(error);
    this.runBar.say(`Stopped: ${explain(error).title}.`);
    this.emit('end', { view: 'measure', outcome: 'failed', points: run.points });
    this.context.report(error);
    this.notices.reveal();
  }
}
