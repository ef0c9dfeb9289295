/**
 * Creates DOM without markup strings, so that texts of users and devices are never parsed as HTML.
 */

/** The base class of the elements. In workers and in Node.js, where there is no HTMLElement, the module loads too, without elements. */
export const BaseElement = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Creates an element. Functions named `on…` become listeners; `value`, `checked`, `disabled`, `hidden` are set as
 * properties; everything else as an attribute, except null, undefined and false.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden']);

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function setProp(element, name, value) {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (PROPERTIES.has(name)) {
    Reflect.set(element, name, value);
  } else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {{ value: string, label: string }[]} choices
 * @param {Props} props
 */
export function select(choices, props) {
  const options = choices.map(({ value, label }) => h('option', { value }, label));
  const { value, ...rest } = props;
  const element = h('select', rest, ...options);
  if (typeof value === 'string') element.value = value;
  return element;
}

/** A wide table, which the keyboard scrolls too. @param {string} label @param {...Child} content */
export function scrolling(label, ...content) {
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': label }, ...content);
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** A labelled control with an optional hint, and an error text that describes it for assistive technology. */
export class Field {
  /** @param {{ id: string, label: string, control: Control, hint?: string, class?: string }} options */
  constructor({ id, label, control, hint, class: className = '' }) {
    this.control = control;
    control.id = id;
    this.hint = hint ? h('p', { class: 'hint', id: `${id}-hint` }, hint) : null;
    this.error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
    this.root = h('div', { class: `field ${className}` }, h('label', { for: id }, label), control, this.hint, this.error);
    this.setError(null);
  }

  /** @param {string | null} message */
  setError(message) {
    this.error.textContent = message ?? '';
    this.error.hidden = !message;
    if (message) this.control.setAttribute('aria-invalid', 'true');
    else this.control.removeAttribute('aria-invalid');
    const ids = [this.hint?.id, message ? this.error.id : null].filter(Boolean);
    if (ids.length) this.control.setAttribute('aria-describedby', ids.join(' '));
    else this.control.removeAttribute('aria-describedby');
  }
}

/**
 * Receives files that are dropped onto an area, unless a part of it receives them.
 * @param {HTMLElement} area @param {HTMLElement} marked highlighted while files are over the area @param {(files: File[]) => void} take
 */
export function takeDrops(area, marked, take) {
  const mark = (/** @type {boolean} */ over) => marked.classList.toggle('over', over);
  area.addEventListener('dragover', (event) => {
    const ours = !event.defaultPrevented && event.dataTransfer?.types.includes('Files');
    if (ours) event.preventDefault();
    mark(Boolean(ours));
  });
  area.addEventListener('dragleave', () => mark(false));
  area.addEventListener('drop', (event) => {
    mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.defaultPrevented || !files.length) return;
    event.preventDefault();
    take(files);
  });
}

/**
 * Saves a blob under a name. The URL is revoked later, since some browsers start the download late.
 * @param {Blob} blob @param {string} name
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
