/**
 * A sweep's configuration as text, for addresses and attributes, and back. Pure: no DOM, no device.
 *
 *     v=1&algorithms=hybrid:reduce_steps=9,look-back&sizes=2^10..2^24&operator=add&type=u32
 *        &mode=exclusive&pattern=random&seed=7&transfers=1&metric=elements
 *
 * A scan is its id, then `:name=value` for each tuning parameter that is not left to the core. Sizes are numbers as people
 * type them and ranges `from..to`, with `:steps=` and `:spacing=powers` or `log`; a range of powers of two has all there are.
 */
import { MOST_SIZES, parseSize, parseSizes, rangeSizes } from '../shared/sizes.js';

/** @typedef {import('../types.d.ts').TuningParameter} TuningParameter */
/** @typedef {import('../types.d.ts').Tuning} Tuning */
/** @typedef {import('./element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('../shared/sizes.js').Range} Range */
/** @typedef {{ id: string, tuning: readonly TuningParameter[] }} Tunable */
/** @typedef {{ range: Range } | { list: string }} SizesChoice */

/** Raised when a parameter changes its meaning, so that an old page says so instead of measuring something else. */
export const VERSION = '1';
/** The settings of a sweep, the operator before the type: it decides which types there are. */
export const SETTINGS = ['algorithms', 'sizes', 'operator', 'type', 'mode', 'pattern', 'seed', 'transfers', 'metric'];
/** What an address may hold besides. */
const CONTROL = ['v', 'run'];

/** More than the longest list of sizes takes; a longer text is no configuration, and reading it would take long. */
const MOST_CHARACTERS = 4000;
const MOST_QUERY_CHARACTERS = 16_000;
/** Powers of two below are short enough in digits. */
const SHORT = 1024;
const LOG_STEPS = '11';
const SEPARATORS = /[\s,;]+/;

/** @param {string} text */
const shorten = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Which scans, and the tuning of each. What is wrong is told and left out.
 * @param {string} text @param {readonly Tunable[]} known
 * @returns {{ entries: { id: string, tuning: Tuning }[], problems: string[] }}
 */
export function parseAlgorithms(text, known) {
  /** @type {{ id: string, tuning: Tuning }[]} */
  const entries = [];
  /** @type {string[]} */
  const problems = [];
  const tokens = text.split(/[\s,;+]+/).filter(Boolean);
  for (const token of tokens) {
    const [id, ...values] = token.split(':');
    const algorithm = known.find((one) => one.id === id);
    if (!algorithm) problems.push(`“${shorten(id)}” is not one of ${known.map((one) => one.id).join(', ')}`);
    else entries.push({ id, tuning: parseTuning(algorithm, values, problems) });
  }
  if (!tokens.length) problems.push('no algorithm is named');
  return { entries, problems };
}

/** @param {Tunable} algorithm @param {string[]} values like `reduce_steps=9` @param {string[]} problems */
function parseTuning({ id, tuning }, values, problems) {
  /** @type {Tuning} */
  const result = {};
  for (const text of values) {
    const [name, ...rest] = text.split('=');
    const value = rest.join('=');
    const parameter = tuning.find((one) => one.name === name);
    const names = tuning.map((one) => one.name).join(', ') || 'none';
    if (!parameter) problems.push(`“${shorten(name)}” is not a parameter of ${id}, which has ${names}`);
    else if (!isWhole(value, parameter.min, parameter.max)) {
      problems.push(`${name} of ${id} must be a whole number from ${parameter.min} to ${parameter.max}; it is “${shorten(value)}”`);
    } else result[name] = Number(value);
  }
  return result;
}

