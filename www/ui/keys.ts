/** Keeps key events that an element uses from reaching the embedding page. */

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const PAGES = ['PageUp', 'PageDown'];
const ENDS = ['Home', 'End'];
const EDITING = ['Backspace', 'Delete', 'Insert', 'Enter', 'Dead', 'Process', 'Unidentified', ...ARROWS, ...ENDS];

/** Keys of inputs without text, by type. */
const INPUT_KEYS: Record<string, string[]> = {
  checkbox: [' '],
  radio: [' ', ...ARROWS],
  range: [...ARROWS, ...PAGES, ...ENDS],
  file: [' ', 'Enter'],
  button: [' ', 'Enter'],
};
/** Keys of other controls, by tag. */
const CONTROL_KEYS: Record<string, string[]> = {
  BUTTON: [' ', 'Enter'],
  SUMMARY: [' ', 'Enter'],
  A: ['Enter'],
};

/**
 * Stops used key events from bubbling to the embedding page, which may have its own shortcuts, such as letters in a slide deck. A capturing
 * listener of the page still receives them first.
 */
export function keepKeys(root: ShadowRoot) {
  /** Used keys that are down. Their keyup is stopped too. */
  const held: Set<string> = new Set();
  root.addEventListener('keydown', (event) => {
    const { code } = event as KeyboardEvent;
    if (isUsed(event as KeyboardEvent, root)) held.add(code);
    else held.delete(code);
    if (held.has(code)) event.stopPropagation();
  });
  for (const type of ['keypress', 'keyup']) {
    root.addEventListener(type, (event) => {
      const { code } = event as KeyboardEvent;
      if (held.has(code)) event.stopPropagation();
      if (type === 'keyup') held.delete(code);
    });
  }
}

function isUsed(event: KeyboardEvent, root: ShadowRoot) {
  const path = event.composedPath();
  const elements = path.slice(0, path.indexOf(root)).filter((one) => one instanceof HTMLElement);
  const [target] = elements;
  if (!target || isShortcut(event)) return false;
  if (event.key === 'Escape') return event.defaultPrevented || event.isComposing || elements.some(isOpen);
  return usesKey(target, event.key) || elements.some((one) => scrolls(one, event.key));
}

/** Whether an event is a shortcut. AltGr types characters, although some systems report it as Ctrl and Alt. */
function isShortcut(event: KeyboardEvent) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/** Whether Escape closes the element. */
function isOpen(element: HTMLElement) {
  if (element.popover && element.matches(':popover-open')) return true;
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open');
}

function usesKey(target: HTMLElement, key: string) {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return isTyping(key) || PAGES.includes(key);
  if (target instanceof HTMLInputElement) return INPUT_KEYS[target.type]?.includes(key) ?? isTyping(key);
  if (target.getAttribute('role') === 'slider') return INPUT_KEYS.range.includes(key);
  return CONTROL_KEYS[target.tagName]?.includes(key) ?? false;
}

/** Whether a key types or edits. The name of a key that types has one character. */
function isTyping(key: string) {
  return [...key].length === 1 || EDITING.includes(key);
}

/** Whether a key scrolls an element whose content overflows. */
function scrolls(element: HTMLElement, key: string) {
  const [wide, high] = [['ArrowLeft', 'ArrowRight'].includes(key), ['ArrowUp', 'ArrowDown', ' ', ...PAGES, ...ENDS].includes(key)];
  if (!wide && !high) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const isScroller = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  return wide
    ? isScroller(overflowX) && element.scrollWidth > element.clientWidth
    : isScroller(overflowY) && element.scrollHeight > element.clientHeight;
}
