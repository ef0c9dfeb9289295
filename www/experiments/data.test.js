import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { registeredIds, registeredTuning, registeredVariants } from '../shared/registry.fakes.mjs';
import { EXPERIMENTS } from './data.ts';
import { formats, titleOf } from './fakes.mjs';
import { describeForm } from './form-text.ts';
import { isDecidable } from './judge.ts';
import { formFor } from './run.ts';
import { isSame, keyOf } from './scans.ts';

const IDS = registeredIds();
const VARIANTS = { compact: registeredVariants('atomics'), neighbours: registeredVariants('neighbours') };
const TUNING = registeredTuning();
const supports = () => null;
const gpu = { adapter: { isFallback: false }, maxElements: 2 ** 29, supports };
const software = { adapter: { isFallback: true }, maxElements: 2 ** 28, supports };

/** The scans that a claim names. */
const scansOf = ({ fast, slow, left, right, scan }) =>
  [fast, slow, left, right, typeof scan === 'string' ? { id: scan } : scan]
    .map((one) => (typeof one === 'string' ? { id: one } : one))
    .filter(Boolean);

function assertKnown({ id, tuning = {} }, operation) {
  assert.ok(IDS.includes(id) || (operation && VARIANTS[operation].includes(id)), id);
  for (const [name, value] of Object.entries(tuning)) {
    const bounds = TUNING[id][name];
    assert.ok(bounds, `${id} has no ${name}`);
    assert.ok(Number.isInteger(value) && value >= bounds.min && value <= bounds.max, `${id} ${name} ${value}`);
  }
}

test('the registry’s tuning is read from its table', () => {
  assert.deepEqual(TUNING.hybrid, { reduce_steps: { min: 0, max: 32 } });
  assert.deepEqual(Object.keys(TUNING['look-back-fallback']), ['items', 'max_spins']);
  assert.deepEqual(TUNING.sequential, {});
});

test('every scan and parameter is in the registry, and nothing is measured twice', () => {
  assert.equal(new Set(EXPERIMENTS.map(({ id }) => id)).size, EXPERIMENTS.length);
  assert.deepEqual([VARIANTS.compact.length, VARIANTS.neighbours.length], [2, 2]);
  for (const { id, groups, short, claims, operation } of EXPERIMENTS) {
    for (const { scans, sizes } of [...groups, ...short]) {
      scans.forEach((one) => assertKnown(one, operation));
      assert.equal(new Set(scans.map(keyOf)).size, scans.length, id);
      assert.deepEqual(
        sizes,
        [...new Set(sizes)].sort((left, right) => left - right),
        id,
      );
      assert.ok(sizes.every((n) => Number.isInteger(n) && n > 0));
    }
    claims.flatMap(scansOf).forEach((one) => assertKnown(one, operation));
  }
});

test('every claim has a source and a text, and is about measured points', () => {
  for (const { id, source, question, differs, groups, claims } of EXPERIMENTS) {
    for (const text of [source, question, differs]) assert.ok(text.length > 10, id);
    assert.ok(claims.length > 0, id);
    for (const claim of claims) {
      assert.ok(claim.text.length > 20, id);
      for (const scan of scansOf(claim)) {
        const among = groups.filter(({ scans }) =>
          scans.some((one) => ([claim.scan, claim.fast].includes(scan.id) ? one.id === scan.id : isSame(one, scan))),
        );
        assert.ok(among.length, `${id} does not measure ${keyOf(scan)}`);
        if (typeof claim.n === 'number')
          assert.ok(
            among.some(({ sizes }) => sizes.includes(claim.n)),
            `${id} does not measure ${claim.n}`,
          );
      }
      if (claim.kind === 'levels-off') {
        const values = groups.flatMap(({ scans }) =>
          scans.flatMap(({ id: one, tuning }) => (one === claim.scan ? (tuning?.[claim.parameter] ?? []) : [])),
        );
        assert.ok(values.length > 1 && (claim.by === undefined || values.includes(claim.by)), id);
      }
    }
  }
});

test('a tuning axis has values, and a logarithmic one no 0', () => {
  for (const { id, axis, groups, short } of EXPERIMENTS) {
    if (typeof axis === 'string') continue;
    for (const group of [...groups, ...short]) {
      const values = group.scans.flatMap(({ tuning }) => tuning?.[axis.parameter] ?? []);
      assert.ok(values.length > 1 && (axis.linear || values.every((value) => value > 0)), id);
    }
  }
});

test('shares of compactions are shares, and an axis of them has several', () => {
  for (const { id, axis, operation, readback, groups, short } of EXPERIMENTS) {
    for (const { shares } of [...groups, ...short]) {
      assert.equal(shares !== undefined, axis === 'share', id);
      assert.ok(!shares || (operation === 'compact' && shares.length > 1 && shares.every((share) => share > 0 && share <= 1)), id);
    }
    assert.ok(!readback || operation === 'compact', id);
  }
  const compaction = EXPERIMENTS.find(({ id }) => id === 'compaction-share');
  const queries = [];
  const form = formFor(compaction, { ...gpu, supports: (query) => (queries.push(query), null) });
  assert.deepEqual([form.operation, form.readback, form.points], ['compact', true, 21]);
  assert.deepEqual(queries[0], { operation: 'compact', type: 'u32', scan: 'hillis-steele' });
  assert.match(
    describeForm(form, formats)[0],
    /^Runs compactions with hillis-steele, hybrid with reduce steps = 10, auto at n = 2²⁰, of which 1 %, 10 % … 100 % are selected: 21 points/,
  );
});

