/** Use's pictures of a run, pixel by pixel: each kind of shape agrees with the data, by the reference program and by separate formulas. */
import { expect, test } from '@playwright/test';
import { APPLICATIONS } from '../../www/use/applications/index.ts';
import { parseParts } from '../../www/use/settings.ts';
import { HEIGHT, WIDTH } from '../../www/use/parts/places.ts';
import { PARTS } from '../../www/use/parts/tetrahedra.ts';
import { rampOf } from '../../www/use/view/theme.ts';
import { isStill, keepStill, open, picture, reopen, runAndDraw } from './use.js';

const RAMP = rampOf(false);
/** The colour of the ramp for a share from 0 to 1. */
const hue = (share) => RAMP[Math.min(255, Math.floor(256 * share))];

/** Runs the application of an address. Returns its picture, the page's colours, and the results of the reference program. */
async function drawn(page, hash) {
  await open(page, hash);
  await runAndDraw(page);
  const [id, ...parts] = hash.split('/');
  const application = APPLICATIONS.find((one) => one.id === id);
  const { settings, n } = parseParts(application, parts, []).chosen;
  const input = application.input(settings, n);
  const { width, height, text, colors } = await picture(page).evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const probe = canvas.parentElement.appendChild(document.createElement('span'));
    const names = ['surface', 'text', 'line', 'accent', 'use-1'];
    const colorOf = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe)
        .color.match(/[\d.]+/g)
        .slice(0, 3)
        .map(Number);
    };
    const colors = Object.fromEntries(names.map((name) => [name, colorOf(name)]));
    probe.remove();
    let text = '';
    for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
    return { width: canvas.width, height: canvas.height, text: btoa(text), colors };
  });
  const bytes = Buffer.from(text, 'base64');
  const at = (x, y) => [...bytes.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
  return { n, settings, input, found: application.reference(input, settings), width, height, at, colors };
}

/** The maximum difference of two colours in a channel. */
const apart = (one, other) => Math.max(...one.map((channel, i) => Math.abs(channel - other[i])));
const isSame = (one, other, most = 0) => apart(one, other) <= most;

/** The pixels of a picture, in steps of `each` in both directions. */
function* pixelsOf({ width, height }, each = 1) {
  for (let y = 0; y < height; y += each) for (let x = 0; x < width; x += each) yield [x, y];
}

test('dots stand in their cells in the order of the output, and nothing else is drawn', async ({ page }) => {
  const shown = await drawn(page, 'compaction/n=1500/keep=outside/step=scatter');
  const { n, settings, found, width, height, at, colors } = shown;
  const columns = Math.ceil(Math.sqrt((n * WIDTH) / HEIGHT));
  const rows = Math.ceil(n / columns);
  const side = Math.min(12, Math.round(0.62 * Math.sqrt((width * height) / n)));
  const expected = new Map();
  found.indices.forEach((index, i) => {
    const [x, y] = [((2 * (i % columns) + 1) * width) / (2 * columns), ((2 * Math.floor(i / columns) + 1) * height) / (2 * rows)];
    const [left, top] = [x, y].map((middle) => Math.floor(middle) - Math.floor(side / 2));
    for (let v = top; v < top + side; v++) for (let u = left; u < left + side; u++) expected.set(v * width + u, hue(index / n));
  });
  expect(found.count).toBeGreaterThan(500);
  const radius = settings.radius * height;
  const wrong = [...pixelsOf(shown)].filter(([x, y]) => {
    const isRing = Math.abs(Math.hypot(x - settings.x * width, y - settings.y * height) - radius) < 3;
    return !isRing && !isSame(at(x, y), expected.get(y * width + x) ?? colors.surface);
  });
  expect(wrong).toEqual([]);
});

test('kept dots cover those that are not kept', async ({ page }) => {
  const { n, settings, input, found, width, height, at, colors } = await drawn(page, 'compaction/n=4000/step=flags');
  const seen = { kept: 0, dropped: 0 };
  input.forEach((particle, i) => {
    const [x, y] = [Math.floor(((particle & 0xffff) * width) / WIDTH), Math.floor(((particle >>> 16) * height) / HEIGHT)];
    if (Math.abs(Math.hypot(x - settings.x * width, y - settings.y * height) - settings.radius * height) < 3) return;
    const color = at(x, y);
    // Another kept particle with a near index may cover this one.
    if (!found.flags[i]) return (seen.dropped += Number(isSame(color, colors.line)));
    expect(RAMP.slice(Math.max(0, Math.floor((256 * i) / n) - 8), Math.floor((256 * i) / n) + 9)).toContainEqual(color);
    seen.kept++;
  });
  expect(seen.kept).toBeGreaterThan(0.95 * found.count);
  expect(seen.dropped).toBeGreaterThan(0.9 * (n - found.count));
});

