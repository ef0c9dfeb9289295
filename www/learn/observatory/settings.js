/** What the observatory shows, as the address has it: `#learn/observatory/scan=look-back/tiles=32`. Pure: no DOM. */
import { isWhole } from '../../shared/whole-number.js';

/** @typedef {'tiles' | 'flight' | 'stalled' | 'seed' | 'spins'} Name a number */
/** @typedef {'scan' | 'progress' | 'order' | 'schedule' | 'subgroup'} ChoiceName */
/** @typedef {Record<Name, number> & Record<ChoiceName, string>} Settings */
/** @typedef {{ value: string, label: string }} Choice */

/** Names of Sorensen, Evrard and Donaldson, 2018. @type {Record<ChoiceName, Choice[]>} */
export const CHOICES = {
  scan: [
    { value: 'look-back', label: 'Decoupled look-back' },
    { value: 'look-back-fallback', label: 'Look-back with fallback' },
    { value: 'look-back-deterministic', label: 'Deterministic look-back' },
    { value: 'chained', label: 'Chained scan' },
  ],
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
/** @type {readonly { name: Name, label: string, min: number, max: number }[]} */
export const LIMITS = [
  { name: 'tiles', label: 'Tiles', min: 2, max: 48 },
  { name: 'flight', label: 'Workgroups in flight', min: 1, max: 64 },
  { name: 'stalled', label: 'Stalled workgroups, %', min: 0, max: 100 },
  { name: 'seed', label: 'Seed', min: 0, max: 9999 },
  { name: 'spins', label: 'Spins before a fallback', min: 0, max: 64 },
];

/** @type {Settings} */
export const DEFAULTS = {
  scan: 'look-back',
  tiles: 16,
  flight: 6,
  progress: 'occupancy-bound',
  order: 'ascending',
  schedule: 'lockstep',
  subgroup: '8',
  stalled: 0,
  seed: 1,
  spins: 4,
};

/** Why a text is none of a field's values, or null. @param {typeof LIMITS[number]} limit @param {string} text */
export function problemOf({ label, min, max }, text) {
  return isWhole(text, min, max) ? null : `${label}: a whole number from ${min} to ${max} is required; found “${text}”`;
}

/** Why settings do not go together, or null. @param {Settings} settings */
export function conflictOf({ progress, stalled }) {
  return stalled && progress !== 'none'
    ? 'Workgroups stall only where no progress is guaranteed: choose “None” as the progress model'
    : null;
}

/** @param {string[]} parts of the address */
export function parseSettings(parts) {
  /** @type {Settings} */
  const settings = { ...DEFAULTS };
  /** @type {string[]} */
  const problems = [];
  for (const part of parts) {
    const [, name = part, value = ''] = /^(\w+)=(.*)$/s.exec(part) ?? [];
    const limit = LIMITS.find((one) => one.name === name);
    const choices = Object.hasOwn(CHOICES, name) ? CHOICES[/** @type {ChoiceName} */ (name)] : null;
    const problem = limit ? problemOf(limit, value) : choices ? choiceProblem(name, choices, value) : unknown(name);
    if (problem) problems.push(`${problem}.`);
    else if (limit) settings[limit.name] = Number(value);
    else settings[/** @type {ChoiceName} */ (name)] = value;
  }
  const conflict = conflictOf(settings);
  if (conflict) {
    problems.push(`${conflict}.`);
    settings.stalled = 0;
  }
  return { settings, problems };
}

/** @param {string} name @param {Choice[]} choices @param {string} value */
function choiceProblem(name, choices, value) {
  const known = choices.map((one) => one.value);
  return known.includes(value) ? null : `${name} must be one of ${known.join(', ')}; found “${value}”`;
}

/** @param {string} name */
function unknown(name) {
  return `The observatory’s settings are ${Object.keys(DEFAULTS).join(', ')}; found “${name}”`;
}

/** The parts of an address that set what is not a default. @param {Settings} settings */
export function formatSettings(settings) {
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS));
  return names.filter((name) => settings[name] !== DEFAULTS[name]).map((name) => `${name}=${settings[name]}`);
}
