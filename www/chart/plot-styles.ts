import { adoptStyles } from '../ui/styles.ts';

/**
 * Moves Plot's rules from a drawing into an adopted style sheet. Plot writes them as a style element, which a content security policy
 * without 'unsafe-inline' blocks in the page. Saved drawings keep the element.
 * @param place the future parent in the page
 */
export function adoptPlotStyles(drawing: Element, place: Node) {
  for (const style of drawing.querySelectorAll('style')) {
    style.remove();
    adoptStyles(place, style.textContent ?? '');
  }
}
