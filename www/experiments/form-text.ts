/** Describes the scans and sizes that an experiment runs. */

import type { Formats } from '../shared/format.ts';
import type { Form, TunedAlgorithm } from './types.ts';

/** Words for the operations that contain the scans. */
const MADE = { compact: 'compactions with ', neighbours: 'neighbour lists with ' };
/** The maximum length of a complete list of values. A longer list shows the first two values and the last. */
const MAX_VALUES = 6;

export function describeForm({ groups, operation, shortened, left_out, refused, points, duration_s }: Form, formats: Formats): string[] {
  const size = (n: number) => formats.size(n);
  const kept = (shares: number[]) =>
    shares.length ? `, of which ${listed(shares.map((share) => formats.percent(share)))} are selected` : '';
  const runs = groups.map(
    ({ scans, sizes, shares = [] }) => `${describeScans(scans, size)} at n = ${listed(sizes.map(size))}${kept(shares)}`,
  );
  const time = `${formats.count(points, 'point')}, about ${durationText(duration_s, formats)}.`;
  const notes = [
    runs.length
      ? `Runs ${operation ? MADE[operation] : ''}${runs.join('; and ')}: ${time}`
      : 'All its sizes are too large for this adapter.',
    shortened ? 'Shortened on this software adapter.' : null,
    left_out.length ? `Left out, since they are too large for this adapter: ${left_out.map(size).join(', ')}.` : null,
    refused.length ? `Cannot be run here: ${refused.map((reason) => reason.replace(/\.$/, '')).join('; ')}.` : null,
  ];
  return notes.filter((note) => note !== null);
}

/** Describes scans by their ids, with the values of each parameter. */
function describeScans(scans: TunedAlgorithm[], size: (n: number) => string) {
  const values: Map<string, number[]> = new Map();
  for (const { id, tuning } of scans) {
    const entries = Object.entries(tuning ?? {});
    if (!entries.length) values.set(id, []);
    for (const [name, value] of entries) {
      const key = `${id} with ${name.replaceAll('_', ' ')}`;
      values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return [...values].map(([key, list]) => (list.length ? `${key} = ${listed(list.map(size))}` : key)).join(', ');
}

function listed(texts: string[]) {
  if (texts.length <= MAX_VALUES) return texts.join(', ');
  return `${texts[0]}, ${texts[1]} … ${texts[texts.length - 1]}`;
}

function durationText(duration_s: number, formats: Formats) {
  return duration_s < 90 ? `${formats.integer(Math.ceil(duration_s / 10) * 10)} s` : formats.count(Math.round(duration_s / 60), 'minute');
}
