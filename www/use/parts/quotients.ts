/** Quotients of whole numbers, in WGSL. */

/** WGSL: i · parts / whole, rounded down, of a product that does not fit a word. */
export const SHARE = `
  fn share(i: u32, parts: u32, whole: u32) -> u32 { return i * (parts / whole) + i * (parts % whole) / whole; }`;

/** WGSL: a quotient to the nearest whole number, a half upwards, of a divisor below 2³¹. */
export const ROUNDED = `
  fn rounded(dividend: u32, divisor: u32) -> u32 { return dividend / divisor + u32(2 * (dividend % divisor) >= divisor); }`;
