/** Creates DOM elements without markup strings, so that texts of users and devices are never parsed as HTML. */

/** The base class of custom elements. Without HTMLElement, as in workers and in Node.js, an empty class lets their modules load. */
export const BaseElement = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/**
 * Creates an element. Functions named `on…` become listeners. `value`, `checked`, `disabled` and `hidden` are set as properties. Everything
 * else becomes an attribute, except null, undefined and false.
 */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden']);

function setProp(element: HTMLElement, name: string, value: unknown) {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), value as EventListener);
  } else if (PROPERTIES.has(name)) {
    Reflect.set(element, name, value);
  } else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

export function select(choices: { value: string; label: string }[], props: Props) {
  const options = choices.map(({ value, label }) => h('option', { value }, label));
  const { value, ...rest } = props;
  const element = h('select', rest, ...options);
  if (typeof value === 'string') element.value = value;
  return element;
}

/** The area of a wide table, which the keyboard can scroll. */
export function scrolling(label: string, ...content: Child[]) {
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': label }, ...content);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A labelled control with an optional hint, and with an error text that describes it for assistive technology. */
export class Field {
  control;
  hint;
  error;
  root;

  constructor({
    id,
    label,
    control,
    hint,
    class: className = '',
  }: {
    id: string;
    label: string;
    control: Control;
    hint?: string;
    class?: string;
  }) {
    this.control = control;
    control.id = id;
    this.hint = hint ? h('p', { class: 'hint', id: `${id}-hint` }, hint) : null;
    this.error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
    this.root = h('div', { class: `field ${className}` }, h('label', { for: id }, label), control, this.hint, this.error);
    this.setError(null);
  }

  setError(message: string | null) {
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
 * @param marked the element that is highlighted while files are over the area
 */
export function takeDrops(area: HTMLElement, marked: HTMLElement, take: (files: File[]) => void) {
  const mark = (over: boolean) => marked.classList.toggle('over', over);
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

/** Saves a blob under a name. The URL is revoked later, since some browsers start the download late. */
export function download(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
