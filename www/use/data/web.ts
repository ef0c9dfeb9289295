/** A generated web of pages as a sparse matrix: one row per page, and one entry per link to the page. */
import { hash, random } from '../parts/random.ts';
import { HEIGHT, WIDTH, placeOf, reachOf, squareBetween } from '../parts/places.ts';
import { compressedRows, headsOf } from './compressed-rows.ts';
import { indicesOf, keepLast } from '../parts/keep-last.ts';
import { filled, wordsOf } from '../parts/words.ts';

export type Web = {
  /** the number of pages; the last page is the visitor's */
  pages: number;
  /** the position of each page, in one word (`places.ts`) */
  places: Uint32Array;
  /** the initial ranks, which are all equal */
  even: Float32Array;
  /** the number of entries before each row, and the total */
  rows: Uint32Array;
  /** 1 at the first entry of each row */
  heads: Uint32Array;
  /** the linking page of each entry */
  columns: Uint32Array;
  /** the linked page of each entry: its row */
  targets: Uint32Array;
  /** 1 divided by the number of links of the linking page */
  entries: Float32Array;
};

const MOST_LINKS = 3;

/**
 * The pages, the number of links of each, and the entries of these links. They do not depend on the position of the visitor's page or on
 * the links to it.
 */
const drawnWeb = keepLast((pages: number, seed: number) => {
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

const evenOf = keepLast((pages: number) => new Float32Array(pages).fill(1 / pages));

/** A page that many pages link to. */
function hubOf(rank: number, pages: number, seed: number) {
  return hash(rank, seed + 11) % Math.max(1, pages - 1);
}

/** The target of a link: a page nearby, or a page that many pages link to. */
function drawnTarget(page: number, link: number, columns: number, pages: number, seed: number) {
  const number = 4 * page + link;
  const chance = random(number, seed + 3);
  if (chance < 0.35) return hubOf(Math.floor(Math.sqrt(pages) * random(number, seed + 5) ** 3), pages, seed);
  const near = page + [1, -1, columns, -columns, columns + 1, -columns - 1][hash(number, seed + 9) % 6];
  return near >= 0 && near < pages - 1 ? near : hubOf(link, pages, seed);
}

/**
 * A generated web with the visitor's page.
 * @param own the visitor's page; pages within its reach link to it
 */
export function webOf(pages: number, seed: number, own: { x: number; y: number; reach: number }): Web {
  const drawn = drawnWeb(pages, seed);
  const [places, degrees, rows] = [drawn.places.slice(), drawn.degrees.slice(), drawn.rows.slice()];
  const last = pages - 1;
  places[last] = placeOf(own.x, own.y);
  const reach = reachOf(own.reach);
  const near = indicesOf(pages).filter((page) => page < last && squareBetween(places[page], places[last]) < reach);
  for (const page of near) degrees[page]++;
  // The last row is that of the visitor's page.
  const links = drawn.columns.length;
  const n = (rows[pages] = links + near.length);
  const [columns, targets] = [new Uint32Array(n), new Uint32Array(n).fill(last)];
  columns.set(drawn.columns);
  columns.set(near, links);
  targets.set(drawn.targets);
  const entries = filled(new Float32Array(n), (i) => 1 / degrees[columns[i]]);
  return { pages, places, even: evenOf(pages), rows, heads: headsOf({ rows, targets }), columns, targets, entries };
}

export const linksTo = ({ rows }: Web, page: number) => rows[page + 1] - rows[page];
