/** The editor of kernels: a text area, until CodeMirror is loaded and replaces it. */
import { lazyModule } from '../../shared/errors.ts';
import { h } from '../../ui/dom.ts';

/** A message at a line and a column. Both count from 1. */
export type Mark = { line: number; column: number; message: string };
/** `describedBy` is the id of the element that describes the editor. */
export type EditorLabels = { label: string; describedBy: string };

/** An editor of a kernel. Positions count characters of the text. */
export interface KernelEditor {
  root: HTMLElement;
  value: string;
  readonly selection: { from: number; to: number };
  /** Selects a part of the text, and scrolls to it. */
  select(from: number, to: number): void;
  focus(): void;
  /** Shows messages at lines, in place of the previous messages. */
  mark(marks: readonly Mark[]): void;
}

const loadCodeMirror = lazyModule('edits kernels', () => import('./code-mirror.ts'));

class TextArea implements KernelEditor {
  root;

  constructor({ label, describedBy }: EditorLabels, oninput: () => void) {
    this.root = h('textarea', {
      rows: 24,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      wrap: 'off',
      'aria-label': label,
      'aria-describedby': describedBy,
      oninput,
    });
  }

  get value() {
    return this.root.value;
  }

  set value(text: string) {
    this.root.value = text;
  }

  get selection() {
    return { from: this.root.selectionStart, to: this.root.selectionEnd };
  }

  select(from: number, to: number) {
    this.root.focus();
    this.root.setSelectionRange(from, to);
  }

  focus() {
    this.root.focus();
  }

  /** Shows nothing, because the page lists the messages too. */
  mark() {}
}

export class Editor {
  root = h('div', { class: 'write-editor' });
  #shadow;
  #labels;
  #onInput;
  #shown: KernelEditor;
  #marks: readonly Mark[] = [];

  /** @param onInput called after a change by the user */
  constructor(shadow: ShadowRoot, labels: EditorLabels, onInput: () => void) {
    this.#shadow = shadow;
    this.#labels = labels;
    this.#onInput = onInput;
    this.#shown = new TextArea(labels, onInput);
    this.root.append(this.#shown.root);
  }

  /** Replaces the text area by CodeMirror with the same text and selection. If CodeMirror cannot be loaded, the text area stays. */
  async load() {
    const loaded = await loadCodeMirror().catch(() => null);
    if (!loaded || !(this.#shown instanceof TextArea)) return;
    const { value, selection, root: area } = this.#shown;
    const isFocused = this.#shadow.activeElement === area;
    const editor = new loaded.CodeMirrorEditor(this.#shadow, this.#labels, this.#onInput);
    this.#shown = editor;
    editor.value = value;
    editor.mark(this.#marks);
    area.replaceWith(editor.root);
    if (isFocused) editor.select(selection.from, selection.to);
  }

  get value() {
    return this.#shown.value;
  }

  set value(text: string) {
    this.#shown.value = text;
  }

  focus() {
    this.#shown.focus();
  }

  mark(marks: readonly Mark[]) {
    this.#marks = marks;
    this.#shown.mark(marks);
  }

  /** Puts the cursor at a line and a column. Selects no text, because the next key would replace it. */
  goTo({ line, column }: Mark) {
    const lines = this.value.split('\n');
    const at = Math.min(line, lines.length) - 1;
    const from = lines.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0);
    const to = from + Math.min(column - 1, lines[at].length);
    this.#shown.select(to, to);
  }
}
