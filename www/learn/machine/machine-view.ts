/**
 * The view of Nakano's memory machine. It shows the accesses of a kernel per time unit, for p threads, width w and latency l, and compares
 * counts with formulas. It also times the copies of Nakano's Lemma 1 on the GPU.
 */
import { Field, h, select } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { adoptStyles } from '../../ui/styles.ts';
import { NumberFields } from '../number-fields.ts';
import partStyles from '../parts.css';
import { FormulaTable } from './formula-table.ts';
import { GpuView } from './gpu-view.ts';
import styles from './machine.css';
import { roundPicture } from './picture.ts';
import { count, isScan, planned } from './run.ts';
import { DEFAULTS, LIMITS, PATTERNS, formatSettings, parseSettings, problemOf } from './settings.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Round } from '../../shared/emulator-data.d.ts';
import type { Counted, MachineName, Planned } from './run.ts';
import type { Name, Settings } from './settings.ts';

const MACHINES = { dmm: 'DMM, workgroup memory', umm: 'UMM, storage' };
/** The maximum number of banks with which two pictures are side by side. */
const MOST_BESIDE = 8;
/** The maximum number of words that a strided access may span. */
const MOST_WORDS = 2 ** 18;

export class MachineView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  formats;
  scans;
  what;
  fields: NumberFields<(typeof LIMITS)[number]['name']>;
  verdict;
  problem;
  roundText;
  turns;
  pictures;
  table: FormulaTable;
  gpu: GpuView;
  root;
  settings: Settings = { ...DEFAULTS };
  /** The rounds that are shown, one list per machine. */
  #traced: { machine: MachineName; rounds: Round[] }[] = [];
  /** The number of the latest run. Runs with lower numbers are dropped. */
  #turn = 0;

  /** @param onChange called with the parts of the address when the settings have changed */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void) {
    const { catalogue, element, formats } = context;
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.formats = formats;
    this.scans = catalogue.algorithms.map(({ id }) => id);
    const choices = [
      ...PATTERNS.map(({ id, title }) => ({ value: id, label: title })),
      ...catalogue.algorithms.map(({ id, title }) => ({ value: id, label: `Scan: ${title}` })),
    ];
    this.what = select(choices, { onchange: () => this.#changed() });
    this.fields = new NumberFields('memory', LIMITS, formats, () => this.#changed());
    this.verdict = h('p', { class: 'step-verdict', role: 'status' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.roundText = h('p', { class: 'hint', role: 'status' });
    const turn = (text: string, by: number) => h('button', { type: 'button', onclick: () => this.#turnBy(by) }, text);
    this.turns = h('div', { class: 'step-buttons' }, turn('Previous round', -1), turn('Next round', 1));
    this.pictures = h('div', { class: 'learn-pictures machine-pictures' });
    this.table = new FormulaTable(formats, explainer);
    this.gpu = new GpuView(context);
    this.root = this.#composed();
    adoptStyles(element.shadowRoot as ShadowRoot, partStyles, styles);
  }

  #composed() {
    return h(
      'section',
      { class: 'learn-place memory-machine', 'aria-labelledby': 'memory-title' },
      h('h3', { id: 'memory-title', tabindex: '-1' }, 'The memory machine'),
      h(
        'p',
        { class: 'learn-about' },
        'Nakano’s machines (2012, §2) have w banks, a pipeline of l stages, and p threads in warps of w, which access memory in turn. On the ' +
          'DMM, a model of workgroup memory, a time unit serves one request per bank. On the UMM, a model of storage, it serves the requests of one ' +
          'address group: w neighbouring words. The kernels run on an emulator, which counts time units.',
      ),
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'memory-of', label: 'Access or kernel', control: this.what, class: 'machine-what' }).root,
        ...this.fields.roots,
      ),
      this.problem,
      this.verdict,
      h(
        'section',
        { 'aria-labelledby': 'memory-units' },
        h('h4', { id: 'memory-units' }, 'Time unit by time unit'),
        this.roundText,
        this.turns,
        this.pictures,
      ),
      this.table.root,
      this.gpu.root,
    );
  }

  /** @param parts the parts of the address after `machine` */
  show(parts: string[]) {
    const { settings, problems } = parseSettings(parts, this.scans);
    this.context.reportSetting('machine', problems);
    const isSame = this.#traced.length && formatSettings(this.settings).join() === formatSettings(settings).join();
    this.settings = settings;
    this.what.value = settings.kernel;
    this.fields.fill(settings);
    if (!isSame) this.#begin();
  }

  /** Reads the controls. If a value is invalid, marks it and keeps the last results. */
  #changed() {
    const settings = { ...this.settings, kernel: this.what.value, round: 1 };
    if (!this.fields.read(settings, (limit, text) => problemOf(limit, text) ?? this.#tooFar(limit.name, text, settings.n))) return;
    this.settings = settings;
    this.onChange(formatSettings(settings));
    this.#begin();
  }

  #tooFar(name: Name, text: string, n: number) {
    if (name !== 's' || this.what.value !== 'stride' || Number(text) * n <= MOST_WORDS) return null;
    return `s must be at most ${MOST_WORDS / n} for n = ${n}, so that the words fit in memory; found “${text}”`;
  }

  #begin() {
    // Only strided access uses s. The pattern `example` has fixed threads and addresses, but the table of formulas still uses p and n.
    this.fields.field('s').root.hidden = this.settings.kernel !== 'stride';
    void this.#run();
    void this.table.show(this.settings);
  }

  async #run() {
    const turn = ++this.#turn;
    const { settings } = this;
    this.verdict.textContent = 'Counting…';
    try {
      const plans = await planned(this.explainer, settings);
      if (turn !== this.#turn) return;
      const texts: string[] = [];
      const traced: { machine: MachineName; rounds: Round[] }[] = [];
      for (const plan of plans) {
        const counted = await this.#counted(plan, settings);
        if (turn !== this.#turn) return;
        texts.push(this.#text(plan, counted));
        const rounds = counted.rounds.filter(({ isStorage }) => this.#isShown(plan, isStorage));
        traced.push({ machine: plan.machine, rounds });
      }
      this.#traced = traced;
      this.problem.hidden = true;
      this.verdict.textContent = texts.join(' ');
      this.#draw();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#traced = [];
      this.verdict.textContent = '';
      this.#draw();
      this.problem.hidden = false;
      this.problem.textContent = `This could not be counted: ${messageOf(error)}`;
    }
  }

  /** Whether accesses to a kind of memory are shown. A pattern or a sum accesses only the memory of its machine. A scan accesses both kinds. */
  #isShown({ machine }: Planned, isStorage: boolean) {
    return isScan(this.settings.kernel) || isStorage === (machine === 'umm');
  }

  /** The counts of a run. They include its rounds, unless the trace would be too long. */
  async #counted(plan: Planned, settings: Settings) {
    try {
      return await count(plan, settings, true);
    } catch (error) {
      if (!messageOf(error).startsWith('the trace has more')) throw error;
      return await count(plan, settings);
    }
  }

  #text({ machine, expected, p }: Planned, counted: Counted) {
    const { formats } = this;
    const wrong = counted.isRight ? '' : ' Its output is wrong.';
    if (isScan(this.settings.kernel)) {
      return `${formats.count(counted.umm, 'time unit')} on the UMM, ${formats.integer(counted.dmm)} on the DMM for its slowest workgroups, with at most ${formats.count(p, 'thread')}.${wrong}`;
    }
    const beside =
      expected === null ? '' : expected === counted[machine] ? ', as the formula says' : `; the formula gives ${formats.integer(expected)}`;
    return `${machine.toUpperCase()}: ${formats.count(counted[machine], 'time unit')}${beside}.${wrong}`;
  }

  #turnBy(by: number) {
    this.settings = { ...this.settings, round: Math.min(Math.max(this.settings.round + by, 1), this.#most) };
    this.onChange(formatSettings(this.settings));
    this.#draw();
  }

  /** The number of rounds in the longest list. */
  get #most() {
    return Math.max(1, ...this.#traced.map(({ rounds }) => rounds.length));
  }

  #draw() {
    const { formats, settings } = this;
    const most = this.#most;
    const rank = Math.min(settings.round, most);
    const found = this.#traced.flatMap(({ machine, rounds }) => (rounds[rank - 1] ? [{ machine, round: rounds[rank - 1] }] : []));
    this.turns.hidden = most < 2;
    const [before, after] = [...this.turns.children] as HTMLButtonElement[];
    before.disabled = rank <= 1;
    after.disabled = rank >= most;
    this.roundText.textContent = found.length
      ? `Round ${formats.integer(rank)} of ${formats.integer(most)}: one access per warp. Cells show addresses, coloured by warp.`
      : 'There are too many accesses to draw. Choose a smaller n.';
    this.pictures.toggleAttribute('data-wide', settings.w > MOST_BESIDE);
    this.pictures.replaceChildren(
      ...found.map(({ machine, round }) =>
        roundPicture(formats, round, {
          ...settings,
          title: MACHINES[isScan(settings.kernel) ? (round.isStorage ? 'umm' : 'dmm') : machine],
        }),
      ),
    );
  }

  connect() {
    this.gpu.connect();
  }

  close() {
    this.fields.stop();
    // Missing counts are computed when the view is shown again.
    this.#traced = [];
    this.table.close();
    this.gpu.close();
  }
}
