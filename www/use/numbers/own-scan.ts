/** Scans the user's numbers: reads, scans, verifies and shows them. Loaded when Scan is first pressed. */
import { codeOf, mostElements } from '../../ui/messages.ts';
import { overflowText } from '../../ui/series.ts';
import { readNumbers } from '../../shared/numbers/file.ts';
import { parseNumbers } from '../../shared/numbers/text.ts';
import { NumbersError } from '../../shared/numbers/values.ts';
import { OwnResult } from './own-result.ts';
import type { Formats } from '../../shared/format.ts';
import type { ElementType, Elements, Operator } from '../../types.ts';
import type { Field } from '../../ui/dom.ts';
import type { Lab } from '../../ui/element-types.ts';
import type { OwnNumbers } from './own-numbers.ts';

type Input = { values: Elements; type: ElementType; note: string };

/** Scans the numbers of the form and shows the result. Rejects if the device fails. Problems of the numbers are shown beside them. */
export async function scanOwn(own: OwnNumbers, signal: AbortSignal): Promise<'done' | 'cancelled' | 'failed'> {
  try {
    return (await scan(own, signal)) ? 'done' : 'failed';
  } catch (error) {
    // After a cancellation, the error may concern an earlier input.
    if (signal.aborted || codeOf(error) === 'cancelled') {
      own.say('Cancelled.');
      return 'cancelled';
    }
    if (error instanceof NumbersError) showProblem(own.file ? own.fileField : own.textField, own, error);
    else throw error;
    return 'failed';
  }
}

/** @returns whether there is a result, right or wrong */
async function scan(own: OwnNumbers, signal: AbortSignal): Promise<boolean> {
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

/** Moves the focus to the algorithm, which has the reason beside it. */
function focusAlgorithm(own: OwnNumbers) {
  own.algorithm.focus();
  own.say('Not scanned: see the message beside the algorithm.');
}

function showProblem(field: Field, own: OwnNumbers, { message, readings }: NumbersError) {
  field.setError(`${message[0].toUpperCase()}${message.slice(1)}.`);
  own.comma = undefined;
  own.ask(field, readings);
  field.control.focus();
  own.say('Not scanned: see the message beside the numbers.');
}

/**
 * The numbers of the file, if there is one; otherwise those of the text.
 * @returns an array; a file may determine its type
 */
async function readInput({ file, text, comma, formats, chosen: { type, operator } }: OwnNumbers, signal: AbortSignal): Promise<Input> {
  const options = { comma, marks: formats.marks };
  if (file) {
    const { array, encoding, values, type: found, ...head } = await readNumbers(file, { ...options, types: operator.types, type, signal });
    const notes = [array && `The array is ${array}. `, encoding && `The file was read as ${encoding}. `, headNote(head)];
    return { values, type: found, note: notes.filter(Boolean).join('') };
  }
  const { values, ...head } = parseNumbers(text.value, type, options);
  return { values, type, note: headNote(head) };
}

/** A note on the first line of a text or file. */
function headNote({ header, isTable }: { header: string | null; isTable: boolean }) {
  if (isTable) return 'The column Input of the table was taken. ';
  return header ? `The first line (“${header.slice(0, 40)}”) was taken as a header. ` : '';
}

/** Throws if this device cannot scan the values. */
function checkInput(values: Elements, lab: Lab, { id, words }: Operator, formats: Formats) {
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
