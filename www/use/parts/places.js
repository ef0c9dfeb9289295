/** Places in a box, a word each: in JavaScript and in WGSL. */

/** The box: x in the low 16 bits of a word, y in the high ones. */
export const [WIDTH, HEIGHT] = [32_768, 20_480];

/** @param {number} x from 0 to below 1 @param {number} y @returns {number} the word */
export const placeOf = (x, y) => Math.floor(x * WIDTH) | (Math.floor(y * HEIGHT) << 16);

/** A radius, by which a square is compared in whole numbers that 32 bits hold. @param {number} radius of the height */
export const reachOf = (radius) => Math.ceil((radius * HEIGHT) ** 2);

/** WGSL: the place of a word. */
export const PLACE = `
  fn place_of(word: u32) -> vec2i { return vec2i(vec2u(word & 0xffff, word >> 16)); }`;

/** WGSL: the colour of a part of a whole, by the binding `ramp`. */
export const RAMP = `
  fn ramp_word(part: u32, whole: u32) -> u32 { return ramp[min(255, part * 256 / whole)]; }`;
