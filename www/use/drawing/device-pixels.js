/** Images of data on the device, pixel by pixel. */
import { borrowed, submit, upload } from '../device/device.js';
import { imageOf } from './device-image.js';

/** @typedef {import('../device/device.js').Kernel} Kernel */
/** @typedef {import('./device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('./device-image.js').Lab} Lab */

/** Grey levels as words. */
export const GREYS = Uint32Array.from({ length: 256 }, (_, level) => (0xff000000 | (level * 0x010101)) >>> 0);

/** WGSL: i · parts / whole, rounded down, of a product that does not fit a word. */
export const SHARE = `
  fn share(i: u32, parts: u32, whole: u32) -> u32 { return i * (parts / whole) + i * (parts % whole) / whole; }`;

/** An image whose words `pixel_word(i: u32) -> u32` gives, row by row; commands are submitted before it returns. @param {Lab} lab @param {{ width: number, height: number }} size @param {Omit<Kernel, 'n' | 'writes'>} kernel @returns {Promise<DrawnImage>} */
export function drawPixels(lab, { width, height }, { numbers, reads, code }) {
  const image = borrowed(lab.device, width * height);
  submit(lab.device, {
    n: width * height,
    numbers,
    reads,
    writes: { image },
    code: `${code}
    fn each(i: u32) { image[i] = pixel_word(i); }`,
  });
  return imageOf(lab, { width, height }, image);
}

/** An image of levels, each in its colour. @param {Lab} lab @param {{ columns: number, rows: number }} size @param {GPUBuffer} levels @param {Uint32Array} colors 256 words @returns {Promise<DrawnImage>} */
export function drawLevels(lab, { columns, rows }, levels, colors) {
  const table = upload(lab.device, colors);
  const drawn = drawPixels(
    lab,
    { width: columns, height: rows },
    {
      reads: { levels, colors: table },
      code: 'fn pixel_word(i: u32) -> u32 { return colors[levels[i]]; }',
    },
  );
  table.destroy();
  return drawn;
}
