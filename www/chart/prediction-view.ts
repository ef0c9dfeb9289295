/** Predictions: their control, their lines in the chart, and their sentences. */
import { Field, h, select } from '../ui/dom.ts';
import { shownPoints } from '../shared/measures.ts';
import { OnDemand } from './on-demand.ts';
import type { Point, Predictions } from '../types.ts';
import type { ChartContext, Explainer } from '../ui/element-types.ts';
import type { Predicted } from './drawing.ts';

type Predictor = Pick<Explainer, 'predict'>;

const [NONE, ALL] = ['', '*'];
/** The maximum number of predicted lines. More lines would hide the measured lines. */
const MOST = 8;

export class PredictionView {
  context: ChartContext;
  explained: OnDemand<Explainer>;
  wording: OnDemand<typeof import('./time-model-words.ts')>;
  control;
  field;
  words;
  lines: Predicted = new Map();
  algorithms: string[] = [];

  /** @param id the id of the control */
  constructor(context: ChartContext, id: string, onChange: () => void, explained: OnDemand<Explainer>) {
    this.context = context;
    this.explained = explained;
    this.wording = new OnDemand(() => import('./time-model-words.ts'), onChange);
    this.control = select([], { onchange: onChange });
    this.field = new Field({ id, label: 'Prediction', control: this.control, class: 'inline' }).root;
    this.words = h('div', { class: 'prediction-words', hidden: true });
  }

  /** @param algorithms the algorithms that have plans */
  begin(algorithms: string[]) {
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

  update(points: Point[]) {
    const chosen = this.control.value === ALL ? this.algorithms : this.algorithms.filter((id) => id === this.control.value);
    this.words.hidden = !chosen.length;
    this.lines = new Map();
    const predictor = chosen.length ? this.#predictor() : null;
    if (predictor) this.#predict(predictor, shownPoints(points), chosen);
    else if (!chosen.length) this.words.replaceChildren();
  }

  #predict(predictor: Predictor, points: Point[], chosen: string[]) {
    const predictions = this.#predictions(predictor, points, chosen);
    if (!predictions) return;
    if (!('problem' in predictions)) for (const { algorithm, rows } of predictions.scans) this.lines.set(algorithm, rows);
    const wording = this.wording.get((error) => this.#fail(error));
    this.words.replaceChildren(...(wording ? this.#sentences(wording, predictions) : []));
  }

  #sentences({ describeModel, describePrediction, describeProblem }: typeof import('./time-model-words.ts'), predictions: Predictions) {
    if ('problem' in predictions) return [h('p', {}, `No prediction: ${describeProblem(predictions.problem)}.`)];
    const { formats, titleOf } = this.context;
    const { model, scans } = predictions;
    const items = scans.map((scan) => h('li', {}, describePrediction(titleOf(scan.algorithm), scan, model, titleOf, formats)));
    return [h('p', {}, describeModel(model, formats)), h('ul', {}, ...items)];
  }

  /** The predictions; null after an error, such as a lost device, which the view then shows. */
  #predictions(predictor: Predictor, points: Point[], chosen: string[]) {
    try {
      return predictor.predict(points, chosen);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** The lab of the open device. If no device is open, the explainer, which has the limits that WebGPU guarantees. */
  #predictor(): Predictor | null {
    return this.context.holder.lab ?? this.explained.get((error) => this.#fail(error));
  }

  #fail(error: unknown) {
    this.words.replaceChildren(h('p', { class: 'error' }, `No prediction: ${error instanceof Error ? error.message : error}.`));
  }
}
