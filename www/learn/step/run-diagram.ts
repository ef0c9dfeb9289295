/** The diagram of a run. If the run makes the values of the lesson's diagram, it is this diagram, else one of the run's values. Pure: no DOM. */
import { graphOf } from '../flow.ts';
import { MOST_COLUMNS, matchFlow } from './flow-match.ts';
import { callsIn, isScan, marked } from './marks.ts';
import { runFlow } from './run-flow.ts';
import { eventKinds, eventWords } from '../../shared/emulator.ts';
import type { Combination, Graph, Real } from '../flow.ts';
import type { Made } from './flow-match.ts';
import type { Flow } from '../../types.ts';
import type { Player } from '../../shared/scanlab-emulator-web.d.ts';
import type { Played, Settings } from './types.ts';

/** A diagram, with the steps that make its values. */
export type RunDiagram = {
  graph: Graph;
  made: Made[];
  /** The number of each column, if each column is one element and elements are numbers. */
  input?: number[];
  /** A note on the difference from the lesson; undefined for the diagram of the lesson. */
  note?: string;
};
/** The scan of a run. `flowOf` returns the flow of the lesson with a number of columns. */
type Scan = { elements: number; words: number; mode: Settings['mode']; flowOf: (columns: number) => Flow };
/** Makes the diagram with the numbers of the elements. `of` is the operator; undefined if elements are not numbers. */
export type DrawRun = (numbers: readonly number[], of: Combination | undefined) => RunDiagram;

/** A function that makes the diagram of a run; null if the output is not a scan, or if applications of ⊕ do not make it in order. */
export function runDiagram(played: Played, { elements, words, mode, flowOf }: Scan): DrawRun | null {
  const found = markedCalls(played, elements, words);
  if (!found) return null;
  const { calls, output } = found;
  if (!isScan(output, elements, words, mode)) return null;
  const match = matchFlow(flowOf, calls, elements);
  if (match) {
    const { flow, made } = match;
    return (numbers, of) => {
      const input = of && Array.from({ length: flow.columns }, (_, i) => numbers[i] ?? of.identity);
      return { graph: graphOf(flow, { input, of, elements }), made, input };
    };
  }
  const flowWith = (numberOf: (span: Real) => number | null) => runFlow(calls, { elements, mode }, numberOf);
  const shape = flowWith(() => null);
  if (!shape) return null;
  return (numbers, of) => {
    const flow = of ? flowWith(({ first, last }) => numbers.slice(first, last + 1).reduce(of.combine)) : shape;
    return { ...(flow ?? shape), input: of && elements <= MOST_COLUMNS ? [...numbers] : undefined };
  };
}

/** The applications and the output of a second run with marked elements; null if its steps differ from those of the run. */
function markedCalls({ recording, player, again }: Played, elements: number, words: number) {
  const other = again(marked(recording, elements, words));
  try {
    if (other.steps !== player.steps) return null;
    const moments = stepsOfCalls(other).map((step) => {
      other.seek(step);
      return { ...other.moment(), step };
    });
    other.seek(Infinity);
    return { calls: callsIn(moments, elements, words), output: other.buffer(recording.output) };
  } finally {
    other.free();
  }
}

/** The steps with calls or subgroup operations. Only their moments are computed, because those of all steps would take longer. */
function stepsOfCalls(player: Player) {
  const [events, size] = [player.events(), eventWords()];
  const kinds = new Set([eventKinds().indexOf('call'), eventKinds().indexOf('collective')]);
  const steps: Set<number> = new Set();
  let step = 0;
  for (let i = 0; i < events.length; i += size) {
    // The step numbers in the events have gaps at steps without events, but the player numbers the steps without gaps.
    if (!i || events[i + 1] !== events[i + 1 - size]) step++;
    if (kinds.has(events[i] & 0xff)) steps.add(step);
  }
  return [...steps];
}
