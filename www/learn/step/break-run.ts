/** Connects Break it with Step: offers the breaks of a run, plays the broken run after a prediction, and offers it on the browser's GPU. */
import { gpuOf, openAdapter } from '../gpu-run.ts';
import { PADDING } from '../padding.ts';
import { mutations } from '../../shared/emulator.ts';
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
  /** The edited recording; null if no lines were edited. */
  edited: Broken | null = null;
  /** The step at which the outcome is visible, such as that of the race; 0 if no step shows it. */
  #place = 0;
  /** Another order of execution in which the race makes the output wrong, with this output; null if none is known. */
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

  /** Called before the run of the unbroken kernel is shown. Marks the lines that the break will edit. */
  prepare({ recording }: Played) {
    const { settings, algorithm } = this.view;
    const asked = settings.broken;
    settings.broken = nameOf(recording, asked, mutations);
    if (settings.broken !== asked) this.view.rest();
    this.edited = settings.broken ? broken(recording, settings.broken, algorithm.id, mutations) : null;
  }

  /** Offers the breaks of an unbroken run, and asks about the chosen break. Returns false if the run does not have this break. */
  offer(whole: Played) {
    const { view } = this;
    const { settings, algorithm, context } = view;
    const { broken: id } = settings;
    const breaks = breaksOf(whole, wholeBreaksOf(algorithm, whole.recording), mutations);
    const isKnown = breaks.some((one) => one.id === id);
    context.reportSetting('broken', id && !isKnown ? [`“${id}” cannot be broken in this run, so nothing is broken.`] : []);
    if (!isKnown) [settings.broken, this.edited] = ['', null];
    this.root.hidden = false;
    this.shown.offer(breaks, whole.recording, algorithm.id, settings.broken);
    // The result of the unbroken run is hidden, because readers would take it for the answer.
    view.verdict.hidden = view.findings.hidden = isKnown;
    if (isKnown) this.shown.ask();
    return isKnown || !id;
  }

  /** Chooses another break; an empty id chooses no break. */
  #choose(id: string) {
    // A stall needs at least two workgroups, so that one waits for the other.
    if (id === STALL && this.view.workgroups < 2) this.view.change({ broken: id, input: SMALL_TILES });
    else this.view.change({ broken: id });
  }

  /** Runs the broken kernel, and compares the result with the reader's prediction. */
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

  /** If the output is right although there is a race: a sentence about the outcome in other orders of execution. */
  async #inOtherOrders(whole: Played, { findings, recording, buffers }: Played) {
    const { operator, settings, numbers } = this.view;
    const expected = expectedScan(operator, numbers, settings.mode);
    this.#other = null;
    const wrongIn = (all: Played['buffers']) => firstWrong(expected, all[recording.output], operator.words);
    // Long inputs are left out, because each order of execution would take seconds.
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

  /** The broken recording for these settings; null if the recording does not have the line of the break. */
  #broken({ recording }: Pick<Played, 'recording'>, settings: Settings) {
    if (settings.broken === PADDING) return this.view.record(settings, { padding: 0 }).recording;
    return broken(recording, settings.broken, this.view.algorithm.id, mutations)?.recording ?? null;
  }

  /** @param played the broken run */
  #offerGpu(played: Played) {
    const isComplete = played.reports.every(({ outcome }) => outcome === 'completed');
    const reason = !isComplete
      ? 'Not run on a GPU: an endless kernel would hang it.'
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

  /** The recording with the same break for the subgroups of the GPU, because kernels depend on the subgroup sizes of a device. */
  #forSubgroups(played: Played, { smallest, largest }: SubgroupSizes) {
    if (smallest === played.subgroupSize && largest === smallest) return played.recording;
    const settings = { ...this.view.settings, subgroup: smallest, largestSubgroup: largest };
    const recording = this.#broken(this.view.record(settings), settings);
    if (recording) return recording;
    const sizes = smallest === largest ? `${largest}` : `${smallest} to ${largest}`;
    throw new Error(`for the GPU’s subgroups of ${sizes}, another kernel runs.`);
  }

  #goThere() {
    const { playback } = this.view;
    playback.pause();
    playback.seek(this.#place);
    playback.line.focus();
    this.view.rest();
  }
}
