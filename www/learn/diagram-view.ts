/** The embedded view of a diagram: the data flow of a scan, with values if an input is given. */
import diagramStyles from './diagram.css';
import { diagram } from './diagram.ts';
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { MAX_FLOW_COLUMNS } from '../shared/limits.ts';
import { parseNumbers } from '../shared/numbers/text.ts';
import { adoptStyles } from '../ui/styles.ts';
import type { Explainer, View, ViewContext } from '../ui/element-types.ts';

const FIRST_ALGORITHM = 'blelloch';
const COLUMNS = 8;

export class DiagramView implements View {
  context: ViewContext;
  explainer: Explainer;
  root;

  constructor(context: ViewContext, explainer: Explainer) {
    this.context = context;
    this.explainer = explainer;
    this.root = h('div', { class: 'diagram-view' });
    adoptStyles(context.element.shadowRoot as ShadowRoot, diagramStyles);
  }

  /** @param parts the parts of the address; without parts, an attribute names the scan */
  show([algorithm = this.context.setting('algorithm') ?? FIRST_ALGORITHM]: string[] = []) {
    const { context, explainer } = this;
    try {
      const input = readInput(context.setting('input'));
      const flow = explainer.flow(algorithm, input?.length ?? COLUMNS);
      this.root.replaceChildren(diagram(flow, { id: `flow-${algorithm}`, title: context.titleOf(algorithm), input: input ?? undefined }));
    } catch (error) {
      const message = messageOf(error);
      this.root.replaceChildren(h('p', { class: 'error', role: 'alert' }, `The diagram could not be shown: ${message}`));
      context.emit('error', { code: 'bad-argument', message });
    }
  }

  close() {}
}

/** @param text numbers, whose count is a power of two */
function readInput(text: string | null) {
  if (text === null) return null;
  const numbers = text.trim() ? [...wholeNumbers(text)] : [];
  const isPower = Number.isInteger(Math.log2(numbers.length));
  if (!numbers.length || numbers.length > MAX_FLOW_COLUMNS || !isPower) {
    throw new Error(`input must have 1, 2, 4, … or ${MAX_FLOW_COLUMNS} numbers; found ${numbers.length}.`);
  }
  return numbers;
}

/** In an attribute, commas separate numbers. */
function wholeNumbers(text: string) {
  try {
    const { values } = parseNumbers(text, 'f64', { comma: 'separator' });
    const bad = values.find((number) => !Number.isSafeInteger(number));
    if (bad === undefined) return values;
    throw new Error(`found ${bad}`);
  } catch (error) {
    throw new Error(`input must be whole numbers; ${messageOf(error)}.`, { cause: error });
  }
}
