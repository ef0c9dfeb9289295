import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { addressOf } from './sources.ts';

/** Sources without an address that is known to last, and those that are no publications. */
const WITHOUT = /^(Merry 201[45]|Mahmoud, lecture 6|lecture “|This project|The table$)/;

/** The strings of a field in the files of a folder: a list, or a text with semicolons. */
function sources(folder, name) {
  const at = new URL(`../${folder}/`, import.meta.url);
  const files = fs.readdirSync(at).filter((file) => name.test(file));
  return files.flatMap((file) => {
    const text = fs.readFileSync(new URL(file, at), 'utf8');
    const constants = Object.fromEntries([...text.matchAll(/^const ([A-Z]+) = '(.*)';/gm)].map(([, key, value]) => [key, value]));
    const plain = text
      .replaceAll(/\$\{([A-Z]+)\}/g, (_, key) => constants[key])
      .replaceAll(/source: ([A-Z]+),/g, (_, key) => `source: '${constants[key]}',`);
    const fields = [...plain.matchAll(/source: (\[[^\]]*\]|'[^']*'|`[^`]*`)/g)].map(([, field]) => field);
    return fields.flatMap((field) => [...field.matchAll(/['`]([^'`]*)['`]/g)].flatMap(([, source]) => source.split('; ')));
  });
}

for (const [folder, name] of [
  ['experiments', /-data\.ts$/],
  ['use/applications', /\.ts$/],
]) {
  test(`the sources of ${folder} have addresses`, () => {
    const all = sources(folder, name);
    assert.ok(all.length > 10, `${all.length} sources`);
    assert.deepEqual(
      all.filter((source) => !addressOf(source) && !WITHOUT.test(source)),
      [],
    );
  });
}
