/** One case as text, from which it can be repeated: `blelloch max u32 exclusive backward heads in-place n=257 random`. Pure: no DOM, no device. */
import { DIRECTIONS, MAX_U32, MODES } from '../shared/arguments.ts';
import type { Catalogue } from '../ui/element-types.ts';
import type { Axes, Case } from './cases.ts';

const SHAPE =
  /^(?<algorithm>\S+) (?<operator>\S+) (?<type>\S+) (?<mode>\S+) (?<direction>\S+)(?: (?<segments>segmented|heads|head-bits|rows|columns))?(?<inPlace> in-place)?(?<initial> initial)? n=(?<n>\d+) (?<pattern>\S+)(?<tuning>( \w+=\d+)*)$/;
const EXAMPLE = 'blelloch max u32 exclusive backward heads in-place n=257 random';
/** The former name of `heads` in the text of a case. */
const SEGMENTED = 'segmented';

export function caseText({ algorithm, operator, type, mode, direction, segments, inPlace, initial, n, pattern, tuning = {} }: Case) {
  const flags = [segments !== 'whole' && segments, inPlace && 'in-place', initial && 'initial'].filter(Boolean);
  return [
    algorithm,
    operator,
    type,
    mode,
    direction,
    ...flags,
    `n=${n}`,
    pattern,
    ...Object.entries(tuning).map((pair) => pair.join('=')),
  ].join(' ');
}

/** @returns the case, or the problem of the text; both null if there is no text */
export function readCase(
  text: string | null | undefined,
  catalogue: Pick<Catalogue, 'algorithms' | 'operators' | 'patterns'> & Partial<Pick<Catalogue, 'operations'>>,
): { one: Case | null; problem: string | null } {
  if (!text) return { one: null, problem: null };
  const found = SHAPE.exec(text.trim().replace(/\s+/g, ' '))?.groups;
  if (!found)
    return refuse(
      `the form “${EXAMPLE}”, with head-bits, rows or columns instead of heads, without heads or in-place if they do not apply, with initial after in-place for a scan from an initial value, and with tuning such as items=1 at the end`,
      text,
    );
  const operator = catalogue.operators.find(({ id }) => id === found.operator);
  const choices: [string, readonly string[]][] = [
    ['algorithm', [...catalogue.algorithms, ...(catalogue.operations ?? [])].map(({ id }) => id)],
    ['operator', catalogue.operators.map(({ id }) => id)],
    ['type', operator?.types ?? []],
    ['mode', MODES],
    ['direction', DIRECTIONS],
    ['pattern', catalogue.patterns.map(({ id }) => id)],
  ];
  const wrong = choices.find(([name, known]) => !known.includes(found[name]));
  if (wrong) return refuse(`one of ${wrong[1].join(', ')} as its ${wrong[0]}`, found[wrong[0]]);
  const n = Number(found.n);
  if (n > MAX_U32) return refuse(`at most ${MAX_U32} elements`, found.n);
  const tuning = Object.fromEntries(
    found.tuning
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('='))
      .map(([name, value]) => [name, Number(value)]),
  );
  const { algorithm, type, mode, direction, pattern } = found;
  const one = {
    algorithm,
    operator: found.operator,
    type,
    mode,
    direction,
    segments: found.segments === SEGMENTED ? 'heads' : (found.segments ?? 'whole'),
    inPlace: Boolean(found.inPlace),
    initial: Boolean(found.initial),
    ...(found.tuning ? { tuning } : {}),
    size: found.n,
    n,
    pattern,
  } as Case;
  return { one, problem: null };
}

function refuse(required: string, found: string) {
  return { one: null, problem: `case must have ${required}; it was “${found}”.` };
}

/** The axes of a grid with only this case. */
export function axesOfCase({ algorithm, operator, type, mode, direction, segments, inPlace, initial, size, n, pattern }: Case): Axes {
  return {
    algorithms: [algorithm],
    kinds: [{ operator, type }],
    modes: [mode],
    directions: [direction],
    segments: [segments],
    inPlace: [inPlace],
    initial: [initial],
    sizes: [{ name: size, of: () => n }],
    patterns: [pattern],
    far: [],
    farTuning: () => ({}),
  };
}
