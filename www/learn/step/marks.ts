/**
 * Runs with marked elements. The words of a call of ⊕ in such a run tell which elements its operands and its result combine. Pure: no DOM.
 *
 * The first word of an element is its mark, ⊕ adds marks, and the identity is 0. For a prime p, consider the numbers 2 p k + (k² mod p) with
 * k < p. All differences of two of them are distinct (Erdős & Turán 1941). The mark of element k is the difference of the numbers k + 1 and k.
 * The sum of the marks of a span is also a difference of two of the numbers, so no two spans have the same sum.
 */
import { join } from '../flow.ts';
import type { Real, Span } from '../flow.ts';
import type { Recording } from '../../types.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';

/** The members of a moment that this module reads, and the step of the moment. */
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

/** The maximum number of elements of a marked recording, and a prime that exceeds it. */
export const MOST_MARKED = 1024;
const PRIME = 1031;

/** Replacements of ⊕, of its identity and of its subgroup operation in shaders by their forms for marks. They do not change line numbers. */
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
/** The bodies of the identity and of ⊕ for marks, for elements of several words. */
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

/** The sum of the marks of `length` neighbouring elements. */
function markOf(first: number, length: number) {
  const last = first + length;
  return 2 * PRIME * length + ((last * last) % PRIME) - ((first * first) % PRIME);
}

/** Finds the span of elements whose marks have a given sum; undefined for words that are not such sums. */
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
    // The two remainders differ by less than the prime, so the quotient is rounded to the length.
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
 * @param moments the moments of the steps with calls, in order
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
    // The result of a shuffle is the argument of a lane, so it is no application. A sum over a subgroup is one, with operands in any order.
    if (!lane || given.includes(lane.result)) return calls;
    return [...callOf(lane, given, lane.result).map(({ operands, ...call }) => ({ ...call, operands: operands.sort(byFirst) })), ...calls];
  });
}

function byFirst(left: Span, right: Span) {
  return (left?.first ?? 0) - (right?.first ?? 0);
}

/** The operands of an application without identities, if they are adjacent, in index order, and make up the result; null otherwise. */
export function joined({ operands, result }: Pick<Call, 'operands' | 'result'>) {
  const real = operands.filter((span) => span !== null);
  const isNext = (span: Real, i: number) => !i || span.first === real[i - 1].last + 1;
  const whole = join(real);
  const isWhole = whole && result && whole.first === result.first && whole.last === result.last;
  return real.length > 1 && real.every(isNext) && isWhole ? real : null;
}

/** Whether an application has several operands that are not adjacent or not in index order. */
export function isDisordered(call: Pick<Call, 'operands' | 'result'>) {
  return call.operands.filter((span) => span !== null).length > 1 && !joined(call);
}

/**
 * Whether the output of a marked run is that of a scan.
 * @param output the words of the output
 * @param words per element
 */
export function isScan(output: ArrayLike<number>, elements: number, words: number, mode: 'inclusive' | 'exclusive') {
  const lengths = Array.from({ length: elements }, (_, i) => (mode === 'inclusive' ? i + 1 : i));
  return lengths.every((length, i) => output[i * words] === markOf(0, length));
}
