/** A skeleton to copy: a random walk. Its positions are the sums of its steps. It is not in the registry. */
import { drawCurves } from '../drawing/curves.ts';
import { compareExactly } from '../parts/compare.ts';
import { range, seed } from '../parts/declare.ts';
import { random } from '../parts/random.ts';
import { filled } from '../parts/words.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Application, State, Theme } from '../types.ts';

export const skeleton: Application = {
  id: 'random-walk',
  title: 'Random walk',
  teaches: 'The positions of a walk are the sums of its steps.',
  source: ['Blelloch 1990, Introduction'],
  madeOf: 'an inclusive add scan',
  controls: [range('share', 'Steps upwards', [0, 100, 1], 50, (share) => `${share} %`), seed()],
  size: { unit: 'step', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 12 },
  // The visitor may choose any scan.
  scan: { operator: 'add', type: 'i32', mode: 'inclusive' },
  input: ({ share, seed }, n) => ({ moves: filled(new Int32Array(n), (i) => (100 * random(i, seed) < share ? 1 : -1)) }),
  steps: [
    {
      id: 'walk',
      title: 'Walk',
      what: 'Each position is the sum of all steps up to it.',
      by: 'lab.scan: inclusive add of i32',
      run: async (work, { input }) => ({ positions: await work.scan(input.moves, { algorithm: work.chosen, type: 'i32' }) }),
    },
  ],
  method: 'a loop',
  reference({ moves }) {
    let position = 0;
    return { positions: Int32Array.from(moves as Int32Array, (move) => (position += move)) };
  },
  compare: compareExactly,
  prepare: (image, lab, state) => drawCurves(lab, image, curvesOf(state, image.theme)),
  describe: ({ settings, n }, formats) => `${formats.count(n, 'step')}, ${settings.share} % of them upwards`,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const positions = await lab.scan(Int32Array.of(1, 1, -1, 1));
console.log(positions.join(' '));`,
  prints: '1 2 1 2',
};

const curvesOf = ({ found }: State, { accent }: Theme): Curves => ({
  box: ({ width, height }) => ({ x: 0, y: 0, width, height }),
  curves: [{ values: found.positions, type: 'i32', color: accent }],
});
