/** Triangles and squares in a cube, in parallel projection: each sample of a pixel shows the nearest shape. */
import { bitsOf } from '../parts/words.ts';
import { drawn } from './image.ts';
import type { PreparedImage } from '../types.ts';
import type { DrawnImage, Lab, Layer } from './image.ts';

/** The direction of view in degrees: `turn` around the upright axis, and `tilt`. */
type Direction = Record<string, number>;

const SAMPLES = 4;
/** The direction of the light: from above, and from the viewer's side. SHADE: the brightness of surfaces that the light does not reach. */
const LIGHT = [0.25, 0.6, 0.76];
const SHADE = { dark: 0.35, light: 0.5 };

/** Each axis in the view: to the right and down in pixels, toward the viewer in depth, and along the direction of the light. */
function numbersOf({ width, height, theme }: PreparedImage, { turn, tilt }: Direction, cube: number) {
  const [around, over] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const [sine, cosine, up, level] = [Math.sin(around), Math.cos(around), Math.sin(over), Math.cos(over)];
  // Each axis as a vector: to the right, down, and into the picture.
  const ways = { x: [cosine, sine * up, -sine * level], y: [0, level, up], z: [sine, -cosine * up, cosine * level] };
  const size = (Math.min(width, height) * 0.66) / cube;
  const turned = Object.entries(ways).flatMap(([axis, way]) => {
    const light = way.reduce((sum, part, i) => sum + part * LIGHT[i], 0);
    const parts = { right: size * way[0], down: size * way[1], near: (-0.5 * way[2]) / cube, light };
    return Object.entries(parts).map(([name, part]) => [`${axis}_${name}`, bitsOf(part)]);
  });
  return { ...Object.fromEntries(turned), cube, shade: bitsOf(SHADE[theme.isDark ? 'dark' : 'light']) };
}

const SEEN = `
  /** A vector of the cube in the view: to the right and down in pixels, toward the viewer, and along the light. */
  fn turned(way: vec3f) -> vec4f {
    return way.x * bitcast<vec4f>(vec4i(numbers.x_right, numbers.x_down, numbers.x_near, numbers.x_light))
      + way.y * bitcast<vec4f>(vec4i(numbers.y_right, numbers.y_down, numbers.y_near, numbers.y_light))
      + way.z * bitcast<vec4f>(vec4i(numbers.z_right, numbers.z_down, numbers.z_near, numbers.z_light));
  }
  /** The clip position of a point of the cube, moved by a vector in pixels. */
  fn seen(at: vec3f, away: vec2f) -> vec4f {
    let way = turned(at - f32(numbers.cube) / 2);
    return place(vec2f(vec2i(numbers.image_width, numbers.image_height)) / 2 + way.xy + away, 0.5 + way.z);
  }
  /** A colour on a triangle, as the light falls on it. */
  fn lit(word: u32, a: vec3f, b: vec3f, c: vec3f) -> u32 {
    let normal = cross(b - a, c - a);
    let light = abs(turned(normal).w) / max(length(normal), 1e-6);
    return pack4x8unorm(vec4f(unpack4x8unorm(word).rgb * mix(bitcast<f32>(numbers.shade), 1, min(light, 1)), 1));
  }`;

/** The edges of the cube: four per axis, at the corners of the other two axes. */
const EDGES = `fn vertex(i: u32, k: u32) -> Vertex {
    let others = vec2u(i & 1, (i >> 1) & 1);
    var at = vec3u(k, others);
    if (i / 4 == 1) { at = vec3u(others.x, k, others.y); }
    if (i / 4 == 2) { at = vec3u(others, k); }
    let way = seen(vec3f(at) * f32(numbers.cube), vec2f());
    // Everything in the cube covers the edges.
    return Vertex(vec4f(way.xy, 0, 1), u32(numbers.line), vec4f());
  }`;

/**
 * An image of shapes in a cube. Commands are submitted before the promise is returned.
 * @param cube the width of the cube, in units of positions
 * @param layer the shapes; its code may call `seen`, and `lit` for the colour of a triangle
 */
export function drawSolid(
  lab: Lab,
  size: PreparedImage,
  direction: Direction,
  cube: number,
  { code, ...layer }: Layer,
): Promise<DrawnImage> {
  const numbers: Record<string, number> = { ...layer.numbers, ...numbersOf(size, direction, cube), line: size.word(size.theme.line) | 0 };
  return drawn(
    lab,
    size,
    [
      { shape: 'line', n: 12, numbers, code: SEEN + EDGES },
      { ...layer, numbers, code: SEEN + code },
    ],
    SAMPLES,
  );
}
