/** Controls that applications declare, in a line each. */

import type { Application, RangeControl, SelectControl, TextControl } from '../types.ts';

/**
 * @param value at first
 * @param text in words
 */
export const range = (
  id: string,
  label: string,
  [min, max, step]: [min: number, max: number, step: number],
  value: number,
  text: (value: number) => string = String,
): RangeControl => ({ kind: 'range', id, label, min, max, step, value, text });

/** A seed, from which drawn data follow. */
export const seed = (value: number = 1): RangeControl => range('seed', 'Seed', [1, 100, 1], value);

/** @param choices labels by values, of which the first is chosen at first */
export const choice = (id: string, label: string, choices: Record<string, string>): SelectControl => ({
  kind: 'select',
  id,
  label,
  choices: Object.entries(choices),
  value: Object.keys(choices)[0],
});

/** @param value at first */
export const text = (id: string, label: string, value: string, hint: string, rows: number = 2): TextControl => ({
  kind: 'text',
  id,
  label,
  value,
  rows,
  hint,
});

/** @param share of 1 */
export const percent = (share: number) => `${Math.round(100 * share)} %`;

/**
 * An animation in which settings swing around a middle, as far as a reach to either side.
 * @param swings by setting; in radians a second, and in radians
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