test('counted scans are in the registry, and those that are measured are counted', () => {
  const { counts, groups } = EXPERIMENTS.find(({ id }) => id === 'trees');
  counts.forEach(({ scan }) => assertKnown(scan));
  const ids = new Set(counts.map(({ scan }) => scan.id));
  assert.deepEqual(
    groups.flatMap(({ scans }) => scans).filter(({ id }) => !ids.has(id)),
    [],
  );
});

test('claimed numbers are as printed', () => {
  const claims = (id) => EXPERIMENTS.find((one) => one.id === id).claims;
  const factors = claims('reduce-steps').filter(({ kind }) => kind === 'factor');
  assert.deepEqual(
    factors.map(({ n, factor, fast }) => [n, factor, fast.tuning.reduce_steps]),
    [
      [2 ** 18, 3, 9],
      [2 ** 20, 4, 10],
    ],
  );
  assert.deepEqual(
    claims('horn-knee').map(({ n }) => n),
    [4096, 4096],
  );
  assert.deepEqual(
    claims('compaction-steps').map(({ kind, n, by, factor, fast }) => [kind, n, by ?? [factor, fast.tuning.reduce_steps]]),
    [
      ['levels-off', 2 ** 18, 9],
      ['levels-off', 2 ** 20, 9],
      ['factor', 2 ** 18, [3, 9]],
      ['factor', 2 ** 20, [4, 10]],
    ],
  );
  assert.deepEqual(
    claims('work-efficient').map(({ factor }) => factor),
    [20, 20, undefined, undefined],
  );
  assert.deepEqual(
    claims('three-scans')
      .map(({ kind, n, factor }) => [kind, n, factor])
      .at(-1),
    ['factor', 1_048_576, 4],
  );
});

test('a software adapter gets a short form, with a note', () => {
  for (const experiment of EXPERIMENTS) {
    const [whole, short] = [formFor(experiment, gpu), formFor(experiment, software)];
    assert.deepEqual([whole.shortened, short.shortened], [false, true]);
    assert.ok(short.points < whole.points && short.duration_s <= 75, `${experiment.id} ${short.duration_s} s`);
    assert.ok(!describeForm(whole, formats).some((text) => /Shortened/.test(text)));
    assert.ok(describeForm(short, formats).includes('Shortened on this software adapter.'));
  }
});

test('sizes are capped by what fits, with a note; without a device all are shown', () => {
  const fastest = EXPERIMENTS.find(({ id }) => id === 'fastest');
  const form = formFor(fastest, { ...gpu, maxElements: 2 ** 25 });
  assert.deepEqual(form.groups[0].sizes, [2 ** 20, 2 ** 22, 2 ** 24]);
  assert.deepEqual(form.left_out, [2 ** 26, 2 ** 28]);
  assert.equal(form.points, 18);
  assert.match(
    describeForm(form, formats).join(' '),
    /18 points, about \d+ s\. Left out, since they are too large for this adapter: 2²⁶, 2²⁸\./,
  );
  assert.deepEqual(formFor(fastest, null).left_out, []);
  const nothing = formFor(fastest, { ...gpu, maxElements: 5 });
  assert.deepEqual(
    [nothing.groups, nothing.points, describeForm(nothing, formats)[0]],
    [[], 0, 'All its sizes are too large for this adapter.'],
  );
});

test('unsupported scans are noted', () => {
  const queries = [];
  const refusing = {
    ...gpu,
    supports: (query) => (queries.push(query), query.algorithm === 'look-back' ? 'look-back waits for others.' : null),
  };
  const texts = describeForm(
    formFor(
      EXPERIMENTS.find(({ id }) => id === 'fastest'),
      refusing,
    ),
    formats,
  );
  assert.equal(texts.at(-1), 'Cannot be run here: look-back waits for others.');
  assert.equal(queries.length, 6);
  assert.deepEqual(queries[0], {
    algorithm: 'auto',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
  });
});

test('a form is described by ids, sizes and values', () => {
  const [steps] = EXPERIMENTS;
  assert.deepEqual(describeForm(formFor(steps, gpu), formats), [
    'Runs hillis-steele, hybrid with reduce steps = 0, 1 … 18 at n = 2¹⁸; and hillis-steele, hybrid with reduce steps = 0, 1 … 20 at n = 2²⁰: 42 points, about 20 s.',
  ]);
});

test('docs/embedding.md lists the experiments', () => {
  const document = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const ids = EXPERIMENTS.map(({ id }) => `\`${id}\``);
  assert.ok(document.includes(`| ${ids.slice(0, -1).join(', ')} or ${ids.at(-1)} |`), ids.join(', '));
});

/** For each experiment, the claims that a device cannot decide. */
const undecidable = (device) =>
  Promise.all(
    EXPERIMENTS.map(async (experiment) => {
      const form = formFor(experiment, device);
      const decidable = await Promise.all(experiment.claims.map((claim) => isDecidable(claim, form, { formats, titleOf })));
      return [experiment.id, experiment.claims.filter((_, i) => !decidable[i]).map(({ text }) => text)];
    }),
  );

test('the whole form of each experiment can decide all of its claims, and a short one says which it cannot', async () => {
  for (const [id, texts] of await undecidable(gpu)) assert.deepEqual(texts, [], id);
  const short = Object.fromEntries(await undecidable(software));
  assert.ok(
    short['reduce-steps'].includes('At 2²⁰ elements and 10 steps, the hybrid is about 4 times as fast as Horn’s scan.'),
    short['reduce-steps'],
  );
  assert.ok(Object.values(short).some((texts) => !texts.length));
  // If all sizes are too large, nothing is measured, so no claim can be decided.
  const small = Object.fromEntries(await undecidable({ ...gpu, maxElements: 1 }));
  for (const { id, claims } of EXPERIMENTS) assert.equal(small[id].length, claims.length, id);
});
