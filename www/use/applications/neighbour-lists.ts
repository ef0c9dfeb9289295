/** Moving points, each with the list of its neighbours: counted, indexed by a scan, and packed without gaps. */
import { HEIGHT, PLACE, WIDTH, nearestPlace, placeOf, reachOf } from '../parts/places.ts';
import { checkPairs, eachPair, movingPoints } from '../data/points.ts';
import { dotSide, label, ring } from '../drawing/draw.ts';
import { emitted, emittedCounts } from '../device/emit.ts';
import { largestOf, numberAt, numbersAt } from '../device/scans.ts';
import { percent, range, seed } from '../parts/declare.ts';
import { MIXED } from '../drawing/mixed.ts';
import { compareExactly } from '../parts/compare.ts';
import { dots, strip } from '../drawing/boxes.ts';
import { lastUpTo } from '../parts/search.ts';
import { packedLists } from '../parts/lists.ts';
import { drawn } from '../drawing/image.ts';
import { edges } from '../drawing/graph.ts';
import type { Emitter } from '../device/emit.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';

/** Height of the strip that shows the packed list and its text, in CSS pixels. */
const STRIP = 34;
/** The maximum number of list entries that the text about a point names. */
const TOLD = 12;

/** The maximum number of entries of the list. A longer list does not fit a tab's memory together with the reference program's list. */
const MOST_PAIRS = 2 ** 24;

/** Emits every point near point i, in order. */
const neighboursOf = (points: Uint32Array, radius: number): Emitter => ({
  ...{ n: points.length, numbers: { reach: reachOf(radius) }, reads: { points } },
  code: `${PLACE}
  fn visit(i: u32) {
    let place = place_of(points[i]);
    for (var j = 0u; j < u32(numbers.n); j++) {
      let away = place_of(points[j]) - place;
      if (j != i && away.x * away.x + away.y * away.y < numbers.reach) { emit(j); }
    }
  }`,
});

