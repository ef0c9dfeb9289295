/** Particles under a lens: the selected particles are packed together, in their order. */
import { mappedOn } from '../device/scans.ts';
import { SIZE, dots } from '../drawing/boxes.ts';
import { drawCurves, labelsAbove } from '../drawing/curves.ts';
import { dotSide, label, ring } from '../drawing/draw.ts';
import { compareExactly } from '../parts/compare.ts';
import { choice, percent, range, seed, swinging } from '../parts/declare.ts';
import { indicesOf } from '../parts/keep-last.ts';
import { HEIGHT, PLACE, WIDTH, placeOf, reachOf } from '../parts/places.ts';
import { random } from '../parts/random.ts';
import { wordsOf } from '../parts/words.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, Settings, State, Surface, Theme } from '../types.ts';

/** Columns and rows of cells for n particles, with one particle per cell. */
function cellsOf(n: number) {
  const columns = Math.ceil(Math.sqrt((n * WIDTH) / HEIGHT));
  return { columns, rows: Math.ceil(n / columns) };
}

/** One particle per cell, row by row, at a random position: neighbours in memory are neighbours in the picture. */
function particlesOf(n: number, seed: number) {
  const { columns, rows } = cellsOf(n);
  const within = (i: number, axis: number) => random(2 * i + axis, seed);
  return wordsOf(n, (i) => placeOf(((i % columns) + within(i, 0)) / columns, (Math.floor(i / columns) + within(i, 1)) / rows));
}

/** The lens in whole numbers. Squared distances fit a 32-bit word. */
const lensOf = ({ x, y, radius, keep }: Settings) => ({
  lens_x: Math.round(x * WIDTH),
  lens_y: Math.round(y * HEIGHT),
  reach: reachOf(radius),
  inside: Number(keep === 'inside'),
});

/** A function that flags a particle: 1 if the lens selects it, else 0. */
function flagger(settings: Settings) {
  const { lens_x, lens_y, reach, inside } = lensOf(settings);
  return (particle: number) => {
    const isInside = ((particle & 0xffff) - lens_x) ** 2 + ((particle >>> 16) - lens_y) ** 2 < reach;
    return Number(Number(isInside) === inside);
  };
}

const FLAG = `${PLACE}
  fn flag_of(particle: u32) -> u32 {
    let away = place_of(particle) - vec2i(numbers.lens_x, numbers.lens_y);
    return u32(i32(away.x * away.x + away.y * away.y < numbers.reach) == numbers.inside);
  }`;

