/** Curves of values, drawn column by column of an image. */
import { lengthOf } from '../device/arrays.ts';
import { read, submit, upload } from '../device/device.ts';
import { SHARE } from '../parts/quotients.ts';
import { bitsOf } from '../parts/words.ts';
import { box, flaggedLines, marks } from './boxes.ts';
import { drawn } from './image.ts';
import type { Words } from '../device/device.ts';
import type { PreparedImage, Surface } from '../types.ts';
import type { Flagged, Marks } from './boxes.ts';
import type { Box } from './draw.ts';
import type { DrawnImage, Lab, Layer } from './image.ts';

type Values = {
  values: GPUBuffer | Words;
  /** the type of the values' words (default f32) */
  type?: string;
  /** the index of the first shown value (default 0) */
  first?: number;
  /** the number of words from one value to the next (default 1) */
  stride?: number;
  /** the factor of the shown values (default 1) */
  unit?: number;
};
/** A curve with CSS colours. With `below`, the area between the curve and 0 is tinted, and `below` is the colour of negative values. */
type Curve = Values & { color: string; below?: string };
export type Curves = {
  /** the box of the curves in a picture of a size, in CSS pixels */
  box: (size: { width: number; height: number }) => Box;
  /** the values at the box's bottom and top (default: the least and the largest of 0 and the values of `within`) */
  bounds?: [least: number, most: number];
  /** the values that determine the default bounds (default: those of the curves) */
  within?: Values[];
  /** each covers the curves before it */
  curves: Curve[];
  /** the colour of a line at 0; the curves cover the line */
  zero?: string;
  /** marks at the bottom of the image; the curves cover them */
  marks?: Marks;
  /** flagged values, as lines over the curves */
  flagged?: Flagged;
};

/** The number of invocations that find the least and the largest value. Each handles every INVOCATIONS-th value. */
const INVOCATIONS = 2 ** 14;

function numbersOf({ values, first = 0, stride = 1, unit = 1 }: Values) {
  return { first, stride, values_in_all: Math.ceil((lengthOf(values) - first) / stride), unit: bitsOf(unit) };
}

const VALUE = `fn value(k: u32) -> f32 {
  return f32(values[u32(numbers.first) + k * u32(numbers.stride)]) * bitcast<f32>(numbers.unit);
}`;

