/** Checks typed whole numbers. The core also can, but the first screen reads numbers before the core is loaded. */

const MAX_DIGITS = 16;

export function isWhole(text: string, min: number, max: number) {
  const isNumber = text.length > 0 && text.length <= MAX_DIGITS && [...text].every((digit) => digit >= '0' && digit <= '9');
  return isNumber && Number(text) >= min && Number(text) <= max;
}
