/** Discs with smooth edges on the device, in whole numbers, so that every processor draws the same pixels. */
import { borrowed, giveBack, submit } from '../device/device.ts';
import { imageOf } from './image.ts';
import type { Reads } from '../device/device.ts';
import type { DrawnImage, Lab } from './image.ts';

type Discs = {
  /** at most 2²⁰, or 2²² that have one radius */
  n: number;
  /** or else the smallest; of equal ones the last is on top */
  isLargestOnTop: boolean;
  /** the colour around each, a word */
  surface: number;
  numbers: Record<string, number>;
  reads: Reads;
  /**
   * of `pixel_of(i: u32) -> vec2i`, its centre; `radius_of(i) -> i32`, in quarters of a pixel, from 2 to MOST_RADIUS;
   * and `disc_word(i) -> u32`, its colour
   */
  code: string;
};

/** What a word has room for: an index below its radius, or below what is left of one. */
const INDEX_BITS = 20;
export const MOST_RADIUS = 4094;
/** Invocations that share the rows of a disc, unless there are very many discs, which are small. */
const [DISC_INVOCATIONS, MANY_DISCS] = [16, 2 ** 14];

/** A colour over another, of 255 parts so many. */
export function mixed(under: number, over: number, part: number) {
  const channel = (shift: number) =>
    Math.floor((((under >>> shift) & 255) * (255 - part) + ((over >>> shift) & 255) * part + 127) / 255) << shift;
  return ((255 << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** WGSL of the same. */
export const MIXED = `
  fn mixed(under: u32, over: u32, part: u32) -> u32 {
    var word = 0xff000000u;
    for (var shift = 0u; shift < 24; shift += 8) {
      word |= ((((under >> shift) & 255) * (255 - part) + ((over >> shift) & 255) * part + 127) / 255) << shift;
    }
    return word;
  }`;

/** Calls `disc_pixel(place: i32, i: u32, order: u32, cover: u32)` for each pixel of a disc, whose order is above 0; of 255 parts of the pixel it covers so many: the edge goes from all to nothing within a pixel. */
const PIXELS = `
  fn cover_of(radius: i32, away: vec2i) -> u32 {
    let inside = (radius + 2) * (radius + 2) - 16 * (away.x * away.x + away.y * away.y);
    if (inside >= 8 * radius) { return 255; }
    return u32(max(0, inside) * 255 / (8 * radius));
  }
  fn each(invocation: u32) {
    let i = invocation / u32(numbers.disc_invocations);
    let centre = pixel_of(i);
    let radius = radius_of(i);
    let order = (u32(abs(numbers.order_from - radius)) << ${INDEX_BITS}) + i + 1;
    let reach = (radius + 2) >> 2;
    let last = min(centre + reach, vec2i(numbers.image_width, numbers.image_height) - 1);
    for (var y = centre.y - reach + i32(invocation) % numbers.disc_invocations; y <= last.y; y += numbers.disc_invocations) {
      if (y < 0) { continue; }
      for (var x = max(0, centre.x - reach); x <= last.x; x++) {
        let cover = cover_of(radius, vec2i(x, y) - centre);
        if (cover > 0) { disc_pixel(y * numbers.image_width + x, i, order, cover); }
      }
    }
  }`;

/** Which disc is on top of each pixel; then each draws the pixels where it is that. */
const ON_TOP = `
  fn disc_pixel(place: i32, i: u32, order: u32, cover: u32) { atomicMax(&top[place], order); }`;
const SEEN = `${MIXED}
  fn disc_pixel(place: i32, i: u32, order: u32, cover: u32) {
    if (top[place] == order) { image[place] = mixed(u32(numbers.surface), disc_word(i), cover); }
  }`;

/** Discs over an image in a borrowed buffer, which is given back; commands are submitted before it returns. */
export function drawDiscs(
  lab: Lab,
  { width, height }: { width: number; height: number },
  image: GPUBuffer,
  { n, isLargestOnTop, surface, numbers, reads, code }: Discs,
): Promise<DrawnImage> {
  const { device } = lab;
  const top = borrowed(device, width * height);
  const discInvocations = n > MANY_DISCS ? 1 : DISC_INVOCATIONS;
  const orderFrom = isLargestOnTop ? 0 : MOST_RADIUS;
  const shared = {
    n: discInvocations * n,
    numbers: {
      ...numbers,
      image_width: width,
      image_height: height,
      surface: surface | 0,
      disc_invocations: discInvocations,
      order_from: orderFrom,
    },
  };
  submit(device, { ...shared, reads, writes: { top: [top, 'atomic<u32>'] }, code: code + PIXELS + ON_TOP });
  submit(device, { ...shared, reads: { ...reads, top }, writes: { image }, code: code + PIXELS + SEEN });
  giveBack(device, top);
  return imageOf(lab, { width, height }, image);
}
