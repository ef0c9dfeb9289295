/** The chart of upload, GPU and readback: its control for the size, and its note. */
import { Field, h, select } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { OnDemand } from './on-demand.ts';
import { hasTransfers } from './split-points.ts';
import type { Point } from '../types.ts';
import type { ChartContext } from '../ui/element-types.ts';
import type { ChartOptions } from './draw.ts';

type Look = Pick<ChartOptions, 'width' | 'background' | 'caption'> & { color: (color: { light: string; dark: string }) => string };

/** The maximum number of bars with which all sizes are shown first. With more bars, one size is shown first, to limit scrolling. */
const MAX_BARS = 24;
const ALL = 'all';
const NOT_MEASURED = 'This run has no uploads and readbacks. Choose “Measure uploads and readbacks too” and press Run.';
const NOTE =
  'Uploads and readbacks copy between an array of the page and the GPU, as a scan does. The page’s clock times them, with an empty GPU queue before and after. A whole scan may take twice as long, since it also allocates its output array. A scan of data that is already on the GPU takes only the GPU’s part.';

export class SplitView {
  context: ChartContext;
  control;
  field;
  drawing: OnDemand<typeof import('./split-drawing.ts')>;

  /** @param id the id of the control */
  constructor(context: ChartContext, id: string, onChange: () => void) {
    this.context = context;
    this.control = select([], { onchange: onChange });
    this.field = new Field({ id, label: 'Show', control: this.control, class: 'inline' }).root;
    this.drawing = new OnDemand(() => import('./split-drawing.ts'), onChange);
  }

  begin(sizes: number[], algorithms: string[]) {
    const { value } = this.control;
    const choices = [
      { value: ALL, label: 'every size, as shares' },
      ...sizes.map((n) => ({ value: String(n), label: `n = ${this.context.formats.size(n)}, as times` })),
    ];
    this.control.replaceChildren(...choices.map((choice) => h('option', { value: choice.value }, choice.label)));
    const first = sizes.length > 1 && sizes.length * algorithms.length <= MAX_BARS ? ALL : String(sizes.at(-1) ?? ALL);
    this.control.value = choices.some((choice) => choice.value === value) ? value : first;
  }

  /**
   * @param explain receives an explanation of the drawing, or the reason why there is no drawing
   * @returns null if nothing was measured, or if the code of the drawing is not loaded yet
   */
  draw(points: Point[], algorithms: string[], look: Look, explain: (text: string) => void): SVGSVGElement | null {
    explain(NOT_MEASURED);
    if (!hasTransfers(points)) return null;
    explain('Loading…');
    const loaded = this.drawing.get((error) => explain(`The bars could not be loaded: ${messageOf(error)}.`));
    if (!loaded) return null;
    const { barsOf, drawSplit } = loaded;
    explain(NOTE);
    const { formats, titleOf } = this.context;
    const size = this.control.value === ALL ? null : Number(this.control.value);
    const bars = barsOf(points, algorithms, size, titleOf, formats);
    return drawSplit(bars, {
      ...look,
      shares: size === null,
      axis: (value) => (size === null ? formats.percent(value) : value === 0 ? '0' : formats.time(value)),
      sizeOf: (n) => formats.size(n),
      label: `Bars of the time of upload, GPU and readback ${size === null ? 'as shares of the whole' : `at n = ${formats.integer(size)}`}: ${formats.count(bars.length, 'bar')}. A table has the same data.`,
    });
  }
}
