/** Break it, joined: what is offered for a run, the broken run after a prediction, and the same on the browser's GPU. */
import { gpuOf, openAdapter } from '../gpu-run.js';
import { BreakView } from './break-view.js';
import { PADDING, STALL, breaksOf, broken, lineOf, resultOf, stepOfConflict, stepOfRace, wholeBreaksOf } from './break.js';
import { play, playStalled } from './play.js';
import { runRecording, subgroupSizes, usesSubgroups } from './gpu.js';
import { expectedScan, firstWrong } from './operators.js';
import { detailTexts, otherOrderText } from './outcome.js';
import { MOST_NUMBERS, SCHEDULES, numbersOf } from './settings.js';

/** @typedef {import('./break.js').Broken} Broken */
/** @typedef {import('./break.js').Result} Result */
/** @typedef {import('./types.d.ts').Played} Played */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./step-view.js').StepView} StepView */

export class BreakRun {
  /** What is broken of the recording, where it is lines. @type {Broken | null} */
  edited = null;
  /** The step of what happened. */
  #place = 0;
  /** Where another order of execution shows a race: its name, and the words of its output. @type {{ label: string, words: number[] } | null} */
  #other = null;

  /** @param {StepView} view */
  constructor(view) {
    this.view = view;
    this.shown = new BreakView(
      (id) => this.#choose(id),
      (result) => void this.#predict(result),
      () => this.#goThere(),
    );
    this.root = this.shown.root;
  }

  /** Forgets the last run. */
  clear() {
    this.edited = null;
    this.root.hidden = true;
  }

  /** Before a whole run is shown: the lines that will be edited are marked in it. @param {Played} whole */
  prepare({ recording }) {
    const { settings, algorithm } = this.view;
    this.edited = settings.broken ? broken(recording, settings.broken, algorithm.id) : null;
  }

  /** Offers what can be broken of a whole run, and asks about what is chosen; false where that cannot be. @param {Played} whole */
  offer(whole) {
    const { settings, algorithm, player, context } = this.view;
    const { broken: id } = settings;
    const breaks = breaksOf(/** @type {import('./player.js').Player} */ (player), wholeBreaksOf(algorithm, whole.recording));
    const isKnown = breaks.some((one) => one.id === id);
    context.reportSetting('broken', id && !isKnown ? [`“${id}” cannot be broken in this run; nothing is.`] : []);
    if (!isKnown) [settings.broken, this.edited] = ['', null];
    this.root.hidden = false;
    this.shown.offer(breaks, whole.recording, algorithm.id, settings.broken);
    if (isKnown) this.shown.ask();
    return isKnown || !id;
  }

