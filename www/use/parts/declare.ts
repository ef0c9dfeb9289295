/** Controls of applications, declared in one line each. */

import type { Application, RangeControl, SelectControl, TextControl } from '../types.ts';

/**
 * A range control.
 * @param value the initial value
 * @param text the value in words
 */
export const range = (
  id: string,
  label: string,
  [min, max, step]: [min: number, max: number, step: number],
  value: number,
  text: (value: number) => string = String,
): RangeControl => ({ kind: 'range', id, label, min, max, step, value, text });

/** The control for the seed of generated data. */
export const seed = (value: number = 1): RangeControl => range('seed', 'Seed', [1, 100, 1], value);

/** A select. @param choices labels by values; the first choice is the initial one */
export const choice = (id: string, label: string, choices: Record<string, string>): SelectControl => ({
  kind: 'select',
  id,
  label,
  choices: Object.entries(choices),
  value: Object.keys(choices)[0],
});

/** A text field. @param value the initial text */
export const text = (id: string, label: string, value: string, hint: string, rows: number = 2): TextControl => ({
  kind: 'text',
  id,
  label,
  value,
  rows,
  hint,
});

/** A share in per cent. @param share from 0 to 1 */
export const percent = (share: number) => `${Math.round(100 * share)} %`;

/**
 * An animation of settings that swing around a middle.
 * @param swings by setting: the middle and the largest distance from it; the speed in radians per second, and the phase in radians
 */
export const swinging = (
  label: string,
  swings: Record<string, [middle: number, reach: number, speed: number, phase?: number]>,
): NonNullable<Application['animate']> => ({
  label,
  at(settings, seconds) {
    const swung = Object.entries(swings).map(([id, [middle, reach, speed, phase = 0]]) => {
      return [id, Number((middle + reach * Math.sin(speed * seconds + phase)).toFixed(3))];
    });
    return { ...settings, ...Object.fromEntries(swung) };
  },
});
