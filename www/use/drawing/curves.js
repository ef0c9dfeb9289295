/** Curves of arrays or of buffers of the device, in the same place, colours and bounds. */
import { isDeviceBuffer } from '../../shared/device-words.js';
import { elementTypeOf } from '../device/arrays.js';
import { accepted, borrowed, keptOn, read } from '../device/device.js';
import { drawCurves, drawMarks, extentOn } from './device-curve.js';
import { areaFromZero, curve, extent, marks } from './draw.js';

/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Theme} Theme */
/** @typedef {import('./device-image.js').Lab} Lab */
/** @typedef {import('./device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('./draw.js').Box} Box */
/**
 * @typedef {object} Values
 * @property {ArrayLike<number> | GPUBuffer} values those in a buffer of f32, if `type` is none
 * @property {string} [type] in a buffer
 * @property {number} [first] the first one that is shown (0)
 * @property {number} [stride] from one to the next (1)
 * @property {number} [unit] times which they are shown (1)
 */
/** Colours of CSS; with `below`, that of what is below 0, the area between the curve and 0 is tinted. @typedef {Values & { color: string, below?: string }} Curve */
/**
 * @typedef {object} Curves
 * @property {(size: { width: number, height: number }) => Box} box of a picture of this size, in CSS pixels
 * @property {[least: number, most: number]} [bounds] at its bottom and its top (default: the least and the largest of `within`, and 0)
 * @property {Values[]} [within] (default: the curves)
 * @property {Curve[]} curves each over those before it
 * @property {string} [zero] the colour of a line at 0, below the curves
 * @property {{ indices: ArrayLike<number> | GPUBuffer, n: number, color: string, height: number }} [marks] at the bottom, below n
 */
/** Drawn curves, with what they are drawn between. @typedef {{ curves: DrawnImage, bounds: ArrayLike<number> }} Prepared */

/** As the device takes it. @param {GPUDevice} device @param {Values} values */
function onDevice(device, { values, type, ...rest }) {
  if (isDeviceBuffer(values)) return { ...rest, buffer: values, type };
  const words = /** @type {import('../device/device.js').Words} */ (values);
  return { ...rest, buffer: keptOn(device, words), type: elementTypeOf(words) };
}

/** Draws them on the device; commands are submitted before it returns. @param {Lab} lab @param {PreparedImage} image @param {Curves} shown @returns {Promise<Prepared>} */
export async function prepareCurves(lab, image, { box, bounds, curves, within = curves, marks: marked }) {
  const { device } = lab;
  const { width, height, scale, word } = image;
  const below = borrowed(device, width * height);
  if (marked) {
    const size = { width, height, rows: Math.round(marked.height * scale) };
    drawMarks(device, below, size, /** @type {GPUBuffer} */ (marked.indices), marked.n, word(marked.color));
  }
  const colored = curves.map((one) => ({
    ...onDevice(device, one),
    word: word(one.color),
    below: one.below === undefined ? undefined : word(one.below),
  }));
  const place = box({ width: width / scale, height: height / scale });
  if (bounds) return { curves: await drawCurves(lab, image, place, bounds, colored, below), bounds };
  const range = extentOn(
    device,
    within.map((one) => onDevice(device, one)),
  );
  try {
    const [drawn, words] = await Promise.all([drawCurves(lab, image, place, range, colored, below), read(device, range)]);
    return { curves: drawn, bounds: new Float32Array(words.buffer) };
  } finally {
    range.destroy();
  }
}

/** Those of an array that are shown. @param {Values} values */
function shownOf({ values, first = 0, stride = 1, unit = 1 }) {
  const array = /** @type {ArrayLike<number>} */ (values);
  if (first === 0 && stride === 1 && unit === 1) return array;
  return Float64Array.from({ length: Math.ceil((array.length - first) / stride) }, (_, k) => unit * array[first + k * stride]);
}

/** Shows what is prepared, or draws arrays. @param {Surface} surface @param {Curves} shown @returns {ArrayLike<number>} the bounds */
export function showCurves(surface, { box, bounds, curves, within = curves, zero, marks: marked }) {
  const { prepared, context, width, height } = surface;
  const place = box(surface);
  const between = prepared?.bounds ?? bounds ?? extent(...within.map(shownOf));
  if (zero !== undefined) {
    context.fillStyle = zero;
    context.fillRect(0, place.y + (place.height * between[1]) / (between[1] - between[0]), width, 1);
  }
  if (prepared) {
    surface.pixels(() => prepared.curves);
    return between;
  }
  for (const one of curves) {
    const values = shownOf(one);
    if (one.below === undefined) curve(surface, place, values, between, one.color);
    else areaFromZero(surface, place, values, between, one.color, one.below);
  }
  if (marked) {
    const at = { x: 0, y: height - marked.height, width, height: marked.height };
    marks(surface, at, /** @type {ArrayLike<number>} */ (marked.indices), marked.n, marked.color);
  }
  return between;
}

/** What prepares the curves of a state's step, and nothing else. @param {(state: State, step: string, theme: Theme) => Curves} curvesOf @returns {NonNullable<import('../types.d.ts').Application['prepare']>} */
export const preparing = (curvesOf) => (image, lab, state, step) =>
  accepted(lab.device, () => prepareCurves(lab, image, curvesOf(state, step, image.theme)));
