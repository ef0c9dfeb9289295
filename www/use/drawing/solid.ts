/**
 * Triangles and squares within a cube, drawn on the device by parallel projection: each of a pixel's four samples shows what is nearest
 * there. Places are whole numbers, so that every processor draws the same pixels, but for how f32 rounds the light and the slope of a plane.
 */
import { borrowed, giveBack, submit, upload } from '../device/device.ts';
import { imageOf } from './image.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage, Surface } from '../types.ts';
import type { DrawnImage, Lab } from './image.ts';

/** of the view: around the upright axis, and over, in degrees */
type Direction = Record<string, number>;
type Solid = {
  /** shapes */
  n: number;
  /** its width, in what places count */
  cube: number;
  /** at most 256 words */
  colors: Uint32Array;
  numbers?: Record<string, number>;
  reads: Reads;
  /** WGSL: `draw_shape(i: u32)`, which calls `draw_triangle` and `draw_square` */
  code: string;
};

/** Samples across a pixel and down, and units across a sample, which places in the view are rounded to. */
const [SAMPLES, UNITS] = [2, 8];
/** The light, towards the viewer from above, and how bright what it does not fall on is, of 255 parts. */
const LIGHT = [0.25, 0.6, 0.76];
const SHADE = { dark: 89, light: 128 };
/** The length of a vector of light, as whole numbers have it. */
const LIGHT_LENGTH = 1024;

/** The cube's width in a view. */
const widthOf = ({ width, height }: { width: number; height: number }) => Math.min(width, height) * 0.66;

/** A view of the unit cube. */
function viewOf(
  image: { width: number; height: number },
  { turn, tilt }: Direction,
): (x: number, y: number, z: number) => [x: number, y: number, depth: number] {
  const { width, height } = image;
  const [around, over] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const size = widthOf(image);
  const [sine, cosine, up, level] = [Math.sin(around), Math.cos(around), Math.sin(over), Math.cos(over)];
  return (x, y, z) => {
    const across = (x - 0.5) * cosine + (z - 0.5) * sine;
    const deep = (z - 0.5) * cosine - (x - 0.5) * sine;
    return [width / 2 + size * across, height / 2 + size * ((y - 0.5) * level - deep * up), size * (deep * level + (y - 0.5) * up)];
  };
}

/** The edges of the cube. */
export function cubeEdges(surface: Surface, direction: Direction) {
  const { context, theme } = surface;
  const view = viewOf(surface, direction);
  const corner = (i: number) => view(i & 1, (i >> 1) & 1, i >> 2);
  context.beginPath();
  for (let from = 0; from < 8; from++) {
    for (const to of [from | 1, from | 2, from | 4]) {
      if (to === from) continue;
      context.moveTo(corner(from)[0], corner(from)[1]);
      context.lineTo(corner(to)[0], corner(to)[1]);
    }
  }
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.stroke();
}

/**
 * A view as a kernel has it: where a way along each axis leads, and how far that is towards the light.
 * @param left the first pixel of a row
 */
function numbersOf({ width, height }: { width: number; height: number }, direction: Direction, cube: number, left: number) {
  const size = { width: width * SAMPLES * UNITS, height: height * SAMPLES * UNITS };
  const view = viewOf(size, direction);
  const middle = view(0.5, 0.5, 0.5);
  // As precise as products with places allow.
  const fraction_bits = Math.clz32(widthOf(size)) - 1;
  const numbers: Record<string, number> = {
    middle_x: Math.round(middle[0]) - SAMPLES * UNITS * left,
    middle_y: Math.round(middle[1]),
    fraction_bits,
  };
  [view(1, 0.5, 0.5), view(0.5, 1, 0.5), view(0.5, 0.5, 1)].forEach((end, axis) => {
    const way = end.map((at, i) => at - middle[i]);
    const [right, down, deep] = way.map((part) => Math.round((part * 2 ** fraction_bits) / cube));
    const light = Math.round(way.reduce((sum, part, i) => sum + part * LIGHT[i], 0) * (2 / widthOf(size)) * LIGHT_LENGTH);
    const name = 'xyz'[axis];
    Object.assign(numbers, { [`${name}_right`]: right, [`${name}_down`]: down, [`${name}_near`]: -deep, [`${name}_light`]: light });
  });
  return numbers;
}

