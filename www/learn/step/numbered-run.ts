/** The run of a lesson with the reader's numbers: the kernels of a scan sum them on the emulator. The diagram is that of Step. */
import { SUM } from '../flow.ts';
import { stepped, wordsOf } from './operators.ts';
import { play } from './play.ts';
import { numbersIn, recordRun } from './record.ts';
import { runDiagram } from './run-diagram.ts';
import { DEFAULTS, defaultsOf, formatSettings, isSinglePass } from './settings.ts';
import type { Algorithm } from '../../types.ts';
import type { Catalogue, Explainer } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { DrawRun, RunDiagram } from './run-diagram.ts';
import type { Settings } from './types.ts';

export type NumberedRun = {
  /** Returns the diagram with numbers. */
  draw: (numbers: readonly number[]) => RunDiagram;
  /** Returns the settings with which Step shows the run of the numbers, as parts of an address. */
  parts: (numbers: readonly number[]) => string[];
};

/** The run for a number of columns. Its applications of ⊕ do not depend on the numbers, so one run suffices for all numbers. */
export async function numberedRun(
  { explainer, catalogue }: { explainer: Explainer; catalogue: Catalogue },
  algorithm: Algorithm,
  count: number,
): Promise<NumberedRun> {
  const operator = stepped(catalogue.operators).find(({ id }) => id === 'add') as Operator;
  const defaults = defaultsOf(algorithm);
  // A single tile would not look back, so in a single-pass scan, zeros fill up four small tiles.
  const zeros = isSinglePass(algorithm) ? numbersIn({ algorithm, operator, settings: defaults }).length / count - 1 : 0;
  const inputOf = (numbers: readonly number[]) => numbers.flatMap((number) => [number, ...Array<number>(zeros).fill(0)]);
  const elements = inputOf(Array(count).fill(0)).length;
  const drawOf = async (settings: Settings) => {
    const { recording, subgroupSize } = recordRun(explainer, { algorithm, operator, settings }, Array(elements).fill(0));
    const { words, type, identity } = operator;
    const played = await play(recording, { ...settings, subgroupSize, words, identity: wordsOf(type, identity) });
    try {
      return runDiagram(played, { elements, words, mode: settings.mode, flowOf: (columns) => explainer.flow(algorithm.id, columns) });
    } finally {
      played.player.free();
    }
  };
  const isLesson = (draw: DrawRun | null) => draw && !draw(Array(elements).fill(0), SUM).note;
  // Some scans make the diagram of the lesson only if a workgroup has one invocation per number.
  let settings = defaults;
  let draw = await drawOf(settings);
  if (!zeros && !isLesson(draw) && count > DEFAULTS.workgroup) {
    const wide = { ...defaults, workgroup: count };
    const wideDraw = await drawOf(wide);
    if (isLesson(wideDraw)) [settings, draw] = [wide, wideDraw];
  }
  if (!draw) throw new Error('the run has no diagram');
  const found = draw;
  return {
    draw: (numbers) => found(inputOf(numbers), SUM),
    parts: (numbers) => formatSettings({ ...settings, input: inputOf(numbers).join(',') }, defaults),
  };
}
