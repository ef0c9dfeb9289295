/** A drawn web of pages, as a sparse matrix: a row of entries for each page, an entry for each link to it. */
import { hash, random } from '../../parts/random.js';
import { HEIGHT, WIDTH, placeOf, reachOf } from '../../parts/places.js';
import { keepLast } from '../../parts/keep-last.js';
import { wordsOf } from '../../parts/words.js';

/**
 * @typedef {object} Web
 * @property {number} pages of which the last one is the visitor's
 * @property {Uint32Array} places as `places.js` has them
 * @property {Float32Array} even the ranks at first, which are all alike
 * @property {Uint32Array} rows the entries before each row, and all of them
 * @property {Uint32Array} heads 1 at the first entry of each row
 * @property {Uint32Array} sources the linking page of each entry: its column
 * @property {Uint32Array} targets the linked page of each entry: its row
 * @property {Float32Array} weights 1 by the number of links of the linking page
 * @property {Uint32Array} order the entries in the order of the linking pages
 */

const MOST_LINKS = 3;

/** The pages, and their links one page after the other; where the visitor's page is, and which link to it, is not a part of it. */
const drawnWeb = keepLast((/** @type {number} */ pages, /** @type {number} */ seed) => {
  const columns = Math.max(1, Math.ceil(Math.sqrt((pages * WIDTH) / HEIGHT)));
  const lines = Math.ceil(pages / columns);
  const places = wordsOf(pages, (i) =>
    placeOf(
      ((i % columns) + 0.15 + 0.7 * random(2 * i, seed)) / columns,
      (Math.floor(i / columns) + 0.15 + 0.7 * random(2 * i + 1, seed)) / lines,
    ),
  );
  const [ends, links] = [new Uint32Array(pages), new Uint32Array(MOST_LINKS * pages)];
  let count = 0;
  for (let page = 0; page < pages - 1; page++) {
    const many = 1 + (hash(page, seed + 7) % MOST_LINKS);
    for (let link = 0; link < many; link++) links[count++] = drawnTarget(page, link, columns, pages, seed);
    ends[page] = count;
  }
  links[count++] = hubOf(0, pages, seed);
  ends[pages - 1] = count;
  return { places, ends, links };
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
  const { places: drawn, ends, links } = drawnWeb(pages, seed);
  const last = pages - 1;
  const places = drawn.slice();
  places[last] = placeOf(own.x, own.y);
  const [isNear, rows] = [new Uint8Array(pages), new Uint32Array(pages + 1)];
  const [right, down, reach] = [places[last] & 0xffff, places[last] >>> 16, reachOf(own.reach)];
  for (let page = 0; page < last; page++) {
    isNear[page] = Number(((places[page] & 0xffff) - right) ** 2 + ((places[page] >>> 16) - down) ** 2 < reach);
    rows[pages] += isNear[page];
  }
  for (let link = 0; link < ends[last]; link++) rows[links[link] + 1]++;
  for (let page = 0; page < pages; page++) rows[page + 1] += rows[page];
  return { pages, places, even: evenOf(pages), rows, ...entriesOf(rows, isNear, ends, links) };
}

/** @param {Uint32Array} rows @param {Uint8Array} isNear to the visitor's page, to which these link besides @param {Uint32Array} ends of the links of each page @param {Uint32Array} links */
function entriesOf(rows, isNear, ends, links) {
  const pages = ends.length;
  const n = rows[pages];
  const [heads, sources, targets, order] = [new Uint32Array(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n)];
  const weights = new Float32Array(n);
  const free = rows.slice();
  for (let source = 0, link = 0, done = 0; source < pages; source++) {
    const weight = 1 / (ends[source] - link + isNear[source]);
    for (; link < ends[source] + isNear[source]; link++, done++) {
      const target = link < ends[source] ? links[link] : pages - 1;
      const place = free[target]++;
      heads[place] = Number(place === rows[target]);
      sources[place] = source;
      targets[place] = target;
      weights[place] = weight;
      order[done] = place;
    }
    link = ends[source];
  }
  return { heads, sources, targets, weights, order };
}
