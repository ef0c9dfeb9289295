/** Shapes that several applications draw. */
import { keepLast } from '../parts/keep-last.js';

/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels */

/** The side of dots that leave about half of an area free, in device pixels. @param {number} area in device pixels @param {number} dots */
export function dotSide(area, dots) {
  return Math.max(1, Math.min(12, Math.round(Math.sqrt(area / dots) * 0.62)));
}

/** Values as bars, the largest as high as the box. @param {Surface} surface @param {Box} box @param {Uint32Array} values @param {string} color */
export function bars({ context }, { x, y, width, height }, values, color) {
  const step = width / values.length;
  const most = values.reduce((left, right) => Math.max(left, right), 1);
  context.fillStyle = color;
  values.forEach((value, i) => {
    const high = (height * value) / most;
    context.fillRect(x + i * step, y + height - high, Math.max(0.5, step > 4 ? step - 1 : step), high);
  });
}

/** The outline of an ellipse. @param {Surface} surface @param {[x: number, y: number]} centre @param {[across: number, down: number]} radii @param {string} color */
export function ring({ context }, [x, y], [across, down], color) {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
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

/** An image of so many columns, as large as a box. @param {Surface} surface @param {Box} box @param {import('./image.js').DrawnImage} image @param {number} columns */
export function wordImage({ context }, { x, y, width, height }, image, columns) {
  context.imageSmoothingEnabled = columns > width;
  const drawn = ArrayBuffer.isView(image) ? layerOf(image, columns, image.length / columns) : image;
  context.drawImage(drawn, x, y, width, height);
}
