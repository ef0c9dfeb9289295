/** Mixes colours. */

/** The colour `over` on the colour `under`, as words. With `part` 255, `over` covers `under` completely. */
export function mixed(under: number, over: number, part: number) {
  const channel = (shift: number) =>
    Math.floor((((under >>> shift) & 255) * (255 - part) + ((over >>> shift) & 255) * part + 127) / 255) << shift;
  return ((255 << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** The same function in WGSL. */
export const MIXED = `
  fn mixed(under: u32, over: u32, part: u32) -> u32 {
    return pack4x8unorm(vec4f(mix(unpack4x8unorm(under).rgb, unpack4x8unorm(over).rgb, f32(part) / 255), 1));
  }`;
