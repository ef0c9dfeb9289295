/** A maze drawn on the device, pixel by pixel as `picture.js` draws it of arrays. */
import { NEIGHBOUR } from './maze.js';
import { ACROSS, ALONG, ON_WAY, axesOf, hasList, markedOf, shownOf } from './picture.js';
import { SHARE, drawPixels } from '../../drawing/device-pixels.js';
import { accepted, borrowed, giveBack, submit } from '../../device/device.js';
import { RAMP } from '../../parts/places.js';
import { countOf } from './flood.js';

/** @typedef {import('../../drawing/device-image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../../types.d.ts').State} State */

/** The place of a cell's mark: that of its first pixel, which cells that are smaller share. */
const MARK = `
  fn first_of(at: u32, parts: i32, pixels: i32) -> u32 { return (at * u32(pixels) + u32(parts) - 1) / u32(parts); }
  fn pixel_of(at: u32, parts: i32, pixels: i32) -> u32 {
    return select(first_of(at, parts, pixels), at * u32(pixels) / u32(parts), parts > pixels);
  }
  fn mark_of(cell: u32) -> u32 {
    let columns = u32(numbers.columns);
    return pixel_of(cell / columns, numbers.rows, numbers.high) * u32(numbers.width) + pixel_of(cell % columns, numbers.columns, numbers.width);
  }`;

const PIXEL = `
  fn pixel_word(i: u32) -> u32 {
    let width = u32(numbers.width);
    let at = vec2u(i % width, i / width);
    if (at.y >= u32(numbers.high)) { return strip_word(at); }
    let across = axes[2 * at.x];
    let down = axes[2 * (width + at.y)];
    let cell = (down & 0xffff) * u32(numbers.columns) + (across & 0xffff);
    let bits = (across | down) >> 16;
    if ((bits & ${ACROSS | ALONG} & ~sides[cell]) > 0) { return u32(numbers.edge); }
    return cell_word(cell, marks[axes[2 * (width + at.y) + 1] * width + axes[2 * at.x + 1]], bits >> 4);
  }`;

/** A cell in the hue of its rank, among those that fronts have reached by then. */
const RANKED = `
  fn cell_word(cell: u32, mark: u32, towards: u32) -> u32 {
    if (mark > 0) { return ramp_word(mark - 1, u32(numbers.marked)); }
    return u32(select(numbers.free, numbers.visited, distances[cell] <= u32(numbers.shown)));
  }`;

const NO_STRIP = `
  fn strip_word(at: vec2u) -> u32 { return 0; }`;

/** The words of the list's strip, by `entry_word(entry)`. */
const STRIP_WORD = `${SHARE}
  fn strip_word(at: vec2u) -> u32 {
    if (at.y < u32(numbers.strip) || numbers.length == 0) { return 0; }
    return entry_word(share(at.x, u32(numbers.length), u32(numbers.width)));
  }`;

/** By step: `cell_word` and `strip_word`. @type {Record<string, string>} */
const WORDS = {
  maze: `${NO_STRIP}
  // Where no walls are drawn, colours tell the numbers of neighbours.
  fn cell_word(cell: u32, mark: u32, towards: u32) -> u32 {
    if (numbers.wall == 0) { return ramp_word(countOneBits(sides[cell]), 5); }
    return u32(select(numbers.free, numbers.visited, cell == u32(numbers.start)));
  }`,
  front: NO_STRIP + RANKED,
  places: `${RANKED}${STRIP_WORD}
  // The last cell whose place is not after it.
  fn entry_word(entry: u32) -> u32 {
    var low = 0u;
    for (var high = u32(numbers.marked); high - low > 1;) {
      let middle = (low + high) / 2;
      if (places[middle] <= entry) { low = middle; } else { high = middle; }
    }
    return ramp_word(low, u32(numbers.marked));
  }`,
  compact: `${RANKED}${STRIP_WORD}
  fn entry_word(entry: u32) -> u32 {
    if (flags[entry] == 0 || list[entry] >= u32(numbers.cells)) { return u32(numbers.visited); }
    let mark = marks[mark_of(list[entry])];
    return select(u32(numbers.visited), ramp_word(mark - 1, u32(numbers.marked)), mark > 0);
  }`,
  flood: `${NO_STRIP}
  fn cell_word(cell: u32, mark: u32, towards: u32) -> u32 {
    let is_across = (towards & ${ACROSS}) == ${ACROSS};
    let is_along = (towards & ${ALONG}) == ${ALONG};
    let through = towards & mark;
    if (mark > 0 && ((is_across && (is_along || (through & ${ALONG}) > 0)) || (is_along && (through & ${ACROSS}) > 0))) {
      return u32(numbers.way);
    }
    if (distances[cell] >= u32(numbers.fronts)) { return u32(numbers.free); }
    return ramp_word(distances[cell], u32(numbers.fronts));
  }`,
};

