/** The editor of kernels: CodeMirror with the colours of the page's WGSL. Tab leaves it, since a trap would stop keyboard users. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorSelection, EditorState } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tokens } from '../wgsl.ts';
import type { Range } from '@codemirror/state';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';

/** A message at a line. */
export type Mark = { line: number; message: string };

/** The colours of the visible lines. */
function coloursOf(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    // A visible range begins and ends with a line.
    let at = from;
    for (const { kind, text } of tokens(view.state.sliceDoc(from, to))) {
      if (kind) found.push(Decoration.mark({ class: `wgsl-${kind}` }).range(at, at + text.length));
      at += text.length;
    }
  }
  return Decoration.set(found);
}

const colours = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = coloursOf(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = coloursOf(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export class Editor {
  onInput: () => void;
  view: EditorView;
  #extensions;

  /** @param onInput called after a change by the user */
  constructor(root: ShadowRoot, { label, describedBy }: { label: string; describedBy: string }, onInput: () => void) {
    this.onInput = onInput;
    this.#extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      indentUnit.of('    '),
      lintGutter(),
      colours,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      // With an index, tools see that the keyboard reaches what scrolls.
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, autocapitalize: 'off', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        const isTyped = transactions.some((transaction) =>
          ['input', 'delete', 'undo', 'redo', 'move'].some((kind) => transaction.isUserEvent(kind)),
        );
        if (docChanged && isTyped) this.onInput();
      }),
    ];
    this.view = new EditorView({ root, state: this.#stateOf('') });
  }

  #stateOf(doc: string) {
    return EditorState.create({ doc, extensions: this.#extensions });
  }

  get root() {
    return this.view.dom;
  }

  get value() {
    return this.view.state.doc.toString();
  }

  /** Another text, which undo does not take back to the one before. */
  set value(text: string) {
    this.view.setState(this.#stateOf(text));
  }

  focus() {
    this.view.focus();
  }

  /** Shows messages at lines, in place of those before. */
  mark(marks: readonly Mark[]) {
    const { state } = this.view;
    const all = marks.filter(({ line }) => line <= state.doc.lines);
    const diagnostics = all.map(({ line, message }) => {
      const { from, to } = state.doc.line(line);
      return { from, to, severity: 'error' as const, message };
    });
    this.view.dispatch(setDiagnostics(state, diagnostics));
  }

  /** Selects a line. @param line from 1 */
  select(line: number) {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(line, doc.lines));
    this.view.dispatch({ selection: EditorSelection.range(from, to), scrollIntoView: true });
    this.view.focus();
  }
}
