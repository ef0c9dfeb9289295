/** Puts a drawing into the page. */
import { h } from '../ui/dom.js';
import { adoptPlotStyles } from './plot-styles.js';

/**
 * One image with one name, the drawing's label: Plot's labels of the parts mean nothing to screen readers.
 * @param {HTMLElement} place @param {SVGSVGElement} drawing
 */
export function placeDrawing(place, drawing) {
  drawing.setAttribute('aria-hidden', 'true');
  adoptPlotStyles(drawing, place);
  place.replaceChildren(h('div', { role: 'img', 'aria-label': drawing.getAttribute('aria-label') }, drawing));
}
