/** Shapes that several applications draw. */
import { keepLast } from '../parts/keep-last.js';

/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels */

/** A square of device pixels around a place. @param {{ data: Uint32Array, width: number, height: number }} image @param {number} x @param {number} y @param {number} side @param {number} word */
export function dot({ data, width, height }, x, y, side, word) {
  const left = Math.max(0, Math.round(x - side / 2));
  const top = Math.max(0, Math.round(y - side / 2));
  if (side === 1) {
    if (left < width && top < height) data[top * width + left] = word;
    return;
  }
  const right = Math.min(width, left + side);
  const bottom = Math.min(height, top + side);
  for (let row = top; row < bottom; row++) data.fill(word, row * width + left, row * width + right);
}

/** Calls for each device pixel of a line, in whole numbers: the same from either end, and on every processor. @param {{ width: number, height: number }} image @param {[x: number, y: number]} from @param {[x: number, y: number]} to @param {(place: number) => void} call */
export function eachOfLine({ width, height }, [fromX, fromY], [toX, toY], call) {
  const pixels = Math.max(1, Math.abs(toX - fromX), Math.abs(toY - fromY));
  const part = (/** @type {number} */ way, /** @type {number} */ pixel) =>
    Math.sign(way) * Math.floor((2 * Math.abs(way) * pixel + pixels) / (2 * pixels));
  for (let pixel = 0; pixel <= pixels; pixel++) {
    const [x, y] = [fromX + part(toX - fromX, pixel), fromY + part(toY - fromY, pixel)];
    if (x >= 0 && x < width && y >= 0 && y < height) call(y * width + x);
  }
}

/** A line between two device pixels. @param {{ data: Uint32Array, width: number, height: number }} image @param {[x: number, y: number]} from @param {[x: number, y: number]} to @param {number} word */
export function line(image, from, to, word) {
  const { data } = image;
  eachOfLine(image, from, to, (place) => (data[place] = word));
}

/** The side of dots that leave about half of an area free, in device pixels. @param {number} area in device pixels @param {number} dots */
export function dotSide(area, dots) {
  return Math.max(1, Math.min(12, Math.round(Math.sqrt(area / dots) * 0.62)));
}

/** The index of a ramp's colour. @param {number} part @param {number} whole */
export function rampIndex(part, whole) {
  return Math.max(0, Math.min(255, Math.floor((part / Math.max(1, whole)) * 256)));
}

/** Mean height of a column's range from which a curve is drawn as columns, in CSS pixels. */
const ZIGZAG = 3;

/** The ranges of values in columns from left to right, one value or more each, and the value before each column. @param {ArrayLike<number>} values @param {number} columns */
function columnRanges(values, columns) {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / columns));
    let [low, high] = [values[from], values[from]];
    for (let i = from + 1; i < to; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    return { low, high, before: values[Math.max(0, from - 1)] };
  });
}

/**
 * Values as a curve from left to right; of more values than pixels, the range of each pixel's.
 * @param {Surface} surface @param {Box} box @param {ArrayLike<number>} values @param {[least: number, most: number]} range @param {string} color
 * @param {number} [floor] the height down to which it is filled; without one it is a line
 */
export function curve({ context }, { x, y, width, height }, values, [least, most], color, floor) {
  if (!values.length) return;
  const place = (/** @type {number} */ value) => y + height * (1 - (value - least) / (most - least || 1));
  const ranges = columnRanges(values, Math.min(values.length, Math.max(1, Math.floor(width))));
  const travel = ranges.reduce((sum, { low, high }) => sum + place(low) - place(high), 0);
  context.fillStyle = context.strokeStyle = color;
  // Strokes of a zigzag take a software canvas up to a hundred times as long as columns do.
  if (floor === undefined && travel > ZIGZAG * ranges.length) {
    const wide = width / ranges.length;
    ranges.forEach(({ low, high, before }, column) => {
      const [top, bottom] = [place(Math.max(high, before)), place(Math.min(low, before))];
      context.fillRect(x + wide * column, top, wide, Math.max(1.5, bottom - top));
    });
    return;
  }
  context.beginPath();
  ranges.forEach(({ low, high }, column) => {
    const at = x + (width * column) / Math.max(1, ranges.length - 1);
    context.lineTo(at, place(high));
    if (low !== high && floor === undefined) context.lineTo(at, place(low));
  });
  if (floor !== undefined) {
    context.lineTo(x + width, floor);
    context.lineTo(x, floor);
    context.closePath();
    context.fill();
  } else {
    context.lineWidth = 1.5;
    // Round joins of a zigzag take a software canvas two to nine times as long.
    context.lineJoin = 'bevel';
    context.stroke();
  }
}

