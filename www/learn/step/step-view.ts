/** Step: a scan's kernels on the emulator, access by access. It shows the data, the code and the memory machine at one moment. */
import { BreakRun } from './break-run.ts';
import { CodeView } from './code-view.ts';
import { StepControls } from './controls.ts';
import { DataView } from './data-view.ts';
import { MOST_COLUMNS, matchFlow } from './flow-match.ts';
import { FlowView } from './flow-view.ts';
import { play } from './play.ts';
import { h } from '../../ui/dom.ts';
import { MachineView } from './machine-view.ts';
import { expectedScan, firstWrong, stepped, wordsOf } from './operators.ts';
import { Playback } from './playback.ts';
import diagramStyles from '../diagram.css';
import partStyles from '../parts.css';
import machineStyles from './machine.css';
import styles from './step.css';
import { verdictText } from './outcome.ts';
import { numbersIn, recordRun } from './record.ts';
import { countOf, findingText, momentText, placeOf } from './words.ts';
import { DEFAULTS, SMALL_TILES, defaultsOf, formatSettings, parseSettings } from './settings.ts';
import { VariablesView } from './variables-view.ts';
import { adoptStyles } from '../../ui/styles.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Algorithm, Tuning } from '../../types.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Player } from '../../ui/scanlab-emulator-web.d.ts';
import type { Operator } from './operators.ts';
import type { Played, Settings } from './types.ts';

/** The pause before the address is written. Browsers limit the rate of changes. */
const REST_MS = 300;
/** Steps of a run that is matched with its diagram. */
const MOST_MATCHED = 4096;

