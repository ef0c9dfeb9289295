/** Describes moments and their data in words. Pure: no DOM. */

import type { Recording } from '../../types.ts';
import type { Access, Call, Finding, Moment, Place, TileState } from '../../shared/emulator-data.d.ts';
import type { StepType } from './operators.ts';
import type { Played } from './types.ts';

/** The word that fills outputs before a run. */
const UNWRITTEN = 0xdeadbeef;
const LEAST_FLOAT = 1e-30;
/** The maximum number of applications or addresses that a sentence names. */
const MOST_NAMED = 4;
const VERBS = { read: 'reads', write: 'writes', atomic: 'updates' };
const MEMORIES = ['no memory', 'workgroup memory', 'storage', 'workgroup memory and storage'];

/** The text of a word of an element. */
export function wordText(word: number, type: StepType = 'i32') {
  if (word === UNWRITTEN) return '·';
  const number = type === 'f32' ? floatOf(word) : type === 'u32' ? word >>> 0 : word | 0;
  return String(number).replace('-', '−');
}

/** The value of a word of a buffer of f32. A word that would be a subnormal float is a count or a flag, so it is taken as an integer. */
function floatOf(word: number) {
  const float = new Float32Array(Uint32Array.of(word).buffer)[0];
  return word && Math.abs(float) < LEAST_FLOAT ? word : float;
}

/** The text of an element. */
export function elementText(words: readonly number[], type?: StepType) {
  const texts = words.map((word) => wordText(word, type));
  return texts.length > 1 ? `(${texts.join(', ')})` : texts[0];
}

/** The text of an application of ⊕. */
export function callText({ arguments: operands, result }: Call, type: StepType) {
  const [left, right] = [operands.slice(0, operands.length / 2), operands.slice(operands.length / 2)];
  return `${elementText(left, type)} ⊕ ${elementText(right, type)} = ${elementText(result, type)}`;
}

/** The total number of invocations or workgroups, from their numbers in each dimension. */
export function countOf(sizes: readonly number[]) {
  return sizes.reduce((product, size) => product * size, 1);
}

/**
 * The text of the value of a variable.
 * @param type the type in WGSL
 */
export function valueText(words: readonly number[], type: string) {
  const scalar = /^(?:vec\d<)?(\w+)/.exec(type)?.[1] ?? 'u32';
  const texts = words.map((word) => {
    if (scalar === 'bool') return word ? 'true' : 'false';
    if (scalar === 'f32') return String(new Float32Array(Uint32Array.of(word).buffer)[0]);
    return wordText(word, scalar === 'u32' ? 'u32' : 'i32');
  });
  return texts.length > 1 ? `(${texts.join(', ')})` : texts[0];
}

/**
 * The title of a buffer.
 * @param name the name of the buffer in the recording
 */
export function bufferTitle(name: string) {
  const scratch = /^scratch (\d+)$/.exec(name);
  if (scratch) return `Scratch ${Number(scratch[1]) + 1}`;
  return { source: 'Input', prefixes: 'Output', heads: 'Heads' }[name] ?? name;
}

/** The name of the array that an access touches, and the index in the array. */
function arrayOf({ passes, recording }: Played, pass: number, { space, address }: Pick<Access, 'space' | 'address'>) {
  if (space) return { name: bufferTitle(recording.buffers[space - 1].name), index: address };
  const found = passes[pass].workgroup_memory.find(([, first, words]) => address >= first && address < first + words);
  return found ? { name: found[0], index: address - found[1] } : { name: 'workgroup memory', index: address };
}

/**
 * Numbers as ranges, such as “0–3, 6”.
 * @param numbers ascending
 */
export function runsText(numbers: readonly number[]) {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  const shown = runs.slice(0, MOST_NAMED).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return shown.join(', ') + (runs.length > MOST_NAMED ? ', …' : '');
}

/** The name of the phase of a scan that a function does, such as “up-sweep”. */
export function phaseText(name: string) {
  return name.replaceAll('_', '-');
}

/** The position of a moment in the scan, such as “up-sweep, level 2 of 4, stride 2”. */
export function placeOf({ function: name, iteration, accesses, barrier, collectives, calls }: Moment) {
  const isIdle = !accesses.length && !barrier && [...collectives, ...calls].every((one) => one.isIdle);
  if (!name || isIdle) return '';
  if (!iteration) return phaseText(name);
  const { index, count, variable, word } = iteration;
  // The iterations of a sweep are the levels of a tree.
  const kind = name.endsWith('sweep') ? 'level' : 'round';
  return `${phaseText(name)}, ${kind} ${index} of ${count}, ${variable.replaceAll('_', ' ')} ${word}`;
}

/** A line of a joined shader, named by its file and its number in the file. */
export function placeText({ files }: Recording, shader: number, line: number) {
  const file = files[shader]?.filter(({ firstLine }) => firstLine <= line).at(-1);
  return file ? `line ${line - file.firstLine + 1} of ${fileTitle(file.path)}` : `line ${line}`;
}

/** Titles of the parts of shaders that are not files. */
const PARTS: Record<string, string> = {
  prelude: 'the generated constants',
  kernel: 'your kernel',
  judge: 'what the judge adds',
};

/** @param path the path of a part of a shader */
export function fileTitle(path: string) {
  return PARTS[path] ?? `shaders/${path}`;
}

