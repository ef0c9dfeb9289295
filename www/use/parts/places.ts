/** Positions in a box, one word each: in JavaScript and in WGSL. */

/** The size of the box. In the word of a position, x has the low 16 bits, and y the high 16 bits. */
export const [WIDTH, HEIGHT] = [32_768, 20_480];

/** The word of the position (x, y). Both are shares of the box's width or height, from 0 to below 1. */
export const placeOf = (x: number, y: number): number => Math.floor(x * WIDTH) | (Math.floor(y * HEIGHT) << 16);

/**
 * The square of a radius, as a whole number that is compared with squared distances.
 * @param radius as a share of the height
 */
export const reachOf = (radius: number) => Math.ceil((radius * HEIGHT) ** 2);

/** The squared distance of two positions. */
export const squareBetween = (one: number, other: number) =>
  ((one & 0xffff) - (other & 0xffff)) ** 2 + ((one >>> 16) - (other >>> 16)) ** 2;

/**
 * The element nearest to a position; the first if there are several.
 * @param farOf the distance of an element from the position, or the square of the distance
 */
export function nearestOf(n: number, farOf: (i: number) => number) {
  let [nearest, least] = [0, farOf(0)];
  for (let i = 1; i < n; i++) {
    const far = farOf(i);
    if (far < least) [nearest, least] = [i, far];
  }
  return nearest;
}

/**
 * The index of the nearest position; the first if there are several.
 * @param places at least one
 */
export const nearestPlace = (places: Uint32Array, place: number) => nearestOf(places.length, (i) => squareBetween(places[i], place));

/** WGSL: the position of a word, and the position in an image of another size. */
export const PLACE = `
  fn place_of(word: u32) -> vec2i { return vec2i(vec2u(word & 0xffff, word >> 16)); }
  fn place_in(word: u32, size: vec2i) -> vec2i { return place_of(word) * size / vec2i(${WIDTH}, ${HEIGHT}); }`;

/** WGSL: the colour of a part of a whole, from the binding `ramp`. */
export const RAMP = `
  fn ramp_word(part: u32, whole: u32) -> u32 {
    // 256 times the shifted part fits a word.
    let shift = select(0u, 8u, whole >= ${2 ** 24});
    return ramp[min(255, (part >> shift) * 256 / max(1, whole >> shift))];
  }`;
