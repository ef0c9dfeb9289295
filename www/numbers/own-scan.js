/** Scans the user's numbers: reads, scans, verifies, shows. Loaded when Scan is first pressed. */
import { codeOf, mostElements } from '../ui/messages.js';
import { overflowText } from '../ui/series.js';
import { FileError, readNpy, typeOf } from './npy.js';
import { parseNumbers, readNumbers } from './number-text.js';
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
    if (error instanceof FileError) showProblem(own.file ? own.fileField : own.textField, own, error);
    else throw error;
    return 'failed';
  }
}

/** @param {OwnNumbers} own @param {AbortSignal} signal @returns {Promise<boolean>} whether there is a result, right or wrong */
async function scan(own, signal) {
  const { formats } = own;
  signal.throwIfAborted();
  const { algorithm, operator, mode, type: chosen } = own.chosen;
  const { values, type, note } = await readInput({ file: own.file, text: own.text.value, operator, type: chosen }, signal);
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

/** @param {import('../ui/dom.js').Field} field @param {OwnNumbers} own @param {FileError} error */
function showProblem(field, own, { message }) {
  field.setError(`${message[0].toUpperCase()}${message.slice(1)}.`);
  field.control.focus();
  own.say('Not scanned: see the message beside the numbers.');
}

/**
 * @param {{ file: File | null, text: string, type: ElementType, operator: Operator }} source text is used without a file
 * @param {AbortSignal} signal
 * @returns {Promise<Input>} an array file determines the type
 */
async function readInput({ file, text, type, operator }, signal) {
  if (!file) return withNote(parseNumbers(text, type), type);
  if (!/\.npy$/i.test(file.name)) return withNote(await readNumbers(file, type, signal), type);
  const { values } = await readNpy(file);
  const { id, types } = operator;
  const found = typeOf(values);
  if (!types.includes(found)) throw new FileError(`the array is ${found}, but ${id} takes ${types.join(' or ')}; choose another operator`);
  return { values, type: found, note: `The array is ${found}. ` };
}

/** @param {import('./number-text.js').ParsedNumbers} parsed @param {ElementType} type @returns {Input} */
function withNote({ values, header }, type) {
  return { values, type, note: header ? `The first line (“${header.slice(0, 40)}”) was taken as a header. ` : '' };
}

/**
 * Throws if this lab cannot scan the values.
 * @param {Elements} values @param {Lab} lab @param {Operator} operator @param {Formats} formats
 */
function checkInput(values, lab, { id, words }, formats) {
  if (values.length % words) {
    throw new FileError(
      `${id} takes ${words} numbers per element, so their count must be a multiple of ${words}; there are ${formats.integer(values.length)}`,
    );
  }
  const most = mostElements(lab, words);
  if (most !== undefined && values.length / words > most) {
    throw new FileError(
      `there are ${formats.integer(values.length / words)} elements, but at most ${formats.integer(most)} fit on this adapter`,
    );
  }
}
