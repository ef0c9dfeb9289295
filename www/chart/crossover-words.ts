/** Sentences about crossovers: from the points of a sweep, and from a search on the device. Pure: no DOM. */
import { timesOf } from '../shared/measures.ts';
import type { Formats } from '../shared/format.ts';
import type { CrossoverBracket, Point } from '../types.ts';

type Found = import('../types.ts').Crossover;
type Crossover = CrossoverBracket;
type TitleOf = (id: string) => string;
/** The scans and the range of sizes of a search. */
type Search = { algorithms: [string, string]; from: number; to: number };

export function describeCrossover({ faster, slower, between }: Crossover, titleOf: TitleOf, formats: Formats) {
  const sizes = between.map((size) => formats.size(size)).join(' and ');
  return `${titleOf(faster)} overtakes ${titleOf(slower)} between the measured sizes ${sizes}.`;
}

/** A sentence for the case that the core finds no crossover. If medians cross only within their intervals, that is no crossover. */
export function describeNone(points: Point[], algorithms: string[]) {
  return mediansCross(points, algorithms)
    ? 'No crossover is certain at these sizes: medians cross, but only within their intervals.'
    : 'No scan overtakes another at these sizes.';
}

/** Whether there are two scans, each with the shorter median at some size. */
function mediansCross(points: Point[], algorithms: string[]) {
  const all = algorithms.map((id) => timesOf(points, id));
  return all.some((first, i) =>
    all.slice(i + 1).some((second) => {
      const differences = [...first].map(([n, { value }]) => value - (second.get(n)?.value ?? value));
      return Math.min(...differences) < 0 && Math.max(...differences) > 0;
    }),
  );
}

/** The result of a search, or the reason why it has no result, in complete sentences. */
export function describeFound(found: Found, search: Search, titleOf: TitleOf, formats: Formats) {
  const { crossings, stretches, unsure, points } = found;
  const range = rangeText(search.from, search.to, formats);
  if (crossings.length) return `Found ${range}: ${stretchesText(found, search, titleOf, formats)}${gapsText(found, formats)}`;
  const pair = `No crossover of ${search.algorithms.map(titleOf).join(' and ')} found ${range}: `;
  if (found.n === null && !stretches.length) return pair + reasonOf(found, titleOf, formats);
  if (!unsure.length) return `${pair}${titleOf(stretches[0].faster)} is faster throughout.`;
  const stated = `${pair}${stretchesText(found, search, titleOf, formats)}`;
  if (unsure.length > 1) return stated + gapsText(found, formats);
  const [{ low, high, reason }] = unsure;
  const why =
    pointProblem(
      points.filter(({ n }) => low <= n && n <= high),
      titleOf,
    ) ?? lower(reason);
  return `${stated} ${upper(rangeText(low, high, formats))} the comparison is inconclusive: ${why}`;
}

/** Names the faster scan of each range of sizes. */
function stretchesText({ crossings, stretches }: Found, { from, to }: Search, titleOf: TitleOf, formats: Formats) {
  // `gapsText` lists the inconclusive ranges between stretches with the same faster scan.
  const spans = [-1, ...crossings.keys()].map((i) => {
    const of = stretches.filter(({ low }) => (crossings[i]?.high ?? 0) <= low && low <= (crossings[i + 1]?.low ?? Infinity));
    return { faster: of[0].faster, low: of[0].low, high: of[of.length - 1].high };
  });
  const parts = spans.map(({ faster, low, high }, i) => {
    const inside = low === high || (low === from) === (high === to);
    const place = inside
      ? rangeText(low, high, formats)
      : low === from
        ? `up to ${formats.integer(high)}`
        : `from ${formats.integer(low)} on`;
    return `${titleOf(faster)}${i === 0 ? ' is faster' : ''} ${place}`;
  });
  const before = parts.slice(0, -1).join(', ');
  return `${before}${before && ' and '}${parts[parts.length - 1]}.`;
}

/** Lists the ranges of sizes in which the comparison is inconclusive. */
function gapsText({ crossings, unsure }: Found, formats: Formats) {
  const places = unsure.map(({ low, high }) => rangeText(low, high, formats));
  if (crossings.some(({ low, high }) => high - low > 1)) places.unshift('between these sizes');
  if (!places.length) return '';
  const last = places.pop();
  return ` ${upper(places.length ? `${places.join(', ')} and ${last}` : String(last))} the comparison is inconclusive.`;
}

function rangeText(low: number, high: number, formats: Formats) {
  return low === high ? `at ${formats.integer(low)}` : `from ${formats.integer(low)} to ${formats.integer(high)}`;
}

/**
 * The reason why a search has no result.
 * @param found has no range with a faster scan
 */
function reasonOf({ ends, points, reason }: Found & { n: null }, titleOf: TitleOf, formats: Formats) {
  const at = (n: number) => `n\u00a0=\u00a0${formats.integer(n)}`;
  if (!ends.length) return lower(reason);
  const parts = ends.map((end) => {
    if (end.faster !== null) return `${titleOf(end.faster)} is faster at ${at(end.n)}`;
    const why =
      pointProblem(
        points.filter(({ n }) => n === end.n),
        titleOf,
      ) ?? lower(end.reason);
    return `the comparison at ${at(end.n)} is inconclusive: ${why.replace(/\.$/, '')}`;
  });
  return `${parts.join('; ')}.`;
}

/** The text with a lower-case first letter, for the middle of a sentence. */
function lower(text: string) {
  return `${text[0].toLowerCase()}${text.slice(1)}`;
}

/** The text with an upper-case first letter, for the beginning of a sentence. */
function upper(text: string) {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

/** The problem of the first point with one; null if all points have valid times, which are then too close to each other. */
function pointProblem(points: Point[], titleOf: TitleOf) {
  const bad = points.find(({ skipped, verified, resolved }) => skipped || !verified || !resolved);
  if (!bad) return null;
  const title = titleOf(bad.algorithm);
  if (bad.skipped) return `${title} was not measured: ${bad.skipped}`;
  return bad.verified ? `the time of ${title} is too short for this timer.` : `the output of ${title} was wrong, so its time is void.`;
}
