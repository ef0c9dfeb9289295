/** The view Step: the kernels of a scan on the emulator, access by access. It shows data, code and memory machine at one moment. */
import { BreakRun } from './break-run.ts';
import { StepControls } from './controls.ts';
import { FlowView } from './flow-view.ts';
import { MOST_MARKED } from './marks.ts';
import { play } from './play.ts';
import { h } from '../../ui/dom.ts';
import { combinationOf, expectedScan, firstWrong, stepped, wordsOf } from './operators.ts';
import { verdictText } from './outcome.ts';
import { numbersIn, recordRun } from './record.ts';
import { runDiagram } from './run-diagram.ts';
import { RunStage } from './run-stage.ts';
import { countOf, findingText } from './words.ts';
import { DEFAULTS, SMALL_TILES, defaultsOf, formatSettings, parseSettings } from './settings.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Algorithm, Tuning } from '../../types.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Player } from '../../shared/scanlab-emulator-web.d.ts';
import type { Operator } from './operators.ts';
import type { Played, Settings } from './types.ts';

/** The pause before the address is written. Browsers limit the rate of changes. */
const REST_MS = 300;
/** The maximum number of steps of a run with a diagram. */
const MOST_MATCHED = 4096;
/** The reason why a broken run may have no diagram. */
const WITHOUT_SUMS = 'This run has no diagram: its output is not a scan that applications of ⊕ make in order.';
/** The reason why a scan of one element may have no diagram. */
const WITH_ONE_ELEMENT = 'This run has no diagram: it applies ⊕ to nothing, since there is one element.';

export class StepView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  operators;
  stage: RunStage;
  controls: StepControls;
  breaking: BreakRun;
  title;
  verdict;
  problem;
  findings;
  root;
  algorithmId = '';
  /** The run of the unbroken kernels. */
  whole: Played | null = null;
  settings: Settings = { ...DEFAULTS };
  /** The number of the latest run. Runs with lower numbers are dropped. */
  #turn = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onChange called with the parts of the address when the settings have changed
   * @param onScan called when another scan is chosen
   */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void, onScan: (id: string) => void) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.operators = stepped(context.catalogue.operators);
    this.stage = new RunStage(context, () => this.rest());
    this.controls = new StepControls(this.operators, context, (chosen) => this.change(chosen), onScan);
    this.breaking = new BreakRun(this);
    this.title = h('h3', { id: 'step-title', tabindex: '-1' });
    this.verdict = h('p', { class: 'step-verdict' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.findings = h('ul', { class: 'step-findings' });
    this.root = this.#composed();
  }

  #composed() {
    return h(
      'section',
      { class: 'step', 'aria-labelledby': 'step-title' },
      this.title,
      this.controls.root,
      this.breaking.root,
      this.problem,
      this.playback.root,
      this.stage.keys,
      this.stage.status,
      this.stage.stage,
      this.verdict,
      this.findings,
    );
  }

  get playback() {
    return this.stage.playback;
  }

  /** The player of the shown run. */
  get player() {
    return this.stage.player;
  }

  /** @param parts the parts of the address after `step` */
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

  /** Applies other settings from the controls or from the section “Break it”. The chosen break stays unless they replace it. */
  change(chosen: Partial<Settings>) {
    this.settings = { ...this.settings, ...chosen, at: null };
    this.controls.fill(this.settings, this.algorithmId);
    void this.run();
    this.rest();
  }

  /** Plays and shows the unbroken kernels with the current settings. If a break is chosen, asks for a prediction of its outcome. */
  async run() {
    this.playback.pause();
    this.stage.status.textContent = 'Loading the emulator…';
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

  /** Does work, and passes its result to `done` unless newer work has begun meanwhile. */
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
    this.stage.clear();
    this.whole = null;
    this.breaking.clear();
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

  /** The options of play that depend on the operator: the words per element and the identity of ⊕. */
  get playing() {
    const { type, words, identity } = this.operator;
    return { words, identity: wordsOf(type, identity) };
  }

  get numbers() {
    return numbersIn(this);
  }

  /** The largest number of workgroups in a pass of the unbroken run. */
  get workgroups() {
    return Math.max(0, ...(this.whole?.passes ?? []).map(({ workgroups }) => countOf(workgroups)));
  }

  record(settings: Settings = this.settings, tuning?: Tuning) {
    const { explainer, algorithm, operator, numbers } = this;
    return recordRun(explainer, { algorithm, operator, settings }, numbers, tuning);
  }

  /** The first shown step of the run, unless the address names another. */
  get opening() {
    return this.player ? this.#openingOf(this.player) : 0;
  }

  /** With small tiles, the first shown step is one at which a tile has published a state. */
  #openingOf(player: Player) {
    return (this.settings.input === SMALL_TILES && player.stepOfState()) || 0;
  }

  /** Shows a run. @returns the first wrong element of its output, or null */
  begin(played: Played) {
    const { numbers } = this;
    const { algorithmId: algorithm, operator, settings } = this;
    const edited = this.breaking.edited?.places;
    const scanned = { algorithm, latency: settings.latency };
    const wrong = this.#judge(played, numbers);
    const flow = this.#flow(played);
    const opening = settings.at ?? this.#openingOf(played.player);
    this.stage.begin({ played, elements: numbers.length, operator, edited, scanned, flow }, opening);
    return wrong;
  }

  /** The diagram of the run, or the reason why it has no diagram. */
  #flow(played: Played): Pick<FlowView, 'root' | 'update'> {
    const { formats } = this.context;
    const limits = [
      { of: 'element', most: MOST_MARKED, found: this.numbers.length },
      { of: 'step', most: MOST_MATCHED, found: played.player.steps },
    ];
    const passed = limits.find(({ most, found }) => found > most);
    const diagram = passed ? null : this.#diagram(played);
    if (diagram) return diagram;
    let reason = this.numbers.length > 1 ? WITHOUT_SUMS : WITH_ONE_ELEMENT;
    if (passed)
      reason = `A diagram requires ${formats.count(passed.most, passed.of)} or fewer; this run has ${formats.integer(passed.found)}.`;
    return { root: h('p', { class: 'hint' }, reason), update() {} };
  }

  #diagram(played: Played) {
    const { algorithmId: id, numbers, settings, operator, explainer } = this;
    const { words } = operator;
    const flowOf = (columns: number) => explainer.flow(id, columns);
    const draw = runDiagram(played, { elements: numbers.length, words, mode: settings.mode, flowOf });
    if (!draw) return null;
    const of = combinationOf(operator);
    const { graph, made, input, note } = draw(numbers, of);
    const options = { id, title: this.context.titleOf(id), of, subgroupSize: played.subgroupSize };
    return new FlowView(graph, made, { ...options, input, note });
  }

  /** Compares the output of a run with that of a loop in JavaScript. */
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