/** The least and the largest of 0 and all values, as two f32 in a buffer. If all are 0, the largest is set to 1. */
function extentOn(device: GPUDevice, all: Values[]) {
  // Keys are u32 in the order of their f32. The key of 0 is 0x80000000.
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

/** WGSL: the position of a number in a box, in device pixels from the image's top. */
const HEIGHT = `fn height_of(number: f32) -> f32 {
    let share_of_all = (number - bounds[0]) / (bounds[1] - bounds[0]);
    // Values far outside the box need no exact position.
    return f32(numbers.box_y) + f32(numbers.box_height) * clamp(1 - share_of_all, -4, 5);
  }`;

/**
 * WGSL: a column of a curve covers the range of values in the column. For a line of 1.5 pixels, the range includes a quarter of a pixel on
 * either side.
 */
const CURVE = `${VALUE} ${SHARE} ${HEIGHT}
  /** The curve at part / whole of its width. */
  fn value_at(part: u32, whole: u32) -> f32 {
    let last = u32(numbers.values_in_all) - 1;
    let k = share(part, last, whole);
    return mix(value(k), value(min(k + 1, last)), f32((part * (last % whole)) % whole) / f32(whole));
  }
  fn range_of(column: u32) -> vec2f {
    let whole = 4 * u32(numbers.n);
    let outside = u32(numbers.outside);
    let begin = max(4 * column, outside) - outside;
    let end = min(4 * column + 4 + outside, whole);
    let ends = vec2f(value_at(begin, whole), value_at(end, whole));
    var range = vec2f(min(ends.x, ends.y), max(ends.x, ends.y));
    let last = u32(numbers.values_in_all) - 1;
    for (var k = share(begin, last, whole) + 1; k <= share(end, last, whole); k++) {
      range = vec2f(min(range.x, value(k)), max(range.y, value(k)));
    }
    return range;
  }
  fn vertex(column: u32, k: u32) -> Vertex {
    let range = range_of(column);
    let half_line = 0.5 + f32(numbers.outside) / 4;
    let heights = vec2f(height_of(range.y), height_of(range.x));
    // Without a tinted area, this range is empty.
    let area = select(heights.xx, vec2f(heights.x, height_of(0)), numbers.is_area == 1);
    let line = heights + vec2f(-half_line, half_line);
    let rows = vec2i(i32(floor(min(line.x, area.y))), i32(ceil(max(line.y, area.y))));
    let x = numbers.box_x + i32(column);
    return Vertex(corner(k, vec2i(x, rows.x), vec2i(x + 1, rows.y), 1), 0, vec4f(line, area));
  }
  /** The share of a row of pixels that is between two heights. */
  fn covered(middle: f32, one: f32, other: f32) -> f32 {
    return clamp(min(middle + 0.5, max(one, other)) - max(middle - 0.5, min(one, other)), 0, 1);
  }
  fn color_of(vertex: Vertex) -> vec4f {
    let middle = vertex.at.y;
    let ends = vertex.data;
    // The line is over the area, in the same colour.
    let free = (1 - 0.16 * covered(middle, ends.z, ends.w)) * (1 - covered(middle, ends.x, ends.y));
    let is_below = numbers.is_area == 1 && middle > ends.w;
    return vec4f(unpack4x8unorm(u32(select(numbers.word, numbers.below, is_below))).rgb, 1 - free);
  }`;

/** The layer of a curve. @param bounds the values at the box's bottom and top */
function curveLayer({ width, scale, word }: PreparedImage, box: Box, bounds: GPUBuffer, curve: Curve): Layer {
  const { values, type = 'f32', color, below } = curve;
  const numbers = numbersOf(curve);
  const left = Math.round(box.x * scale);
  return {
    n: numbers.values_in_all < 1 ? 0 : Math.min(width, Math.round((box.x + box.width) * scale)) - left,
    numbers: {
      ...numbers,
      ...{ box_x: left, box_y: Math.round(box.y * scale), box_height: Math.round(box.height * scale) },
      // A line is 1.5 CSS pixels wide. In quarters of a device pixel, this is how far it extends beyond one pixel on either side.
      outside: Math.round(2 * (1.5 * scale - 1)),
      ...{ is_area: Number(below !== undefined), word: word(color) | 0, below: word(below ?? color) | 0 },
    },
    reads: { values: [values, type], bounds: [bounds, 'f32'] },
    code: CURVE,
  };
}

/** A line at 0 across the whole image. */
const zeroLayer = ({ scale, word }: PreparedImage, { y, height }: Box, bounds: GPUBuffer, color: string): Layer => ({
  n: 1,
  numbers: { box_y: Math.round(y * scale), box_height: Math.round(height * scale), word: word(color) | 0, thick: Math.round(scale) },
  reads: { bounds: [bounds, 'f32'] },
  code: `${HEIGHT}
  fn vertex(i: u32, k: u32) -> Vertex {
    let row = i32(height_of(0));
    return Vertex(corner(k, vec2i(0, row), vec2i(numbers.image_width, row + numbers.thick), 1), u32(numbers.word), vec4f());
  }`,
});

/** In CSS pixels: how far above the box the veil over the layers begins, and how far above the box labels are. */
const [VEIL, LABELS] = [22, 6];

/**
 * An image of layers, with curves over them if `shown` has some. Commands are submitted before the promise is returned.
 * @param isOver whether a veil covers the layers at the foot of the image, under the curves
 */
export async function drawCurves(
  lab: Lab,
  size: PreparedImage,
  shown: Curves | null,
  layers: Layer[] = [],
  isOver = layers.length > 0,
): Promise<{ image: DrawnImage; bounds?: ArrayLike<number> }> {
  if (!shown) return { image: await drawn(lab, size, layers) };
  const { device } = lab;
  const { bounds, curves, within = curves, zero, flagged } = shown;
  const [width, height] = [size.width / size.scale, size.height / size.scale];
  const place = shown.box({ width, height });
  const range = bounds ? upload(device, Float32Array.from(bounds)) : extentOn(device, within);
  const top = place.y - VEIL;
  const veil = isOver ? [box(size, { x: 0, y: top, width, height: height - top }, size.theme.surface, 0.82)] : [];
  const image = drawn(lab, size, [
    ...layers,
    ...veil,
    ...(zero ? [zeroLayer(size, place, range, zero)] : []),
    ...(shown.marks ? [marks(size, shown.marks)] : []),
    ...curves.map((curve) => curveLayer(size, place, range, curve)),
    ...(flagged ? [flaggedLines(size, place, flagged)] : []),
  ]);
  const found = bounds ?? read(device, range).then(({ buffer }) => new Float32Array(buffer));
  range.destroy();
  const [made, between] = await Promise.all([image, found]);
  return { image: made, bounds: between };
}

/** The vertical position of labels above curves, in CSS pixels from the picture's top. */
export const labelsAbove = (surface: Surface, shown: Curves) => shown.box(surface).y - LABELS;
