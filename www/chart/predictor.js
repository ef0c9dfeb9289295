/** Predictions of points, from the plans of their scans. */
import { elementBytes, timeOf } from '../shared/measures.js';
import { fit, predict } from './time-model.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../types.d.ts').PlanDescription} PlanDescription */
/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../shared/measures.js').Times} Times */
/** @typedef {import('./time-model.js').Model} Model */
/** @typedef {import('./time-model-words.js').PredictedRow} PredictedRow */
/** @typedef {Pick<Explainer, 'plan'>} Planner */

/** The model of the device that measured points. @param {Point[]} points @param {Times} copies */
export function fitTo(points, copies) {
  const overheads = points.flatMap(({ overhead_ns }) => (overhead_ns ? [overhead_ns] : []));
  const bytes = 2 * elementBytes(points);
  const sorted = [...copies].sort(([left], [right]) => left - right);
  return fit(
    overheads.length ? Math.min(...overheads) : null,
    sorted.map(([n, { value }]) => ({ n, bytes: bytes * n, ns: value })),
  );
}

/** Plans are asked for once. */
export class Predictor {
  /** @type {Map<string, { id: string, plan: PlanDescription } | null>} */
  #plans = new Map();

  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
  }

  /** The predictions of a scan's points that have a time and a plan. @param {Point[]} points @param {string} id @param {Model} model @param {Times} copies @returns {PredictedRow[]} by rising n */
  rows(points, id, model, copies) {
    const own = points.filter((point) => point.algorithm === id && point.n > 0).sort((left, right) => left.n - right.n);
    const bytes = elementBytes(points);
    return own.flatMap((point) => {
      const [time, planned] = [timeOf(point), this.#planOf(point)];
      if (!time || !planned) return [];
      const { n } = point;
      const moved = bytes * (planned.plan.cost.reads + planned.plan.cost.writes);
      const predicted = predict(model, { dispatches: planned.plan.dispatches, bytes: moved });
      const copy = copies.get(n);
      const copySpeed = copy ? predict(model, { dispatches: 1, bytes: 2 * bytes * n }).ns / copy.value : null;
      return [
        {
          ...planned,
          ...predicted,
          n,
          bytes: moved,
          measured_ns: time.value,
          copySpeed,
          launched: predicted.launches_ns > predicted.traffic_ns,
        },
      ];
    });
  }

  /** The plan that was measured, and whose it is; null where this device would plan otherwise. @param {Point} point */
  #planOf(point) {
    const { algorithm, n, tuning } = point;
    const key = JSON.stringify([algorithm, n, tuning]);
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = this.#plan(point, algorithm, algorithm === 'auto' ? {} : tuning);
    const fits = plan && plan.dispatches === point.dispatches && plan.scratch_bytes === point.scratch_bytes;
    const planned = fits ? { plan, id: plan.ran } : null;
    this.#plans.set(key, planned);
    return planned;
  }

  /** @param {Point} point @param {string} algorithm @param {Point['tuning']} tuning */
  #plan({ operator, type, mode, direction, segmented, n }, algorithm, tuning) {
    try {
      return this.planner.plan({ algorithm, operator, type, mode, direction, segmented, n, tuning });
    } catch {
      // A device that has gone, or one that cannot do what another could.
      return null;
    }
  }
}
