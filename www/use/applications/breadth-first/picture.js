/** A maze drawn by kernels in whole numbers, each row of pixels of each cell by an invocation. */
import { FILL, MIDDLE, SHARE } from '../../drawing/pixels.js';
import { borrowed, submit } from '../../device/device.js';
import { lastUpTo } from '../../parts/search.js';
import { NEIGHBOUR } from './maze.js';
import { RAMP } from '../../parts/places.js';
import { drawDots } from '../../drawing/dots.js';
import { lengthOf } from '../../device/arrays.js';

/** Heights of the list's strip, without and with its words, in CSS pixels. */
const [STRIP, LIST] = [20, 44];
/** Walls between smaller cells, in device pixels, would cover them. */
const LEAST_CELL = 3;

/** Whether a step shows the list. @param {string} step */
export const hasList = (step) => step === 'places' || step === 'compact';

/** The height of the maze's box. @param {number} height of the picture, both in CSS pixels @param {string} step */
export const heightOf = (height, step) => (hasList(step) ? height - LIST : height);

/** The middle of a cell, an expression of WGSL. @param {string} cell */
const middleOf = (cell) => `middle_in(${cell}, vec2i(numbers.columns, numbers.rows), vec2i(numbers.image_width, numbers.high))`;

const RANK = 'ramp_word(i, u32(numbers.dots))';
const KEPT = `select(u32(numbers.visited), ${RANK}, flags[i] == 1)`;

/** By step, the cells that have dots, with the colours of these and of the list's entries. @type {Record<string, { cells: string, word: string, layer?: string, entry?: string }>} */
const DOTS = {
  front: { cells: 'front', word: RANK },
  places: { cells: 'front', word: RANK, entry: 'ramp_word(last_upto_in_starts(i, arrayLength(&starts)), u32(numbers.dots))' },
  compact: { cells: 'list', word: KEPT, layer: 'flags[i]', entry: KEPT },
};

const VISITED = 'u32(select(numbers.free, numbers.visited, distances[cell] <= u32(numbers.shown)))';

/** By step, the colour of a cell. @type {Record<string, string>} */
const CELL_WORDS = {
  // Where no walls are drawn, colours tell the numbers of neighbours.
  maze: `select(${VISITED}, ramp_word(countOneBits(sides[cell]), 5), numbers.wall == 0)`,
  flood: 'select(u32(numbers.free), ramp_word(distances[cell], u32(numbers.fronts)), distances[cell] < u32(numbers.fronts))',
};

/** @param {string} step */
const cellsOf = (step) => `${FILL}${NEIGHBOUR}${RAMP}
  fn first_of(at: vec2i) -> vec2i {
    let grid = vec2i(numbers.columns, numbers.rows);
    return (at * vec2i(numbers.image_width, numbers.high) + grid - 1) / grid;
  }
  fn each(i: u32) {
    let y = i32(i) / numbers.columns;
    let at = vec2i(i32(i) % numbers.columns, y * numbers.rows / numbers.high);
    let cell = u32(at.y * numbers.columns + at.x);
    let first = first_of(at);
    let end = first_of(at + 1);
    let has_upper = at.y > 0 && y < first.y + numbers.wall && !is_open(cell, 0);
    fill(vec2i(first.x, y), vec2i(end.x, y + 1), select(${CELL_WORDS[step] ?? VISITED}, u32(numbers.edge), has_upper));
    if (at.x > 0 && !is_open(cell, 1)) { fill(vec2i(first.x, y), vec2i(first.x + numbers.wall, y + 1), u32(numbers.edge)); }
  }`;

/** A shortest way from one of the farthest cells back to the start; of wrong distances, it may end before. */
const WAY = `${FILL}${MIDDLE}${NEIGHBOUR}
  fn nearer(cell: u32) -> u32 {
    for (var side = 0u; side < 4; side++) {
      if (is_open(cell, side) && distances[neighbour(cell, side)] < distances[cell]) { return neighbour(cell, side); }
    }
    return cell;
  }
  fn each(i: u32) {
    // That of a wrong front is beyond the maze.
    var cell = min(flooded[0], arrayLength(&sides) - 1);
    for (var steps = 0; steps < numbers.fronts; steps++) {
      let next = nearer(cell);
      let ends = array(${middleOf('cell')}, ${middleOf('next')});
      fill(min(ends[0], ends[1]) - numbers.way_wide / 2, max(ends[0], ends[1]) + (numbers.way_wide + 1) / 2, u32(numbers.way));
      cell = next;
    }
  }`;

/** The list as a strip, a column of pixels each. @param {string} entry its colour */
const stripOf = (entry) => `${FILL}${RAMP}${SHARE}${lastUpTo('starts')}
  fn entry_word(i: u32) -> u32 { return ${entry}; }
  fn each(x: u32) {
    let word = entry_word(share(x, u32(numbers.length), u32(numbers.image_width)));
    fill(vec2i(i32(x), numbers.strip), vec2i(i32(x) + 1, numbers.image_height), word);
  }`;

/** @type {import('../../types.d.ts').Application['prepare']} */
export async function prepare(size, lab, { input, found }, step) {
  const { width, height, scale, theme, word } = size;
  const { columns, rows, sides } = input;
  const { distances, flags, flooded } = found;
  const high = Math.max(1, Math.round(scale * heightOf(height / scale, step)));
  const side = Math.floor(Math.min(width / columns, high / rows));
  const wall = side < LEAST_CELL ? 0 : Math.max(1, Math.min(Math.round(2 * scale), Math.floor(side / 8)));
  const { cells = '', entry = '', ...dots } = DOTS[step] ?? { word: '0' };
  const length = hasList(step) ? lengthOf(found.list) : 0;
  const shared = {
    numbers: {
      ...{ image_width: width, image_height: height, high, columns, rows, wall, length, strip: height - Math.round(STRIP * scale) },
      ...{ dots: cells ? lengthOf(found[cells]) : 0, way_wide: Math.max(1, side >> 2) },
      ...{ shown: step === 'maze' ? 0 : found.shown, fronts: found.fronts },
      ...{ free: word(theme.panel) | 0, visited: word(theme.line) | 0, edge: word(theme.text) | 0, way: word(theme.surface) | 0 },
    },
    reads: { sides, distances, flags, flooded, starts: found.places, cells: found[cells], ramp: theme.ramp },
  };
  const image = borrowed(lab.device, width * height);
  const draw = (/** @type {number} */ n, /** @type {string} */ code) => submit(lab.device, { n, ...shared, writes: { image }, code });
  draw(columns * high, cellsOf(step));
  if (step === 'flood') draw(1, WAY);
  if (length) draw(width, stripOf(entry));
  const drawn = {
    n: shared.numbers.dots,
    // Between the walls, with a margin where there is room.
    side: Math.max(1, side - wall - (side >> 3)),
    pixel: `${middleOf('cells[i]')} + (numbers.wall + 1) / 2`,
    ...dots,
    ...shared,
  };
  return { image: await drawDots(lab, size, drawn, image) };
}
