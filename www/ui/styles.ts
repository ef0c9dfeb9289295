/** Style sheets of the shadow roots that the views are in. */

/** Sheets by their text: roots with the same rules share them. */
const sheets: Map<string, CSSStyleSheet> = new Map();

/** Adds rules to the root of a node, after its other rules. Constructed sheets work even if a policy forbids style elements. */
export function adoptStyles(node: Node, ...texts: string[]) {
  const root = node.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  const missing = texts.map(sheetOf).filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

function sheetOf(text: string) {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}
