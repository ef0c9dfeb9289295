/** Controls that applications declare, in a line each. */

/** @typedef {import('../types.d.ts').RangeControl} RangeControl */
/** @typedef {import('../types.d.ts').SelectControl} SelectControl */

/**
 * @param {string} id @param {string} label @param {[min: number, max: number, step: number]} range @param {number} value at first
 * @param {(value: number) => string} [text] in words @returns {RangeControl}
 */
export const range = (id, label, [min, max, step], value, text = String) => ({ kind: 'range', id, label, min, max, step, value, text });

/** A seed, from which drawn data follow. @param {number} [value] @returns {RangeControl} */
export const seed = (value = 1) => range('seed', 'Seed', [1, 100, 1], value);

/** @param {string} id @param {string} label @param {Record<string, string>} choices labels by values, of which the first is chosen at first @returns {SelectControl} */
export const choice = (id, label, choices) => ({
  kind: 'select',
  id,
  label,
  choices: Object.entries(choices),
  value: Object.keys(choices)[0],
});

/** @param {string} id @param {string} label @param {string} value at first @param {string} hint @param {number} [rows] @returns {import('../types.d.ts').TextControl} */
export const text = (id, label, value, hint, rows = 2) => ({ kind: 'text', id, label, value, rows, hint });

/** @param {number} share of 1 */
export const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * An animation in which settings swing around a middle, as far as a reach to either side.
 * @param {string} label @param {Record<string, [middle: number, reach: number, speed: number, phase?: number]>} swings by setting; in radians a second, and in radians
 * @returns {NonNullable<import('../types.d.ts').Application['animate']>}
 */
export const swinging = (label, swings) => ({
  label,
  at(settings, seconds) {
    const swung = Object.entries(swings).map(([id, [middle, reach, speed, phase = 0]]) => {
      return [id, Number((middle + reach * Math.sin(speed * seconds + phase)).toFixed(3))];
    });
    return { ...settings, ...Object.fromEntries(swung) };
  },
});
