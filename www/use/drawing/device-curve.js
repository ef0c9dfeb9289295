/** Curves of values on the device, drawn column by column of an image: what `curve` and `areaFromZero` draw of arrays. */
import { submit, upload } from '../device/device.js';
import { imageOf } from './device-image.js';
import { SHARE } from './device-pixels.js';
import { bitsOf } from '../parts/words.js';

/** @typedef {import('./device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('./device-image.js').Lab} Lab */
/** @typedef {import('./draw.js').Box} Box */
/** @typedef {{ buffer: GPUBuffer, type?: string, first?: number, stride?: number, unit?: number }} Values of f32, if `type` is none; every one of `stride` words from the `first` on, by default all; times the unit (1) */
/** @typedef {Values & { word: number, below?: number }} Curve word: its colour; with `below`, that of what is below 0, the area between it and 0 is tinted */

/** Invocations that find the least and the largest of all values, of which each takes some so many apart. */
const INVOCATIONS = 2 ** 14;

/** @param {Values} values */
function numbersOf({ buffer, first = 0, stride = 1, unit = 1 }) {
  return { first, stride, values_in_all: Math.ceil((buffer.size / 4 - first) / stride), unit: bitsOf(unit) };
}

const VALUE = `fn value(k: u32) -> f32 {
  return f32(values[u32(numbers.first) + k * u32(numbers.stride)]) * bitcast<f32>(numbers.unit);
}`;

/** The least and the largest of values, and 0, as two f32 in a buffer, as `extent` finds them. @param {GPUDevice} device @param {Values[]} all */
export function extentOn(device, all) {
  // The order of these words is that of the f32.
  const keys = upload(device, Uint32Array.of(0x80000000, 0x80000000));
  for (const values of all) {
    const numbers = numbersOf(values);
    submit(device, {
      n: Math.min(INVOCATIONS, numbers.values_in_all),
      numbers,
      reads: { values: [values.buffer, values.type ?? 'f32'] },
      writes: { keys: [keys, 'atomic<u32>'] },
      code: `${VALUE}
      fn key_of(number: f32) -> u32 {
        let bits = bitcast<u32>(number);
        return select(bits ^ 0x80000000, ~bits, bits >= 0x80000000);
      }
      fn each(i: u32) {
        var keys_here = vec2u(key_of(value(i)));
        for (var k = i; k < u32(numbers.values_in_all); k += ${INVOCATIONS}) {
          let key = key_of(value(k));
          keys_here = vec2u(min(keys_here.x, key), max(keys_here.y, key));
        }
        atomicMin(&keys[0], keys_here.x);
        atomicMax(&keys[1], keys_here.y);
      }`,
    });
  }
  const bounds = upload(device, new Uint32Array(2));
  submit(device, {
    n: 1,
    reads: { keys },
    writes: { bounds: [bounds, 'f32'] },
    code: `fn number_of(key: u32) -> f32 { return bitcast<f32>(select(~key, key ^ 0x80000000, key >= 0x80000000)); }
    fn each(i: u32) {
      bounds[0] = number_of(keys[0]);
      bounds[1] = number_of(keys[1]);
      if (bounds[0] == bounds[1]) { bounds[1] += 1; }
    }`,
  });
  keys.destroy();
  return bounds;
}

/** A column of a curve: where it is between the values, from a quarter of a pixel before the column on for a line of one and a half. */
const COLUMN = `${VALUE} ${SHARE}
  struct Range { low: f32, high: f32 }
  /** The line between values, at a part of all. */
  fn value_at(part: u32, whole: u32) -> f32 {
    let last = u32(numbers.values_in_all) - 1;
    let k = share(part, last, whole);
    return mix(value(k), value(min(k + 1, last)), f32((part * (last % whole)) % whole) / f32(whole));
  }
  fn range_of(column: u32) -> Range {
    let whole = 4 * u32(numbers.box_width);
    let outside = u32(numbers.outside);
    let begin = max(4 * column, outside) - outside;
    let end = min(4 * column + 4 + outside, whole);
    let ends = vec2f(value_at(begin, whole), value_at(end, whole));
    var range = Range(min(ends.x, ends.y), max(ends.x, ends.y));
    let last = u32(numbers.values_in_all) - 1;
    for (var k = share(begin, last, whole) + 1; k <= share(end, last, whole); k++) {
      range = Range(min(range.low, value(k)), max(range.high, value(k)));
    }
    return range;
  }`;

const PAINT = `
  /** A colour over that of a pixel, of which it covers a part. */
  fn paint(pixel: u32, word: u32, part: f32) {
    let above = unpack4x8unorm(word);
    let below = unpack4x8unorm(image[pixel]);
    let alpha = above.a * part;
    let both = alpha + below.a * (1 - alpha);
    if (both > 0) { image[pixel] = pack4x8unorm(vec4f((above.rgb * alpha + below.rgb * below.a * (1 - alpha)) / both, both)); }
  }
  /** What of a row lies between two heights. */
  fn covered(row: i32, top: f32, bottom: f32) -> f32 { return clamp(min(f32(row + 1), bottom) - max(f32(row), top), 0, 1); }`;