/**
 * Values as a curve, with the area between it and 0, in a colour above 0 and one below.
 * @param {Surface} surface @param {Box} box @param {ArrayLike<number>} values @param {[least: number, most: number]} range that has 0
 * @param {string} above @param {string} below
 */
export function areaFromZero(surface, box, values, range, above, below) {
  const { context, width, height } = surface;
  const zero = box.y + (box.height * range[1]) / (range[1] - range[0]);
  for (const [top, bottom, color] of /** @type {const} */ ([
    [0, zero, above],
    [zero, height, below],
  ])) {
    context.save();
    context.beginPath();
    context.rect(0, top, width, bottom - top);
    context.clip();
    context.globalAlpha = 0.16;
    curve(surface, box, values, range, color, zero);
    context.globalAlpha = 1;
    curve(surface, box, values, range, color);
    context.restore();
  }
}

/** The least and the largest of values, and 0. @param {...ArrayLike<number>} all @returns {[least: number, most: number]} */
export function extent(...all) {
  let [least, most] = [0, 0];
  for (const values of all) {
    for (let i = 0; i < values.length; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
  }
  return [least, least === most ? least + 1 : most];
}

/** Values as bars. @param {Surface} surface @param {Box} box @param {ArrayLike<number>} values @param {number} most @param {(index: number) => string} colorOf */
export function bars({ context }, { x, y, width, height }, values, most, colorOf) {
  const step = width / values.length;
  for (let i = 0; i < values.length; i++) {
    const high = (height * values[i]) / (most || 1);
    context.fillStyle = colorOf(i);
    context.fillRect(x + i * step, y + height - high, Math.max(0.5, step > 4 ? step - 1 : step), high);
  }
}

/** Marks indices below n, pixel by pixel where they are more than those. @param {Surface} surface @param {Box} box @param {ArrayLike<number>} indices in order @param {number} n @param {string} color */
export function marks({ context }, { x, y, width, height }, indices, n, color) {
  const columns = Math.min(n, Math.ceil(width));
  context.fillStyle = color;
  for (let k = 0, last = -1; k < indices.length; k++) {
    const column = Math.floor((indices[k] * columns) / n);
    if (column !== last) context.fillRect(x + (column * width) / columns, y, width / columns, height);
    last = column;
  }
}

/** Fades what is drawn from a height on, for what is drawn over it. @param {Surface} surface @param {number} y */
export function veil({ context, width, height, theme }, y) {
  context.globalAlpha = 0.82;
  context.fillStyle = theme.surface;
  context.fillRect(0, y, width, height - y);
  context.globalAlpha = 1;
}

/** A short text. @param {Surface} surface @param {string} text @param {number} x @param {number} y @param {{ color?: string, align?: CanvasTextAlign, size?: number }} [options] */
export function label({ context, theme, isSmall }, text, x, y, { color = theme.muted, align = 'left', size = 12 } = {}) {
  if (isSmall) return;
  context.font = `${size}px ${theme.font}`;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  // What is drawn below stays away from the letters.
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = theme.surface;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** A canvas of a size: a picture that is drawn again and again has the same one. */
const canvasOf = keepLast((/** @type {number} */ width, /** @type {number} */ height) => new OffscreenCanvas(width, height));

/** An image of words, until the next one. @param {Uint32Array} words @param {number} width @param {number} height */
export function layerOf(words, width, height) {
  const layer = canvasOf(width, height);
  const bytes = new Uint8ClampedArray(/** @type {ArrayBuffer} */ (words.buffer), words.byteOffset, words.byteLength);
  layer.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
  return layer;
}

/** Words of an image, row by row, as `theme.ramp` has them, or the image. @param {Surface} surface @param {Box} box @param {import('./device-image.js').DrawnImage} words @param {number} columns */
export function wordImage({ context }, { x, y, width, height }, words, columns) {
  context.imageSmoothingEnabled = columns > width;
  if (!ArrayBuffer.isView(words)) return context.drawImage(words, x, y, width, height);
  const rows = Math.ceil(words.length / columns);
  let whole = words;
  if (words.length < rows * columns) {
    whole = new Uint32Array(rows * columns);
    whole.set(words);
  }
  context.drawImage(layerOf(whole, columns, rows), x, y, width, height);
}
