/** CodeMirror with the colours of the page's WGSL. The Tab key leaves the editor, so that keyboard users are not trapped in it. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorSelection, EditorState, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tokens } from '../wgsl.ts';
import type { Extension, Text } from '@codemirror/state';
import type { EditorLabels, KernelEditor, Mark } from './editor.ts';

/** The colours of all tokens. The complete kernel is split, because a comment may have many lines. */
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
 * Replaces selected text by typed text. If the browser did so, Chromium would give the new text the inline style of coloured text, which a
 * strict security policy refuses. If the selection in the shadow root cannot be read, the browser handles the input.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    // The state of the editor may not contain a new selection yet, so the selection is read from the document.
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

/** The names of changes by the user. Other changes are by the page. */
const BY_USER = ['input', 'delete', 'undo', 'redo', 'move', 'indent'];

export class CodeMirrorEditor implements KernelEditor {
  #view: EditorView;
  #extensions: Extension[];

  /** @param root the root that contains the editor @param onInput called after a change by the user */
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
      // By the tabindex, accessibility checks recognise that the keyboard reaches the scrolling text.
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

  /** Replaces the whole text. Undo does not restore the previous text. */
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
