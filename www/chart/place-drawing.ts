/** Puts a drawing into the page. */
import { h } from '../ui/dom.ts';
import { adoptPlotStyles } from './plot-styles.ts';

/** One image with one name, the drawing's label: Plot's labels of the parts mean nothing to screen readers. */
export function placeDrawing(place: HTMLElement, drawing: SVGSVGElement) {
  drawing.setAttribute('aria-hidden', 'true');
  adoptPlotStyles(drawing, place);
  place.replaceChildren(h('div', { role: 'img', 'aria-label': drawing.getAttribute('aria-label') }, drawing));
}
