/** Discs in whole numbers. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MOST_DISCS, MOST_RADIUS, drawDiscs, mixed } from './discs.js';

test('discs have smooth edges, are cut at the image’s, and lie over one another by their radii', () => {
  const [surface, ...words] = [0xffffffff, 0xff0000ff, 0xff00ff00];
  const drawn = (isLargestOnTop) => {
    const image = { data: new Uint32Array(64), width: 8, height: 8 };
    const [radii, pixels] = [
      [8, 2],
      [
        [0, 3],
        [1, 3],
      ],
    ];
    drawDiscs(image, { n: 2, isLargestOnTop, surface }, { pixelOf: (i) => pixels[i], radiusOf: (i) => radii[i], wordOf: (i) => words[i] });
    return image.data;
  };
  const [small, large] = [drawn(false), drawn(true)];
  assert.deepEqual([small[24], small[25], large[25]], [words[0], words[1], words[0]]);
  // About half of the pixel at a distance of the radius is covered, and nothing beyond it.
  assert.equal(small[26], mixed(surface, words[0], (36 * 255) >> 6));
  assert.deepEqual([small[27], small[31]], [0, 0]);
  assert.equal(drawn(false).filter(Boolean).length, large.filter(Boolean).length);
});

test('a radius and the largest index fit a word', () => {
  const image = { data: new Uint32Array(1), width: 1, height: 1 };
  const last = MOST_DISCS - 1;
  // All but the first, of the largest radius, and the last are elsewhere.
  const pixelOf = (i) => (i === 0 || i === last ? [0, 0] : [-9, -9]);
  const radiusOf = (i) => (i ? 2 : MOST_RADIUS);
  const shapes = { pixelOf, radiusOf, wordOf: (i) => 0xff000000 + i };
  drawDiscs(image, { n: MOST_DISCS, isLargestOnTop: true, surface: 0xffffffff }, shapes);
  assert.equal(image.data[0], 0xff000000);
  drawDiscs(image, { n: MOST_DISCS, isLargestOnTop: false, surface: 0xff000000 + last }, shapes);
  assert.equal(image.data[0], 0xff000000 + last);
});

test('of discs that are alike the last one is on top', () => {
  const image = { data: new Uint32Array(1), width: 1, height: 1 };
  const shapes = { pixelOf: () => [0, 0], radiusOf: () => 8, wordOf: (i) => 0xff000000 + i };
  drawDiscs(image, { n: 5, areAlike: true, isLargestOnTop: true, surface: 0xffffffff }, shapes);
  assert.equal(image.data[0], 0xff000004);
});
