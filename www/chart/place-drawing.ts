/** Adds a drawing to the page. */
import { h } from '../ui/dom.ts';

/** The drawing becomes one image with one name. The words of its parts, one by one, mean nothing to screen readers. */
export function placeDrawing(place: HTMLElement, drawing: SVGSVGElement) {
  drawing.setAttribute('aria-hidden', 'true');
  place.replaceChildren(h('div', { role: 'img', 'aria-label': drawing.getAttribute('aria-label') }, drawing));
}
