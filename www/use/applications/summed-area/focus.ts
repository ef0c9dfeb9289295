/** Windows around a picture's pixels. Windows grow with the distance from a focus. JavaScript and WGSL compute them in whole numbers. */
import { boxMeans } from '../../device/summed-area.ts';
import { boxAround } from '../../parts/grids.ts';
import type { Levels } from '../../data/pictures.ts';
import type { Settings } from '../../types.ts';

/** Distances are in 1/PARTS of the picture's height, and at most MOST along each axis. */
const [PARTS, MOST] = [256, 512];
/** Windows grow with the square of the distance. If this exceeds the square of the sharp radius by FAR, windows have their largest size. */
const FAR = Math.round((0.9 * PARTS) ** 2);

/** The focus, the sharp area, and the largest radius. */
const numbersOf = ({ columns, rows }: { columns: number; rows: number }, { x, y, radius, sharp }: Settings) => ({
  focus_x: Math.round((x * columns * PARTS) / rows),
  focus_y: Math.round(y * PARTS),
  sharp: Math.round((sharp * PARTS) ** 2),
  largest: Math.round(radius * rows),
});

/**
 * The windows around the pixels of a picture.
 * @returns a function from a pixel's index to left, right, top and bottom, as `boxAround` defines them
 */
export function windowsOf(picture: Levels, settings: Settings): (i: number) => number[] {
  const { columns, rows } = picture;
  const { focus_x, focus_y, sharp, largest } = numbersOf(picture, settings);
  const away = (at: number, focus: number) => Math.min(MOST, Math.abs(Math.floor(((2 * at + 1) * PARTS) / (2 * rows)) - focus));
  return (i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const beyond = away(column, focus_x) ** 2 + away(row, focus_y) ** 2 - sharp;
    return boxAround(picture, [column, row], Math.round((largest * Math.min(FAR, Math.max(0, beyond))) / FAR));
  };
}

/** Sums along rows, the table, and the mean over each pixel's window. */
export function meansOf(picture: Levels, settings: Settings) {
  const { levels, columns } = picture;
  const [sums, table] = [new Uint32Array(levels.length), new Uint32Array(levels.length)];
  // Sums before the first row and column are 0.
  const at = (row: number, column: number) => (row < 0 || column < 0 ? 0 : table[row * columns + column]);
  levels.forEach((level, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    table[i] = level + at(row - 1, column) + at(row, column - 1) - at(row - 1, column - 1);
    sums[i] = table[i] - at(row - 1, column);
  });
  const windowOf = windowsOf(picture, settings);
  const output = levels.map((_, i) => {
    const [left, right, top, bottom] = windowOf(i);
    const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
    return Math.round(sum / ((right - left) * (bottom - top)));
  });
  return { sums, table, output };
}

/** WGSL: the radius of a pixel's window. */
const RADIUS = `
  fn radius_at(at: vec2i) -> i32 {
    let focus = vec2i(numbers.focus_x, numbers.focus_y);
    let away = min(vec2i(${MOST}), abs((2 * at + 1) * ${PARTS / 2} / numbers.rows - focus));
    let beyond = clamp(away.x * away.x + away.y * away.y - numbers.sharp, 0, ${FAR});
    return i32(rounded(u32(numbers.largest * beyond), ${FAR}));
  }`;

/** The means over all windows, computed on the device. */
export const meansOn = (device: GPUDevice, { columns, rows }: Levels, settings: Settings, table: GPUBuffer) =>
  boxMeans(device, { table, columns, rows }, 'radius_at(at)', { numbers: numbersOf({ columns, rows }, settings), code: RADIUS });
