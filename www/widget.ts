/**
 * `<scan-lab>` as a module for anywidget (https://anywidget.dev), which notebooks load from one text. The traits of the widget's model are
 * the element's attributes. The build of the wheel (build/wheel.mjs) puts all files of the site into this text.
 */
import './scanlab.ts';
import { EVENTS, SETTINGS } from 'element-names';

/** The model of the host. If no program is behind the model, as in a static page, it may lack `send`. */
type Model = {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
  send?(message: unknown): void;
};

/** The trait for the latest event. Progress and statements accompany other events, and would replace them at once, so the trait ignores them. */
const LAST_EVENT = 'last_event';
const ACCOMPANYING = /-(progress|statement)$/;

/** The attributes of `<body>` that name the theme of the host (JupyterLab, VS Code), with their values for light themes. */
const LIGHT_THEMES: Record<string, string[]> = {
  'data-jp-theme-light': ['true'],
  'data-vscode-theme-kind': ['vscode-light', 'vscode-high-contrast-light'],
};

/** The value of an attribute, null if it is absent. */
function attributeOf(value: unknown): string | null {
  if (value === true) return '';
  return value === undefined || value === null || value === false ? null : String(value);
}

function set(element: Element, name: string, value: string | null) {
  if (value === element.getAttribute(name)) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Copies changes of the model to the attributes, and changes of the attributes to the model. @returns a function that ends this */
function joinAttributes(model: Model, element: Element) {
  const ends = SETTINGS.map(({ trait, attribute }) => {
    const follow = () => set(element, attribute, attributeOf(model.get(trait)));
    follow();
    model.on(`change:${trait}`, follow);
    return () => model.off(`change:${trait}`, follow);
  });
  const observer = new MutationObserver((changes) => {
    for (const name of new Set(changes.map(({ attributeName }) => attributeName))) {
      const { trait, isBoolean } = SETTINGS.find(({ attribute }) => attribute === name) ?? {};
      const value = element.getAttribute(name ?? '');
      if (trait && attributeOf(model.get(trait)) !== value) model.set(trait, isBoolean ? value !== null : value);
    }
    model.save_changes();
  });
  observer.observe(element, { attributeFilter: SETTINGS.map(({ attribute }) => attribute) });
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}

/** Sends the events of the element to the model. */
function sendEvents(model: Model, element: Element) {
  for (const name of EVENTS) {
    element.addEventListener(name, ({ detail }: CustomEventInit) => {
      // The host keeps the detail, and the element may change its own detail, so the host gets a copy.
      const event = { type: name, detail: JSON.parse(JSON.stringify(detail)) };
      model.send?.(event);
      if (ACCOMPANYING.test(name)) return;
      model.set(LAST_EVENT, event);
      model.save_changes();
    });
  }
}

/** Follows the host's theme, which may differ from the system's theme. @returns a function that ends this */
function followTheme(element: HTMLElement) {
  const { body } = element.ownerDocument;
  const follow = () => {
    const [name, light] = Object.entries(LIGHT_THEMES).find(([one]) => body.hasAttribute(one)) ?? [];
    if (name && light) element.style.colorScheme = light.includes(body.getAttribute(name) ?? '') ? 'light' : 'dark';
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(body, { attributeFilter: Object.keys(LIGHT_THEMES) });
  return () => observer.disconnect();
}

/** Shows the element of a model. @returns a function that removes the element */
function render({ model, el }: { model: Model; el: HTMLElement }) {
  const element = document.createElement('scan-lab');
  const ends = [joinAttributes(model, element), followTheme(element)];
  sendEvents(model, element);
  el.append(element);
  return () => {
    for (const end of ends) end();
    element.remove();
  };
}

export default { render };
