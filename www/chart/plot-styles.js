/** Shared by all drawings with the same rules: by their text. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * Moves Plot's own rules out of a drawing that is about to be shown, into an adopted style sheet: Plot writes them as a style element, which a
 * content security policy without 'unsafe-inline' refuses once it is in the page. A drawing that is saved keeps its element.
 * @param {Element} drawing @param {Node} place in the page, where it is going to be
 */
export function adoptPlotStyles(drawing, place) {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  for (const style of drawing.querySelectorAll('style')) {
    style.remove();
    const sheet = sheetOf(style.textContent ?? '');
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

/** @param {string} rules */
function sheetOf(rules) {
  const sheet = sheets.get(rules) ?? new CSSStyleSheet();
  if (!sheets.has(rules)) sheet.replaceSync(rules);
  sheets.set(rules, sheet);
  return sheet;
}
