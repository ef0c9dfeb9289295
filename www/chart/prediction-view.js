/** Predictions: the control, the lines of the chart, the sentences. */
import { Field, h, select } from '../ui/dom.js';
import { shownPoints } from '../shared/measures.js';
import { OnDemand } from './on-demand.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').ChartContext} ChartContext */
/** @typedef {import('./drawing.js').Predicted} Predicted */
/** @typedef {Pick<import('../ui/element-types.d.ts').Explainer, 'predict'>} Predictor */

const [NONE, ALL] = ['', '*'];
/** More predicted lines would hide the measured ones. */
const MOST = 8;

export class PredictionView {
  /** @type {Predicted} */
  lines = new Map();
  /** @type {string[]} */
  algorithms = [];

  /** @param {ChartContext} context @param {string} id of its control @param {() => void} onChange @param {OnDemand<import('../ui/element-types.d.ts').Explainer>} explained */
  constructor(context, id, onChange, explained) {
    this.context = context;
    this.explained = explained;
    this.wording = new OnDemand(() => import('./time-model-words.js'), onChange);
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
    const predictions = this.#predictions(predictor, points, chosen);
    if (!predictions) return;
    if (!('problem' in predictions)) for (const { algorithm, rows } of predictions.scans) this.lines.set(algorithm, rows);
    const wording = this.wording.get((error) => this.#fail(error));
    this.words.replaceChildren(...(wording ? this.#sentences(wording, predictions) : []));
  }

  /** @param {typeof import('./time-model-words.js')} wording @param {import('../types.d.ts').Predictions} predictions */
  #sentences({ describeModel, describePrediction, describeProblem }, predictions) {
    if ('problem' in predictions) return [h('p', {}, `No prediction: ${describeProblem(predictions.problem)}.`)];
    const { formats, titleOf } = this.context;
    const { model, scans } = predictions;
    const items = scans.map((scan) => h('li', {}, describePrediction(titleOf(scan.algorithm), scan, model, titleOf, formats)));
    return [h('p', {}, describeModel(model, formats)), h('ul', {}, ...items)];
  }

  /** Null if the device is lost. @param {Predictor} predictor @param {Point[]} points @param {string[]} chosen */
  #predictions(predictor, points, chosen) {
    try {
      return predictor.predict(points, chosen);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** The open device, or else the explainer, with the limits that WebGPU guarantees. @returns {Predictor | null} */
  #predictor() {
    return this.context.holder.lab ?? this.explained.get((error) => this.#fail(error));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.words.replaceChildren(h('p', { class: 'error' }, `No prediction: ${error instanceof Error ? error.message : error}.`));
  }
}
