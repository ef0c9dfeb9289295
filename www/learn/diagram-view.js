/** The embedded diagram: the data flow of a scan, optionally with the values of an input. */
import diagramStyles from './diagram.css';
import { diagram } from './diagram.js';
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';
import { parseNumbers } from '../shared/numbers/text.js';
import { adoptStyles } from '../ui/styles.js';

/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */

const FIRST_ALGORITHM = 'blelloch';
const COLUMNS = 8;
/** Columns of a flow at most; their number is a power of two. */
const MAX_COLUMNS = 64;

/** @implements {View} */
export class DiagramView {
  /** @param {ViewContext} context @param {Explainer} explainer */
  constructor(context, explainer) {
    this.context = context;
    this.explainer = explainer;
    this.root = h('div', { class: 'diagram-view' });
    adoptStyles(/** @type {ShadowRoot} */ (context.element.shadowRoot), diagramStyles);
  }

  /** @param {string[]} parts the scan, if an attribute names one */
  show([algorithm = this.context.setting('algorithm') ?? FIRST_ALGORITHM] = []) {
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

/** @param {string | null} text numbers, as many as a power of two */
function readInput(text) {
  if (text === null) return null;
  const numbers = text.trim() ? [...wholeNumbers(text)] : [];
  const isPower = Number.isInteger(Math.log2(numbers.length));
  if (!numbers.length || numbers.length > MAX_COLUMNS || !isPower) {
    throw new Error(`input must have 1, 2, 4, … or ${MAX_COLUMNS} numbers; found ${numbers.length}.`);
  }
  return numbers;
}

/** An attribute's commas separate. @param {string} text */
function wholeNumbers(text) {
  try {
    const { values } = parseNumbers(text, 'f64', { comma: 'separator' });
    const bad = values.find((number) => !Number.isSafeInteger(number));
    if (bad === undefined) return values;
    throw new Error(`found ${bad}`);
  } catch (error) {
    throw new Error(`input must be whole numbers; ${messageOf(error)}.`, { cause: error });
  }
}
