/** Makes the recordings of Step. Pure: no DOM. */
import { elementsOf } from './operators.ts';
import { LARGE_TILES, isSinglePass, numbersOf } from './settings.ts';
import type { Algorithm, Recording, Tuning } from '../../types.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { Settings } from './types.ts';

/** The default subgroup sizes: for scans with small workgroups, and for other scans. */
const [SMALL_SUBGROUP, LARGE_SUBGROUP] = [4, 32];
/** Words per pack, which an invocation reads at once. */
const PACK_WORDS = 4;

/** The tuning of scans that have these parameters. */
const SMALLEST: Tuning = { items: 1, workgroups: 2 };

/** The maximum number of tiles of a single-pass scan. They are few enough to follow each of them. */
const MOST_TILES = 4;
/** Invocations per workgroup in the compiled kernels of single-pass scans. */
const COMPILED_WORKGROUP = 256;
const SIZE = /(const WORKGROUP_SIZE: u32 = )(\d+)u;/;

type Run = { algorithm: Algorithm; operator: Operator; settings: Settings };

/** The numbers of a run's input. */
export function numbersIn({ algorithm, operator, settings }: Run) {
  const subgroup = settings.subgroup || SMALL_SUBGROUP;
  const tile = (leastWorkgroup(algorithm, settings, subgroup) * Math.max(PACK_WORDS, operator.words)) / operator.words;
  return numbersOf(settings.input, tile).numbers;
}

/** The least number of invocations per workgroup of a single-pass scan. */
function leastWorkgroup({ id }: Algorithm, { workgroup }: Settings, subgroup: number) {
  // Deterministic look-back needs two subgroups: one looks back over tiles, the other over groups of tiles.
  return Math.max(workgroup, id === 'look-back-deterministic' ? 2 * subgroup : subgroup);
}

/** The recording of a scan of numbers, and the subgroup size of its device. */
export function recordRun(explainer: Explainer, { algorithm, operator, settings }: Run, numbers: number[], tuning?: Tuning) {
  const { input, mode, subgroup, largestSubgroup, workgroup } = settings;
  const elements = elementsOf(operator, numbers);
  // These are the smallest tiles that show the idea. An invocation of raking sums a run of two elements. Look-ahead has two workgroups.
  const least: Record<string, number> = { ...SMALLEST, ...(algorithm.id === 'raking' && { items: 2 }) };
  const smallest = Object.fromEntries(algorithm.tuning.flatMap(({ name }) => (name in least ? [[name, least[name]]] : [])));
  const request = {
    algorithm: algorithm.id,
    operator: operator.own ?? operator.id,
    mode,
    workgroupSize: workgroup,
    ...(largestSubgroup && { largestSubgroupSize: largestSubgroup }),
    tuning: { ...smallest, ...tuning },
  };
  const isSmall = isSinglePass(algorithm) && input !== LARGE_TILES;
  const record = (subgroupSize: number) => {
    const device = { ...request, subgroupSize };
    const recording = isSmall
      ? recordSmallTiles((words) => explainer.recording(words, device), elements, {
          words: operator.words,
          workgroup: leastWorkgroup(algorithm, settings, largestSubgroup ?? subgroupSize),
        })
      : explainer.recording(elements, device);
    return { recording: withBanks(recording, subgroupSize), subgroupSize };
  };
  if (subgroup) return record(subgroup);
  const small = record(SMALL_SUBGROUP);
  return largestWorkgroup(small.recording) > LARGE_SUBGROUP ? record(LARGE_SUBGROUP) : small;
}

/**
 * A recording of a single-pass scan whose workgroups are smaller than the compiled ones. The function records a scan with the same number of
 * compiled tiles. Then it replaces the input and the workgroup size.
 * @param shape the words per element, and the least workgroup size
 */
function recordSmallTiles(
  record: (elements: Int32Array | Uint32Array | Float32Array) => Recording,
  elements: Int32Array | Uint32Array | Float32Array,
  { words, workgroup: least }: { words: number; workgroup: number },
): Recording {
  const perInvocation = Math.max(PACK_WORDS, words);
  let workgroup = least;
  while (elements.length > MOST_TILES * workgroup * perInvocation) workgroup *= 2;
  const tiles = Math.ceil(elements.length / (workgroup * perInvocation));
  const whole = record(new (elements.constructor as Int32ArrayConstructor)(tiles * COMPILED_WORKGROUP * perInvocation));
  const shaders = whole.shaders.map((source) => withWorkgroup(source, workgroup));
  const packed = Math.ceil(elements.length / PACK_WORDS) * PACK_WORDS;
  const given = new Uint32Array(packed);
  given.set(new Uint32Array(elements.buffer));
  const buffers = whole.buffers.map((buffer, rank) => {
    if (buffer.name === 'source') return { ...buffer, words: [...given] };
    if (rank === whole.output) return { ...buffer, words: buffer.words.slice(0, packed) };
    if (buffer.name.startsWith('parameters')) return { ...buffer, words: [elements.length / words, ...buffer.words.slice(1)] };
    return buffer;
  });
  return { ...whole, shaders, buffers };
}

/** A recording whose padding is adapted to a memory machine with this number of banks. Compiled kernels pad for 32 banks. */
function withBanks(recording: Recording, banks: number): Recording {
  const shaders = recording.shaders.map((source) => {
    const [, name, before] = /const (\w+)_BANKS: u32 = (\d+)u;/.exec(source) ?? [];
    if (!name || !/const PADDING: bool = true;/.test(source)) return source;
    const slots = (text: string) => {
      const elements = 2 * largestWorkgroup({ shaders: [source] });
      return Number(text) - Math.floor(elements / Number(before)) + Math.floor(elements / banks);
    };
    return source
      .replace(`const ${name}_BANKS: u32 = ${before}u;`, `const ${name}_BANKS: u32 = ${banks}u;`)
      .replace(new RegExp(`(const ${name}_SLOTS: u32 = )(\\d+)u;`), (_, start, count) => `${start}${slots(count)}u;`);
  });
  return { ...recording, shaders };
}

/** A shader with another workgroup size. */
export function withWorkgroup(source: string, workgroup: number) {
  if (!SIZE.test(source)) throw new Error('the kernels have no WORKGROUP_SIZE');
  return source.replace(SIZE, `$1${workgroup}u;`);
}

/** The layout of the states of tiles, read from the generated constants; undefined for scans without states. */
export function stateFormOf({ shaders }: Recording, words: number) {
  const interleaved = shaders.map((source) => /const STATES_INTERLEAVED: u32 = (\d+)u;/.exec(source)?.[1]).find(Boolean);
  return interleaved ? { valueWords: words, interleaved: Number(interleaved) } : undefined;
}

/** The largest workgroup size of the shaders, read from the generated constants. */
function largestWorkgroup({ shaders }: Pick<Recording, 'shaders'>) {
  return Math.max(...shaders.map((source) => Number(SIZE.exec(source)?.[2] ?? 1)));
}
