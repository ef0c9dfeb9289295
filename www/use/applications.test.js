import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { APPLICATIONS } from './applications/index.ts';
import { skeleton } from './applications/skeleton.ts';
import { defaultsOf, formatParts, parseParts } from './settings.ts';
import { stillState } from './steps.ts';
import { applicationsDocument } from './applications-document.mjs';
import { parseSettings } from '../learn/step/settings.ts';
import { stepParts } from './view/application-layout.ts';
import { STILL_FILES } from './view/still-files.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'applications');
const document = path.join(folder, '../../../docs/applications.md');
const sources = [...fs.readFileSync(path.join(document, '../sources.md'), 'utf8').matchAll(/\*\*(.+?)\*\*/gs)].map(([, key]) =>
  key.replaceAll(/\s+/g, ' '),
);
// The lecture is cited with its number.
sources.push('Mahmoud, lecture 6');
const PICTURE_WIDTH = 608;
const MOST_PICTURE_BYTES = 300_000;
const TEXTS = ['id', 'title', 'teaches', 'madeOf', 'method', 'code', 'prints'];
const FUNCTIONS = ['input', 'reference', 'compare', 'prepare', 'describe'];

/** The paths to all numbers and arrays of numbers in a result, at any depth. @param {any} value @param {string[]} path @returns {string[][]} */
function pathsOf(value, path = []) {
  if (typeof value === 'number' || typeof value[0] === 'number') return [path];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
}

/** A deep copy. An array that a value holds twice becomes two arrays, so that one can be changed. @param {any} value @returns {any} */
function copyOf(value) {
  if (typeof value === 'number') return value;
  if (ArrayBuffer.isView(value)) return value.slice();
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]));
}

/** A copy with one wrong number, or a wrong last entry of one array. A first entry may have no effect: the horizon at a ray's first sample. @param {Record<string, any>} found @param {string[]} path */
function withWrong(found, path) {
  const copy = copyOf(found);
  const place = path.slice(0, -1).reduce((within, name) => within[name], copy);
  const name = path[path.length - 1];
  if (typeof place[name] === 'number') place[name] += 1000;
  else place[name][place[name].length - 1] += 1000;
  return copy;
}

for (const application of [...APPLICATIONS, skeleton]) {
  const { id, code, controls, size, source, steps } = application;

  test(`${id} has all that an application needs`, () => {
    for (const name of TEXTS) assert.ok(typeof application[name] === 'string' && application[name], `${id}.${name} must be a text`);
    for (const name of FUNCTIONS) assert.equal(typeof application[name], 'function', `${id}.${name} must be a function`);
    assert.ok(source.length > 0, `${id}.source must cite one source or more`);
    for (const one of source)
      assert.ok(
        sources.some((key) => one.startsWith(key)),
        `docs/sources.md must have ${one}`,
      );
    assert.ok(steps.filter(({ run, by }) => run && by).length > 0, `${id}.steps must run a scan or an operation`);
    assert.ok(
      steps.every(({ id: step, title, what }) => step && title && what),
      `each of ${id}.steps must have id, title and what`,
    );
    assert.ok(
      size.least >= 1 && size.least <= size.still && size.still <= size.software && size.software <= size.gpu && size.gpu <= size.most,
    );
    const names = ['n', 'step', 'scan', ...controls.map((control) => control.id)];
    assert.equal(new Set(names).size, names.length, `${id}.controls must have names of their own`);
    assert.match(
      code,
      /^import \{ ScanLab \} from '\.\/scanlab\.js';\nconst lab = await ScanLab\.open\(\);\n/,
      `${id}.code must begin as all do`,
    );
    assert.ok(code.split('\n').length <= 12, `${id}.code must have ten lines or so, it has ${code.split('\n').length}`);
    assert.match(application.teaches, /^[^.]+\.$/, `${id}.teaches must be one sentence`);
    if (application === skeleton) return;
    const picture = fs.readFileSync(path.join(document, '../pictures', `${id}.png`));
    assert.match(STILL_FILES[id]?.href, new RegExp(`/pictures/${id}\\.png$`), `view/still-files.ts must name ${id}.png`);
    // The header: a signature, then the length and name of the first chunk, then the width.
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    assert.equal(picture.readUInt32BE(16), PICTURE_WIDTH, `docs/pictures/${id}.png must be ${PICTURE_WIDTH} pixels wide`);
    assert.ok(picture.length <= MOST_PICTURE_BYTES, `docs/pictures/${id}.png must have at most ${MOST_PICTURE_BYTES} bytes`);
  });

  test(`${id} finds its reference program right, and sees what is wrong`, async () => {
    const { settings } = defaultsOf(application);
    const lab = { plan: () => ({ operator_depth: 40 }) };
    const usual = Math.max(size.least, Math.min(100, size.most));
    for (const n of [size.least, usual]) {
      const state = stillState(application, settings, n);
      assert.deepEqual(stillState(application, settings, n), state, 'the same settings give the same input');
      const wanted = application.reference(state.input, settings);
      const copies = structuredClone({ input: state.input, settings });
      assert.deepEqual(application.reference(copies.input, copies.settings), wanted, 'a worker gets copies of the input and the settings');
      const found = copyOf(wanted);
      assert.equal(await application.compare(found, wanted, state, lab), null);
      const wrong = pathsOf(found);
      const seen = await Promise.all(wrong.map((path) => application.compare(withWrong(found, path), wanted, state, lab)));
      assert.ok(seen.some(Boolean), `a wrong entry of ${wrong.map((path) => path.join('.')).join(', ')} must be found`);
      // With the fewest elements, some results are trivial: each ray is then one sample.
      for (const [rank, path] of n === usual ? wrong.entries() : []) {
        const name = path.join('.');
        assert.ok(seen[rank], `a wrong number, or last entry, of ${name} must be found`);
      }
    }
  });

  test(`settings of ${id} are those that its address says`, () => {
    const chosen = defaultsOf(application);
    assert.deepEqual(formatParts(application, chosen), []);
    chosen.n = size.least;
    chosen.step = steps[0].id;
    for (const control of controls) {
      if (control.kind === 'range') chosen.settings[control.id] = control.max;
      if (control.kind === 'select') chosen.settings[control.id] = control.choices.at(-1)[0];
      if (control.kind === 'text') chosen.settings[control.id] = 'a/b=c & 1';
    }
    assert.deepEqual(parseParts(application, formatParts(application, chosen), ['blelloch']), { chosen, problems: [] });
  });
}

