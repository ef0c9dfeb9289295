/** Lines on the device. */
import { submit } from '../device/device.ts';
import type { Kernel } from '../device/device.ts';

/** WGSL: calls `line_pixel(place)` for each pixel of a line within the image, in whole numbers: the same pixels from either end. */
export const LINE = `
  fn draw_line(start: vec2i, end: vec2i) {
    let way = end - start;
    let pixels = max(1, max(abs(way.x), abs(way.y)));
    for (var pixel = 0; pixel <= pixels; pixel++) {
      let place = start + sign(way) * ((2 * abs(way) * pixel + pixels) / (2 * pixels));
      if (all(place >= vec2i(0)) && place.x < numbers.image_width && place.y < numbers.image_height) {
        line_pixel(place.y * numbers.image_width + place.x);
      }
    }
  }`;

/**
 * Draws lines of one colour over an image; commands are submitted before it returns.
 * @param word their colour
 * @param kernel code of `each(i: u32)`, which calls `draw_line(start: vec2i, end: vec2i)`
 */
const submitLines = (
  device: GPUDevice,
  { width, height }: { width: number; height: number },
  image: GPUBuffer,
  word: number,
  { numbers, code, ...kernel }: Omit<Kernel, 'writes'>,
) =>
  submit(device, {
    ...kernel,
    numbers: { ...numbers, image_width: width, image_height: height, line_word: word | 0 },
    writes: { image: [image, 'atomic<u32>'] },
    code: `${LINE}
    fn line_pixel(place: i32) { atomicStore(&image[place], u32(numbers.line_word)); }
    ${code}`,
  });

/** Of more entries of lists, every so many-th element has its lines drawn. */
const MOST_ENTRIES = 30_000;

/**
 * Draws a line between an element and each of its list, as of an undirected graph, whose lists have every edge twice; commands are submitted before it returns.
 * @param word their colour
 * @param edges n elements; it reads `counts`, the length of each list,
 *   `starts`, where it begins, and `list`, in which there are so many entries; pixel: that of an element, an expression of WGSL of its index `i`; code: what it calls
 */
export const submitEdges = (
  device: GPUDevice,
  size: { width: number; height: number },
  image: GPUBuffer,
  word: number,
  { entries, pixel, numbers, code, ...kernel }: Omit<Kernel, 'writes'> & { pixel: string; entries: number },
) =>
  submitLines(device, size, image, word, {
    ...kernel,
    numbers: { ...numbers, stride: Math.max(1, Math.ceil(entries / MOST_ENTRIES)) },
    code: `${code}
    fn pixel_of(i: u32) -> vec2i { return ${pixel}; }
    fn each(i: u32) {
      if (i % u32(numbers.stride) != 0) { return; }
      for (var at = starts[i]; at < starts[i] + counts[i]; at++) {
        if (list[at] > i) { draw_line(pixel_of(i), pixel_of(list[at])); }
      }
    }`,
  });
