/** A measured scan or operation as a WebGPU module for other programs. Loaded on first use. */
import { h, select } from '../ui/dom.ts';
import { ModuleExport } from '../ui/module-export.ts';
import { JAVASCRIPT } from '../ui/series.ts';
import type { Catalogue, ExportRequest, Point } from '../types.ts';
import type { Results } from './results.ts';

export class MeasuredModule {
  results: Results;
  formats;
  titleOf;
  scan;
  size;
  module: ModuleExport;
  root;
  points: Point[] = [];

  constructor(results: Results) {
    const { catalogue, titleOf, holder, formats } = results.view.context;
    this.results = results;
    this.formats = formats;
    this.titleOf = titleOf;
    const changed = () => this.module.update();
    this.scan = select([], { 'aria-label': 'The scan of the module', onchange: () => (this.#showSizes(), changed()) });
    this.size = select([], { 'aria-label': 'The number of elements of the module', onchange: changed });
    const context = { explainer: results.view.explainer, lab: () => holder.lab };
    this.module = new ModuleExport(context, () => requestOf(this.#chosen(), catalogue), [this.scan, this.size]);
    this.root = this.module.root;
  }

  /** Offers the measured scans of a run. The fastest for the longest input is chosen. Returns whether there are any. */
  show(points: Point[]) {
    this.points = points.filter(({ skipped, algorithm }) => skipped === null && algorithm !== JAVASCRIPT);
    const ids = [...new Set(this.points.map(keyOf))];
    const most = Math.max(...this.points.map(({ n }) => n));
    const [fastest] = this.points
      .filter(({ n }) => n === most)
      .sort((left, right) => (left.median_ns ?? Infinity) - (right.median_ns ?? Infinity));
    fill(
      this.scan,
      ids.map((id) => [id, this.#titleOf(id, ids)]),
    );
    if (fastest) this.scan.value = keyOf(fastest);
    this.#showSizes();
    this.module.update();
    return this.points.length > 0;
  }

  #titleOf(id: string, ids: string[]) {
    const { algorithm, tuning } = this.points.find((point) => keyOf(point) === id) as Point;
    const isOnly = ids.filter((other) => other.split(' ')[0] === algorithm).length === 1;
    const values = Object.entries(tuning).map(([name, value]) => `${name} = ${value}`);
    return isOnly ? this.titleOf(algorithm) : `${this.titleOf(algorithm)}, ${values.join(', ')}`;
  }

  #showSizes() {
    const sizes = this.points.filter((point) => keyOf(point) === this.scan.value).map(({ n }) => n);
    const sorted = [...new Set(sizes)].sort((left, right) => right - left);
    fill(
      this.size,
      sorted.map((n) => [String(n), this.formats.count(n, 'element')]),
    );
  }

  #chosen() {
    const [id, n] = [this.scan.value, Number(this.size.value)];
    return this.points.find((point) => keyOf(point) === id && point.n === n) as Point;
  }
}

/** Identifies all points of a scan with its tuning. */
const keyOf = ({ algorithm, tuning }: Point) => `${algorithm} ${JSON.stringify(tuning)}`;

function fill(control: HTMLSelectElement, choices: string[][]) {
  control.replaceChildren(...choices.map(([value, label]) => h('option', { value }, label)));
}

/** A measured point as a request for its module. */
function requestOf(point: Point, { algorithms, operations }: Catalogue): ExportRequest {
  const { algorithm, operation, options, operator, type, mode, direction, segmented, headsAsBits, columns, axis, initial, n, tuning } =
    point;
  const parameters = algorithms.find(({ id }) => id === algorithm)?.tuning ?? [];
  const own = Object.fromEntries(parameters.filter(({ name }) => name in tuning).map(({ name }) => [name, tuning[name]]));
  const entry = operations.find(({ id }) => id === operation);
  if (!entry)
    return {
      algorithm,
      operator,
      type,
      mode,
      direction,
      segmented,
      headsAsBits,
      columns: columns || undefined,
      axis: axis === 0 ? 0 : 1,
      initial,
      n,
      tuning: own,
    };
  // Options of test inputs are not part of a plan.
  const { density: _, runs: __, ...given } = options ?? {};
  const part = entry.takesScan ? { scan: algorithm, tuning: own } : {};
  return { operation: entry.id, type, n, ...(entry.options.includes('operator') && { operator }), ...part, ...given };
}
