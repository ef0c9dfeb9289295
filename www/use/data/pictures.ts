/** Pictures as levels of grey: generated here, or chosen by the visitor. */
import { ownFile } from './own-file.ts';
import { random } from '../parts/random.ts';

type OwnPicture = { name: string; bitmap: ImageBitmap };
export type Levels = { levels: Uint32Array; columns: number; rows: number };

/** The control for a picture of the visitor. */
export const pictureControl = ownFile(
  'picture',
  'picture',
  { accept: 'image/*', hint: 'You can also drop it on the picture.' },
  async (file) => ({ name: file.name, bitmap: await createImageBitmap(file) }),
);

/** Luma, according to Rec. 709. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** The levels of a picture, 0 to 255, scaled to at most n pixels. */
export function levelsOf({ bitmap }: OwnPicture, n: number): Levels {
  const scale = Math.min(1, Math.sqrt(n / (bitmap.width * bitmap.height)));
  const columns = Math.max(1, Math.min(n, Math.floor(bitmap.width * scale)));
  const rows = Math.max(1, Math.min(Math.floor(n / columns), Math.floor(bitmap.height * scale)));
  const context = new OffscreenCanvas(columns, rows).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  const level = (i: number) => Math.round(WEIGHTS[0] * data[i] + WEIGHTS[1] * data[i + 1] + WEIGHTS[2] * data[i + 2]);
  return { levels: Uint32Array.from({ length: columns * rows }, (_, i) => level(4 * i)), columns, rows };
}

/**
 * Hills in mist, which use few levels.
 * @param n the maximum number of pixels
 * @param aspect width divided by height
 */
export function drawnLevels(n: number, aspect: number = 1.6): Levels {
  const columns = Math.max(1, Math.min(n, Math.floor(Math.sqrt(n * aspect))));
  const rows = Math.floor(n / columns);
  const levels = new Uint32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) levels[row * columns + column] = hills(column / columns, row / rows);
  }
  return { levels, columns, rows };
}

/** The number of square cells in the height of a picture; each may hold one light. */
const LIGHTS = 22;

/**
 * The same hills at night, with lights in the valley.
 * @param n the maximum number of pixels
 */
export function nightLevels(n: number): Levels {
  const { levels, columns, rows } = drawnLevels(n);
  const lit = levels.map((level, i) => {
    const [x, y] = [(((i % columns) + 0.5) * LIGHTS) / rows, ((Math.floor(i / columns) + 0.5) * LIGHTS) / rows];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const isLight = y > 0.55 * LIGHTS && random(1000 * top + left) < 0.12 && Math.hypot(x - left - 0.5, y - top - 0.5) < 0.4;
    return isLight ? 255 : Math.round(Math.min(235, Math.max(8, 1.75 * (level - 88))));
  });
  return { levels: lit, columns, rows };
}

/**
 * The level of grey of the hills at a position.
 * @param x from 0 to 1
 * @param y from 0 to 1
 */
function hills(x: number, y: number): number {
  const sun = Math.hypot((x - 0.7) * 1.6, y - 0.28);
  let level = 168 - 26 * y + 30 * Math.exp(-18 * sun * sun);
  for (let ridge = 0; ridge < 4; ridge++) {
    const phase = 1.7 * ridge * ridge;
    const top =
      0.42 + 0.14 * ridge + (0.06 + 0.01 * ridge) * Math.sin(x * (5 + 2 * ridge) + phase) + 0.02 * Math.sin(x * (23 + 5 * ridge) + phase);
    if (y > top)
      level = 148 - 17 * ridge - 22 * Math.min(1, (y - top) * 3) + 3 * Math.sin(x * 37 + 11 * y + ridge) * Math.sin(y * 53 - 9 * x);
  }
  return Math.round(level);
}