for (const application of APPLICATIONS) {
  const { id, stepped, scan, size } = application;
  if (!stepped) continue;
  test(`the scan of ${id} can be stepped through at any size, of numbers that differ where there are some`, () => {
    const { settings } = defaultsOf(application);
    for (const n of [size.least, size.still, size.gpu]) {
      const state = /** @type {any} */ ({ n, settings, input: application.input(settings, n) });
      const parsed = parseSettings(stepParts(stepped, scan, state, null).slice(2), ['max', 'bicyclic']);
      assert.deepEqual(parsed.problems, [], `${n}`);
      assert.ok(n === size.least || new Set(parsed.settings.input.split(',')).size > 1, `${n}: ${parsed.settings.input}`);
    }
  });
}

test('what is counted must be whole in an address', () => {
  const breadthFirst = APPLICATIONS.find(({ id }) => id === 'breadth-first');
  const { chosen, problems } = parseParts(breadthFirst, ['front=2.5', 'x=0.123'], []);
  assert.deepEqual(problems, ['front must be a whole number from 0 to 100; it is “2.5”.']);
  assert.deepEqual([chosen.settings.front, chosen.settings.x], [12, 0.123]);
});

test('former names in an address are read', () => {
  const checkbook = APPLICATIONS.find(({ id }) => id === 'checkbook');
  const { chosen, problems } = parseParts(checkbook, ['entries=own', 'own=own'], []);
  assert.deepEqual([chosen.settings.entries, chosen.settings.custom, problems], ['custom', 'own', []]);
});

test('balances that do not fit 32 bits of cents are refused', () => {
  const checkbook = APPLICATIONS.find(({ id }) => id === 'checkbook');
  const { settings } = defaultsOf(checkbook);
  const own = (/** @type {string} */ text) => ({ ...settings, entries: 'custom', custom: text });
  const entries = Array(25).fill('1000000');
  assert.throws(() => checkbook.input(own(entries.join(' ')), 26), {
    code: 'bad-argument',
    message: 'Each balance must be from −21,474,836.47 to 21,474,836.47; it is 22,002,000.00 after entry 22.',
  });
  assert.equal(checkbook.input(own(entries.slice(4).join(' ')), 22).amounts.length, 22);
});

test('every module of the folder is in the registry', () => {
  const modules = fs.readdirSync(folder).filter((name) => !['index.ts', 'skeleton.ts'].includes(name) && name.endsWith('.ts'));
  assert.deepEqual(modules.sort(), APPLICATIONS.map(({ id }) => `${id}.ts`).sort());
});

test('docs/applications.md is what the registry says', () => {
  const wanted = applicationsDocument(APPLICATIONS);
  if (process.env.UPDATE_DOCS) fs.writeFileSync(document, wanted);
  assert.equal(fs.readFileSync(document, 'utf8'), wanted, 'run UPDATE_DOCS=1 node --import tsx --test www/use/applications.test.js');
});
