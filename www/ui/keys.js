/** Keys that a part of an element uses stay inside; the embedding page has all others. */

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const PAGES = ['PageUp', 'PageDown'];
const ENDS = ['Home', 'End'];
const EDITING = ['Backspace', 'Delete', 'Insert', 'Enter', 'Dead', 'Process', 'Unidentified', ...ARROWS, ...ENDS];

/** What inputs use that are not typed into, by their type. @type {Record<string, string[]>} */
const INPUT_KEYS = {
  checkbox: [' '],
  radio: [' ', ...ARROWS],
  range: [...ARROWS, ...PAGES, ...ENDS],
  file: [' ', 'Enter'],
  button: [' ', 'Enter'],
};
/** The same of other controls. @type {Record<string, string[]>} */
const CONTROL_KEYS = {
  BUTTON: [' ', 'Enter'],
  SUMMARY: [' ', 'Enter'],
  A: ['Enter'],
};

/**
 * Stops keys that are used inside from bubbling to the page around, which may take them for its own: a slide deck turns its pages by
 * letters. A listener of the page that captures comes first, whatever is done here.
 * @param {ShadowRoot} root
 */
export function keepKeys(root) {
  /** Keys that are down and were used: what goes down here does not come up there. @type {Set<string>} */
  const held = new Set();
  root.addEventListener('keydown', (event) => {
    const { code } = /** @type {KeyboardEvent} */ (event);
    if (isUsed(/** @type {KeyboardEvent} */ (event), root)) held.add(code);
    else held.delete(code);
    if (held.has(code)) event.stopPropagation();
  });
  for (const type of ['keypress', 'keyup']) {
    root.addEventListener(type, (event) => {
      const { code } = /** @type {KeyboardEvent} */ (event);
      if (held.has(code)) event.stopPropagation();
      if (type === 'keyup') held.delete(code);
    });
  }
}

/** @param {KeyboardEvent} event @param {ShadowRoot} root */
function isUsed(event, root) {
  const path = event.composedPath();
  const elements = path.slice(0, path.indexOf(root)).filter((one) => one instanceof HTMLElement);
  const [target] = elements;
  if (!target || isShortcut(event)) return false;
  if (event.key === 'Escape') return event.defaultPrevented || event.isComposing || elements.some(isOpen);
  return usesKey(target, event.key) || elements.some((one) => scrolls(one, event.key));
}

/** AltGr, which some systems report as Ctrl and Alt, is for typing. @param {KeyboardEvent} event */
function isShortcut(event) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/** What Escape closes. @param {HTMLElement} element */
function isOpen(element) {
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open');
}

/** @param {HTMLElement} target @param {string} key */
function usesKey(target, key) {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return isTyping(key) || PAGES.includes(key);
  if (target instanceof HTMLInputElement) return INPUT_KEYS[target.type]?.includes(key) ?? isTyping(key);
  return CONTROL_KEYS[target.tagName]?.includes(key) ?? false;
}

/** Named keys have longer names than one letter. @param {string} key */
function isTyping(key) {
  return [...key].length === 1 || EDITING.includes(key);
}

/** Whether a key scrolls a part that is longer or wider than what is seen of it. @param {HTMLElement} element @param {string} key */
function scrolls(element, key) {
  const [wide, high] = [['ArrowLeft', 'ArrowRight'].includes(key), ['ArrowUp', 'ArrowDown', ' ', ...PAGES, ...ENDS].includes(key)];
  if (!wide && !high) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const isScroller = (/** @type {string} */ overflow) => overflow === 'auto' || overflow === 'scroll';
  return wide
    ? isScroller(overflowX) && element.scrollWidth > element.clientWidth
    : isScroller(overflowY) && element.scrollHeight > element.clientHeight;
}
