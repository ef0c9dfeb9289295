/** CodeMirror with the colours of the page's WGSL. Tab leaves it, since a trap would stop keyboard users. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorSelection, EditorState, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tokens } from '../wgsl.ts';
import type { Extension, Text } from '@codemirror/state';
import type { EditorLabels, KernelEditor, Mark } from './editor.ts';

/** Tokens of the whole kernel, since a comment may have many lines. */
function coloursOf(doc: Text) {
  let end = 0;
  const ranges = tokens(doc.toString()).flatMap(({ kind, text }) => {
    const start = end;
    end += text.length;
    return kind ? [Decoration.mark({ class: `wgsl-${kind}` }).range(start, end)] : [];
  });
  return Decoration.set(ranges);
}

const colours = StateField.define({
  create: ({ doc }) => coloursOf(doc),
  update: (found, { docChanged, state }) => (docChanged ? coloursOf(state.doc) : found),
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Replaces selected text by typed text. If the selected text is coloured, Chromium itself would give the new text an inline style, which a
 * strict policy refuses. A selection that cannot be read in the shadow root is left to the browser.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    // The state of the editor may not have a new selection yet.
    const selection = (view.root as Document).getSelection?.();
    const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed = true } = selection ?? {};
    const isInside = (node: Node | null | undefined): node is Node => view.contentDOM.contains(node ?? null);
    if (isCollapsed || !isInside(anchorNode) || !isInside(focusNode)) return false;
    const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    const insert = view.state.toText(data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});

/** Changes by the user, and not by the page. */
const BY_USER = ['input', 'delete', 'undo', 'redo', 'move', 'indent'];

export class CodeMirrorEditor implements KernelEditor {
  #view: EditorView;
  #extensions: Extension[];

  /** @param root that the editor stands in @param onInput called after a change by the user */
  constructor(root: ShadowRoot, { label, describedBy }: EditorLabels, onInput: () => void) {
    this.#extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      indentUnit.of('    '),
      lintGutter(),
      colours,
      replacing,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      // With a tabindex, accessibility checks see that the keyboard reaches the scrolling text.
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, autocapitalize: 'off', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && transactions.some((transaction) => BY_USER.some((kind) => transaction.isUserEvent(kind)))) onInput();
      }),
    ];
    this.#view = new EditorView({ root, state: this.#stateOf('') });
  }

  #stateOf(doc: string) {
    return EditorState.create({ doc, extensions: this.#extensions });
  }

  get root() {
    return this.#view.dom;
  }

  get value() {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole text. Undo does not bring the previous text back. */
  set value(text: string) {
    this.#view.setState(this.#stateOf(text));
  }

  get selection() {
    const { from, to } = this.#view.state.selection.main;
    return { from, to };
  }

  select(from: number, to: number) {
    this.#view.dispatch({ selection: EditorSelection.single(from, to), scrollIntoView: true });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }

  mark(marks: readonly Mark[]) {
    const { state } = this.#view;
    const all = marks.filter(({ line }) => line <= state.doc.lines);
    const diagnostics = all.map(({ line, column, message }) => {
      const { from, to } = state.doc.line(line);
      return { from: Math.min(from + column - 1, to), to, severity: 'error' as const, message };
    });
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }
}
