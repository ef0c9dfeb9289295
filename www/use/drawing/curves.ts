/** Curves of values, drawn on the device column by column of an image. */
import { lengthOf } from '../device/arrays.ts';
import { borrowed, read, submit, upload } from '../device/device.ts';
import { bitsOf } from '../parts/words.ts';
import { countBelow } from '../parts/search.ts';
import { drawFlagged } from './flagged.ts';
import { imageOf } from './image.ts';
import { SHARE } from '../parts/quotients.ts';
import { veil } from './draw.ts';
import type { Words } from '../device/device.ts';
import type { PreparedImage, Surface } from '../types.ts';
import type { Box } from './draw.ts';
import type { Flagged } from './flagged.ts';
import type { DrawnImage, Lab } from './image.ts';

type Values = {
  values: GPUBuffer | Words;
  /** of their words (f32) */
  type?: string;
  /** the first one that is shown (0) */
  first?: number;
  /** from one to the next (1) */
  stride?: number;
  /** times which they are shown (1) */
  unit?: number;
};
/** Colours of CSS; with `below`, that of what is below 0, the area between the curve and 0 is tinted. */
type Curve = Values & { color: string; below?: string };
export type Curves = {
  /** of a picture of this size, in CSS pixels */
  box: (size: { width: number; height: number }) => Box;
  /** at its bottom and its top (default: the least and the largest of `within`, and 0) */
  bounds?: [least: number, most: number];
  /** (default: the curves) */
  within?: Values[];
  /** each over those before it */
  curves: Curve[];
  /** the colour of a line at 0, below the curves */
  zero?: string;
  /** at the bottom, below the curves */
  marks?: Marks;
  /** values, as lines over the curves */
  flagged?: Flagged;
};
/** Indices below n, in order. */
type Marks = { indices: GPUBuffer | Words; n: number; color: string; height: number };
/** Drawn curves, with what they are drawn between. */
type Prepared = { curves: DrawnImage; bounds: ArrayLike<number> };

/** Invocations that find the least and the largest of all values, of which each takes some so many apart. */
const INVOCATIONS = 2 ** 14;

function numbersOf({ values, first = 0, stride = 1, unit = 1 }: Values) {
  return { first, stride, values_in_all: Math.ceil((lengthOf(values) - first) / stride), unit: bitsOf(unit) };
}

const VALUE = `fn value(k: u32) -> f32 {
  return f32(values[u32(numbers.first) + k * u32(numbers.stride)]) * bitcast<f32>(numbers.unit);
}`;

