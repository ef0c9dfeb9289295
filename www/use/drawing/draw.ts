/** Shapes that several applications draw. */
import { keepLast } from '../parts/keep-last.ts';
import type { Surface } from '../types.ts';
import type { DrawnImage } from './image.ts';

/** in CSS pixels */
export type Box = { x: number; y: number; width: number; height: number };

/**
 * The side of dots that leave about half of an area free, in device pixels.
 * @param area in device pixels
 */
export function dotSide(area: number, dots: number) {
  return Math.max(1, Math.min(12, Math.round(Math.sqrt(area / dots) * 0.62)));
}

/** Values as bars, the largest as high as the box. */
export function bars({ context }: Surface, { x, y, width, height }: Box, values: Uint32Array, color: string) {
  const step = width / values.length;
  const most = values.reduce((left, right) => Math.max(left, right), 1);
  context.fillStyle = color;
  values.forEach((value, i) => {
    const high = (height * value) / most;
    context.fillRect(x + i * step, y + height - high, Math.max(0.5, step > 4 ? step - 1 : step), high);
  });
}

/** The outline of an ellipse. */
export function ring({ context }: Surface, [x, y]: [x: number, y: number], [across, down]: [across: number, down: number], color: string) {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
}

/** Fades what is drawn from a height on, for what is drawn over it. */
export function veil({ context, width, height, theme }: Surface, y: number) {
  context.globalAlpha = 0.82;
  context.fillStyle = theme.surface;
  context.fillRect(0, y, width, height - y);
  context.globalAlpha = 1;
}

/** A short text. */
export function label(
  { context, theme, isSmall }: Surface,
  text: string,
  x: number,
  y: number,
  { color = theme.muted, align = 'left', size = 12 }: { color?: string; align?: CanvasTextAlign; size?: number } = {},
) {
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
const canvasOf = keepLast((width: number, height: number) => new OffscreenCanvas(width, height));

/** An image of words, until the next one. */
export function layerOf(words: Uint32Array, width: number, height: number) {
  const layer = canvasOf(width, height);
  const bytes = new Uint8ClampedArray(words.buffer as ArrayBuffer, words.byteOffset, words.byteLength);
  layer.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
  return layer;
}

/** An image of so many columns, as large as a box. */
export function wordImage({ context }: Surface, { x, y, width, height }: Box, image: DrawnImage, columns: number) {
  context.imageSmoothingEnabled = columns > width;
  const drawn = ArrayBuffer.isView(image) ? layerOf(image, columns, image.length / columns) : image;
  context.drawImage(drawn, x, y, width, height);
}
