/** The choice of what is predicted, its lines, and its words. */
import { Field, h, select } from '../ui/dom.js';
import { copyTimes, shownPoints } from '../shared/measures.js';
import { describeModel, describePrediction } from './time-model-words.js';
import { Predictor, fitTo } from './predictor.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').ChartContext} ChartContext */
/** @typedef {import('./drawing.js').Predicted} Predicted */

const [NONE, ALL] = ['', '*'];
/** More lines beside the measured ones would hide them. */
const MOST = 8;

export class PredictionView {
  /** What to draw. @type {Predicted} */
  lines = new Map();
  /** @type {string[]} */
  algorithms = [];
  /** @type {Predictor | null} */
  predictor = null;
  /** Plans scans where no device is open. @type {Promise<void> | null} */
  explained = null;
  /** @type {import('../ui/element-types.d.ts').Explainer | null} */
  explainer = null;

  /** @param {ChartContext} context @param {string} id of its control @param {() => void} onChange */
  constructor(context, id, onChange) {
    this.context = context;
    this.onChange = onChange;
    this.control = select([], { onchange: onChange });
    this.field = new Field({ id, label: 'Prediction', control: this.control, class: 'inline' }).root;
    this.words = h('div', { class: 'prediction-words', hidden: true });
  }

  /** @param {string[]} algorithms that have plans */
  begin(algorithms) {
    const { value } = this.control;
    const all = algorithms.length > 1 && algorithms.length <= MOST ? [{ value: ALL, label: 'of all' }] : [];
    const choices = [
      { value: NONE, label: 'none' },
      ...algorithms.map((id) => ({ value: id, label: `of ${this.context.titleOf(id)}` })),
      ...all,
    ];
    this.control.replaceChildren(...choices.map((choice) => h('option', { value: choice.value }, choice.label)));
    this.control.value = choices.some((choice) => choice.value === value) ? value : NONE;
    this.algorithms = algorithms;
    this.predictor = null;
  }

  /** @param {Point[]} points */
  update(points) {
    const chosen = this.control.value === ALL ? this.algorithms : this.algorithms.filter((id) => id === this.control.value);
    this.words.hidden = !chosen.length;
    this.lines = new Map();
    const predictor = chosen.length ? this.#predictor() : null;
    if (predictor) this.#predict(predictor, shownPoints(points), chosen);
    else if (!chosen.length) this.words.replaceChildren();
  }

  /** @param {Predictor} predictor @param {Point[]} points @param {string[]} chosen */
  #predict(predictor, points, chosen) {
    const { formats, titleOf } = this.context;
    const copies = copyTimes(points);
    const { model, problem } = fitTo(points, copies);
    if (!model) {
      this.words.replaceChildren(h('p', {}, `No prediction: ${problem}.`));
      return;
    }
    const items = chosen.map((id) => {
      const rows = predictor.rows(points, id, model, copies);
      this.lines.set(id, rows);
      return h('li', {}, describePrediction(titleOf(id), rows, model, titleOf, formats));
    });
    this.words.replaceChildren(h('p', {}, describeModel(model, formats)), h('ul', {}, ...items));
  }

  /** By the open device, or else by one that grants what every one does. */
  #predictor() {
    const { lab } = this.context.holder;
    const planner = lab ?? this.explainer;
    if (!planner) {
      this.explained ??= this.#explain();
      return null;
    }
    if (this.predictor?.planner !== planner) this.predictor = new Predictor(planner);
    return this.predictor;
  }

  async #explain() {
    const { ScanLab } = this.context.holder.api;
    try {
      this.explainer = await ScanLab.explainer();
      this.onChange();
    } catch (error) {
      this.explained = null;
      this.words.replaceChildren(h('p', { class: 'error' }, `No prediction: ${error instanceof Error ? error.message : error}.`));
    }
  }
}
