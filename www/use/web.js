/** A drawn web of pages, as a sparse matrix: a row of entries for each page, an entry for each link to it. */
import { dot, dotSide, hash, label, rampIndex, random } from './draw.js';

/** @typedef {import('./types.d.ts').Surface} Surface */
/**
 * @typedef {object} Web
 * @property {number} pages of which the last one is the visitor's
 * @property {Float64Array} x from 0 to 1
 * @property {Float64Array} y
 * @property {Uint32Array} rows the entries before each row, and all of them
 * @property {Uint32Array} heads 1 at the first entry of each row
 * @property {Uint32Array} sources the linking page of each entry: its column
 * @property {Uint32Array} targets the linked page of each entry: its row
 * @property {Float32Array} weights 1 by the number of links of the linking page
 * @property {Uint32Array} order the entries in the order of the linking pages
 */

const ASPECT = 1.6;
/** Links that are drawn at most, and pages that are drawn as discs. */
const [MOST_LINES, MOST_DISCS] = [20_000, 20_000];

/** @param {number} pages @param {number} seed @param {{ x: number, y: number, reach: number }} own the visitor's page, to which pages within reach link @returns {Web} */
export function webOf(pages, seed, own) {
  const columns = Math.max(1, Math.ceil(Math.sqrt(pages * ASPECT)));
  const lines = Math.ceil(pages / columns);
  const x = Float64Array.from({ length: pages }, (_, i) => ((i % columns) + 0.15 + 0.7 * random(2 * i, seed)) / columns);
  const y = Float64Array.from({ length: pages }, (_, i) => (Math.floor(i / columns) + 0.15 + 0.7 * random(2 * i + 1, seed)) / lines);
  const last = pages - 1;
  [x[last], y[last]] = [own.x, own.y];
  /** @type {number[][]} by linking page */
  const links = Array.from({ length: pages }, (_, page) => {
    if (page === last) return [hubOf(0, pages, seed)];
    const targets = Array.from({ length: 1 + (hash(page, seed + 7) % 3) }, (_, link) => drawnTarget(page, link, columns, pages, seed));
    const isNear = ((x[page] - own.x) * ASPECT) ** 2 + (y[page] - own.y) ** 2 < own.reach ** 2;
    return isNear ? [...targets, last] : targets;
  });
  return { pages, x, y, ...rowsOf(links) };
}

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

/** @param {number[][]} links by linking page */
function rowsOf(links) {
  const pages = links.length;
  const rows = new Uint32Array(pages + 1);
  for (const targets of links) for (const target of targets) rows[target + 1]++;
  for (let page = 0; page < pages; page++) rows[page + 1] += rows[page];
  const n = rows[pages];
  const [heads, sources, targets, order] = [new Uint32Array(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n)];
  const weights = new Float32Array(n);
  const free = rows.slice();
  let done = 0;
  links.forEach((row, source) => {
    for (const target of row) {
      const place = free[target]++;
      [sources[place], targets[place], weights[place], heads[place]] = [source, target, 1 / row.length, Number(place === rows[target])];
      order[done++] = place;
    }
  });
  return { rows, heads, sources, targets, weights, order };
}

/** The links, those to the visitor's page on top, and the pages by their ranks. @param {Surface} surface @param {Web} web @param {Float32Array} ranks */
export function drawWeb(surface, web, ranks) {
  const { context, width, height, theme } = surface;
  const { pages, x, y, sources, targets } = web;
  const stride = Math.max(1, Math.ceil(sources.length / MOST_LINES));
  context.lineWidth = 1;
  for (const isOwn of [false, true]) {
    context.beginPath();
    for (let i = 0; i < sources.length; i += isOwn ? 1 : stride) {
      if ((targets[i] === pages - 1) !== isOwn) continue;
      context.moveTo(x[sources[i]] * width, y[sources[i]] * height);
      context.lineTo(x[targets[i]] * width, y[targets[i]] * height);
    }
    context.strokeStyle = isOwn ? theme.accent : theme.muted;
    context.globalAlpha = isOwn ? 0.6 : Math.min(0.4, 0.08 + 120 / sources.length);
    context.stroke();
  }
  context.globalAlpha = 1;
  drawPages(surface, web, ranks);
}

/** Each page as a disc, whose area is its rank; of very many, as a dot. @param {Surface} surface @param {Web} web @param {Float32Array} ranks */
function drawPages(surface, { pages, x, y }, ranks) {
  const { context, width, height, theme, isSmall } = surface;
  const own = pages - 1;
  let most = 1 / pages;
  for (let page = 0; page < pages; page++) most = Math.max(most, ranks[page]);
  // By the logarithm of the rank, from a quarter of the mean on.
  const indexOf = (/** @type {number} */ page) => rampIndex(2 + Math.log2(ranks[page] * pages), 9);
  if (pages > MOST_DISCS) {
    surface.pixels((image) => {
      const side = dotSide(image.width * image.height, pages);
      for (let page = 0; page < own; page++) dot(image, x[page] * image.width, y[page] * image.height, side, theme.ramp[indexOf(page)]);
    });
  }
  // Discs that cover about an eighth of the picture in all, none of them too large.
  const scale = Math.min(Math.sqrt((width * height) / 8 / Math.PI), (0.09 * height) / Math.sqrt(most));
  // The smaller ones on top.
  const discs = pages > MOST_DISCS ? [own] : [...ranks.keys()].sort((left, right) => ranks[right] - ranks[left]);
  for (const page of discs) {
    context.beginPath();
    context.arc(x[page] * width, y[page] * height, Math.max(1, scale * Math.sqrt(ranks[page])), 0, 2 * Math.PI);
    context.fillStyle = page === own ? theme.accent : theme.rampText[indexOf(page)];
    context.fill();
    if (isSmall || scale < 60) continue;
    context.strokeStyle = theme.surface;
    context.stroke();
  }
  label(surface, 'yours', x[own] * width, y[own] * height - Math.max(8, scale * Math.sqrt(ranks[own]) + 6), {
    align: 'center',
    color: theme.accent,
  });
}