test('a strip has an element at its share of the columns', async ({ page }) => {
  const { n, input, width, height, at } = await drawn(page, 'radix-sort/n=1000/step=keys');
  // A row of the first of five strips, below its text.
  const row = Math.round(height / 5) - 6;
  const columns = Array.from({ length: width }, (_, x) => x);
  expect(columns.map((x) => at(x, row))).toEqual(columns.map((x) => RAMP[input[Math.floor((x * n) / width)] >> 8]));
});

test('a picture has an element at each pixel, and the mean of several where they are more', async ({ page }) => {
  const one = await drawn(page, 'partition/n=1000/step=picture');
  const { levels, columns, rows } = one.input;
  const wrong = [...pixelsOf(one, 3)].filter(([x, y]) => {
    const cell = Math.floor(((y + 0.5) * rows) / one.height) * columns + Math.floor(((x + 0.5) * columns) / one.width);
    return !isSame(one.at(x, y), Array(3).fill(levels[cell]));
  });
  expect(wrong).toEqual([]);
  const many = await drawn(page, 'tridiagonal/n=200000/step=rods');
  const [wide, high] = [128, many.input.rods];
  let varied = 0;
  const beyond = [];
  for (const [x, y] of pixelsOf({ ...many, height: many.height - 30 }, 5)) {
    const column = Math.floor(((x + 0.5) * wide) / many.width);
    const covered = [];
    for (let row = Math.floor((y * high) / many.height); row < ((y + 1) * high) / many.height; row++)
      covered.push(hue(many.input.temperatures[row * wide + column]));
    many.at(x, y).forEach((channel, i) => {
      const channels = covered.map((color) => color[i]);
      if (channel < Math.min(...channels) - 1 || channel > Math.max(...channels) + 1) beyond.push([x, y]);
      varied += Number(channel > Math.min(...channels) + 8 && channel < Math.max(...channels) - 8);
    });
  }
  expect(beyond).toEqual([]);
  expect(varied).toBeGreaterThan(100);
});

test('a curve goes through its values, and nothing is drawn beside it', async ({ page }) => {
  const { settings, input, width, height, at, colors } = await drawn(page, 'recurrences/n=16/step=wave');
  const heightOf = (value) => 8 + (height - 16) * (1 - (value + 1.1) / 2.2);
  const last = input.length - 1;
  let empty = 0;
  const wrong = [];
  for (let x = 2; x < width - 2; x++) {
    if (Math.abs(x - settings.x * width) < 4) continue;
    const ends = [x - 0.5, x + 1.5].map((end) => {
      const place = Math.min(last, Math.max(0, (end * last) / width));
      const before = Math.min(last - 1, Math.floor(place));
      return heightOf(input[before] + (place - before) * (input[before + 1] - input[before]));
    });
    const [top, bottom] = [Math.min(...ends), Math.max(...ends)];
    if (!isSame(at(x, Math.floor((top + bottom) / 2)), colors['use-1'], 80)) wrong.push([x, 'line']);
    for (let y = 30; y < height - 30; y++) {
      if (y > top - 3 && y < bottom + 3) continue;
      if (Math.abs(y - heightOf(0)) < 3) continue;
      if (!isSame(at(x, y), colors.surface)) wrong.push([x, y]);
      empty++;
    }
  }
  expect(wrong).toEqual([]);
  expect(empty).toBeGreaterThan(0.5 * width * height);
});