export const compaction: Application = {
  id: 'compaction',
  title: 'Stream compaction',
  teaches:
    'An exclusive scan of flags gives every selected element its index in the output, so all selected elements can move at once and keep their order.',
  source: ['Sengupta, Lefohn & Owens 2006, §1 and §4', 'Horn 2005', 'Merry 2014, Other Applications'],
  madeOf: 'flags, an exclusive add scan and a scatter',
  controls: [
    range('x', 'Lens, x', [0, 1, 0.005], 0.42, percent),
    range('y', 'Lens, y', [0, 1, 0.005], 0.5, percent),
    range('radius', 'Radius', [0.02, 1, 0.01], 0.38, percent),
    choice('keep', 'Selected', { inside: 'particles inside', outside: 'particles outside' }),
    seed(),
  ],
  size: { unit: 'particle', least: 1, most: 2 ** 24, gpu: 2 ** 20, software: 2 ** 14, still: 2 ** 12 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['seed'],
  input: ({ seed }, n) => particlesOf(n, seed),
  steps: [
    { id: 'particles', title: 'Particles', what: 'Every particle is one word, its position. Its colour shows its index in memory.' },
    {
      id: 'flags',
      title: 'Flags',
      what: 'A flag is 1 if the lens selects the particle.',
      by: 'A kernel of this application; its time is part of the scan’s',
      isSubmitted: true,
      run: (work, { n, input: particles, settings }) => ({
        flags: mappedOn(work, n, ['flag_of(particles[i])'], { whole: lensOf(settings), arrays: { particles }, type: 'u32', code: FLAG }),
      }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the flags before a particle is the number of selected particles before it, which is its index in the output.',
      by: 'lab.scan: exclusive add of u32, after the kernel of the flags',
      run: async (work, { found }) => ({ places: await work.scan(found.flags, { algorithm: work.chosen, mode: 'exclusive' }) }),
    },
    {
      id: 'scatter',
      title: 'Scatter',
      what: 'Every selected particle moves to its index in the output. The selected particles fill the first rows, without gaps and in their order.',
      by: 'lab.compact, which includes the scan',
      run: (work, { input, found: { flags } }) => work.call('compact', input, { flags, scan: work.chosen, indices: true }),
    },
  ],
  method: 'Array.filter',
  reference(input, settings) {
    const flags = Uint32Array.from(input, flagger(settings));
    const indices = indicesOf(input.length).filter((i) => flags[i]);
    let count = 0;
    const places = flags.map((flag) => (count += flag) - flag);
    return { count, flags, output: indices.map((i) => input[i]), indices, places };
  },
  compare: compareExactly,
  rival: {
    title: 'Compaction by atomics',
    note: 'A counter replaces the scan: the output has no defined order.',
    requests: ({ n, found }, scan) => {
      const request = { operation: 'compact', type: 'u32', n, flags: true, density: found.count / n, seed: 1 } as const;
      return { application: { ...request, algorithm: scan }, rival: { ...request, algorithm: 'atomic-workgroups' } };
    },
  },
  cardStep: 'flags',
  drag: { label: 'Lens', x: 'x', y: 'y' },
  animate: swinging('Move the lens', { x: [0.5, 0.32, 0.9], y: [0.5, 0.26, 1.3] }),
  describe: ({ n, found }, formats) => `${formats.integer(found.count)} of ${formats.count(n, 'particle')} selected`,
  stepped: { of: 'flags', numbers: ({ input, settings }) => input.map(flagger(settings)) },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// x in the low half of a word, y in the high one.
const particles = Uint32Array.from({ length: 4096 }, (_, i) => (i % 64) | (Math.floor(i / 64) << 16));
const isKept = (p) => ((p & 0xffff) - 32) ** 2 + ((p >>> 16) - 32) ** 2 < 20 ** 2;
const flags = particles.map((p) => Number(isKept(p)));
const places = await lab.scan(flags, { mode: 'exclusive' });
const { output, count } = await lab.compact(particles, { flags });
console.log(count, particles.every((p, i) => !flags[i] || output[places[i]] === p));`,
  prints: '1245 true',
};

const placesOf = ({ found }: State, theme: Theme): Curves => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.7, width, height: height * 0.28 }),
  bounds: [0, Math.max(1, found.count)],
  curves: [{ values: found.places, type: 'u32', color: theme.accent }],
});

/**
 * WGSL expressions for the dots of a step. Dots are at their positions or, after the scatter, at their indices in the output. Selected dots
 * cover the others.
 */
const IN_PLACE = { pixel: `place_in(particles[i], ${SIZE})`, word: 'ramp_word(i, u32(numbers.n))' };
const FLAGGED = { ...IN_PLACE, word: `select(u32(numbers.dropped), ${IN_PLACE.word}, flags[i] == 1)`, layer: 'flags[i]' };
const SCATTERED = {
  pixel: `middle_in(i, vec2i(numbers.columns, numbers.rows), ${SIZE})`,
  word: 'ramp_word(indices[i], u32(numbers.in_all))',
};

function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { width, height, theme, word } = size;
  const { n, input, found } = state;
  const particles = dots(size, {
    n: step === 'scatter' ? found.count : n,
    side: dotSide(width * height, n),
    numbers: { ...cellsOf(n), in_all: n, dropped: word(theme.line) | 0 },
    reads: { particles: input, flags: found.flags, indices: found.indices },
    ...(step === 'particles' ? IN_PLACE : step === 'scatter' ? SCATTERED : FLAGGED),
  });
  return drawCurves(lab, size, step === 'scan' ? placesOf(state, theme) : null, [particles]);
}

function draw(surface: Surface, state: State, step: string) {
  const { width, height, theme } = surface;
  const { x, y, radius } = state.settings;
  ring(surface, [x * width, y * height], [radius * height, radius * height], step === 'scatter' ? theme.line : theme.accent);
  if (step !== 'scan') return;
  const above = labelsAbove(surface, placesOf(state, theme));
  label(surface, 'selected before each index', 10, above);
  label(surface, state.found.count.toLocaleString('en'), width - 10, above, { align: 'right', color: theme.accent });
}