export const neighbourLists: Application = {
  id: 'neighbour-lists',
  title: 'Neighbour lists',
  teaches:
    'If the number of outputs differs from element to element, the scan of these numbers gives each element the index of its first output.',
  source: ['Merry 2014, Motivating Problem'],
  madeOf: 'counts, an exclusive add scan of them, and lists that are written from these indices on',
  controls: [
    range('radius', 'Radius', [0.01, 0.3, 0.005], 0.07, percent),
    range('time', 'Time', [0, 60, 0.1], 4, (value) => `${value.toFixed(1)} s`),
    range('point', 'Marked point', [0, 1, 0.001], 0.4, percent),
    seed(),
  ],
  size: { unit: 'point', least: 1, most: 2 ** 14, gpu: 2 ** 10, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['time', 'seed', 'radius'],
  input: ({ seed, time, radius }, n) => checkPairs(movingPoints(n, seed, time), radius, MOST_PAIRS),
  steps: [
    {
      id: 'counts',
      title: 'Count',
      what: 'Every point counts its neighbours within the radius and stores only the number.',
      by: 'A kernel of this application; its time is part of the scan’s',
      isSubmitted: true,
      run: (work, { input, settings }) => ({ counts: work.make(() => emittedCounts(work.device, neighboursOf(input, settings.radius))) }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a point is the index at which its list begins.',
      by: 'lab.scan: exclusive add of u32, after the kernel of the counts',
      run: async (work, { found }) => ({ starts: await work.scan(found.counts, { algorithm: work.chosen, mode: 'exclusive' }) }),
    },
    {
      id: 'emit',
      title: 'Emit',
      what: 'Every point finds its neighbours again and writes them from the index of its list on. The result is one array without gaps, in the same order in every run.',
      by: 'A kernel of this application',
      run: async (work, { input, settings, found: { counts, starts } }) => {
        const { list, total } = await emitted(work, neighboursOf(input, settings.radius), { counts, starts }, MOST_PAIRS);
        return { list, pairs: total };
      },
    },
  ],
  method: 'a sweep along x that compares each point with the next points within the radius along x',
  reference(points, { radius }) {
    const lists = Array.from(points, () => [] as number[]);
    eachPair(points, radius, (i, j) => {
      lists[i].push(j);
      lists[j].push(i);
    });
    const { counts, starts, list } = packedLists(lists.map((near) => near.sort((left, right) => left - right)));
    return { pairs: list.length, counts, starts, list };
  },
  compare: compareExactly,
  rival: {
    title: 'Neighbour lists by atomics',
    note: 'A counter replaces the scan and assigns indices to each list: the lists have no defined order.',
    measuredOf: 'Count, scan and emit for the same number of random numbers, each compared with the eight before it.',
    requests: ({ n }, scan) => {
      const request = { operation: 'neighbours', type: 'u32', n, seed: 1 } as const;
      return { application: { ...request, algorithm: scan }, rival: { ...request, algorithm: 'atomic-lists' } };
    },
  },
  animate: { label: 'Move the points', at: (settings, seconds) => ({ ...settings, time: Number(((4 + seconds) % 60).toFixed(2)) }) },
  describe: ({ n, found }, formats) => `${formats.count(found.pairs, 'neighbour')} of ${formats.count(n, 'point')} in one list`,
  stepped: { of: 'counts', numbers: ({ input, settings }) => neighbourLists.reference(input, settings).counts },
  async hover({ input, found }, x, y, formats, { height, device }) {
    const down = (y * height) / (height - STRIP);
    // The packed list is below the box of the points.
    if (down > 1) return '';
    const nearest = nearestPlace(input, placeOf(x, down));
    const [start, count] = await runOf(device, found, nearest);
    const entries = await numbersAt(device, found.list, start, Math.min(TOLD, count), Uint32Array);
    const list = count ? ` from ${formats.integer(start)} on: ${Array.from(entries).join(', ')}${count > TOLD ? ', …' : ''}` : '';
    return `Point ${formats.integer(nearest)}: ${formats.count(count, 'neighbour')}${list}`;
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const points = Float32Array.from({ length: 500 }, (_, i) => (i * 0.618) % 1);
const near = (i) => [...points.keys()].filter((j) => j !== i && Math.abs(points[i] - points[j]) < 0.01);
const counts = Uint32Array.from(points, (_, i) => near(i).length);
const starts = await lab.scan(counts, { mode: 'exclusive' });
const list = new Uint32Array(starts[499] + counts[499]);
points.forEach((_, i) => list.set(near(i), starts[i]));
console.log(starts[100] + counts[100] === starts[101], list.length === [...counts].reduce((sum, count) => sum + count));`,
  prints: 'true true',
};

/** WGSL: the colour of a point's run in the packed list, mixed with the colour of the page. */
const RUN_WORD = `${MIXED} ${lastUpTo('starts')}
  fn run_word(point: u32) -> u32 {
    return mixed(u32(numbers.surface), ramp_word(point, arrayLength(&starts)), select(230u, 140u, point % 2 == 1));
  }`;

const hasList = ({ pairs }: Fields, step: string) => step !== 'counts' && pairs > 0;

const markedOf = ({ n, settings }: State) => Math.min(n - 1, Math.floor(settings.point * n));

/**
 * The start and the length of a point's list.
 * @param device of the buffers; undefined for a still picture
 */
const runOf = (device: GPUDevice | undefined, { starts, counts }: Fields, i: number) =>
  Promise.all([starts, counts].map((array) => numberAt(device, array, i, Uint32Array)));

async function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { width, height, scale, theme, word } = size;
  const { n, input: points, found } = state;
  const most = largestOf(lab.device, found.counts);
  const shared = {
    ...{ n, numbers: { high: height - Math.round(scale * STRIP), surface: word(theme.surface) | 0 } },
    reads: { points, counts: found.counts, starts: found.starts, list: found.list, most },
    pixel: 'place_in(points[i], vec2i(numbers.image_width, numbers.high))',
  };
  const rows = Math.round(16 * scale);
  const runs = { n: found.pairs, first_row: height - rows, rows, word: 'run_word(last_upto_in_starts(i, arrayLength(&starts)))' };
  const dotWord = step === 'counts' ? 'ramp_word(counts[i], most[0] + 1)' : 'ramp_word(i, u32(numbers.n))';
  const image = drawn(lab, size, [
    ...(found.pairs ? [edges(word(theme.line), { ...shared, entries: found.pairs, code: PLACE })] : []),
    ...(hasList(found, step) ? [strip(size, { ...shared, ...runs, code: RUN_WORD })] : []),
    dots(size, { ...shared, side: dotSide(width * height * 0.06, n), word: dotWord }),
  ]);
  most.destroy();
  const [shown, [start, count]] = await Promise.all([image, runOf(lab.device, found, markedOf(state))]);
  return { image: shown, start, count };
}

function draw(surface: Surface, state: State, step: string) {
  const { context, width, height, theme, prepared } = surface;
  const { input, settings, found } = state;
  const high = height - STRIP;
  const place = input[markedOf(state)];
  const [across, down] = [width / WIDTH, high / HEIGHT];
  const reach = settings.radius * HEIGHT;
  ring(surface, [(place & 0xffff) * across, (place >>> 16) * down], [reach * across, reach * down], theme.accent);
  if (!hasList(found, step)) return;
  const { start, count } = prepared;
  context.fillStyle = theme.text;
  context.fillRect((start * width) / found.pairs, height - 20, Math.max(2, (count * width) / found.pairs), 20);
  label(surface, `the packed list; the marked run begins at ${start.toLocaleString('en')}`, 8, height - 24);
}