/** WGSL of a kernel for each column of a box. */
const CURVE = `${COLUMN} ${PAINT}
  fn height_of(number: f32) -> f32 {
    let share_of_all = (number - bounds[0]) / (bounds[1] - bounds[0]);
    // Far outside, a height would not fit a whole number.
    return f32(numbers.box_y) + f32(numbers.box_height) * clamp(1 - share_of_all, -4, 5);
  }
  fn each(column: u32) {
    let range = range_of(column);
    let half_line = 0.5 + f32(numbers.outside) / 4;
    let top = height_of(range.high) - half_line;
    let bottom = height_of(range.low) + half_line;
    let zero = height_of(0);
    let is_area = numbers.is_area == 1;
    let first_row = select(top, min(top, zero), is_area);
    let end_row = select(bottom, max(bottom, zero), is_area);
    for (var row = max(0, i32(floor(first_row))); row < min(numbers.image_height, i32(ceil(end_row))); row++) {
      let pixel = u32(row * numbers.image_width + numbers.box_x) + column;
      let word = bitcast<u32>(select(numbers.word, numbers.below, is_area && f32(row) + 0.5 > zero));
      if (is_area) { paint(pixel, word, 0.16 * covered(row, min(height_of(range.high), zero), max(height_of(range.high), zero))); }
      paint(pixel, word, covered(row, top, bottom));
    }
  }`;

/**
 * An image with curves, each over those before it; commands are submitted before it returns.
 * @param {Lab} lab @param {{ width: number, height: number, scale: number }} size of the image in device pixels, and those of a CSS pixel
 * @param {Box} box of the curves, in CSS pixels @param {GPUBuffer | [least: number, most: number]} bounds what is at the box's bottom and top @param {Curve[]} curves
 * @param {GPUBuffer} image a borrowed one with what is drawn below them, which is given back
 * @returns {Promise<DrawnImage>}
 */
export function drawCurves(lab, { width, height, scale }, box, bounds, curves, image) {
  const { device } = lab;
  const range = Array.isArray(bounds) ? upload(device, Float32Array.from(bounds)) : bounds;
  const left = Math.round(box.x * scale);
  const columns = Math.min(width, Math.round((box.x + box.width) * scale)) - left;
  const places = { box_x: left, box_width: columns, box_y: Math.round(box.y * scale), box_height: Math.round(box.height * scale) };
  // A line is 1.5 CSS pixels wide; in quarters of a pixel, what of it is on either side of one.
  const outside = Math.round(2 * (1.5 * scale - 1));
  for (const curve of curves) {
    const { buffer, type = 'f32', word, below } = curve;
    const numbers = numbersOf(curve);
    if (numbers.values_in_all < 1) continue;
    submit(device, {
      n: columns,
      numbers: {
        ...numbers,
        ...places,
        ...{ outside, image_width: width, image_height: height },
        ...{ is_area: Number(below !== undefined), word: word | 0, below: (below ?? word) | 0 },
      },
      reads: { values: [buffer, type], bounds: [range, 'f32'] },
      writes: { image },
      code: CURVE,
    });
  }
  if (range !== bounds) range.destroy();
  return imageOf(lab, { width, height }, image);
}

/**
 * Marks indices below n at the bottom of an image, column by column, as `marks` does; commands are submitted before it returns.
 * @param {GPUDevice} device @param {GPUBuffer} image @param {{ width: number, height: number, rows: number }} size @param {GPUBuffer} indices in order @param {number} n @param {number} word
 */
export function drawMarks(device, image, { width, height, rows }, indices, n, word) {
  const marked = indices.size / 4;
  if (!marked) return;
  submit(device, {
    n: width,
    numbers: { marked, indices_in_all: n, image_width: width, first_row: height - rows, image_height: height, word: word | 0 },
    reads: { indices },
    writes: { image },
    code: `${SHARE}
    fn each(column: u32) {
      let width = u32(numbers.image_width);
      let first = share(column, u32(numbers.indices_in_all), width);
      let end = max(first + 1, share(column + 1, u32(numbers.indices_in_all), width));
      // The first one that is not before the column.
      var low = 0u;
      var high = u32(numbers.marked);
      while (low < high) {
        let middle = (low + high) / 2;
        if (indices[middle] < first) { low = middle + 1; } else { high = middle; }
      }
      if (low == u32(numbers.marked) || indices[low] >= end) { return; }
      for (var row = numbers.first_row; row < numbers.image_height; row++) { image[u32(row) * width + column] = bitcast<u32>(numbers.word); }
    }`,
  });
}
