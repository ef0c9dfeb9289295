/** Particles under a lens: which of them it keeps, in JavaScript and on the device, and their dots. */
import { storage, submit } from '../../device/device.js';
import { drawDots } from '../../drawing/device-dots.js';
import { HEIGHT, PLACE, RAMP, WIDTH, reachOf } from '../../parts/places.js';

/** @typedef {import('../../drawing/device-image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').Settings} Settings */

/** The lens in whole numbers, whose squares a 32-bit word holds. @param {Settings} settings */
const lensOf = ({ x, y, radius, keep }) => ({
  lens_x: Math.round(x * WIDTH),
  lens_y: Math.round(y * HEIGHT),
  reach: reachOf(radius),
  inside: Number(keep === 'inside'),
});

/** Whether the lens keeps a particle. @param {Settings} settings */
export function keeper(settings) {
  const { lens_x, lens_y, reach, inside } = lensOf(settings);
  return (/** @type {number} */ particle) =>
    Number(((particle & 0xffff) - lens_x) ** 2 + ((particle >>> 16) - lens_y) ** 2 < reach) === inside;
}

/** The flags of particles, as `keeper` says. @param {GPUDevice} device @param {Uint32Array} particles @param {Settings} settings */
export function flagsOn(device, particles, settings) {
  const flags = storage(device, particles.length);
  submit(device, {
    n: particles.length,
    numbers: lensOf(settings),
    reads: { particles },
    writes: { flags },
    code: `${PLACE}
    fn each(i: u32) {
      let away = place_of(particles[i]) - vec2i(numbers.lens_x, numbers.lens_y);
      flags[i] = u32(u32(away.x * away.x + away.y * away.y < numbers.reach) == u32(numbers.inside));
    }`,
  });
  return flags;
}

/** Columns and rows of cells for n particles, a cell each. @param {number} n */
export function cellsOf(n) {
  const columns = Math.ceil(Math.sqrt((n * WIDTH) / HEIGHT));
  return { columns, rows: Math.ceil(n / columns) };
}

/** The left upper pixel of a dot in the middle of a place that is a fraction of the image. */
const SHARED = `${PLACE}${RAMP}
  fn corner(place: vec2i, whole: vec2i) -> vec2i {
    let twice = 2 * place * vec2i(numbers.image_width, numbers.image_height) + (1 - numbers.side) * whole;
    return max(twice, vec2i(0)) / (2 * whole);
  }`;

/** Where a particle is. */
const IN_PLACE = `
  fn dot_corner(i: u32) -> vec2i { return corner(place_of(particles[i]), vec2i(${WIDTH}, ${HEIGHT})); }`;

/** What a step shows: where a dot is, which is over which, and its colour. @type {Record<string, string>} */
const DOTS = {
  particles: `${IN_PLACE}
    fn dot_order(i: u32) -> u32 { return i; }
    fn dot_word(order: u32) -> u32 { return ramp_word(order, u32(numbers.dots)); }`,
  flags: `${IN_PLACE}
    fn dot_order(i: u32) -> u32 { return i + flags[i] * u32(numbers.dots); }
    fn dot_word(order: u32) -> u32 {
      let n = u32(numbers.dots);
      if (order < n) { return u32(numbers.dropped); }
      return ramp_word(order - n, n);
    }`,
  scatter: `
    fn dot_corner(place: u32) -> vec2i {
      let cell = vec2i(i32(place) % numbers.columns, i32(place) / numbers.columns);
      return corner(2 * cell + 1, 2 * vec2i(numbers.columns, numbers.rows));
    }
    fn dot_order(place: u32) -> u32 { return place; }
    fn dot_word(place: u32) -> u32 { return ramp_word(indices[place], u32(numbers.particles_in_all)); }`,
};

/**
 * The dots of a step, as the application draws them in JavaScript.
 * @param {Lab} lab @param {import('../../drawing/device-dots.js').Size} size @param {{ n: number, input: Uint32Array, found: Fields }} state @param {string} step
 * @param {{ ramp: Uint32Array, dropped: number }} colors words
 * @returns {Promise<import('../../drawing/device-image.js').DrawnImage>}
 */
export async function dotsOn(lab, size, state, step, colors) {
  if (step === 'scatter' && state.found.count === 0) return new Uint32Array(size.width * size.height);
  return submitDots(lab, size, state, step, colors);
}

/** @type {typeof dotsOn} */
function submitDots(lab, size, { n, input, found }, step, { ramp, dropped }) {
  return drawDots(lab, size, {
    n: step === 'scatter' ? found.count : n,
    numbers: { ...cellsOf(n), particles_in_all: n, dropped: dropped | 0 },
    reads: { particles: input, flags: found.flags, indices: found.indices, ramp },
    code: SHARED + (DOTS[step] ?? DOTS.flags),
  });
}
