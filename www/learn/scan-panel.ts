/** The panel of one scan, or of two side by side: the data flow, the lesson, the costs, the plan and the WGSL. */
import { PADDING, padsAgainstConflicts } from './padding.ts';
import { CALIBRATED, CalibrationView } from './calibration-view.ts';
import { SideBySide } from './side-by-side.ts';
import { costTable, passTable, planOf } from './costs.ts';
import { Field, h, select } from '../ui/dom.ts';
import { citation } from '../ui/citation.ts';
import { Explained } from './explained.ts';
import { LESSONS } from './lessons/index.ts';
import { ModuleExport } from '../ui/module-export.ts';
import { MachinePanel, isCovered } from './machine-panel.ts';
import { NumberedFlows } from './numbered-flow.ts';
import { predictionTable } from './prediction-table.ts';
import { shaderViews } from './wgsl-view.ts';
import type { Algorithm } from '../types.ts';
import type { PanelContext } from './types.ts';

/** Columns of the diagram: few enough to follow each operation, and enough to show the structure. */
const FLOW_COLUMNS = 16;
/** Columns of each of two diagrams side by side: few enough that no diagram must scroll. */
const PAIR_COLUMNS = 8;
const FIRST_N = '2^20';
/** The largest n: lengths are u32. */
const MAX_N = 2 ** 32 - 1;
const NOTHING = '';
/** The parts of a lesson. */
const PARTS = [
  ['idea', 'The idea'],
  ['diagram', 'On the diagram'],
  ['work', 'Work and depth'],
  ['gpu', 'On a GPU'],
  ['choose', 'Choose it'],
  ['changed', 'What ScanLab changes'],
] as const;

export class Panel {
  context: PanelContext;
  title;
  first;
  second;
  n;
  nField: Field;
  body;
  machine: MachinePanel;
  calibration: CalibrationView;
  module: ModuleExport;
  flows: NumberedFlows;
  root;
  comparison?: SideBySide | null;
  ids: string[] = [];
  /** The number of elements for the costs. */
  size = 1;

  /** @param onChange called when other scans are chosen */
  constructor(context: PanelContext, onChange: (ids: string[]) => void) {
    this.context = context;
    this.flows = new NumberedFlows(context);
    const changed = () => onChange([...new Set([this.first.value, this.second.value].filter(Boolean))]);
    const choices = context.catalogue.algorithms.map(({ id, title }) => ({ value: id, label: title }));
    this.title = h('h3', { id: 'explain-title', tabindex: '-1' });
    this.first = select(choices, { onchange: changed });
    this.second = select([{ value: NOTHING, label: 'nothing' }, ...choices], { onchange: changed });
    this.n = h('input', { type: 'text', inputmode: 'text', autocomplete: 'off', value: FIRST_N, onchange: () => this.#draw() });
    this.nField = new Field({ id: 'explain-n', label: 'n for the costs', control: this.n });
    this.body = h('div', { class: 'explain-body' });
    this.machine = new MachinePanel(context.formats, context.explainer.settings);
    this.calibration = new CalibrationView(context, () => this.#draw());
    this.module = new ModuleExport(context, () => context.request(this.ids[0], this.size));
    this.root = h(
      'div',
      { class: 'explain-content' },
      this.title,
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'explain-first', label: 'Scan', control: this.first }).root,
        new Field({ id: 'explain-second', label: 'Compare with', control: this.second }).root,
        this.nField.root,
      ),
      this.body,
    );
  }

  /** @param ids one or two ids of the catalogue */
  show(ids: string[]) {
    this.ids = ids;
    [this.first.value, this.second.value] = [ids[0], ids[1] ?? NOTHING];
    this.title.textContent = ids.map((id) => this.#find(id).title).join(' and ');
    this.comparison?.close();
    this.comparison = ids.length > 1 ? new SideBySide(this.context, ids) : null;
    this.calibration.update();
    this.#draw();
  }

  /** Called again when the panel returns to a document. */
  connect() {
    this.comparison?.connect();
  }

  close() {
    this.calibration.close();
    this.comparison?.close();
  }

  #find(id: string) {
    return this.context.catalogue.algorithms.find((one) => one.id === id) as Algorithm;
  }

