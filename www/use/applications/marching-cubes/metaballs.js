/** Metaballs on a grid, in whole numbers, so that every processor finds the same triangles: in JavaScript and on the device. */
import { storage, submit, upload } from '../../device/device.js';
import { CELL, CUT, TABLE } from './tetrahedra.js';
import { TRIANGLE_WORDS } from './solid.js';
import { random } from '../../parts/random.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {{ side: number, cells: number, centres: Int32Array, level: number }} Balls cells along an axis and in all; three coordinates a ball */

/** The side of the cube; a ball reaches so far, and its field is a square of whole numbers below 2²⁷, of which twelve fit a word. */
const [SPACE, REACH, SHIFT] = [4096, 1200, 7];
const FULL = ((REACH ** 2) >> SHIFT) ** 2;
/** No cell has more triangles. */
const MOST_TRIANGLES = 12;

/** Balls that go to and fro, each at its own pace. @param {Record<string, any>} settings @param {number} n cells at most @returns {Balls} */
export function ballsOf({ balls, level, time, seed }, n) {
  const side = Math.max(1, Math.floor(Math.cbrt(n + 0.5)));
  const centres = Int32Array.from({ length: 3 * balls }, (_, i) => {
    const place = 4 * Math.floor(i / 3) + (i % 3);
    return Math.round(SPACE * (0.5 + 0.28 * Math.sin(6.283 * random(place, seed) + time * (0.5 + random(place, seed + 1)))));
  });
  return { side, cells: side ** 3, centres, level: Math.round(level * FULL) };
}

/** The sum of (1 - d²/r²)² over the balls at distances d below their reach r, less the level, at every corner: negative outside. @param {Balls} balls */
export function fieldOf({ side, centres, level }) {
  const squares = Array.from(centres, (centre) =>
    Int32Array.from({ length: side + 1 }, (_, at) => (Math.floor((SPACE * at) / side) - centre) ** 2),
  );
  const values = new Int32Array((side + 1) ** 3);
  for (let z = 0, place = 0; z <= side; z++) {
    for (let y = 0; y <= side; y++) {
      for (let x = 0; x <= side; x++, place++) {
        let sum = -level;
        for (let ball = 0; ball < squares.length; ball += 3) {
          const fall = Math.max(0, REACH ** 2 - squares[ball][x] - squares[ball + 1][y] - squares[ball + 2][z]) >> SHIFT;
          sum += fall * fall;
        }
        values[place] = sum;
      }
    }
  }
  return values;
}

/** The field, the number of triangles of each cell, and whether it has some. @param {GPUDevice} device @param {Balls} balls @returns {Fields} */
export function countsOn(device, balls) {
  const { side, cells, level } = balls;
  const centres = upload(device, new Uint32Array(balls.centres.buffer));
  const found = { values: storage(device, (side + 1) ** 3), counts: storage(device, cells), flags: storage(device, cells) };
  submit(device, {
    n: (side + 1) ** 3,
    numbers: { side, level, coordinates: balls.centres.length },
    reads: { centres: [centres, 'i32'] },
    writes: { values: [found.values, 'i32'] },
    code: `
      fn each(i: u32) {
        let row = i32(i) / (numbers.side + 1);
        let at = vec3i(i32(i) % (numbers.side + 1), row % (numbers.side + 1), row / (numbers.side + 1)) * ${SPACE} / numbers.side;
        var sum = -numbers.level;
        for (var ball = 0; ball < numbers.coordinates; ball += 3) {
          let away = at - vec3i(centres[ball], centres[ball + 1], centres[ball + 2]);
          let fall = max(0, ${REACH ** 2} - away.x * away.x - away.y * away.y - away.z * away.z) >> ${SHIFT};
          sum += fall * fall;
        }
        values[i] = sum;
      }`,
  });
  centres.destroy();
  submit(device, {
    n: cells,
    numbers: { side },
    reads: { values: [found.values, 'i32'], cuts: TABLE },
    writes: { counts: found.counts, flags: found.flags },
    code: `${CELL}
      fn each(cell: u32) {
        let bits = bits_of(corner_of(i32(cell)));
        counts[cell] = (cuts[bits + 1] - cuts[bits]) / 3;
        flags[cell] = u32(counts[cell] > 0);
      }`,
  });
  return found;
}

/** The vertices of all triangles in one buffer, those of each cell from its start on. @param {GPUDevice} device @param {Balls} balls @param {Fields} found */
export function meshOn(device, { side, cells }, { values, starts, active, used, count }) {
  // More are a wrong scan's, which the check tells.
  const vertices = storage(device, TRIANGLE_WORDS * Math.min(count, MOST_TRIANGLES * cells));
  if (used && count)
    submit(device, {
      n: used,
      numbers: { side },
      reads: { values: [values, 'i32'], cuts: TABLE, starts, cells: active },
      writes: { vertices },
      code: CELL + CUT,
    });
  return vertices;
}
