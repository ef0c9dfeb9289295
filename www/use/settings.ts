/** The settings of an application in the form of the address: `#use/compaction/n=4096/radius=0.3/step=scan`. Pure: no DOM. */
import { currentName } from '../shared/renamed.ts';
import { isWhole } from '../shared/whole-number.ts';
import type { Application, Control, Settings } from './types.ts';

/** The choices of the user for an application. */
export type Chosen = {
  settings: Settings;
  /** the number of elements; null: the default for the adapter */
  n: number | null;
  scan: string;
  step: string;
};

/** Texts up to this length are part of the address. */
const MOST_CHARACTERS = 1000;
export const ANY_SCAN = 'auto';

export function defaultsOf({ controls, steps }: Application): Chosen {
  const values = controls.map((control) => [control.id, control.kind === 'file' ? null : control.value]);
  return { settings: Object.fromEntries(values), n: null, scan: ANY_SCAN, step: steps[steps.length - 1].id };
}

/**
 * The choices that parts of an address make, and the problems found.
 * @param scans the ids of the scans
 */
export function parseParts(application: Application, parts: string[], scans: string[]): { chosen: Chosen; problems: string[] } {
  const chosen = defaultsOf(application);
  const problems = parts.flatMap((part) => {
    const at = part.indexOf('=');
    const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    return takeSetting(application, chosen, currentName(name), value, scans) ?? [];
  });
  return { chosen, problems };
}

function takeSetting(application: Application, chosen: Chosen, name: string, value: string, scans: string[]): string | null {
  const { controls, size, steps, scan } = application;
  if (name === 'n') {
    if (!isWhole(value, size.least, size.most)) return `n must be a whole number from ${size.least} to ${size.most}; it is “${value}”.`;
    chosen.n = Number(value);
    return null;
  }
  const step_ids = steps.map(({ id }) => id);
  if (name === 'step') return takeOneOf(chosen, 'step', value, step_ids);
  if (name === 'scan' && scan) return takeOneOf(chosen, 'scan', value, [ANY_SCAN, ...scans]);
  const control = controls.find(({ id, kind }) => id === name && kind !== 'file');
  const names = ['n', 'step', ...(scan ? ['scan'] : []), ...controls.flatMap(({ id, kind }) => (kind === 'file' ? [] : [id]))];
  if (!control) return `${application.id} has the settings ${names.join(', ')}; found “${name}”.`;
  return takeControl(chosen.settings, control, value);
}

function takeOneOf(chosen: Chosen, name: 'step' | 'scan', value: string, allowed: string[]) {
  if (!allowed.includes(value)) return `${name} must be one of ${allowed.join(', ')}; it is “${value}”.`;
  chosen[name] = value;
  return null;
}

function takeControl(settings: Settings, control: Control, value: string): string | null {
  if (control.kind === 'range') {
    const number = value.trim() === '' ? NaN : Number(value);
    // An animation sets values between the steps of a slider. Only counts stay whole.
    const isCounted = Number.isInteger(control.step) && Number.isInteger(control.min);
    if (!(number >= control.min && number <= control.max) || (isCounted && !Number.isInteger(number))) {
      return `${control.id} must be a ${isCounted ? 'whole ' : ''}number from ${control.min} to ${control.max}; it is “${value}”.`;
    }
    settings[control.id] = number;
  } else if (control.kind === 'select') {
    const allowed = control.choices.map(([one]) => one);
    const choice = currentName(value);
    if (!allowed.includes(choice)) return `${control.id} must be one of ${allowed.join(', ')}; it is “${value}”.`;
    settings[control.id] = choice;
  } else settings[control.id] = value;
  return null;
}

/** The parts of an address for settings that differ from their defaults. */
export function formatParts(application: Application, chosen: Chosen): string[] {
  const defaults = defaultsOf(application);
  const parts = chosen.n === null ? [] : [`n=${chosen.n}`];
  for (const control of application.controls) {
    const value = chosen.settings[control.id];
    if (control.kind === 'file' || value === control.value) continue;
    const text = String(value);
    if (text.length <= MOST_CHARACTERS) parts.push(`${control.id}=${text}`);
  }
  if (chosen.scan !== defaults.scan) parts.push(`scan=${chosen.scan}`);
  if (chosen.step !== defaults.step) parts.push(`step=${chosen.step}`);
  return parts;
}
