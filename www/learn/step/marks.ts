/**
 * A run with marked elements: each call of ⊕ in it tells which elements its operands and its result combine. Pure: no DOM.
 *
 * The first word of an element is its mark, ⊕ adds marks, and the identity is 0. All differences of two of the numbers 2 p k + (k² mod p) with
 * k < p, for a prime p, are distinct (Erdős & Turán 1941). A mark is the difference of two neighbours among these numbers, so no two spans of
 * elements have the same sum.
 */
import { join } from '../flow.ts';
import type { Real, Span } from '../flow.ts';
import type { Recording } from '../../types.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';

/** The parts of a moment that are read, and its step. */
type MarkedMoment = Pick<Moment, 'pass' | 'function' | 'iteration'> & {
  step: number;
  calls: Pick<Moment['calls'][number], 'workgroup' | 'localIndex' | 'arguments' | 'result'>[];
  collectives: Pick<Moment['collectives'][number], 'workgroup' | 'localIndex' | 'argument' | 'result'>[];
};
/** An application of ⊕, with the spans of its operands and of its result. */
export type Call = {
  moment: Pick<MarkedMoment, 'step' | 'pass' | 'function' | 'iteration'>;
  workgroup: number;
  localIndex: number;
  operands: Span[];
  result: Span;
};

/** The most elements of a marked recording, and a greater prime. */
export const MOST_MARKED = 1024;
const PRIME = 1031;

/** ⊕, its identity and its subgroup operation, and on the same line their forms for marks. */
const replacedOf = (words: number): [RegExp, string][] => [
  [
    /^fn value_identity\(\) -> Value \{/m,
    `fn value_identity() -> Value { return ${words > 1 ? MARKED_VALUES.identity : 'Value(0)'}; } fn unmarked_identity() -> Value {`,
  ],
  [
    /^fn value_combine\(left: Value, right: Value\) -> Value \{/m,
    `fn value_combine(left: Value, right: Value) -> Value { ${words > 1 ? MARKED_VALUES.combine : 'return left + right;'} } ` +
      'fn unmarked_combine(left: Value, right: Value) -> Value {',
  ],
  [/^(fn element_sum\(.*\breturn subgroup)\w+\(/m, '$1Add('],
];
/** The identity and ⊕ for marks, for elements of several words. */
const MARKED_VALUES = {
  identity: 'value_from_words(array<u32, VALUE_WORDS>())',
  combine: 'var words = value_to_words(left); words[0] += value_to_words(right)[0]; return value_from_words(words);',
};

/**
 * The recording with marked elements. Its kernels have the same accesses, calls and barriers.
 * @param words per element
 */
export function marked(recording: Recording, elements: number, words: number): Recording {
  const shaders = recording.shaders.map((source) => replacedOf(words).reduce((text, [from, to]) => text.replace(from, to), source));
  const buffers = recording.buffers.map((buffer) => {
    if (buffer.name !== 'source') return buffer;
    const markAt = (i: number) => (i % words || i >= elements * words ? 0 : markOf(i / words, 1));
    return { ...buffer, words: Array.from(buffer.words, (_, i) => markAt(i)) };
  });
  return { ...recording, shaders, buffers };
}

/** The sum of the marks of neighbouring elements. */
function markOf(first: number, length: number) {
  const last = first + length;
  return 2 * PRIME * length + ((last * last) % PRIME) - ((first * first) % PRIME);
}

/** The span of a sum of marks; undefined for other words. */
class Spans {
  elements: number;
  #known: Map<number, Span | undefined> = new Map([[0, null]]);

  constructor(elements: number) {
    this.elements = elements;
  }

  of(word: number): Span | undefined {
    if (!this.#known.has(word)) this.#known.set(word, this.#found(word));
    return this.#known.get(word);
  }

  #found(word: number): Span | undefined {
    // The remainders differ by less than the prime.
    const length = Math.round(word / (2 * PRIME));
    for (let first = 0; first + length <= this.elements; first++) {
      if (markOf(first, length) === word) return { first, last: first + length - 1 };
    }
    return undefined;
  }
}

/**
 * The applications in a marked run, in order. Calls whose words are not sums of marks, such as those of lanes that do not take part,
 * are left out.
 * @param moments those of the steps with calls, in order
 * @param words per element
 */
export function callsIn(moments: readonly MarkedMoment[], elements: number, words: number): Call[] {
  const spans = new Spans(elements);
  return moments.flatMap((moment) => {
    const callOf = ({ workgroup, localIndex }: { workgroup: number; localIndex: number }, given: number[], word: number): Call[] => {
      const [result, ...operands] = [word, ...given].map((one) => spans.of(one));
      const isKnown = result !== undefined && operands.every((operand) => operand !== undefined);
      return isKnown ? [{ moment, workgroup, localIndex, operands, result }] : [];
    };
    const calls = moment.calls.flatMap((call) => callOf(call, [call.arguments[0], call.arguments[words]], call.result[0]));
    const [lane] = moment.collectives;
    const given = moment.collectives.map(({ argument }) => argument);
    // A shuffle has the argument of a lane as its result. The operation of a subgroup commutes, and lanes may be in another order.
    if (!lane || given.includes(lane.result)) return calls;
    return [...callOf(lane, given, lane.result).map(({ operands, ...call }) => ({ ...call, operands: operands.sort(byFirst) })), ...calls];
  });
}

function byFirst(left: Span, right: Span) {
  return (left?.first ?? 0) - (right?.first ?? 0);
}

/** The operands of an application in the order of the elements, if it makes a value that did not exist; null otherwise. */
export function joined({ operands, result }: Pick<Call, 'operands' | 'result'>) {
  const real = operands.filter((span) => span !== null);
  const isNext = (span: Real, i: number) => !i || span.first === real[i - 1].last + 1;
  const whole = join(real);
  const isWhole = whole && result && whole.first === result.first && whole.last === result.last;
  return real.length > 1 && real.every(isNext) && isWhole ? real : null;
}

/** Whether an application has operands in another order than the elements. */
export function isDisordered(call: Pick<Call, 'operands' | 'result'>) {
  return call.operands.filter((span) => span !== null).length > 1 && !joined(call);
}

/**
 * Whether the output of a marked run is that of a scan.
 * @param output words
 * @param words per element
 */
export function isScan(output: ArrayLike<number>, elements: number, words: number, mode: 'inclusive' | 'exclusive') {
  const lengths = Array.from({ length: elements }, (_, i) => (mode === 'inclusive' ? i + 1 : i));
  return lengths.every((length, i) => output[i * words] === markOf(0, length));
}
