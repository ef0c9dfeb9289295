/**
 * Joins the conformance reports of all shards of a grid into the report of the whole grid, as docs/conformance.md describes:
 *
 *     node measurements/merge-conformance.mjs SHARD.json… > WHOLE.json
 */
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/** The members in which all reports of one grid must agree. */
const COMMON = ['app', 'version', 'report', 'format', 'browser', 'adapter', 'grid', 'axes'];
/** The result of a probe that runs whenever a device is opened. On a busy device, its result may differ. */
const PROBED = 'forwardProgress';
const OUTCOMES = ['passed', 'failed', 'unsupported'];
/** The maximum number of listed failures, as in the report of a shard. */
const MAX_FAILURES = 500;

/** @param {object[]} reports the reports of all shards, in any order */
export function mergeReports(reports) {
  const sorted = inOrder(reports);
  const [first] = sorted;
  for (const key of COMMON) {
    const other = sorted.find((report) => !isDeepStrictEqual(withoutProbed(report[key]), withoutProbed(first[key])));
    if (other) throw new Error(`all shards must have the same ${key}; shards ${first.shard} and ${other.shard} differ in it.`);
  }
  const times = sorted.map(({ seconds }) => seconds);
  return {
    ...Object.fromEntries(COMMON.map((key) => [key, first[key]])),
    adapter: { ...first.adapter, [PROBED]: sorted.every(({ adapter }) => adapter[PROBED]) },
    date: sorted.map(({ date }) => date).sort()[0],
    shard: null,
    shards: sorted.map(({ shard, date, cases, seconds }) => ({ shard, date, ...cases, ...(seconds === undefined ? {} : { seconds }) })),
    ...(times.includes(undefined) ? {} : { seconds: sum(times) }),
    complete: sorted.every(({ complete }) => complete),
    cases: sumOf(
      sorted.map(({ cases }) => cases),
      ['total', 'done', ...OUTCOMES],
    ),
    cells: mergeCells(sorted),
    reasons: mergeReasons(sorted),
    failures: sorted.flatMap(({ failures }) => failures).slice(0, MAX_FAILURES),
    results: sorted.some(({ results }) => !results) ? null : sorted.flatMap(({ results }) => results),
  };
}

const withoutProbed = (value) => (value !== null && typeof value === 'object' && PROBED in value ? { ...value, [PROBED]: null } : value);

/** The reports in the order of the shards. Each shard must have exactly one report. */
function inOrder(reports) {
  if (!reports.length) throw new Error('the reports of all shards must be given; there was none.');
  const shards = reports.map(({ shard }) => (/^(\d+)\/(\d+)$/.exec(shard ?? '') ?? []).slice(1).map(Number));
  const [, of] = shards[0];
  const stray = shards.findIndex(([index, parts]) => !index || parts !== of);
  if (stray >= 0)
    throw new Error(`every report must be of a shard of the same division; found ${reports[0].shard} and ${reports[stray].shard}.`);
  return Array.from({ length: of }, (_, rank) => {
    const found = reports.filter((_, i) => shards[i][0] === rank + 1);
    if (found.length !== 1) throw new Error(`shard ${rank + 1}/${of} must be given once; it was given ${found.length} times.`);
    return found[0];
  });
}

function mergeCells(reports) {
  const all = reports.flatMap(({ cells }) => cells);
  const byPlace = grouped(all, ({ algorithm, operator, type }) => `${algorithm} ${operator} ${type}`);
  return byPlace.map((cells) => ({ ...cells[0], ...sumOf(cells, OUTCOMES) }));
}

function mergeReasons(reports) {
  const byReason = grouped(
    reports.flatMap(({ reasons }) => reasons),
    ({ reason }) => reason,
  );
  return byReason.map((found) => ({ ...found[0], ...sumOf(found, ['cases']) }));
}

/** Groups items by key, in the order in which the keys appear. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return [...groups.values()];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const sumOf = (objects, keys) => Object.fromEntries(keys.map((key) => [key, sum(objects.map((one) => one[key]))]));

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  try {
    const reports = await Promise.all(argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
    console.log(JSON.stringify(mergeReports(reports)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