  /** What is broken, or mended, is another. @param {string} id */
  #choose(id) {
    // Padding is for tiles as wide as the banks.
    if (id === PADDING) this.view.change({ broken: id, input: 'tile', subgroup: 32, workgroup: 32 });
    else if (id === STALL) this.view.change({ broken: id, input: 'tiles' });
    else this.view.change({ broken: id });
  }

  /** Runs what is broken. @param {Result} predicted */
  async #predict(predicted) {
    const { view } = this;
    const { whole } = view;
    if (!whole) return;
    await view.attempt(
      async () => {
        const played = await this.#play(whole, view.settings);
        return { played, other: await this.#inOtherOrders(whole, played) };
      },
      ({ played, other }) => {
        view.settings.at = 0;
        const wrong = view.begin(played);
        const result = resultOf(whole, played, !wrong);
        const race = played.findings.find(({ places }) => places.length > 1);
        const player = /** @type {import('./player.js').Player} */ (view.player);
        this.#place = race ? stepOfRace(player, race) : result === 'slower' ? stepOfConflict(player) : 0;
        const named = this.#place ? (race ? 'the race' : 'the worst conflict') : '';
        const what = { broken: view.settings.broken, operator: view.operator };
        this.shown.tell(predicted, result, [...detailTexts(whole, played, wrong, what), other], named);
        if (this.#place) view.playback.seek(this.#place);
        this.#offerGpu(played);
      },
    );
  }

  /** Of a race that leaves the output right: what another order of execution makes of it. @param {Played} whole @param {Played} played */
  async #inOtherOrders(whole, { findings, recording, buffers }) {
    const { operator, settings } = this.view;
    const { numbers } = numbersOf(settings.input);
    const expected = expectedScan(operator, numbers, settings.mode);
    this.#other = null;
    const wrongIn = (/** @type {Played['buffers']} */ all) => firstWrong(expected, all[recording.output], operator.words);
    // Long inputs take seconds in each.
    if (!findings.length || settings.broken === STALL || numbers.length > MOST_NUMBERS || wrongIn(buffers)) return '';
    for (const { value: schedule, label } of SCHEDULES) {
      const other = await this.#play(whole, { ...settings, schedule });
      const wrong = wrongIn(other.buffers);
      if (!wrong) continue;
      this.#other = { label, words: other.buffers[recording.output] };
      return otherOrderText(label, wrong, operator);
    }
    return otherOrderText('', null, operator);
  }

  /** @param {Played} whole @param {Settings} settings */
  #play(whole, settings) {
    const options = { ...settings, subgroupSize: whole.subgroupSize };
    return settings.broken === STALL ? playStalled(whole.recording, options) : play(this.#recording(whole, settings), options);
  }

  /** What is broken of the recording of such settings. @param {Pick<Played, 'recording'>} whole @param {Settings} settings */
  #recording({ recording }, settings) {
    if (settings.broken === PADDING) return this.view.record(settings, { padding: 0 }).recording;
    return broken(recording, settings.broken, this.view.algorithm.id)?.recording ?? recording;
  }

  /** @param {Played} played the broken run */
  #offerGpu(played) {
    const isComplete = played.reports.every(({ outcome }) => outcome === 'completed');
    const reason = !isComplete
      ? 'Not run on a GPU: what never ends would hang it.'
      : gpuOf()
        ? ''
        : 'This browser has no WebGPU, so there is no GPU to compare with.';
    this.shown.gpu.offer(reason, () => this.#onGpu(played));
  }

  /** @param {Played} played */
  async #onGpu(played) {
    const { operator, settings } = this.view;
    const expected = expectedScan(operator, numbersOf(settings.input).numbers, settings.mode);
    const adapter = await openAdapter();
    const recording = usesSubgroups(played.recording) ? this.#forSubgroups(played, subgroupSizes(adapter)) : played.recording;
    const run = await runRecording(adapter, recording, expected.length);
    const emulated = [{ label: '', words: played.buffers[played.recording.output] }, ...(this.#other ? [this.#other] : [])];
    return { run, outputs: { expected, operator, emulated } };
  }

  /** The same break for the GPU's subgroups: kernels are made for the sizes that a device has. @param {Played} played @param {import('./gpu.js').SubgroupSizes} sizes */
  #forSubgroups(played, { smallest, largest }) {
    if (smallest === played.subgroupSize && largest === smallest) return played.recording;
    const settings = { ...this.view.settings, subgroup: smallest, largestSubgroup: largest };
    const whole = this.view.record(settings);
    const [place] = this.edited?.places ?? [];
    const before = /** @type {Played} */ (this.view.whole).recording;
    if (place && lineOf(whole.recording, place.shader, place.line) !== lineOf(before, place.shader, place.line)) {
      const sizes = smallest === largest ? `${largest}` : `${smallest} to ${largest}`;
      throw new Error(`for subgroups of ${sizes}, as the GPU has, another kernel runs.`);
    }
    return this.#recording(whole, settings);
  }

  #goThere() {
    const { playback } = this.view;
    playback.pause();
    playback.seek(this.#place);
    playback.line.focus();
    this.view.rest();
  }
}
