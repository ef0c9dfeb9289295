/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * Moves Plot's own rules out of a drawing that is about to be shown, into an adopted style sheet: Plot writes them as a style element, which a
 * content security policy without 'unsafe-inline' refuses once it is in the page. A drawing that is saved keeps its element.
 * @param {Element} drawing @param {Node} place in the page, where it is going to be
 */
export function adoptPlotStyles(drawing, place) {
  const style = drawing.querySelector('style');
  const root = place.getRootNode();
  if (!style || !(root instanceof ShadowRoot || root instanceof Document)) return;
  style.remove();
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
