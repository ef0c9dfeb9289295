/** Adds a drawing to the page. */
import { h } from '../ui/dom.ts';

/** For screen readers, the drawing becomes one image with one name, because the texts of its parts make no sense one by one. */
export function placeDrawing(place: HTMLElement, drawing: SVGSVGElement) {
  drawing.setAttribute('aria-hidden', 'true');
  place.replaceChildren(h('div', { role: 'img', 'aria-label': drawing.getAttribute('aria-label') }, drawing));
}