/** Draws shapes into samples: nearness in the upper half of a word, then the color's number, then the light of 255 parts. */
const SHAPES = `
  /** Where a place is in the view: units to the right and down, and how near. */
  fn seen(place: vec3i) -> vec3i {
    let away = 2 * place - numbers.cube;
    let turned = away.x * vec3i(numbers.x_right, numbers.x_down, numbers.x_near)
      + away.y * vec3i(numbers.y_right, numbers.y_down, numbers.y_near)
      + away.z * vec3i(numbers.z_right, numbers.z_down, numbers.z_near);
    return vec3i(numbers.middle_x, numbers.middle_y, ${2 ** 15}) + (turned >> vec3u(u32(numbers.fraction_bits)));
  }
  /** What of a row lies between the ends of an edge, and what lay between others. */
  fn widened(span: vec2i, y: i32, start: vec3i, end: vec3i) -> vec2i {
    if (start.y == end.y || y < min(start.y, end.y) || y > max(start.y, end.y)) { return span; }
    let x = start.x + (y - start.y) * (end.x - start.x) / (end.y - start.y);
    return vec2i(min(span.x, x), max(span.y, x));
  }
  /** The samples whose middles lie between two places. */
  fn samples_in(span: vec2i, count: i32) -> vec2i {
    return clamp((span + vec2i(${UNITS / 2 - 1}, ${UNITS / 2})) / ${UNITS}, vec2i(0), vec2i(count));
  }
  fn fill(a: vec3i, b: vec3i, c: vec3i, color: u32, light: u32) {
    let u = b - a;
    let v = c - a;
    let area = u.x * v.y - u.y * v.x;
    if (area == 0) { return; }
    let word = (color << 8) | light;
    // How much nearer its plane comes by a unit to the right and down, in 2¹⁶ parts; products may wrap: their sum fits.
    let slope = vec2i(65536 * vec2f(vec2i(u.z * v.y - u.y * v.z, u.x * v.z - u.z * v.x)) / f32(area));
    let farthest = u32(min(a.z, min(b.z, c.z))) << 16;
    let nearest = u32(max(a.z, max(b.z, c.z))) << 16;
    let rows = samples_in(vec2i(min(a.y, min(b.y, c.y)), max(a.y, max(b.y, c.y))), numbers.rows);
    for (var row = rows.x; row < rows.y; row++) {
      let y = ${UNITS} * row + ${UNITS / 2};
      let span = widened(widened(widened(vec2i(${2 ** 30}, 0), y, a, b), y, b, c), y, c, a);
      let columns = samples_in(span, numbers.columns);
      // A pixel's samples lie one after the other.
      let first = ${SAMPLES} * (row / ${SAMPLES} * numbers.columns + row % ${SAMPLES});
      var near = (a.z << 16) + slope.x * (${UNITS} * columns.x + ${UNITS / 2} - a.x) + slope.y * (y - a.y);
      for (var column = columns.x; column < columns.y; column++) {
        let depth = clamp(u32(near), farthest, nearest) & 0xffff0000;
        atomicMax(&samples[first + ${SAMPLES} * column - column % ${SAMPLES}], depth | word);
        near += ${UNITS} * slope.x;
      }
    }
  }
  /** A triangle, as the light falls on it. */
  fn draw_triangle(a: vec3i, b: vec3i, c: vec3i, color: u32) {
    let normal = cross(vec3f(b - a), vec3f(c - a));
    let towards = abs(dot(normal, vec3f(vec3i(numbers.x_light, numbers.y_light, numbers.z_light))));
    let light = 255 * towards / (${LIGHT_LENGTH} * max(length(normal), 1e-6));
    fill(seen(a), seen(b), seen(c), color, min(255, u32(light)));
  }
  /** A square around a place, so many tenths of a CSS pixel wide. */
  fn draw_square(place: vec3i, tenths: u32, color: u32) {
    let half = i32(tenths) * numbers.pixel_units / 20;
    let middle = seen(place);
    let rising = vec3i(half, -half, 0);
    let falling = vec3i(half, half, 0);
    fill(middle - falling, middle + rising, middle + falling, color, 255);
    fill(middle - falling, middle - rising, middle + falling, color, 255);
  }
  fn each(i: u32) { draw_shape(i); }`;

/** The mean of a pixel's samples. */
const PIXELS = `
  fn each(i: u32) {
    let shown = samples[i];
    if ((shown.x | shown.y | shown.z | shown.w) == 0) { return; }
    var sum = vec3u(0);
    var covered = 0u;
    for (var sample = 0; sample < ${SAMPLES ** 2}; sample++) {
      if (shown[sample] == 0) { continue; }
      let word = colors[(shown[sample] >> 8) & 255];
      let bright = 255 * u32(numbers.shade) + (shown[sample] & 255) * u32(255 - numbers.shade);
      sum += (vec3u(word, word >> 8, word >> 16) & vec3u(255)) * bright / (255 * 255);
      covered++;
    }
    let mean = (sum + covered / 2) / covered;
    let pixel = i / u32(numbers.wide) * u32(numbers.image_width) + u32(numbers.left) + i % u32(numbers.wide);
    image[pixel] = mean.x | (mean.y << 8) | (mean.z << 16) | ((255 * covered / ${SAMPLES ** 2}) << 24);
  }`;

/** An image of shapes in a cube; commands are submitted before it returns. */
export function drawSolid(
  lab: Lab,
  { width, height, scale, theme }: PreparedImage,
  direction: Direction,
  { n, cube, colors, numbers, reads, code }: Solid,
): Promise<DrawnImage> {
  const { device } = lab;
  // Samples take much memory; none are needed beside the cube, which is no wider than its diagonal, and its squares.
  const wide = Math.min(width, Math.ceil(Math.sqrt(3) * widthOf({ width, height }) + 10 * scale));
  const left = (width - wide) >> 1;
  const samples = borrowed(device, SAMPLES ** 2 * wide * height);
  submit(device, {
    n,
    numbers: {
      ...numbers,
      ...numbersOf({ width, height }, direction, cube, left),
      ...{ cube, columns: SAMPLES * wide, rows: SAMPLES * height, pixel_units: Math.round(SAMPLES * UNITS * scale) },
    },
    reads,
    writes: { samples: [samples, 'atomic<u32>'] },
    code: code + SHAPES,
  });
  const image = borrowed(device, width * height);
  const table = upload(device, colors);
  submit(device, {
    n: wide * height,
    numbers: { wide, left, image_width: width, shade: SHADE[theme.isDark ? 'dark' : 'light'] },
    reads: { samples: [samples, 'vec4u'], colors: table },
    writes: { image },
    code: PIXELS,
  });
  table.destroy();
  giveBack(device, samples);
  return imageOf(lab, { width, height }, image);
}