test('the area between a curve and 0 is tinted in the colour of its side', async ({ page }) => {
  const { found, input, width, height, at, colors } = await drawn(page, 'checkbook/n=300/step=sums');
  const all = [0, ...found.sums.map((sum) => sum / 100), ...found.balances];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const heightOf = (value) => 12 + ((height - 24) * (most - value)) / (most - least);
  const tint = colors.surface.map((channel, i) => channel + 0.16 * (colors['use-1'][i] - channel));
  let tinted = 0;
  for (let x = 60; x < width - 60; x += 2) {
    const places = [-2, -1, 0, 1, 2].map((by) => Math.floor((x * (input.amounts.length - 1)) / width) + by);
    const heights = places.map((i) => heightOf(found.sums[Math.max(0, i)] / 100));
    const zero = heightOf(0);
    const side = Math.sign(heights[0] - zero);
    const nearest = Math.min(...heights.map((one) => side * (one - zero)));
    // Compares a pixel well within the area, and one beyond it.
    if (nearest < 12) continue;
    expect(apart(at(x, Math.round(zero + (side * nearest) / 2)), tint), x).toBeLessThan(4);
    expect(at(x, Math.round(zero - 6 * side)), x).toEqual(colors.surface);
    tinted++;
  }
  expect(tinted).toBeGreaterThan(50);
});

test('discs are where pages are, as large as their ranks and the smaller ones on top, with links between them', async ({ page }) => {
  const { n, settings, input, found, width, height, at, colors } = await drawn(page, 'sparse-matrix/n=200/step=ranks');
  const area = width * height;
  const most = Math.min(0.09 * height, 10 * Math.sqrt(area / n));
  const factor = Math.min(area / 8 / Math.PI, most ** 2 / Math.max(...found.ranks));
  const discs = Array.from(input.places, (place, i) => ({
    ...{ x: Math.floor(((place & 0xffff) * width) / WIDTH), y: Math.floor(((place >>> 16) * height) / HEIGHT) },
    radius: Math.max(1, Math.sqrt(found.ranks[i] * factor)),
    color: i === n - 1 ? colors.accent : hue(Math.max(0, (2 + Math.log2(found.ranks[i] * n)) / 9)),
  }));
  const ring = settings.reach * height;
  const isRing = (x, y) => Math.abs(Math.hypot(x - settings.x * width, y - settings.y * height) - ring) < 3;
  const isLabel = (x, y) => Math.abs(x - settings.x * width) < 30 && Math.abs(y - settings.y * height + ring + 10) < 14;
  let checked = 0;
  const wrong = [];
  for (const [x, y] of pixelsOf({ width, height }, 3)) {
    const near = discs.map((disc) => ({ ...disc, inside: disc.radius - Math.hypot(x - disc.x, y - disc.y) }));
    // Pixels at edges have mixed colours.
    if (isRing(x, y) || isLabel(x, y) || near.some(({ inside }) => Math.abs(inside) < 1.5)) continue;
    const [top] = near.filter(({ inside }) => inside > 0).sort((one, other) => one.radius - other.radius);
    if (!top) continue;
    // Because of rounding, the colour may be the ramp's next one.
    if (!isSame(at(x, y), top.color, 4)) wrong.push([x, y]);
    checked++;
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
  const covered = ([x, y]) => discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) < disc.radius + 2);
  const middles = Array.from(input.columns, (column, i) => [discs[column], discs[input.targets[i]]]).map(([from, to]) => [
    Math.round((from.x + to.x) / 2),
    Math.round((from.y + to.y) / 2),
  ]);
  const free = middles.filter((middle) => !covered(middle));
  const isDrawn = ([x, y]) => [-1, 0, 1].some((by) => !isSame(at(x + by, y), colors.surface) || !isSame(at(x, y + by), colors.surface));
  expect(free.length).toBeGreaterThan(50);
  expect(free.filter((middle) => !isDrawn(middle))).toEqual([]);
});

test('cells of a maze have the colours of their distances and their walls, and a path leads through them', async ({ page }) => {
  const { input, found, width, height, at, colors } = await drawn(page, 'breadth-first/n=200/step=flood/openings=0.1');
  const { columns, rows, sides } = input;
  let way = 0;
  sides.forEach((open, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const [left, top] = [Math.ceil((column * width) / columns), Math.ceil((row * height) / rows)];
    const [x, y] = [left + Math.floor(width / columns / 2), top + Math.floor(height / rows / 2)];
    const color = at(x, y);
    const isWay = isSame(color, colors.surface);
    way += Number(isWay);
    if (!isWay) expect(apart(color, hue(found.distances[cell] / found.fronts)), cell).toBeLessThanOrEqual(1);
    // The walls above the cell and to its left.
    if (row > 0) expect(isSame(at(left + 6, top), colors.text), cell).toBe((open & 1) === 0);
    if (column > 0) expect(isSame(at(left, top + 6), colors.text), cell).toBe((open & 2) === 0);
  });
  expect(way).toBe(found.fronts);
});