/** @param {string} text @param {number} min @param {number} max */
export function isWhole(text, min, max) {
  return /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

/**
 * A range alone stays a range; everything else is a list, with ranges inside it written out.
 * @param {string} text
 * @returns {{ choice: SizesChoice | null, problems: string[] }} null where no size could be read
 */
export function parseSizesText(text) {
  const tokens = text.split(SEPARATORS).filter(Boolean);
  if (tokens.length === 1 && tokens[0].includes('..')) {
    const { range, sizes, problems } = parseRange(tokens[0]);
    return { choice: sizes.length ? { range } : null, problems };
  }
  const ranges = tokens.filter((token) => token.includes('..')).map(parseRange);
  const inside = ranges.flatMap(({ sizes }) => sizes);
  const single = tokens.filter((token) => !token.includes('..'));
  const { sizes, errors } = parseSizes([...single, ...inside].join(' '));
  return {
    choice: sizes.length ? { list: formatNumbers(sizes.slice(0, MOST_SIZES)).join(', ') } : null,
    problems: [...ranges.flatMap(({ problems }) => problems), ...errors],
  };
}

/** @param {string} token like `2^10..2^20:steps=5` @returns {{ range: Range, sizes: number[], problems: string[] }} */
function parseRange(token) {
  const [ends, ...options] = token.split(':');
  const [from, ...rest] = ends.split('..');
  const to = rest.join('..');
  const problems = [];
  /** @type {Record<string, string>} */
  const given = {};
  for (const option of options) {
    const [name, value = ''] = option.split('=');
    if (name === 'steps' || (name === 'spacing' && ['powers', 'log'].includes(value))) given[name] = value;
    else problems.push(`“${shorten(option)}” is not an option of a range, which has steps=1 to ${MOST_SIZES} and spacing=powers or log`);
  }
  const spacing = given.spacing === 'log' ? 'log' : 'powers';
  const range = {
    from,
    to,
    steps: given.steps ?? (spacing === 'log' ? LOG_STEPS : allPowers(from, to)),
    spacing: /** @type {Range['spacing']} */ (spacing),
  };
  const { sizes, errors } = rangeSizes(range);
  return { range, sizes, problems: [...problems, ...Object.values(errors)] };
}

/** How many powers of two there are in a range, as text; of a bad range, one. @param {string} from @param {string} to */
function allPowers(from, to) {
  const [low, high] = [parseSize(from), parseSize(to)];
  if ('error' in low || 'error' in high || low.value < 1) return '1';
  return String(Math.max(1, Math.floor(Math.log2(high.value)) - Math.ceil(Math.log2(low.value)) + 1));
}

/** @param {string[]} ids @param {Record<string, Tuning>} tuning */
export function formatAlgorithms(ids, tuning) {
  const values = (/** @type {string} */ id) => Object.entries(tuning[id] ?? {}).map(([name, value]) => `:${name}=${value}`);
  return ids.map((id) => [id, ...values(id)].join('')).join(',');
}

/** @param {Range} range */
export function formatRange({ from, to, steps, spacing }) {
  const ends = `${from.trim()}..${to.trim()}`;
  if (spacing === 'log') return `${ends}:steps=${steps.trim()}:spacing=log`;
  return Number(steps) >= Number(allPowers(from.trim(), to.trim())) ? ends : `${ends}:steps=${steps.trim()}`;
}

/** Ascending sizes; powers of two that follow each other as a range. @param {number[]} sizes */
export function formatSizes(sizes) {
  const texts = formatNumbers(sizes);
  const follow = sizes.length > 2 && sizes.every((n, i) => n > 0 && Number.isInteger(Math.log2(n)) && (!i || n === 2 * sizes[i - 1]));
  return follow ? `${texts[0]}..${texts[texts.length - 1]}` : texts.join(',');
}

/** @param {number[]} sizes */
function formatNumbers(sizes) {
  return sizes.map((n) => (n >= SHORT && Number.isInteger(Math.log2(n)) ? `2^${Math.log2(n)}` : String(n)));
}

/**
 * The parameters of an address.
 * @param {SweepConfig} config @param {{ sizes?: string, metric?: string }} [texts] of the sizes, where they are known as a range, and the chart
 * @returns {Record<string, string>}
 */
export function parametersOf({ algorithms, sizes, tuning, operator, type, mode, pattern, seed, transfers }, texts = {}) {
  /** @type {Record<string, string>} */
  const parameters = {
    v: VERSION,
    algorithms: formatAlgorithms(algorithms, tuning),
    sizes: texts.sizes ?? formatSizes(sizes),
    operator,
    type,
    mode,
    pattern,
    seed: String(seed),
    ...(transfers && { transfers: '1' }),
  };
  return texts.metric ? { ...parameters, metric: texts.metric } : parameters;
}

/** The query of an address, without its question mark; what needs no escape stays readable. @param {Record<string, string>} parameters */
export function formatQuery(parameters) {
  const escape = (/** @type {string} */ text) => encodeURIComponent(text).replace(/%(?:2C|3A|3D|5E)/g, decodeURIComponent);
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${escape(value)}`)
    .join('&');
}

/** The parts of a query that are not ours, as they are. @param {string} search */
export function foreignParts(search) {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part && !isOurs(part.split('=')[0]));
}

/** @param {string} name */
const isOurs = (name) => SETTINGS.includes(name) || CONTROL.includes(name);

/**
 * What an address asks for.
 * @param {string} search with its question mark
 * @returns {{ values: Map<string, string>, run: boolean, problems: string[] }}
 */
export function parseQuery(search) {
  /** @type {Map<string, string>} */
  const values = new Map();
  const nothing = (/** @type {string} */ problem) => ({ values: new Map(), run: false, problems: [problem] });
  if (search.length > MOST_QUERY_CHARACTERS) {
    return nothing(`The address: at most ${MOST_QUERY_CHARACTERS} characters of settings are read; there are ${search.length}.`);
  }
  const problems = search
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .flatMap((part) => takePart(part, values) ?? []);
  const version = values.get('v');
  if (version !== undefined && version !== VERSION) {
    return nothing(
      `v: this page reads version ${VERSION} of an address’s settings; this one is version “${shorten(version)}”. All of them were left out.`,
    );
  }
  const run = values.get('run');
  if (run !== undefined && !['0', '1'].includes(run)) problems.push(`run: “${shorten(run)}” is not one of 0, 1.`);
  if (version) problems.push(...misspelt(search));
  return { values, run: run === '1', problems };
}

/** @param {string} part @param {Map<string, string>} values @returns {string | null} what is wrong with it */
function takePart(part, values) {
  const at = part.indexOf('=');
  const name = at < 0 ? part : part.slice(0, at);
  if (!isOurs(name)) return null;
  // A plus is a plus, as in 2^20+3: lists are separated by commas.
  const value = at < 0 ? '' : decode(part.slice(at + 1));
  if (value === null) return `${name}: “${shorten(part.slice(at + 1))}” has a % that is not followed by the two digits of a character.`;
  if (values.has(name)) return `${name}: it is given more than once; the first counts.`;
  values.set(name, value);
  return null;
}

/** @param {string} text @returns {string | null} null where its escapes are wrong */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Names that are nearly one of ours; others may be the embedding page's. @param {string} search */
function misspelt(search) {
  return foreignParts(search).flatMap((part) => {
    const name = part.split('=')[0];
    const meant = SETTINGS.find((one) => isNear(name.toLowerCase(), one));
    return meant ? [`${shorten(name)}: this is not a setting; “${meant}” is one.`] : [];
  });
}

/** Whether one letter is too many, missing or another. @param {string} left @param {string} right */
function isNear(left, right) {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const tails = [
    [1, 1],
    [1, 0],
    [0, 1],
  ].map(([a, b]) => [left.slice(start + a), right.slice(start + b)]);
  return left === right || tails.some(([a, b]) => a === b);
}

/** @param {string} name @param {string} text @returns {string | null} why it is not read */
export function tooLong(name, text) {
  return text.length > MOST_CHARACTERS ? `${name}: at most ${MOST_CHARACTERS} characters are read; there are ${text.length}.` : null;
}
