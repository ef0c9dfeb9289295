/** The box with the text of the mark under the pointer. */
import { s } from '../ui/svg.ts';

/** A mark that the pointer finds: its position in the drawing, and the lines of its text. */
type Target = { x: number; y: number; tip: string };
type Options = {
  background: string;
  /** The maximum number of letters per line: 40 by default. */
  letters?: number;
  /** The weight of a horizontal distance in the search for the closest mark: 1 by default, as for a vertical distance. */
  acrossWeight?: number;
};

/** The largest distance from the pointer at which a mark is found. */
const REACH_PX = 40;
const [LINE_PX, PADDING_PX, AWAY_PX] = [15, 8, 12];

/**
 * Shows the text of the mark that is closest to the pointer. A press keeps the text until the next press, or until the chart is drawn again.
 * @param onFind called with the found mark, or null
 */
export function addTip<T extends Target>(
  drawing: SVGSVGElement,
  targets: readonly T[],
  options: Options,
  onFind?: (target: T | null) => void,
) {
  const place = s('g', { class: 'tip', 'pointer-events': 'none' });
  let [shown, isKept]: [T | null, boolean] = [null, false];
  const show = (target: T | null) => {
    if (target === shown) return;
    shown = target;
    place.replaceChildren();
    if (target) {
      // The box is added only now, because a drawing in a file has no pointer, and so needs no box.
      drawing.append(place);
      box(place, drawing, target, options);
    }
    onFind?.(target);
  };
  const find = (event: PointerEvent) => {
    if (!isKept) show(closest(targets, pointerIn(drawing, event), options.acrossWeight ?? 1));
  };
  drawing.addEventListener('pointermove', find);
  drawing.addEventListener('pointerdown', (event) => {
    const wasKept = isKept;
    isKept = false;
    find(event);
    isKept = !wasKept && shown !== null;
  });
  drawing.addEventListener('pointerleave', (event) => {
    // A lifted finger also leaves the chart, but the text stays.
    if (!isKept && event.pointerType !== 'touch') show(null);
  });
  // The browser scrolls the page by this touch, so the touch is not a press.
  drawing.addEventListener('pointercancel', () => {
    isKept = false;
    show(null);
  });
}

/** The position of a pointer, in the units of the drawing. */
function pointerIn(drawing: SVGSVGElement, { clientX, clientY }: PointerEvent) {
  const { left, top, width } = drawing.getBoundingClientRect();
  const scale = drawing.viewBox.baseVal.width / width;
  return { x: (clientX - left) * scale, y: (clientY - top) * scale };
}

function closest<T extends Target>(targets: readonly T[], { x, y }: { x: number; y: number }, acrossWeight: number) {
  let [found, least]: [T | null, number] = [null, REACH_PX];
  for (const target of targets) {
    const distance = Math.hypot((target.x - x) * acrossWeight, target.y - y);
    if (distance <= least) [found, least] = [target, distance];
  }
  return found;
}

/** Draws a box beside the mark, inside the drawing. */
function box(place: SVGElement, drawing: SVGSVGElement, { x, y, tip }: Target, { background, letters = 40 }: Options) {
  const lines = tip.split('\n').flatMap((line) => wrapped(line, letters));
  const words = s('text', { 'text-anchor': 'start' }, ...lines.map((line, i) => s('tspan', { x: 0, y: i * LINE_PX }, line)));
  place.append(words);
  const text = (words as SVGTextElement).getBBox();
  const { width: whole, height: all } = drawing.viewBox.baseVal;
  const [width, height] = [text.width + 2 * PADDING_PX, text.height + 2 * PADDING_PX];
  const isRight = x + AWAY_PX + width <= whole;
  const left = Math.max(0, isRight ? x + AWAY_PX : x - AWAY_PX - width);
  const top = Math.max(0, Math.min(y + AWAY_PX, all - height));
  place.prepend(
    s('rect', {
      x: text.x - PADDING_PX,
      y: text.y - PADDING_PX,
      width,
      height,
      fill: background,
      stroke: 'currentColor',
      'stroke-opacity': 0.4,
    }),
  );
  place.setAttribute('transform', `translate(${left + PADDING_PX - text.x},${top + PADDING_PX - text.y})`);
}

/** Splits a text into lines of at most this number of letters. A longer word has a separate line. */
export function wrapped(line: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
