/** Keeps key events that a part of an element uses from the embedding page. */

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const PAGES = ['PageUp', 'PageDown'];
const ENDS = ['Home', 'End'];
const EDITING = ['Backspace', 'Delete', 'Insert', 'Enter', 'Dead', 'Process', 'Unidentified', ...ARROWS, ...ENDS];

/** Keys of inputs without text, by type. @type {Record<string, string[]>} */
const INPUT_KEYS = {
  checkbox: [' '],
  radio: [' ', ...ARROWS],
  range: [...ARROWS, ...PAGES, ...ENDS],
  file: [' ', 'Enter'],
  button: [' ', 'Enter'],
};
/** Keys of other controls, by tag. @type {Record<string, string[]>} */
const CONTROL_KEYS = {
  BUTTON: [' ', 'Enter'],
  SUMMARY: [' ', 'Enter'],
  A: ['Enter'],
};

/**
 * Stops used key events from bubbling to the embedding page, which may have shortcuts of its own, such as letters in a slide deck. A
 * capturing listener of the page still gets them first.
 * @param {ShadowRoot} root
 */
export function keepKeys(root) {
  /** Used keys that are down: their keyup is stopped as well. @type {Set<string>} */
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

/** AltGr, which some systems report as Ctrl and Alt, types characters. @param {KeyboardEvent} event */
function isShortcut(event) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/** Whether Escape closes the element. @param {HTMLElement} element */
function isOpen(element) {
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open');
}

/** @param {HTMLElement} target @param {string} key */
function usesKey(target, key) {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return isTyping(key) || PAGES.includes(key);
  if (target instanceof HTMLInputElement) return INPUT_KEYS[target.type]?.includes(key) ?? isTyping(key);
  if (target.getAttribute('role') === 'slider') return INPUT_KEYS.range.includes(key);
  return CONTROL_KEYS[target.tagName]?.includes(key) ?? false;
}

/** Keys that type have names of one character. @param {string} key */
function isTyping(key) {
  return [...key].length === 1 || EDITING.includes(key);
}

/** Whether a key scrolls an element whose content overflows. @param {HTMLElement} element @param {string} key */
function scrolls(element, key) {
  const [wide, high] = [['ArrowLeft', 'ArrowRight'].includes(key), ['ArrowUp', 'ArrowDown', ' ', ...PAGES, ...ENDS].includes(key)];
  if (!wide && !high) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const isScroller = (/** @type {string} */ overflow) => overflow === 'auto' || overflow === 'scroll';
  return wide
    ? isScroller(overflowX) && element.scrollWidth > element.clientWidth
    : isScroller(overflowY) && element.scrollHeight > element.clientHeight;
}