export class StepView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  operators;
  playback: Playback;
  controls: StepControls;
  breaking: BreakRun;
  title;
  verdict;
  status;
  problem;
  findings;
  stage;
  root;
  /** The views of the run that is shown. */
  data!: DataView;
  flow: FlowView | null = null;
  code!: CodeView;
  variables!: VariablesView;
  machine!: MachineView;
  algorithmId = '';
  player: Player | null = null;
  /** The run that is shown. */
  played: Played | null = null;
  /** The run of the unbroken kernels. */
  whole: Played | null = null;
  settings: Settings = { ...DEFAULTS };
  /** The number of the latest run, to drop older ones. */
  #turn = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The width of the stage when its parts were last measured. */
  #width = 0;

  /**
   * @param onChange called when the settings differ from the address
   * @param onScan called when another scan is chosen
   */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void, onScan: (id: string) => void) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.operators = stepped(context.catalogue.operators);
    this.playback = new Playback(
      () => this.#draw(),
      () => this.rest(),
    );
    this.controls = new StepControls(this.operators, context, (chosen) => this.change(chosen), onScan);
    this.breaking = new BreakRun(this);
    this.title = h('h3', { id: 'step-title', tabindex: '-1' });
    this.verdict = h('p', { class: 'step-verdict' });
    this.status = h('p', { class: 'step-status', role: 'status' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.findings = h('ul', { class: 'step-findings' });
    this.stage = h('div', { class: 'step-stage' });
    // A hidden slide has no place to scroll to.
    new ResizeObserver(() => this.stage.clientWidth && !this.#width && this.#draw()).observe(this.stage);
    this.root = this.#composed();
    adoptStyles(context.element.shadowRoot as ShadowRoot, diagramStyles, partStyles, styles, machineStyles);
  }

  #composed() {
    const keys =
      'Keys in the player: ← and → move by a step, with Shift by a barrier; D and Shift D by a dispatch; Home and End to the ends; the space bar plays.';
    return h(
      'section',
      { class: 'step', 'aria-labelledby': 'step-title' },
      this.title,
      this.controls.root,
      this.breaking.root,
      this.problem,
      this.playback.root,
      h('p', { class: 'hint step-keys' }, keys),
      this.status,
      this.stage,
      this.verdict,
      this.findings,
    );
  }

  /** @param parts of the address, after `step` */
  show(algorithm: string, parts: string[]) {
    const ids = this.operators.map(({ id }) => id);
    const before = formatSettings({ ...this.settings, at: null }).join();
    const isSameScan = algorithm === this.algorithmId;
    this.algorithmId = algorithm;
    const { settings, problems } = parseSettings(parts, ids, defaultsOf(this.algorithm));
    this.context.reportSetting('step', problems);
    const isSame = isSameScan && this.player && before === formatSettings({ ...settings, at: null }).join();
    this.settings = settings;
    this.title.textContent = `Step through ${this.context.titleOf(algorithm)}`;
    this.controls.fill(settings, algorithm);
    if (isSame) this.playback.seek(settings.at ?? this.opening);
    else void this.run();
  }

  /** Applies other settings from the controls or from Break it. A break stays. */
  change(chosen: Partial<Settings>) {
    this.settings = { ...this.settings, ...chosen, at: null };
    this.controls.fill(this.settings, this.algorithmId);
    void this.run();
    this.rest();
  }

  /** Plays and shows the recording for the settings. If a break is set, the view first asks for a prediction. */
  async run() {
    this.playback.pause();
    this.status.textContent = 'Loading the emulator…';
    await this.attempt(
      async () => {
        const { recording, subgroupSize } = this.record();
        return play(recording, { ...this.playing, ...this.settings, subgroupSize });
      },
      (played) => {
        this.problem.hidden = true;
        this.whole = played;
        this.breaking.prepare(played);
        this.begin(played);
        if (!this.breaking.offer(played)) this.begin(played);
      },
    );
  }

  /** Does the latest work only: the result of earlier work that ends later is dropped. */
  async attempt<T>(work: () => Promise<T>, done: (result: T) => void) {
    const turn = ++this.#turn;
    try {
      const result = await work();
      if (turn === this.#turn) done(result);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  #fail(error: unknown) {
    this.playback.end();
    this.player?.free();
    this.player = this.played = this.whole = null;
    this.breaking.clear();
    this.status.textContent = '';
    this.stage.replaceChildren();
    this.verdict.textContent = '';
    this.findings.replaceChildren();
    this.problem.hidden = false;
    this.problem.textContent = `This cannot be stepped through: ${messageOf(error)}`;
  }

  get algorithm() {
    return this.context.catalogue.algorithms.find(({ id }) => id === this.algorithmId) as Algorithm;
  }

  get operator() {
    return this.operators.find(({ id }) => id === this.settings.operator) as Operator;
  }

  /** The words per element and the identity of ⊕. */
  get playing() {
    const { type, words, identity } = this.operator;
    return { words, identity: wordsOf(type, identity) };
  }

  /** The numbers of the input. */
  get numbers() {
    return numbersIn(this);
  }

  /** The number of workgroups in the largest pass of the unbroken run. */
  get workgroups() {
    return Math.max(0, ...(this.whole?.passes ?? []).map(({ workgroups }) => countOf(workgroups)));
  }

  record(settings: Settings = this.settings, tuning?: Tuning) {
    const { explainer, algorithm, operator, numbers } = this;
    return recordRun(explainer, { algorithm, operator, settings }, numbers, tuning);
  }

  /** The step at which a run opens. With small tiles, some have published a state by then. */
  get opening() {
    return (this.settings.input === SMALL_TILES && this.player?.stepOfState()) || 0;
  }

  /** Shows a run; returns the first wrong element of its output. */
  begin(played: Played) {
    const { numbers } = this;
    const before = this.player;
    [this.played, this.player] = [played, played.player];
    this.data = new DataView(played, numbers.length, this.operator);
    this.code = new CodeView(played, this.breaking.edited?.places ?? []);
    this.variables = new VariablesView(played.subgroupSize);
    this.machine = new MachineView(played, this.context.formats, {
      algorithm: this.algorithmId,
      n: numbers.length,
      latency: this.settings.latency,
    });
    this.flow = this.#flow(played);
    const section = (part: string, title: string, ...content: Node[]) =>
      h('section', { 'data-part': part }, h('h4', {}, title), ...content);
    this.stage.replaceChildren(
      h('div', {}, this.flow && section('tree', 'Data flow', this.flow.root), section('data', 'Data', this.data.root)),
      h('div', {}, section('code', 'Code', this.code.root, this.variables.root), section('machine', 'Memory machine', this.machine.root)),
    );
    this.context.setLevels(this.stage);
    this.stage.style.minHeight = '';
    const wrong = this.#judge(played, numbers);
    this.player.seek(this.settings.at ?? this.opening);
    this.playback.begin(this.player);
    // No view shows the run before any more.
    if (before !== this.player) before?.free();
    return wrong;
  }

  /** The diagram of the scan with its numbers, if the run makes the values of the diagram. */
  #flow({ player, subgroupSize }: Played) {
    const { algorithmId: id, numbers, settings } = this;
    if (settings.operator !== DEFAULTS.operator || numbers.length > MOST_COLUMNS || player.steps > MOST_MATCHED) return null;
    const moments = Array.from({ length: player.steps }, (_, i) => {
      player.seek(i + 1);
      return player.moment();
    });
    const match = matchFlow((columns) => this.explainer.flow(id, columns), moments, numbers);
    return match && new FlowView(match, { id, title: this.context.titleOf(id), subgroupSize });
  }

  /** Compares the output with that of a loop in JavaScript. */
  #judge(played: Played, numbers: number[]) {
    const { operator } = this;
    const output = played.buffers[played.recording.output];
    const wrong = firstWrong(expectedScan(operator, numbers, this.settings.mode), output, operator.words);
    const unfinished = played.reports.some(({ outcome }) => outcome !== 'completed');
    this.verdict.textContent = verdictText(played, wrong, operator, this.context.formats);
    this.verdict.hidden = this.findings.hidden = false;
    this.verdict.dataset.right = `${!wrong && !unfinished}`;
    this.findings.replaceChildren(...played.findings.map((finding) => h('li', {}, findingText(played, finding))));
    return wrong;
  }

  #draw() {
    if (!this.player || !this.played) return;
    const moment = this.player.moment();
    this.flow?.update(this.player.step);
    this.data?.update(moment);
    this.code?.update(moment);
    this.variables?.update(moment);
    this.machine?.update(moment);
    // During playback, screen readers have no time to read every step.
    this.status.setAttribute('aria-live', this.playback.playing ? 'off' : 'polite');
    const place = placeOf(moment);
    const text = this.player.step
      ? momentText(this.played, moment, this.operator.type)
      : 'Nothing has run yet: the input is in its buffer.';
    this.status.replaceChildren(place && h('b', {}, `${place}: `), text);
    this.#steady();
  }

  /** Parts keep their greatest height, so that nothing moves during playback. */
  #steady() {
    const parts = [this.variables.root, this.machine.banks, this.stage];
    const { clientWidth } = this.stage;
    if (clientWidth !== this.#width) for (const part of parts) part.style.minHeight = '';
    this.#width = clientWidth;
    // `offsetHeight` is rounded, so a part would shrink by a fraction of a pixel.
    for (const part of parts) part.style.minHeight = `${part.getBoundingClientRect().height}px`;
  }

  /** Writes the address after a pause. */
  rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      const step = this.player?.step ?? this.settings.at;
      this.settings.at = step === this.opening ? null : step;
      this.onChange(formatSettings(this.settings, defaultsOf(this.algorithm)));
    }, REST_MS);
  }

  close() {
    this.playback.pause();
    clearTimeout(this.#resting);
  }
}
