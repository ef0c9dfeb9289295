/** Settings of Step, as in the address `#learn/blelloch/step/input=harris/at=12`. Pure: no DOM. */
import { parseNumbers } from '../../shared/numbers/text.ts';
import { NumbersError } from '../../shared/numbers/values.ts';
import { namedSetting } from '../../ui/view-address.ts';
import type { Algorithm } from '../../types.ts';
import type { TextOptions } from '../../shared/numbers/text.ts';
import type { Schedule } from '../../shared/emulator-data.d.ts';
import type { Settings } from './types.ts';

type Preset = { id: string; title: string; numbers: number[] };

/** The ids of inputs for single-pass scans: with small tiles, and with tiles of the compiled size. */
export const [SMALL_TILES, LARGE_TILES] = ['small-tiles', 'tiles'];

/** The maximum number of numbers in an input that the user types. */
export const MOST_NUMBERS = 256;

/** The example of Harris. */
export const HARRIS = [3, 1, 7, 0, 4, 1, 6, 3];

/** Inputs from the sources. For a source that prints no input, there is a similar one. */
export const PRESETS: Preset[] = [
  { id: 'lecture', title: 'The lecture’s: 1 5 −6 3 …', numbers: [1, 5, -6, 3, 5, 4, -2, 1] },
  { id: 'harris', title: 'Harris’s: 3 1 7 0 …', numbers: HARRIS },
  { id: 'checkbook', title: 'A checkbook, as Sengupta’s', numbers: [500, -120, -35, 250, -60, -15, 80, -200] },
  { id: 'merry', title: 'Four sub-blocks, as Merry’s', numbers: Array.from({ length: 32 }, (_, i) => (i % 8) + 1) },
  { id: 'nakano', title: 'Sixteen ones, for Nakano’s Figures 4 to 7', numbers: Array(16).fill(1) },
  { id: 'addresses', title: 'The addresses of Nakano’s Figure 3', numbers: [0, 1, 6, 10, 8, 9, 14, 15] },
  { id: SMALL_TILES, title: 'Four small tiles, for look-back', numbers: smallTiles(32) },
  // These numbers fill several tiles of the compiled size.
  { id: LARGE_TILES, title: 'Four large tiles: 4,096 ones', numbers: Array(4096).fill(1) },
  { id: 'tile', title: 'A tile: 1 to 64', numbers: Array.from({ length: 64 }, (_, i) => i + 1) },
];

/** Four small tiles with the sums 5, 9, 7 and 8. Most numbers are zeros, so that the others stand out. */
function smallTiles(length: number) {
  const numberOf = (sum: number, i: number) => Math.floor(sum / 4) + Number(i < sum % 4);
  return [5, 9, 7, 8].flatMap((sum) =>
    Array.from({ length }, (_, i) => (length < 4 ? (i ? 0 : sum) : i % (length / 4) ? 0 : numberOf(sum, (4 * i) / length))),
  );
}

/** Whether a scan has a single pass, in which workgroups wait for each other. */
export function isSinglePass({ family }: Pick<Algorithm, 'family'>) {
  return family === 'Single pass';
}

export const SCHEDULES: { value: Schedule; label: string }[] = [
  { value: 'lockstep', label: 'Lockstep by subgroup' },
  { value: 'round-robin', label: 'Round robin' },
  { value: 'reversed', label: 'Reversed' },
  { value: 'random', label: 'Random' },
  { value: 'serial', label: 'One after another' },
];
export const SUBGROUPS = [4, 8, 16, 32];
export const WORKGROUPS = [4, 8, 16, 32, 64, 256];
export const LATENCIES = [1, 3, 5, 20, 400];
export const MODES = ['inclusive', 'exclusive'] as const;

export const DEFAULTS: Settings = {
  input: 'lecture',
  operator: 'add',
  mode: 'inclusive',
  schedule: 'lockstep',
  subgroup: 0,
  workgroup: 8,
  latency: 1,
  broken: '',
  at: null,
};

/** The default settings of a scan. Addresses leave out default values. */
export function defaultsOf(algorithm: Pick<Algorithm, 'family'>): Settings {
  return { ...DEFAULTS, input: isSinglePass(algorithm) ? SMALL_TILES : DEFAULTS.input };
}

/**
 * The numbers of an input as in an address: the id of a preset, or numbers with commas. For other texts, the problem.
 * @param tile the number of elements of a small tile
 */
export function numbersOf(input: string, tile?: number) {
  if (tile && input === SMALL_TILES) return { numbers: smallTiles(tile), problem: null };
  const preset = PRESETS.find(({ id }) => id === input);
  return preset ? { numbers: preset.numbers, problem: null } : typedNumbers(input, { comma: 'separator' });
}

/** The numbers in a text that the user has typed, or the problem of the text. */
export function typedNumbers(text: string, options?: TextOptions): { numbers: number[]; problem: string | null } {
  if (!text.trim()) return { numbers: [], problem: `There must be 1 to ${MOST_NUMBERS} numbers; found 0` };
  try {
    const numbers = [...parseNumbers(text, 'i32', options).values];
    if (numbers.length <= MOST_NUMBERS) return { numbers, problem: null };
    return { numbers: [], problem: `There must be at most ${MOST_NUMBERS} numbers; found ${numbers.length}` };
  } catch (error) {
    if (!(error instanceof NumbersError)) throw error;
    return { numbers: [], problem: `${error.message[0].toUpperCase()}${error.message.slice(1)}` };
  }
}

/** The settings in the parts of an address, and the problems of the parts. */
export function parseSettings(parts: string[], operators: string[], defaults = DEFAULTS) {
  const settings = { ...defaults };
  const problems: string[] = [];
  const readers: Record<string, (value: string) => boolean> = {
    input: (value) => !numbersOf(value).problem && Boolean((settings.input = value)),
    operator: (value) => operators.includes(value) && Boolean((settings.operator = value)),
    mode: (value) => taken(MODES, value, (mode) => (settings.mode = mode)),
    schedule: (value) =>
      taken(
        SCHEDULES.map((one) => one.value),
        value,
        (schedule) => (settings.schedule = schedule),
      ),
    subgroup: (value) => taken(SUBGROUPS.map(String), value, (size) => (settings.subgroup = Number(size))),
    workgroup: (value) => taken(WORKGROUPS.map(String), value, (size) => (settings.workgroup = Number(size))),
    latency: (value) => taken(LATENCIES.map(String), value, (latency) => (settings.latency = Number(latency))),
    broken: (value) => /^[\w:-]+$/.test(value) && Boolean((settings.broken = value)),
    at: (value) => {
      if (!/^\d{1,7}$/.test(value)) return false;
      settings.at = Number(value);
      return true;
    },
  };
  for (const part of parts) {
    const [name, value] = namedSetting(part);
    if (!Object.hasOwn(readers, name)) problems.push(`The settings of Step are ${Object.keys(readers).join(', ')}; found “${name}”.`);
    else if (!readers[name](value)) problems.push(`Step has no ${name} “${value}”.`);
  }
  return { settings, problems };
}

function taken<T extends string>(known: readonly T[], value: string, take: (value: T) => void) {
  const found = known.find((one) => one === value);
  if (found !== undefined) take(found);
  return found !== undefined;
}

/** The parts of the address: one per setting that differs from its default. */
export function formatSettings(settings: Settings, defaults = DEFAULTS) {
  const names = Object.keys(defaults) as (keyof Settings)[];
  return names.filter((name) => settings[name] !== defaults[name]).map((name) => `${name}=${`${settings[name]}`.replace(/[\s,;]+/g, ',')}`);
}
