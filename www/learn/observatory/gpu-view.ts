/** Look-backs on this GPU: histograms of depths and spins. */
import { Field, h, select } from '../../ui/dom.ts';
import { GpuControls } from '../gpu-controls.ts';
import { COUNTED, countLookBacks } from './gpu-counts.ts';
import { binsOf, histogram, powerBins } from './histogram.ts';
import { CHOICES } from './settings.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Counted } from './gpu-counts.ts';

const SIZES = [16, 18, 20, 22, 24].map((exponent) => ({ value: `${2 ** exponent}`, label: `2^${exponent}` }));
const FIRST_SIZE = 2 ** 22;
const RUNS = 20;

export class GpuView {
  formats;
  holder;
  scan;
  n;
  controls: GpuControls;
  results;
  root;

  constructor({ formats, holder }: ViewContext) {
    this.formats = formats;
    this.holder = holder;
    this.scan = select(
      CHOICES.scan.filter(({ value }) => COUNTED.includes(value)),
      { value: 'look-back-fallback' },
    );
    this.n = select(SIZES, { value: `${FIRST_SIZE}` });
    this.controls = new GpuControls(holder, {
      title: 'Count on this GPU',
      clause: 'look-backs are being counted',
      failure: 'Look-backs could not be counted',
      run: (signal) => this.#count(signal),
    });
    this.results = h('div', { class: 'learn-pictures histograms' });
    this.root = h(
      'section',
      { class: 'observatory-gpu', 'aria-labelledby': 'observatory-gpu' },
      h('h4', { id: 'observatory-gpu' }, 'On this GPU'),
      h(
        'p',
        { class: 'hint' },
        `How far look-backs reach on the real device: ${RUNS} runs of the scan’s WGSL, with lines added that count. Counting takes time, ` +
          'so measured runs do not have these lines.',
      ),
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'observatory-gpu-scan', label: 'Scan to count', control: this.scan }).root,
        new Field({ id: 'observatory-gpu-n', label: 'Elements n', control: this.n }).root,
      ),
      this.controls.buttons,
      this.controls.status,
      this.results,
    );
  }

  connect() {
    this.controls.connect();
  }

  async #count(signal: AbortSignal) {
    this.controls.say('Counting…');
    try {
      const lab = await this.holder.get();
      this.#show(await countLookBacks(lab, { scan: this.scan.value, n: Number(this.n.value), runs: RUNS, signal }));
    } catch (error) {
      this.results.replaceChildren();
      throw error;
    }
  }

  #show({ depths, spins, windows, allSpins, fallbacks, tiles, runs, isRight, n }: Counted) {
    const { formats } = this;
    if (!isRight) {
      this.results.replaceChildren();
      this.controls.say('An output is wrong, so the counts are void.');
      return;
    }
    const ended = depths.reduce((sum, count) => sum + count, 0);
    const reached = depths.reduce((sum, count, depth) => sum + count * depth, 0);
    const windowText = windows ? ` in ${formats.count(windows, 'window')}` : '';
    this.controls.say(
      `${formats.count(runs, 'run')} of ${formats.integer(n)} elements in ${formats.integer(tiles)} tiles, all outputs right: ` +
        `${formats.count(ended, 'look-back')}${windowText}, ${ended ? formats.three.format(reached / ended) : 0} tiles deep on average; ` +
        `${formats.count(allSpins, 'spin')}; ${formats.count(fallbacks, 'fallback')}.`,
    );
    this.results.replaceChildren(
      histogram(formats, binsOf(depths), {
        title: 'Depth: tiles back to the prefix that ended a look-back',
        unit: 'Depth',
        of: 'Look-backs',
      }),
      histogram(formats, powerBins(spins), {
        title: 'Spins of a tile’s first invocation',
        unit: 'Spins',
        of: 'Look-backs',
      }),
    );
  }

  close() {
    this.controls.close();
  }
}
