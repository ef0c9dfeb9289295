/** The view of a run in which a kernel failed, step by step. */
import { h } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { play } from '../step/play.ts';
import { RunStage } from '../step/run-stage.ts';
import { findingText } from '../step/words.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Failure, Replay } from '../../shared/emulator-data.d.ts';
import type { Played } from '../step/types.ts';

const LATENCY = 1;

export class ReplayView {
  context: ViewContext;
  stage: RunStage;
  title = h('h4', { tabindex: '-1' });
  reason = h('p', {});
  findings = h('ul', { class: 'step-findings' });
  problem = h('p', { class: 'error', role: 'alert', hidden: true });
  root;
  /** The number of the latest run. Runs with lower numbers are dropped. */
  #turn = 0;

  constructor(context: ViewContext) {
    this.context = context;
    this.stage = new RunStage(context);
    const { playback, keys, status, stage } = this.stage;
    this.root = h(
      'section',
      { class: 'step write-replay', 'aria-label': 'The failed run', hidden: true },
      this.title,
      this.reason,
      this.problem,
      playback.root,
      keys,
      status,
      stage,
      this.findings,
    );
  }

  /**
   * Shows a failed run at its race, at the last write of a wrong element, or at its end.
   * @param lines the number of lines of the kernel, which precede those of the judge
   */
  async show({ recording, output, words, identity, options }: Replay, failure: Failure, lines: number) {
    const turn = ++this.#turn;
    this.problem.hidden = true;
    this.root.hidden = false;
    this.stage.status.textContent = 'Running…';
    const { n, operator, schedule, subgroupSize } = failure;
    this.reason.textContent = `${failure.message}.`;
    this.title.textContent = `${this.context.formats.count(n, 'element')}, ${operator}, schedule ${schedule}, subgroups of ${subgroupSize}`;
    try {
      const files = [
        [
          { path: 'kernel', firstLine: 1 },
          { path: 'judge', firstLine: lines + 1 },
        ],
      ];
      const played = await play(
        { ...recording, files, output, abortFlag: null },
        { identity: Uint32Array.from(identity), subgroupSize, schedule, latency: LATENCY, words, options },
      );
      if (turn !== this.#turn) return played.player.free();
      this.#begin(played, output, words, failure);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.stage.clear();
      this.problem.hidden = false;
      this.problem.textContent = `This run cannot be stepped through: ${messageOf(error)}`;
    }
    this.title.focus();
  }

  #begin(played: Played, output: number, words: number, { kind, element, n: elements }: Failure) {
    const { player, findings } = played;
    const race = findings.findIndex((finding) => finding.kind === kind && finding.places.length > 1);
    const told = race >= 0 ? player.stepOfRace(race) : element === null ? undefined : player.stepOfWrite(output, element * words);
    const step = told ?? player.steps;
    const operator = { type: 'u32' as const, words, meaning: '' };
    this.stage.begin({ played, elements, operator, scanned: { algorithm: '', latency: LATENCY } }, step);
    this.findings.replaceChildren(...findings.map((finding) => h('li', {}, findingText(played, finding))));
  }

  clear() {
    this.#turn++;
    this.stage.clear();
    this.root.hidden = true;
  }
}
