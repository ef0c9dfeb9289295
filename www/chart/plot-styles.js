import { adoptStyles } from '../ui/styles.js';

/**
 * Moves Plot's own rules out of a drawing that is about to be shown, into an adopted style sheet: Plot writes them as a style element, which a
 * content security policy without 'unsafe-inline' refuses once it is in the page. A drawing that is saved keeps its element.
 * @param {Element} drawing @param {Node} place in the page, where it is going to be
 */
export function adoptPlotStyles(drawing, place) {
  for (const style of drawing.querySelectorAll('style')) {
    style.remove();
    adoptStyles(place, style.textContent ?? '');
  }
}
