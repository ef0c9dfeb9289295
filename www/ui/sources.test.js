import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPERIMENTS } from '../experiments/data.ts';
import { APPLICATIONS } from '../use/applications/index.ts';
import { addressOf } from './sources.ts';

/** Sources without a verified address, and those that are no publications. */
const WITHOUT = /^(Merry 201[45]|Mahmoud, lecture 6|lecture “|This project|The table$)/;

const CITED = {
  experiments: EXPERIMENTS.flatMap(({ source, claims }) => [source, ...claims.flatMap((claim) => claim.source ?? [])]),
  applications: APPLICATIONS.flatMap(({ source }) => source),
};

for (const [name, texts] of Object.entries(CITED)) {
  test(`the sources of ${name} have addresses`, () => {
    const all = texts.flatMap((text) => text.split('; '));
    assert.ok(all.length > 10, `${all.length} sources`);
    assert.deepEqual(
      all.filter((source) => !addressOf(source) && !WITHOUT.test(source)),
      [],
    );
  });
}
