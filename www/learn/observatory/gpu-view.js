/** Look-backs on this GPU: histograms of depths and spins. */
import { messageOf } from '../../shared/errors.js';
import { Field, h, select } from '../../ui/dom.js';
import { COUNTED, countLookBacks } from './gpu-counts.js';
import { binsOf, histogram, powerBins } from './histogram.js';
import { CHOICES } from './settings.js';

/** @typedef {import('../../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('./gpu-counts.js').Counted} Counted */

const WORK = 'look-backs are being counted';
const SIZES = [16, 18, 20, 22, 24].map((exponent) => ({ value: `${2 ** exponent}`, label: `2^${exponent}` }));
const FIRST_SIZE = 2 ** 22;
const RUNS = 20;

export class GpuView {
  /** @type {AbortController | null} */
  running = null;

  /** @param {ViewContext} context */
  constructor({ formats, holder }) {
    this.formats = formats;
    this.holder = holder;
    this.scan = select(
      CHOICES.scan.filter(({ value }) => COUNTED.includes(value)),
      { value: 'look-back-fallback' },
    );
    this.n = select(SIZES, { value: `${FIRST_SIZE}` });
    this.start = h('button', { type: 'button', class: 'primary', onclick: () => void this.#run() }, 'Count on this GPU');
    this.cancel = h('button', { type: 'button', hidden: true, onclick: () => this.running?.abort() }, 'Cancel');
    this.status = h('p', { role: 'status' });
    this.results = h('div', { class: 'histograms' });
    this.root = h(
      'section',
      { class: 'observatory-gpu', 'aria-labelledby': 'observatory-gpu' },
      h('h4', { id: 'observatory-gpu' }, 'On this GPU'),
      h(
        'p',
        { class: 'hint' },
        `How far look-backs reach on the real device: ${RUNS} runs of the scan’s own WGSL, with lines added that count. Counting takes time, ` +
          'so it is never in measured runs, whose WGSL has none of these lines.',
      ),
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'observatory-gpu-scan', label: 'Scan to count', control: this.scan }).root,
        new Field({ id: 'observatory-gpu-n', label: 'Elements n', control: this.n }).root,
      ),
      h('div', { class: 'step-buttons' }, this.start, this.cancel),
      this.status,
      this.results,
    );
  }

  connect() {
    const isMissing = globalThis.isSecureContext === false || !navigator.gpu;
    this.start.disabled = isMissing;
    if (isMissing) this.status.textContent = 'This takes a GPU, and this browser offers none here.';
  }

  async #run() {
    if (!this.holder.begin(WORK)) {
      this.status.textContent = `Not started, since ${this.holder.work}.`;
      return;
    }
    const running = new AbortController();
    this.#setRunning(running);
    this.status.textContent = 'Counting…';
    try {
      const lab = await this.holder.get();
      this.#show(await countLookBacks(lab, { scan: this.scan.value, n: Number(this.n.value), runs: RUNS, signal: running.signal }));
    } catch (error) {
      this.results.replaceChildren();
      this.status.textContent = running.signal.aborted ? 'Cancelled.' : `Look-backs could not be counted: ${messageOf(error)}`;
    } finally {
      this.holder.end();
      this.#setRunning(null);
    }
  }

  /** @param {AbortController | null} running */
  #setRunning(running) {
    const focused = (running ? this.start : this.cancel).matches(':focus');
    this.running = running;
    this.start.hidden = running !== null;
    this.cancel.hidden = running === null;
    if (focused) (running ? this.cancel : this.start).focus();
  }

  /** @param {Counted} counted */
  #show({ depths, spins, windows, allSpins, fallbacks, tiles, runs, isRight, n }) {
    const { formats } = this;
    if (!isRight) {
      this.results.replaceChildren();
      this.status.textContent = 'An output is wrong, so the counts are void.';
      return;
    }
    const ended = depths.reduce((sum, count) => sum + count, 0);
    const reached = depths.reduce((sum, count, depth) => sum + count * depth, 0);
    const windowText = windows ? ` in ${formats.count(windows, 'window')}` : '';
    this.status.textContent =
      `${formats.count(runs, 'run')} of ${formats.integer(n)} elements in ${formats.integer(tiles)} tiles, every output right: ` +
      `${formats.count(ended, 'look-back')}${windowText}, ${ended ? formats.three.format(reached / ended) : 0} tiles deep on average; ` +
      `${formats.count(allSpins, 'spin')}; ${formats.count(fallbacks, 'fallback')}.`;
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
    this.running?.abort();
  }
}
