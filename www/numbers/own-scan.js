/** Scans the user's numbers: reads, scans, verifies, shows. Loaded when Scan is first pressed. */
import { codeOf, mostElements } from '../ui/messages.js';
import { overflowText } from '../ui/series.js';
import { readNumbers } from '../shared/numbers/file.js';
import { parseNumbers } from '../shared/numbers/text.js';
import { NumbersError } from '../shared/numbers/values.js';
import { OwnResult } from './own-result.js';

/** @typedef {import('../types.d.ts').Elements} Elements */
/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').Operator} Operator */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('./own-numbers.js').OwnNumbers} OwnNumbers */
/** @typedef {{ values: Elements, type: ElementType, note: string }} Input */

/**
 * Scans the numbers of the form and shows the result. Rejects if the device fails; problems of the numbers are shown beside them.
 * @param {OwnNumbers} own @param {AbortSignal} signal @returns {Promise<'done' | 'cancelled' | 'failed'>}
 */
export async function scanOwn(own, signal) {
  try {
    return (await scan(own, signal)) ? 'done' : 'failed';
  } catch (error) {
    // After a cancellation, an error may be about an earlier input.
    if (signal.aborted || codeOf(error) === 'cancelled') {
      own.say('Cancelled.');
      return 'cancelled';
    }
    if (error instanceof NumbersError) showProblem(own.file ? own.fileField : own.textField, own, error);
    else throw error;
    return 'failed';
  }
}

/** @param {OwnNumbers} own @param {AbortSignal} signal @returns {Promise<boolean>} whether there is a result, right or wrong */
async function scan(own, signal) {
  const { formats } = own;
  signal.throwIfAborted();
  const { algorithm, operator, mode } = own.chosen;
  const { values, type, note } = await readInput(own, signal);
  signal.throwIfAborted();
  own.type.value = type;
  own.say('Looking for a GPU…');
  const lab = await own.owner.getLab();
  signal.throwIfAborted();
  if (own.showSupport()) {
    focusAlgorithm(own);
    return false;
  }
  checkInput(values, lab, operator, formats);
  const request = { algorithm, operator: operator.id, mode, signal };
  own.say(`Scanning ${formats.count(values.length, 'number')}…`);
  const output = await lab.scan(values, request);
  own.say('Checking the result against a scan in JavaScript…');
  const verdict = await lab.verify(values, output, request);
  signal.throwIfAborted();
  own.result ??= new OwnResult(formats, own.place);
  own.result.show({ input: values, output, words: operator.words, ...verdict });
  const overflow = overflowText(verdict, formats);
  const result = `${verdict.verified ? 'PASS' : 'FAIL'}${overflow && `, ${overflow}`}`;
  own.say(`${note}Scanned ${formats.count(values.length, 'number')}: ${result}.`);
  return true;
}

/** The reason is beside the algorithm. @param {OwnNumbers} own */
function focusAlgorithm(own) {
  own.algorithm.focus();
  own.say('Not scanned: see the message beside the algorithm.');
}

/** @param {import('../ui/dom.js').Field} field @param {OwnNumbers} own @param {NumbersError} error */
function showProblem(field, own, { message, readings }) {
  field.setError(`${message[0].toUpperCase()}${message.slice(1)}.`);
  own.comma = undefined;
  own.ask(field, readings);
  field.control.focus();
  own.say('Not scanned: see the message beside the numbers.');
}

/**
 * The numbers of the file, if there is one, or those of the text.
 * @param {OwnNumbers} own @param {AbortSignal} signal
 * @returns {Promise<Input>} an array file may determine the type
 */
async function readInput({ file, text, comma, formats, chosen: { type, operator } }, signal) {
  const options = { comma, marks: formats.marks };
  if (file) {
    const { array, encoding, values, type: found, ...head } = await readNumbers(file, { ...options, types: operator.types, type, signal });
    const notes = [array && `The array is ${array}. `, encoding && `The file was read as ${encoding}. `, headNote(head)];
    return { values, type: found, note: notes.filter(Boolean).join('') };
  }
  const { values, ...head } = parseNumbers(text.value, type, options);
  return { values, type, note: headNote(head) };
}

/** @param {{ header: string | null, isTable: boolean }} head of a text */
function headNote({ header, isTable }) {
  if (isTable) return 'The column Input of the table was taken. ';
  return header ? `The first line (“${header.slice(0, 40)}”) was taken as a header. ` : '';
}

/**
 * Throws if this lab cannot scan the values.
 * @param {Elements} values @param {Lab} lab @param {Operator} operator @param {Formats} formats
 */
function checkInput(values, lab, { id, words }, formats) {
  if (values.length % words) {
    throw new NumbersError(
      `${id} takes ${words} numbers per element, so their count must be a multiple of ${words}; there are ${formats.integer(values.length)}`,
    );
  }
  const most = mostElements(lab, words);
  if (most !== undefined && values.length / words > most) {
    throw new NumbersError(
      `there are ${formats.integer(values.length / words)} elements, but at most ${formats.integer(most)} fit on this adapter`,
    );
  }
}