test('intervals are as long as subtrees, each below its parent', async ({ page }) => {
  const { input, found, width, height, at } = await drawn(page, 'tree-operations/n=60/step=sizes');
  const [n, rows] = [input.parents.length, found.deepest + 1];
  for (let node = 0; node < n; node++) {
    const [left, right] = [found.pre[node], found.pre[node] + found.sizes[node]].map((place) => Math.floor((place * width) / n));
    const y = Math.floor(((found.depths[node] + 0.5) * height) / rows);
    for (const x of [left + 1, (left + right) >> 1, right - 3]) expect(at(x, y), `${node} at ${x}`).toEqual(hue(left / width));
  }
});

test('of triangles, each pixel shows the nearest one, as the light falls on it', async ({ page }) => {
  const shown = await drawn(page, 'marching-cubes/n=1000/step=mesh/turn=40/tilt=-25');
  const { settings, input, found, width, height, at, colors } = shown;
  const [turn, tilt] = [settings.turn, settings.tilt].map((angle) => (angle * Math.PI) / 180);
  const size = 0.66 * Math.min(width, height);
  const seen = ([x, y, z]) => {
    const deep = z * Math.cos(turn) - x * Math.sin(turn);
    return [
      x * Math.cos(turn) + z * Math.sin(turn),
      y * Math.cos(tilt) - deep * Math.sin(tilt),
      deep * Math.cos(tilt) + y * Math.sin(tilt),
    ];
  };
  const triangles = Array.from({ length: found.count }, (_, i) => {
    const corners = [0, 3, 6].map((k) => seen([0, 1, 2].map((axis) => found.vertices[9 * i + k + axis] / PARTS / input.side - 0.5)));
    const [a, b, c] = corners;
    const [u, v] = [b, c].map((corner) => corner.map((part, axis) => part - a[axis]));
    const normal = [0, 1, 2].map((axis) => u[(axis + 1) % 3] * v[(axis + 2) % 3] - u[(axis + 2) % 3] * v[(axis + 1) % 3]);
    const light = Math.abs(normal[0] * 0.25 + normal[1] * 0.6 + normal[2] * 0.76) / Math.hypot(...normal);
    const bright = 0.5 + 0.5 * Math.min(1, light);
    return {
      points: corners.map(([x, y, z]) => [width / 2 + size * x, height / 2 + size * y, z]),
      color: hue(i / found.count).map((one) => one * bright),
    };
  });
  /** The depth of a triangle at a pixel, by the shares of its corners; Infinity outside the triangle. */
  const depthAt = ({ points: [a, b, c] }, x, y) => {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    const second = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
    const third = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
    const shares = [1 - second - third, second, third];
    return shares.every((share) => share >= 0) ? a[2] * shares[0] + b[2] * second + c[2] * third : Infinity;
  };
  const nearestAt = (x, y) => {
    let [nearest, least] = [null, Infinity];
    for (const triangle of triangles) {
      const depth = depthAt(triangle, x, y);
      if (depth < least) [nearest, least] = [triangle, depth];
    }
    return nearest;
  };
  let [checked, free] = [0, 0];
  const wrong = [];
  for (const [x, y] of pixelsOf(shown, 7)) {
    const around = [
      [0.5, 0.5],
      [-0.5, -0.5],
      [1.5, 1.5],
      [-0.5, 1.5],
      [1.5, -0.5],
    ].map(([right, down]) => nearestAt(x + right, y + down));
    // Pixels at edges have mixed colours.
    if (around.some((one) => one !== around[0])) continue;
    if (around[0] && !isSame(at(x, y), around[0].color, 2)) wrong.push([x, y, at(x, y), around[0].color]);
    if (!around[0]) free += Number(isSame(at(x, y), colors.surface));
    checked += Number(around[0] !== null);
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(300);
  expect(free).toBeGreaterThan(1000);
});

test('where colours are forced, a picture has the page’s own, as its canvas is covered', async ({ page }) => {
  await open(page, 'compaction/n=900/step=scan');
  await keepStill(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await reopen(page, 'compaction/n=900/step=scan');
  await expect(picture(page)).toHaveAttribute('data-drawn-of', 'arrays');
  expect(await isStill(page)).toBe(true);
});