/** The picture of a step, drawn from buffers of the device. @param {PreparedImage} image @param {Lab} lab @param {State} state @param {string} step @returns {Promise<Fields>} */
export function pictureOn({ theme, word, ...size }, lab, state, step) {
  const { device } = lab;
  const { input, found } = state;
  return accepted(device, async () => {
    const { width, height } = size;
    const { list, flags, places } = found;
    const length = hasList(step) ? countOf(list) : 0;
    const numbers = { ...shownOf(size, state, step, theme, (color) => word(color) | 0), length };
    const distances = step === 'flood' ? found.flood : found.distances;
    const marks = borrowed(device, width * height);
    const axes = axesOf(width, numbers.high, numbers.columns, numbers.rows, numbers.wall);
    const reads = { sides: input.sides, distances };
    if (step === 'flood') markWay(device, numbers, reads, marks);
    else if (numbers.marked) markRanks(device, numbers, markedOf(found, step), marks);
    const drawn = drawPixels(lab, size, {
      numbers,
      reads: { ...reads, list, flags, places, axes, ramp: theme.ramp, marks },
      code: MARK + RAMP + PIXEL + (hasList(step) && !length ? NO_STRIP + RANKED : WORDS[step]),
    });
    giveBack(device, marks);
    return { image: await drawn };
  });
}

/** Marks cells by their ranks; of several in one pixel, by the last. @param {GPUDevice} device @param {Record<string, number>} numbers @param {GPUBuffer} cells @param {GPUBuffer} marks */
function markRanks(device, numbers, cells, marks) {
  submit(device, {
    n: countOf(cells),
    numbers,
    reads: { marked: cells },
    writes: { marks: [marks, 'atomic<u32>'] },
    code: `${MARK}
    fn each(i: u32) {
      if (marked[i] < u32(numbers.cells)) { atomicMax(&marks[mark_of(marked[i])], i + 1); }
    }`,
  });
}

/** Marks a shortest way to the first of the farthest cells, as `wayBack` goes. @param {GPUDevice} device @param {Record<string, number>} numbers @param {import('../../device/device.js').Reads} reads @param {GPUBuffer} marks */
function markWay(device, numbers, reads, marks) {
  const farthest = borrowed(device, 1);
  submit(device, {
    n: numbers.cells,
    numbers,
    reads,
    writes: { farthest: [farthest, 'atomic<u32>'] },
    code: `fn each(i: u32) {
      if (distances[i] + 1 == u32(numbers.fronts)) { atomicMax(&farthest[0], u32(numbers.cells) - i); }
    }`,
  });
  submit(device, {
    n: 1,
    numbers,
    reads: { ...reads, farthest },
    writes: { marks },
    code: `${NEIGHBOUR}${MARK}
    fn nearer_side(cell: u32) -> u32 {
      for (var side = 1u; side < 16; side *= 2) {
        if ((sides[cell] & side) > 0 && distances[neighbour(cell, side)] < distances[cell]) { return side; }
      }
      return 0;
    }
    fn each(i: u32) {
      if (farthest[0] == 0) { return; }
      var cell = u32(numbers.cells) - farthest[0];
      var back = 0u;
      for (var steps = 0; steps < numbers.fronts; steps++) {
        let side = nearer_side(cell);
        marks[mark_of(cell)] |= ${ON_WAY} | back | side;
        if (side == 0) { return; }
        cell = neighbour(cell, side);
        // Of the next cell, the opposite side.
        back = select(${ALONG} - side, ${ACROSS} - side, (side & ${ACROSS}) > 0);
      }
    }`,
  });
  giveBack(device, farthest);
}
