/** A drawn web of pages, as a sparse matrix: a row of entries for each page, an entry for each link to it. */
import { hash, random } from '../parts/random.js';
import { HEIGHT, WIDTH, placeOf, reachOf, squareBetween } from '../parts/places.js';
import { compressedRows, headsOf } from './compressed-rows.js';
import { indicesOf, keepLast } from '../parts/keep-last.js';
import { filled, wordsOf } from '../parts/words.js';

/**
 * @typedef {object} Web
 * @property {number} pages of which the last one is the visitor's
 * @property {Uint32Array} places as `places.js` has them
 * @property {Float32Array} even the ranks at first, which are all alike
 * @property {Uint32Array} rows the entries before each row, and all of them
 * @property {Uint32Array} heads 1 at the first entry of each row
 * @property {Uint32Array} columns the linking page of each entry
 * @property {Uint32Array} targets the linked page of each entry: its row
 * @property {Float32Array} entries 1 by the number of links of the linking page
 */

const MOST_LINKS = 3;

/** The pages, the number of links of each, and the entries of these links; where the visitor's page is, and which link to it, is not a part of it. */
const drawnWeb = keepLast((/** @type {number} */ pages, /** @type {number} */ seed) => {
  const columns = Math.max(1, Math.ceil(Math.sqrt((pages * WIDTH) / HEIGHT)));
  const lines = Math.ceil(pages / columns);
  const places = wordsOf(pages, (i) =>
    placeOf(
      ((i % columns) + 0.15 + 0.7 * random(2 * i, seed)) / columns,
      (Math.floor(i / columns) + 0.15 + 0.7 * random(2 * i + 1, seed)) / lines,
    ),
  );
  const last = pages - 1;
  const degrees = wordsOf(pages, (page) => (page < last ? 1 + (hash(page, seed + 7) % MOST_LINKS) : 1));
  const links = degrees.reduce((sum, degree) => sum + degree);
  const [sources, targets] = [new Uint32Array(links), new Uint32Array(links)];
  for (let page = 0, i = 0; page < pages; page++) {
    for (let link = 0; link < degrees[page]; link++, i++) {
      sources[i] = page;
      targets[i] = page < last ? drawnTarget(page, link, columns, pages, seed) : hubOf(0, pages, seed);
    }
  }
  return { places, degrees, ...compressedRows(pages, targets, sources) };
});

const evenOf = keepLast((/** @type {number} */ pages) => new Float32Array(pages).fill(1 / pages));

/** A page that many link to. @param {number} rank @param {number} pages @param {number} seed */
function hubOf(rank, pages, seed) {
  return hash(rank, seed + 11) % Math.max(1, pages - 1);
}

/** A page nearby, or one that many link to. @param {number} page @param {number} link @param {number} columns @param {number} pages @param {number} seed */
function drawnTarget(page, link, columns, pages, seed) {
  const number = 4 * page + link;
  const chance = random(number, seed + 3);
  if (chance < 0.35) return hubOf(Math.floor(Math.sqrt(pages) * random(number, seed + 5) ** 3), pages, seed);
  const near = page + [1, -1, columns, -columns, columns + 1, -columns - 1][hash(number, seed + 9) % 6];
  return near >= 0 && near < pages - 1 ? near : hubOf(link, pages, seed);
}

/** @param {number} pages @param {number} seed @param {{ x: number, y: number, reach: number }} own the visitor's page, to which pages within reach link @returns {Web} */
export function webOf(pages, seed, own) {
  const drawn = drawnWeb(pages, seed);
  const [places, degrees, rows] = [drawn.places.slice(), drawn.degrees.slice(), drawn.rows.slice()];
  const last = pages - 1;
  places[last] = placeOf(own.x, own.y);
  const reach = reachOf(own.reach);
  const near = indicesOf(pages).filter((page) => page < last && squareBetween(places[page], places[last]) < reach);
  for (const page of near) degrees[page]++;
  // The row of the visitor's page is the last one.
  const links = drawn.columns.length;
  const n = (rows[pages] = links + near.length);
  const [columns, targets] = [new Uint32Array(n), new Uint32Array(n).fill(last)];
  columns.set(drawn.columns);
  columns.set(near, links);
  targets.set(drawn.targets);
  const entries = filled(new Float32Array(n), (i) => 1 / degrees[columns[i]]);
  return { pages, places, even: evenOf(pages), rows, heads: headsOf({ rows, targets }), columns, targets, entries };
}

/** How many links there are to a page. @param {Web} web @param {number} page */
export const linksTo = ({ rows }, page) => rows[page + 1] - rows[page];
