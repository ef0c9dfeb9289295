/**
 * Writes a run into the file that the page shows before the visitor's first run, with the number of samples that its comparisons require:
 *
 *     node measurements/record.mjs RUN.json [FILE]    RUN.json has the result of recorded.js; FILE is www/measure/recorded-run.json by default
 */
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The number of samples of each series that stay in the file. */
const SAMPLES = 6;
/** The number of significant digits of times, rates and ratios. */
const DIGITS = 6;
const LEFT_OUT = `all but the first ${SAMPLES} samples of each series, the times of the copy kernel but once per size, and the digits of fractions after the first ${DIGITS}; medians, intervals and ratios are of all samples`;

/** @param {object} file a result file @returns {object} the shorter result file */
export function shortened({ points, ...file }) {
  const sizes = new Set();
  const short = points.map((point) => {
    const { copy, ...rest } = withFewSamples(point);
    if (!copy || sizes.has(point.n)) return rest;
    sizes.add(point.n);
    return { ...rest, copy };
  });
  return { ...file, left_out: LEFT_OUT, points: rounded(short) };
}

/** A value with rounded fractions. */
function rounded(value) {
  if (Array.isArray(value)) return value.map(rounded);
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
}

/** @param {object} point */
function withFewSamples(point) {
  const [samples_ns, rounds] = [point.samples_ns, point.rounds].map((list) => list.slice(0, SAMPLES));
  return { ...point, samples_ns, rounds, outliers: point.outliers.filter((rank) => rank < SAMPLES) };
}

if (pathToFileURL(argv[1] ?? '').href === import.meta.url) {
  const returned = JSON.parse(await readFile(argv[2], 'utf8'));
  const place = argv[3] ?? fileURLToPath(new URL('../www/measure/recorded-run.json', import.meta.url));
  await writeFile(place, `${JSON.stringify(shortened(typeof returned === 'string' ? JSON.parse(returned) : returned))}\n`);
}
