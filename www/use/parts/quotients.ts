/** Quotients of whole numbers, in WGSL. */

/** WGSL: i · parts / whole, rounded down, even if the product does not fit a word. */
export const SHARE = `
  fn share(i: u32, parts: u32, whole: u32) -> u32 { return i * (parts / whole) + i * (parts % whole) / whole; }`;

/** WGSL: a quotient, rounded to the nearest whole number, halves upwards. The divisor is below 2³¹. */
export const ROUNDED = `
  fn rounded(dividend: u32, divisor: u32) -> u32 { return dividend / divisor + u32(2 * (dividend % divisor) >= divisor); }`;