  #draw() {
    const size = this.context.explainer.settings.parseSize(this.n.value.trim(), { limit: MAX_N });
    this.nField.setError('problem' in size ? `${size.problem}.` : null);
    const open = new Set([...this.body.querySelectorAll('details[open]')].map(({ id }) => id));
    const algorithms = this.ids.map((id) => this.#find(id));
    const costs = 'value' in size ? this.#costs(algorithms, size.value) : [];
    this.flows.clear();
    this.body.replaceChildren(
      h('div', { class: algorithms.length > 1 ? 'explain-pair' : '' }, ...algorithms.map((one) => this.#about(one))),
      this.ids.includes(CALIBRATED) ? this.calibration.root : '',
      ...costs,
      this.comparison?.root ?? '',
    );
    this.context.setLevels(this.body);
    for (const id of open) if (id) this.body.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
    this.comparison?.connect();
  }

  #about(algorithm: Algorithm) {
    const { id, title, summary, paper, needs, work, depth, order, traffic, inPlace } = algorithm;
    const facts = [
      ['Work', work],
      ['Depth', depth],
      ['Order of the applications', order],
      ['Traffic', traffic],
      ['In place', inPlace ? 'yes' : 'no'],
      ['Needs', needs.join(', ')],
      ['From', paper],
    ];
    const isPair = this.ids.length > 1;
    const flow = this.context.explainer.flow(id, isPair ? PAIR_COLUMNS : FLOW_COLUMNS);
    return h(
      'section',
      { class: 'explain-about', 'aria-label': title },
      isPair && h('h4', {}, title),
      h('p', {}, summary),
      padsAgainstConflicts(algorithm) &&
        h('p', {}, this.context.link('See the bank conflicts that its padding avoids', id, 'step', `broken=${PADDING}`)),
      h('div', { class: 'lesson-beside-flow' }, this.flows.add(flow, algorithm), lessonView(id, isPair ? 'h5' : 'h4')),
      h('dl', { class: 'facts' }, ...facts.filter(([, fact]) => fact).flatMap(([name, fact]) => [h('dt', {}, name), h('dd', {}, fact)])),
    );
  }

  #costs(algorithms: Algorithm[], n: number) {
    const { context } = this;
    const plans = algorithms.map(({ id }) => planOf(context, id, n));
    const section = (title: string, ...content: Node[]) => h('section', {}, h('h4', {}, title), ...content);
    const nodes = [section('What it costs', costTable(context, algorithms, plans, n))];
    const [{ plan, planner }] = plans;
    if (algorithms.length > 1 || !plan) return nodes;
    const [{ id }] = algorithms;
    const predictions = predictionTable(context, id, { plan, planner }, n);
    if (predictions) nodes.push(section('What its sources predict', predictions));
    if (isCovered(id) && n > 1) {
      this.machine.show(id, n, plan.tuning.k);
      nodes.push(this.machine.root);
    }
    this.size = n;
    this.module.update();
    return [
      ...nodes,
      section('Its plan', passTable(context.formats, plan)),
      section('The WGSL that runs', this.module.root, ...shaderViews(context.formats, planner.shaders(context.request(id, n)))),
    ];
  }
}

/**
 * A lesson: its parts and its sources. A press on a term shows its meaning.
 * @param id the id of an algorithm
 * @param heading the level of the headings of the parts
 */
function lessonView(id: string, heading: 'h4' | 'h5') {
  const lesson = LESSONS[id];
  const explained = new Explained();
  return h(
    'div',
    { class: 'lesson' },
    ...PARTS.flatMap(([part, name]) => [h(heading, {}, name), h('p', {}, ...explained.text(lesson[part]))]),
    h(heading, {}, 'Sources'),
    h('ul', {}, ...lesson.sources.map((source) => h('li', {}, citation(source)))),
    explained.meaning,
  );
}
