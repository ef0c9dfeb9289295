/** Adds a drawing to the page. */
import { h } from '../ui/dom.ts';
import { adoptPlotStyles } from './plot-styles.ts';

/** The drawing becomes one image with one name. Plot's labels of its parts mean nothing to screen readers. */
export function placeDrawing(place: HTMLElement, drawing: SVGSVGElement) {
  drawing.setAttribute('aria-hidden', 'true');
  adoptPlotStyles(drawing, place);
  place.replaceChildren(h('div', { role: 'img', 'aria-label': drawing.getAttribute('aria-label') }, drawing));
}
