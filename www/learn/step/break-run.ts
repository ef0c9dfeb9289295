/** Break it, joined: what is offered for a run, the broken run after a prediction, and the same on the browser's GPU. */
import { gpuOf, openAdapter } from '../gpu-run.ts';
import { PADDING } from '../padding.ts';
import { mutations } from '../../ui/emulator.ts';
import { BreakView } from './break-view.ts';
import { STALL, breaksOf, broken, nameOf, resultOf, wholeBreaksOf } from './break.ts';
import { play, playStalled } from './play.ts';
import { runRecording, subgroupSizes, usesSubgroups } from './gpu.ts';
import { expectedScan, firstWrong } from './operators.ts';
import { detailTexts, otherOrderText } from './outcome.ts';
import { MOST_NUMBERS, SCHEDULES, SMALL_TILES } from './settings.ts';
import type { Broken, Result } from './break.ts';
import type { SubgroupSizes } from './gpu.ts';
import type { StepView } from './step-view.ts';
import type { Played, Settings } from './types.ts';

export class BreakRun {
  view: StepView;
  shown: BreakView;
  root;
  /** What is broken of the recording, where it is lines. */
  edited: Broken | null = null;
  /** The step of what happened. */
  #place = 0;
  /** Where another order of execution shows a race: its name, and the words of its output. */
  #other: { label: string; words: number[] } | null = null;

  constructor(view: StepView) {
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

  /** Before a whole run is shown: the lines that will be edited are marked in it. */
  prepare({ recording }: Played) {
    const { settings, algorithm } = this.view;
    const asked = settings.broken;
    settings.broken = nameOf(recording, asked, mutations);
    if (settings.broken !== asked) this.view.rest();
    this.edited = settings.broken ? broken(recording, settings.broken, algorithm.id, mutations) : null;
  }

  /** Offers what can be broken of a whole run, and asks about what is chosen; false where that cannot be. */
  offer(whole: Played) {
    const { view } = this;
    const { settings, algorithm, context } = view;
    const { broken: id } = settings;
    const breaks = breaksOf(whole, wholeBreaksOf(algorithm, whole.recording), mutations);
    const isKnown = breaks.some((one) => one.id === id);
    context.reportSetting('broken', id && !isKnown ? [`“${id}” cannot be broken in this run; nothing is.`] : []);
    if (!isKnown) [settings.broken, this.edited] = ['', null];
    this.root.hidden = false;
    this.shown.offer(breaks, whole.recording, algorithm.id, settings.broken);
    // What the whole run shows would be taken for the answer.
    view.verdict.hidden = view.findings.hidden = isKnown;
    if (isKnown) this.shown.ask();
    return isKnown || !id;
  }

  /** What is broken, or mended, is another. */
  #choose(id: string) {
    // One waits for another.
    if (id === STALL && this.view.workgroups < 2) this.view.change({ broken: id, input: SMALL_TILES });
    else this.view.change({ broken: id });
  }

  /** Runs what is broken. */
  async #predict(predicted: Result) {
    const { view } = this;
    const { whole } = view;
    if (!whole) return;
    await view.attempt(
      async () => {
        const played = await this.#play(whole, view.settings);
        return { played, other: await this.#inOtherOrders(whole, played) };
      },
      ({ played, other }) => {
        view.settings.at = null;
        const wrong = view.begin(played);
        const result = resultOf(whole, played, !wrong);
        const race = played.findings.findIndex(({ places }) => places.length > 1);
        const { player } = played;
        this.#place = (race >= 0 ? player.stepOfRace(race) : result === 'slower' ? player.stepOfConflict() : undefined) ?? 0;
        const named = this.#place ? (race >= 0 ? 'the race' : 'the worst conflict') : '';
        const what = { broken: view.settings.broken, operator: view.operator };
        this.shown.tell(predicted, result, [...detailTexts(whole, played, wrong, what), other], named);
        if (this.#place) view.playback.seek(this.#place);
        this.#offerGpu(played);
      },
    );
  }

  /** Of a race that leaves the output right: what another order of execution makes of it. */
  async #inOtherOrders(whole: Played, { findings, recording, buffers }: Played) {
    const { operator, settings, numbers } = this.view;
    const expected = expectedScan(operator, numbers, settings.mode);
    this.#other = null;
    const wrongIn = (all: Played['buffers']) => firstWrong(expected, all[recording.output], operator.words);
    // Long inputs take seconds in each.
    if (!findings.length || settings.broken === STALL || numbers.length > MOST_NUMBERS || wrongIn(buffers)) return '';
    for (const { value: schedule, label } of SCHEDULES) {
      const other = await this.#play(whole, { ...settings, schedule });
      other.player.free();
      const wrong = wrongIn(other.buffers);
      if (!wrong) continue;
      this.#other = { label, words: other.buffers[recording.output] };
      return otherOrderText(label, wrong, operator);
    }
    return otherOrderText('', null, operator);
  }

  #play(whole: Played, settings: Settings) {
    const options = { ...this.view.playing, ...settings, subgroupSize: whole.subgroupSize };
    return settings.broken === STALL
      ? playStalled(whole.recording, options)
      : play(this.#broken(whole, settings) ?? whole.recording, options);
  }

  /** What is broken of the recording of such settings; null where it has nothing of it. */
  #broken({ recording }: Pick<Played, 'recording'>, settings: Settings) {
    if (settings.broken === PADDING) return this.view.record(settings, { padding: 0 }).recording;
    return broken(recording, settings.broken, this.view.algorithm.id, mutations)?.recording ?? null;
  }

  /** @param played the broken run */
  #offerGpu(played: Played) {
    const isComplete = played.reports.every(({ outcome }) => outcome === 'completed');
    const reason = !isComplete
      ? 'Not run on a GPU: what never ends would hang it.'
      : gpuOf()
        ? ''
        : 'This browser has no WebGPU, so there is no GPU to compare with.';
    this.shown.gpu.offer(reason, () => this.#onGpu(played));
  }

  async #onGpu(played: Played) {
    const { operator, settings, numbers } = this.view;
    const expected = expectedScan(operator, numbers, settings.mode);
    const adapter = await openAdapter();
    const recording = usesSubgroups(played.recording) ? this.#forSubgroups(played, subgroupSizes(adapter)) : played.recording;
    const run = await runRecording(adapter, recording, expected.length);
    const emulated = [{ label: '', words: played.buffers[played.recording.output] }, ...(this.#other ? [this.#other] : [])];
    return { run, outputs: { expected, operator, emulated } };
  }

  /** The same break for the GPU's subgroups: kernels are made for the sizes that a device has. */
  #forSubgroups(played: Played, { smallest, largest }: SubgroupSizes) {
    if (smallest === played.subgroupSize && largest === smallest) return played.recording;
    const settings = { ...this.view.settings, subgroup: smallest, largestSubgroup: largest };
    const recording = this.#broken(this.view.record(settings), settings);
    if (recording) return recording;
    const sizes = smallest === largest ? `${largest}` : `${smallest} to ${largest}`;
    throw new Error(`for subgroups of ${sizes}, as the GPU has, another kernel runs.`);
  }

  #goThere() {
    const { playback } = this.view;
    playback.pause();
    playback.seek(this.#place);
    playback.line.focus();
    this.view.rest();
  }
}
