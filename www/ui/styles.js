/** Style sheets of the shadow roots that the views are in. */

/** Sheets by their text: roots with the same rules share them. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * Applies rules to the root that a node is in, after those that it has. Constructed sheets work where a policy forbids style elements.
 * @param {Node} node @param {...string} texts
 */
export function adoptStyles(node, ...texts) {
  const root = node.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  const missing = texts.map(sheetOf).filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

/** @param {string} text */
function sheetOf(text) {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}