const FINDINGS: Record<string, string> = {
  'data-race': 'A data race: no barrier orders these accesses',
  'payload-behind-flag': 'A data race despite an atomic flag, which orders no other memory',
  'non-uniform-barrier': 'A barrier that not all invocations reach',
  'non-uniform-collective': 'A subgroup operation that not all invocations reach',
  'non-uniform-pointer': 'A uniform load from different addresses',
  'out-of-bounds': 'An index out of bounds',
  'endless-wait': 'A wait that never ends',
};
const ACTIONS = {
  read: 'reads',
  write: 'writes',
  wait: 'waits',
  index: 'indexes',
  end: 'has ended',
} as Record<string, string>;

/** A fault of a kernel in one sentence. */
export function findingText({ recording }: Played, { kind, pass, entry_point, variable, address, places, count }: Finding) {
  const shader = recording.passes[pass]?.shader ?? 0;
  const what = variable ? ` to ${variable}[${address}]` : '';
  const place = ({ workgroup, invocation, action, line }: Place) =>
    `invocation ${invocation} of workgroup ${workgroup} ${ACTIONS[action] ?? action} (${placeText(recording, shader, line)})`;
  const times = count > 1 ? `, ${count} times` : '';
  return `${FINDINGS[kind] ?? kind}${kind.includes('race') ? what : ''}, in ${entry_point}: ${places.slice(0, 2).map(place).join('; ')}${times}.`;
}

function ascending(numbers: readonly number[]) {
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** The invocations and their subgroups in words, with the workgroup if there are several. */
function invocationsText({ passes, subgroupSize }: Played, { pass, workgroup }: Moment, invocations: readonly number[]) {
  const of = countOf(passes[pass].workgroups) > 1 ? ` of workgroup ${workgroup}` : '';
  const all = ascending(invocations);
  const subgroups = ascending(all.map((localIndex) => Math.floor(localIndex / subgroupSize)));
  return `Subgroup ${runsText(subgroups)}${of}, ${all.length > 1 ? 'invocations' : 'invocation'} ${runsText(all)},`;
}

/** The events of a step in one or two sentences. */
export function momentText(played: Played, moment: Moment, type: StepType) {
  const { accesses, barrier, calls, collectives, isDispatch, started, pass } = moment;
  const { entry_point, workgroups, workgroup_size } = played.passes[pass] ?? {};
  const texts = [];
  if (isDispatch) {
    const grid = `${countOf(workgroups)} × ${countOf(workgroup_size)} invocations`;
    texts.push(`Dispatch ${pass + 1} of ${played.passes.length}: ${entry_point}, ${grid}.`);
  } else if (started.length) texts.push(`Workgroup ${runsText(started)} starts.`);
  if (barrier) {
    texts.push(`Workgroup ${barrier.workgroup} passes a barrier, which orders ${MEMORIES[barrier.orders]}.`);
  } else if (accesses.length) texts.push(moment.states.length ? statesText(played, moment, type) : accessText(played, moment));
  const combined = calls.filter(({ isIdle }) => !isIdle);
  // Invocations without elements take part in calls and subgroup operations, but their results are not used.
  if (combined.length || collectives.some(({ isIdle }) => !isIdle)) {
    const all = collectives.map(({ localIndex }) => localIndex);
    if (all.length) texts.push(`${invocationsText(played, moment, all)} take part in a subgroup operation.`);
  }
  if (combined.length) texts.push(callsText(combined, type));
  else if (calls.length && accesses.length) texts.push('Then they combine identities, since they have no elements.');
  if (!texts.length) texts.push('Invocations end.');
  return texts.join(' ');
}

/** The state of a tile in words, such as “tile 2: aggregate 7”. */
export function stateText({ tile, published, words }: TileState, type: StepType) {
  return `tile ${tile}: ${published}${words.length ? ` ${elementText(words, type)}` : ''}`;
}

/** A sentence about accesses to the states of tiles. */
function statesText(played: Played, moment: Moment, type: StepType) {
  const { accesses, states } = moment;
  const all = accesses.map(({ localIndex }) => localIndex);
  const isWritten = accesses.some(({ old, new: after }) => old !== after);
  const isPublished = states.some(({ published }) => published !== 'empty');
  const [one, several] = isWritten ? (isPublished ? ['publishes', 'publish'] : ['writes a part of', 'write a part of']) : ['reads', 'read'];
  const texts = states.map((state) => (isWritten && !isPublished ? `tile ${state.tile}` : stateText(state, type)));
  return `${invocationsText(played, moment, all)} ${new Set(all).size === 1 ? one : several} the state of ${texts.join(', ')}.`;
}

function accessText(played: Played, moment: Moment) {
  const [{ kind, space }] = moment.accesses;
  const invocations = invocationsText(
    played,
    moment,
    moment.accesses.map(({ localIndex }) => localIndex),
  );
  const arrays = moment.accesses.map((access) => arrayOf(played, moment.pass, access));
  const isOne = new Set(moment.accesses.map(({ localIndex }) => localIndex)).size === 1;
  const verb = isOne ? VERBS[kind] : VERBS[kind].replace(/s$/, '');
  return `${invocations} ${verb} ${arrays[0].name}[${runsText(ascending(arrays.map(({ index }) => index)))}]${space ? '' : ' in workgroup memory'}.`;
}

function callsText(calls: Call[], type: StepType) {
  const shown = calls.slice(0, MOST_NAMED).map((call) => `invocation ${call.localIndex}: ${callText(call, type)}`);
  const more = calls.length > MOST_NAMED ? `, and ${calls.length - MOST_NAMED} more` : '';
  return `Then ${shown.join('; ')}${more}.`;
}
