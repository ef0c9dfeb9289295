/** Settings of the memory machine, as in the address `#learn/machine/kernel=stride/s=2/w=32`. Pure: no DOM. */
import { currentName } from '../../shared/renamed.ts';
import { isWhole } from '../../shared/whole-number.ts';
import { namedSetting } from '../../ui/view-address.ts';

export type Name = 'p' | 'w' | 'l' | 'n' | 's';
export type Settings = Record<Name, number> & { kernel: string; round: number };
type Limit = { name: Name; label: string; min: number; max: number; isPower?: boolean };

/** The example of Nakano's paper: an access with fixed addresses. */
export const EXAMPLE = 'example';
/** The choices of kernels that are not scans: access patterns and small kernels. */
export const PATTERNS = [
  { id: EXAMPLE, title: 'The paper’s example, 8 addresses' },
  { id: 'contiguous', title: 'Contiguous access' },
  { id: 'stride', title: 'Access with stride s' },
  { id: 'sum', title: 'Nakano’s sum, §4' },
  { id: 'tree', title: 'The tree of GPU Gems 3, in place' },
] as const;

/** The limits of the fields. Within these limits, the emulator needs at most about two seconds. */
export const LIMITS: readonly Limit[] = [
  { name: 'p', label: 'Threads p', min: 1, max: 1024, isPower: true },
  { name: 'w', label: 'Width w', min: 2, max: 64, isPower: true },
  { name: 'l', label: 'Latency l', min: 1, max: 10_000 },
  { name: 'n', label: 'Numbers n', min: 2, max: 4096, isPower: true },
  { name: 's', label: 'Stride s', min: 0, max: 1024 },
];

/** The values of the paper's example. */
export const DEFAULTS: Settings = { kernel: EXAMPLE, p: 8, w: 4, l: 3, n: 64, s: 2, round: 1 };

/** The reason why a text is not a valid value of a field, or null. */
export function problemOf({ name, min, max, isPower }: Limit, text: string) {
  const value = Number(text);
  const isOne = isWhole(text, min, max) && (!isPower || Number.isInteger(Math.log2(value)));
  return isOne ? null : `${name} must be a ${isPower ? 'power of two' : 'whole number'} from ${min} to ${max}; found “${text}”`;
}

/**
 * @param parts the parts of the address
 * @param scans the ids of the scans
 */
export function parseSettings(parts: string[], scans: string[]) {
  const settings = { ...DEFAULTS };
  const problems: string[] = [];
  for (const part of parts) {
    const [given, value] = namedSetting(part);
    const name = currentName(given);
    const limit = LIMITS.find((one) => one.name === name);
    const problem = limit ? problemOf(limit, value) : otherProblem(name, value, scans);
    if (problem) problems.push(`${problem}.`);
    else if (limit) settings[limit.name] = Number(value);
    else if (name === 'kernel') settings.kernel = value;
    else settings.round = Number(value);
  }
  return { settings, problems };
}

function otherProblem(name: string, value: string, scans: string[]) {
  const known = [...PATTERNS.map(({ id }) => id), ...scans];
  if (name === 'kernel') return known.includes(value) ? null : `kernel must be one of ${known.join(', ')}; found “${value}”`;
  if (name === 'round') return isWhole(value, 1, 99_999) ? null : `round must be a whole number from 1 to 99999; found “${value}”`;
  return `The memory machine’s settings are kernel, round, ${LIMITS.map((one) => one.name).join(', ')}; found “${name}”`;
}

/** The parts of the address: one per setting that differs from its default. */
export function formatSettings(settings: Settings) {
  const names = Object.keys(DEFAULTS) as (keyof Settings)[];
  return names.filter((name) => settings[name] !== DEFAULTS[name]).map((name) => `${name}=${settings[name]}`);
}