/** The least and the largest of values, and 0, as two f32 in a buffer. */
function extentOn(device: GPUDevice, all: Values[]) {
  // The order of these words is that of the f32.
  const keys = upload(device, Uint32Array.of(0x80000000, 0x80000000));
  for (const shown of all) {
    const numbers = numbersOf(shown);
    submit(device, {
      n: Math.min(INVOCATIONS, numbers.values_in_all),
      numbers,
      reads: { values: [shown.values, shown.type ?? 'f32'] },
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
    let alpha = part * f32(word >> 24) / 255;
    if (alpha == 1) {
      image[pixel] = word;
      return;
    }
    let above = unpack4x8unorm(word);
    let below = unpack4x8unorm(image[pixel]);
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
    let high = height_of(range.high);
    let top = high - half_line;
    let bottom = height_of(range.low) + half_line;
    let zero = height_of(0);
    // Without an area, it is empty.
    let end = select(high, zero, numbers.is_area == 1);
    let area = vec2f(min(high, end), max(high, end));
    let end_row = min(numbers.image_height, i32(ceil(max(bottom, area.y))));
    for (var row = max(0, i32(floor(min(top, area.x)))); row < end_row; row++) {
      let pixel = u32(row * numbers.image_width + numbers.box_x) + column;
      let word = bitcast<u32>(select(numbers.word, numbers.below, f32(row) + 0.5 > zero));
      // The line is over the area, in the same colour.
      let free = (1 - 0.16 * covered(row, area.x, area.y)) * (1 - covered(row, top, bottom));
      paint(pixel, word, 1 - free);
    }
  }`;

/** @param bounds what is at the box's bottom and top */
function drawCurve(
  device: GPUDevice,
  { width, height, scale, word }: PreparedImage,
  image: GPUBuffer,
  box: Box,
  bounds: GPUBuffer,
  curve: Curve,
) {
  const { values, type = 'f32', color, below } = curve;
  const numbers = numbersOf(curve);
  if (numbers.values_in_all < 1) return;
  const left = Math.round(box.x * scale);
  const columns = Math.min(width, Math.round((box.x + box.width) * scale)) - left;
  submit(device, {
    n: columns,
    numbers: {
      ...numbers,
      ...{ box_x: left, box_width: columns, box_y: Math.round(box.y * scale), box_height: Math.round(box.height * scale) },
      ...{ image_width: width, image_height: height },
      // A line is 1.5 CSS pixels wide; in quarters of a pixel, what of it is on either side of one.
      outside: Math.round(2 * (1.5 * scale - 1)),
      ...{ is_area: Number(below !== undefined), word: word(color) | 0, below: word(below ?? color) | 0 },
    },
    reads: { values: [values, type], bounds: [bounds, 'f32'] },
    writes: { image },
    code: CURVE,
  });
}

function drawMarks(
  device: GPUDevice,
  { width, height, scale, word }: PreparedImage,
  image: GPUBuffer,
  { indices, n, color, height: high }: Marks,
) {
  const marked = lengthOf(indices);
  if (!marked) return;
  const first_row = height - Math.round(high * scale);
  submit(device, {
    n: width,
    numbers: { marked, indices_in_all: n, image_width: width, first_row, image_height: height, word: word(color) | 0 },
    reads: { indices },
    writes: { image },
    code: `${SHARE}${countBelow('indices')}
    fn each(column: u32) {
      let width = u32(numbers.image_width);
      let first = share(column, u32(numbers.indices_in_all), width);
      let end = max(first + 1, share(column + 1, u32(numbers.indices_in_all), width));
      let next = count_below_in_indices(first, u32(numbers.marked));
      if (next == u32(numbers.marked) || indices[next] >= end) { return; }
      for (var row = numbers.first_row; row < numbers.image_height; row++) { image[u32(row) * width + column] = bitcast<u32>(numbers.word); }
    }`,
  });
}

/** Draws them on the device; commands are submitted before it returns. */
export async function prepareCurves(
  lab: Lab,
  size: PreparedImage,
  { box, bounds, curves, within = curves, marks, flagged }: Curves,
): Promise<Prepared> {
  const { device } = lab;
  const { width, height, scale } = size;
  const image = borrowed(device, width * height);
  const range = bounds ? upload(device, Float32Array.from(bounds)) : extentOn(device, within);
  if (marks) drawMarks(device, size, image, marks);
  const place = box({ width: width / scale, height: height / scale });
  for (const curve of curves) drawCurve(device, size, image, place, range, curve);
  if (flagged) drawFlagged(device, size, image, place, flagged);
  const found = bounds ?? read(device, range).then(({ buffer }) => new Float32Array(buffer));
  const drawn = imageOf(lab, { width, height }, image);
  range.destroy();
  const [shown, between] = await Promise.all([drawn, found]);
  return { curves: shown, bounds: between };
}

/**
 * Shows what is prepared, over a line at 0.
 * @returns the bounds
 */
export function showCurves(surface: Surface, { box, zero }: Curves): ArrayLike<number> {
  const { context, width, prepared } = surface;
  const { curves, bounds } = prepared;
  if (zero !== undefined) {
    const place = box(surface);
    context.fillStyle = zero;
    context.fillRect(0, place.y + (place.height * bounds[1]) / (bounds[1] - bounds[0]), width, 1);
  }
  surface.add(curves);
  return bounds;
}

/**
 * The same over the foot of an image, which fades there.
 * @returns the height of labels above them
 */
export function overlayCurves(surface: Surface, shown: Curves): number {
  const { y } = shown.box(surface);
  veil(surface, y - 22);
  showCurves(surface, shown);
  return y - 6;
}
