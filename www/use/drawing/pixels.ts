/** Images of data, one colour per element. */
import { RAMP } from '../parts/places.ts';
import type { Kernel } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Box } from './draw.ts';
import type { Layer } from './image.ts';

/** A pixel is the mean of at most this many elements along each axis. */
const MOST_SAMPLES = 4;

/**
 * A picture in a box (default: the image): rows of elements with one colour each. There may be more or fewer elements than pixels.
 * @param word a WGSL expression of an element's index `i`: the element's colour
 * @param kernel code: functions that the expression calls, besides `grey_word(level)` and `ramp_word(part, whole)`
 */
export function picture(
  { width, height, scale, theme }: PreparedImage,
  { columns, rows }: { columns: number; rows: number },
  word: string,
  { code = '', numbers, reads }: Pick<Kernel, 'numbers' | 'reads'> & { code?: string },
  box: Box = { x: 0, y: 0, width: width / scale, height: height / scale },
): Layer {
  const [left, top, wide, high] = [box.x, box.y, box.width, box.height].map((edge) => Math.round(scale * edge));
  const [across, down] = [columns / wide, rows / high].map((each) => Math.max(1, Math.min(MOST_SAMPLES, Math.round(each))));
  return {
    n: 1,
    numbers: { ...numbers, columns, rows, left, top, wide, high, across, down },
    reads: { ...reads, ramp: theme.ramp },
    code: `fn grey_word(level: u32) -> u32 { return 0xff000000 | (level * 0x010101); }
    ${RAMP} ${code}
    fn word_of(i: u32) -> u32 { return ${word}; }
    fn vertex(i: u32, k: u32) -> Vertex {
      let first = vec2i(numbers.left, numbers.top);
      return Vertex(corner(k, first, first + vec2i(numbers.wide, numbers.high), 0), 0, vec4f());
    }
    fn color_of(vertex: Vertex) -> vec4f {
      let samples = vec2f(vec2i(numbers.across, numbers.down));
      let grid = vec2i(numbers.columns, numbers.rows);
      let pixel = vertex.at.xy - 0.5 - vec2f(vec2i(numbers.left, numbers.top));
      var sum = vec4f();
      for (var y = 0.5; y < samples.y; y += 1) {
        for (var x = 0.5; x < samples.x; x += 1) {
          let at = vec2i((pixel + vec2f(x, y) / samples) * vec2f(grid) / vec2f(vec2i(numbers.wide, numbers.high)));
          sum += unpack4x8unorm(word_of(u32(min(at.y, grid.y - 1) * grid.x + min(at.x, grid.x - 1))));
        }
      }
      return sum / (samples.x * samples.y);
    }`,
  };
}
