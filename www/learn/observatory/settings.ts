/** Settings of the observatory, as in the address `#learn/observatory/scan=look-back/tiles=32`. Pure: no DOM. */
import { isWhole } from '../../shared/whole-number.ts';
import { namedSetting } from '../../ui/view-address.ts';

/** the settings that are numbers */
type Name = 'tiles' | 'flight' | 'latency' | 'stalled' | 'seed' | 'spins';
export type ChoiceName = 'scan' | 'beside' | 'progress' | 'order' | 'schedule' | 'subgroup';
export type Settings = Record<Name, number> & Record<ChoiceName, string>;
type Choice = { value: string; label: string };

const SCANS = [
  { value: 'look-back', label: 'Decoupled look-back' },
  { value: 'look-back-fallback', label: 'Look-back with fallback' },
  { value: 'look-back-deterministic', label: 'Deterministic look-back' },
  { value: 'chained', label: 'Chained scan' },
];
/** The choices of each setting that is not a number. Sorensen, Evrard and Donaldson (2018) named the progress models. */
export const CHOICES: Record<ChoiceName, Choice[]> = {
  scan: SCANS,
  beside: [...SCANS, { value: 'none', label: 'none' }],
  progress: [
    { value: 'occupancy-bound', label: 'Occupancy-bound' },
    { value: 'linear-occupancy-bound', label: 'Linear occupancy-bound' },
    { value: 'fair', label: 'Fair' },
    { value: 'none', label: 'None: some may stall' },
  ],
  order: [
    { value: 'ascending', label: 'Ascending' },
    { value: 'descending', label: 'Descending' },
    { value: 'random', label: 'Random' },
  ],
  schedule: [
    { value: 'lockstep', label: 'Lockstep by subgroup' },
    { value: 'round-robin', label: 'Round robin' },
    { value: 'reversed', label: 'Reversed' },
    { value: 'random', label: 'Random' },
    { value: 'serial', label: 'One after another' },
  ],
  subgroup: [{ value: '0', label: 'no subgroups' }, ...['4', '8', '16', '32'].map((size) => ({ value: size, label: size }))],
};
export const LIMITS: readonly { name: Name; label: string; min: number; max: number }[] = [
  { name: 'tiles', label: 'Tiles', min: 2, max: 48 },
  { name: 'flight', label: 'Workgroups in flight', min: 1, max: 64 },
  { name: 'latency', label: 'Latency of an access, units', min: 1, max: 10_000 },
  { name: 'stalled', label: 'Stalled workgroups, %', min: 0, max: 100 },
  { name: 'seed', label: 'Seed', min: 0, max: 9999 },
  { name: 'spins', label: 'Spins before a fallback', min: 0, max: 64 },
];

export const DEFAULTS: Settings = {
  scan: 'look-back',
  beside: 'chained',
  tiles: 48,
  flight: 48,
  latency: 400,
  progress: 'occupancy-bound',
  order: 'ascending',
  schedule: 'lockstep',
  subgroup: '8',
  stalled: 0,
  seed: 1,
  spins: 4,
};

/** The reason why a text is not a valid value of a field, or null. */
export function problemOf({ label, min, max }: (typeof LIMITS)[number], text: string) {
  return isWhole(text, min, max) ? null : `${label} must be a whole number from ${min} to ${max}; found “${text}”`;
}

/** The reason why settings contradict each other, or null. */
export function conflictOf({ progress, stalled }: Settings) {
  return stalled && progress !== 'none' ? 'Workgroups stall only if no progress is guaranteed: choose “None” as the progress model' : null;
}

/** @param parts the parts of the address */
export function parseSettings(parts: string[]) {
  const settings: Settings = { ...DEFAULTS };
  const problems: string[] = [];
  for (const part of parts) {
    const [name, value] = namedSetting(part);
    const limit = LIMITS.find((one) => one.name === name);
    const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name as ChoiceName] : null;
    const problem = limit ? problemOf(limit, value) : choices ? choiceProblem(name, choices, value) : unknown(name);
    if (problem) problems.push(`${problem}.`);
    else if (limit) settings[limit.name] = Number(value);
    else settings[name as ChoiceName] = value;
  }
  const conflict = conflictOf(settings);
  if (conflict) {
    problems.push(`${conflict}.`);
    settings.stalled = 0;
  }
  return { settings, problems };
}

function choiceProblem(name: string, choices: Choice[], value: string) {
  const known = choices.map((one) => one.value);
  return known.includes(value) ? null : `${name} must be one of ${known.join(', ')}; found “${value}”`;
}

function unknown(name: string) {
  return `The observatory’s settings are ${Object.keys(DEFAULTS).join(', ')}; found “${name}”`;
}

/** The parts of the address: one per setting that differs from its default. */
export function formatSettings(settings: Settings) {
  const names = Object.keys(DEFAULTS) as (keyof Settings)[];
  return names.filter((name) => settings[name] !== DEFAULTS[name]).map((name) => `${name}=${settings[name]}`);
}
