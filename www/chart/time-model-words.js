/** Predictions in words: what decides at which size, and where measured and predicted part. Pure. */
import { leftOut } from './left-out.js';
import { AGREES, judge, ratioOf } from './time-model.js';

/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('./time-model.js').Model} Model */
/** @typedef {import('./time-model.js').Judgement} Judgement */
/** @typedef {import('./time-model.js').Row & import('./left-out.js').Case & { bytes: number }} PredictedRow */

/** @param {Model} model @param {Formats} formats */
export function describeModel({ launch_ns, launchFrom, bytes_per_ns, largest }, formats) {
  const launch = launchFrom === 'empty' ? 'an empty dispatch' : 'the shortest copies beside their bytes';
  return (
    `Predicted time = dispatches × ${formats.time(launch_ns)} (${launch}) + bytes ÷ ${formats.gigabytes(bytes_per_ns * 1e9)} GB/s ` +
    `(the copy kernel at n = ${formats.size(largest)}). The plan has the dispatches and the bytes.`
  );
}

/**
 * @param {string} title @param {PredictedRow[]} rows by rising n
 * @param {Model} model @param {(id: string) => string} titleOf @param {Formats} formats
 */
export function describePrediction(title, rows, model, titleOf, formats) {
  if (!rows.length) return `${title}: no prediction, for it has no times yet, or this device would plan it otherwise.`;
  const judgement = judge(rows);
  const runs = [...new Set(rows.map(({ id }) => titleOf(id)))].filter((one) => one !== title);
  const who = runs.length ? `${title} (here ${runs.join(', then ')})` : title;
  return `${who}: ${decides(judgement, rows, model, formats)} ${parts(judgement, rows, formats)}`;
}

/** @param {Judgement} judgement @param {PredictedRow[]} rows @param {Model} model @param {Formats} formats */
function decides({ launchesUpTo, trafficFrom }, rows, { launch_ns }, formats) {
  const of = (/** @type {{ n: number }} */ { n }) => /** @type {PredictedRow} */ (rows.find((row) => row.n === n));
  const launches =
    launchesUpTo &&
    `launches decide (${formats.count(of(launchesUpTo).plan.dispatches, 'dispatch', 'dispatches')} × ${formats.time(launch_ns)})`;
  const traffic = trafficFrom && `traffic decides (${formats.three.format(of(trafficFrom).bytes / trafficFrom.n)} bytes an element)`;
  const ends = { launches: launchesUpTo === rows[rows.length - 1], traffic: trafficFrom === rows[0] };
  if (ends.launches) return `at all sizes ${launches}.`;
  if (ends.traffic) return `at all sizes ${traffic}.`;
  const clauses = [
    launchesUpTo && `up to n = ${formats.size(launchesUpTo.n)} ${launches}`,
    trafficFrom && `from ${formats.size(trafficFrom.n)} on ${traffic}`,
  ].filter(Boolean);
  return clauses.length ? `${clauses.join(', ')}.` : 'launches and traffic weigh alike at all sizes.';
}

/** @param {Judgement} judgement @param {PredictedRow[]} rows @param {Formats} formats */
function parts({ worst, off, trafficFrom }, rows, formats) {
  const share = `${formats.integer(100 * (AGREES - 1))} %`;
  if (!off.length) return `Measured and predicted times are within ${share} of each other.`;
  const ratios = rows.filter(({ n }) => trafficFrom && n >= trafficFrom.n).map(ratioOf);
  const range = ratios.length > 1 ? `; where traffic decides, ${extent(ratios, formats)} times` : '';
  const at = /** @type {PredictedRow} */ (worst);
  const causes = leftOut(at, ratioOf(at) > 1, formats);
  return `They part most at n = ${formats.size(at.n)}, where measured is ${two(ratioOf(at), formats)} times the prediction${range}. Not in the model: ${listed(causes)}.`;
}

/** @param {number[]} ratios @param {Formats} formats */
function extent(ratios, formats) {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => two(ratio, formats));
  return least === most ? least : `${least} to ${most}`;
}

/** @param {number} value @param {Formats} formats */
function two(value, formats) {
  return formats.three.format(Number(value.toPrecision(2)));
}

/** @param {string[]} texts */
function listed(texts) {
  return texts.length > 1 ? `${texts.slice(0, -1).join('; ')}; and ${texts[texts.length - 1]}` : texts[0];
}
