import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

/** The modules above all folders: the engine, the emulator, the engine with the page, and the module for notebooks. */
const ENTRIES = ['scanlab-core.ts', 'scanlab-emulator.ts', 'scanlab.ts', 'widget.ts'];
/** The folders that each folder may import besides itself. */
const ENGINE = { shared: [], oracle: ['shared'], lab: ['shared', 'oracle'] };
const VIEWS = ['measure', 'learn', 'experiments', 'conformance', 'use'];
const ARROWS = {
  ...ENGINE,
  ui: ['shared'],
  chart: ['shared', 'ui'],
  ...Object.fromEntries(VIEWS.map((view) => [view, ['shared', 'ui', 'chart']])),
  page: ['shared', 'ui', 'chart', ...VIEWS],
  // The script of a SCORM package's page.
  build: ['shared'],
};
const PAGE = ['ui', 'chart', ...VIEWS, 'page', 'build'];
/** A template for new applications, which no module imports. */
const SKELETON = 'use/applications/skeleton.ts';
/** The scripts that pages load in addition to the modules. */
const SCRIPTS = ['page/opaque-origin.js', 'build/scorm/start.ts'];
/** The scripts of the workers. */
const WORKERS = ['oracle/worker.ts', 'oracle/operation-worker.ts', 'use/reference/reference-worker.ts', 'shared/judge-worker.ts'];
/** The entry point of the code that exported modules contain. */
const EXPORTED = ['shared/exported.ts'];
const SOURCES = ['oracle-worker-source', 'operation-oracle-worker-source', 'reference-worker-source', 'judge-worker-source'];
/** The imports that only the build resolves. */
const OF_THE_BUILD = ['scanlab-core', 'scanlab-emulator-web', ...SOURCES, 'shader-texts', 'exported-runner', 'element-names'];

const www = path.dirname(fileURLToPath(import.meta.url));
const modules = fs
  .readdirSync(www, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.d)\.ts$/.test(name) || SCRIPTS.includes(name));

/** The files that each module imports, whether at once or by import(), by their paths below www/. @type {Map<string, string[]>} */
const imports = await importsOf(['scanlab.ts', 'scanlab-emulator.ts', 'widget.ts', ...SCRIPTS, ...WORKERS, ...EXPORTED]);

async function importsOf(entries) {
  const { metafile } = await esbuild.build({
    absWorkingDir: www,
    entryPoints: entries,
    outdir: 'unwritten',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    loader: { '.css': 'empty' },
    packages: 'external',
    external: OF_THE_BUILD,
  });
  const inside = (files) => files.filter(({ external }) => !external).map(({ path: file }) => file);
  return new Map(Object.entries(metafile.inputs).map(([file, input]) => [file, inside(input.imports)]));
}

function folderOf(file) {
  return file.includes('/') ? file.split('/')[0] : '';
}

test('every module is reached from the site’s modules, a script of a page, a worker or an exported module, or has types alone', () => {
  const unreached = modules.map((name) => name.split(path.sep).join('/')).filter((name) => !imports.has(name));
  const codeOf = (name) => esbuild.transformSync(fs.readFileSync(path.join(www, name), 'utf8'), { loader: 'ts' }).code.trim();
  assert.deepEqual(
    unreached.filter((name) => name !== SKELETON && codeOf(name) !== ''),
    [],
  );
});

test('imports point one way between the folders', () => {
  for (const entry of ENTRIES) assert.ok(imports.get(entry).length > 0);
  const wrong = [...imports].flatMap(([file, imported]) => {
    const folder = folderOf(file);
    if (ENTRIES.includes(file)) return [];
    const allowed = [folder, ...(ARROWS[folder] ?? [])];
    return imported.filter((target) => !allowed.includes(folderOf(target))).map((target) => `${file} → ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('types of the page point the same way', () => {
  const files = fs.readdirSync(www, { recursive: true, encoding: 'utf8' }).map((name) => name.split(path.sep).join('/'));
  const typed = files.filter((name) => name.endsWith('.ts') && PAGE.includes(folderOf(name)));
  const wrong = typed.flatMap((file) => {
    const folder = folderOf(file);
    const allowed = ['', folder, ...ARROWS[folder]];
    const named = [...fs.readFileSync(path.join(www, file), 'utf8').matchAll(/(?:import\(|from )'(\.[^']+)'/g)];
    const targets = named.map(([, target]) => path.posix.join(path.posix.dirname(file), target));
    return targets.filter((target) => !allowed.includes(folderOf(target))).map((target) => `${file} → ${target}`);
  });
  assert.ok(typed.length > 100);
  assert.deepEqual(wrong, []);
});

test('no module imports itself by way of others', () => {
  const circles = [];
  const done = new Set();
  const follow = (file, trail) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (done.has(file) || trail.includes(file)) return;
    for (const target of imports.get(file) ?? []) follow(target, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  assert.deepEqual(circles, []);
});

test('modules ask for their own address to name a file of the site, which bundlers find by that form', () => {
  const texts = modules.map((name) => [name, fs.readFileSync(path.join(www, name), 'utf8').replace(/^ *(\*|\/\*\*).*$/gm, '')]);
  const asking = texts.filter(([, text]) => text.includes('import.meta'));
  assert.ok(asking.length > 3);
  const others = asking.filter(([, text]) =>
    text.replace(/new URL\('\.\.\/([\w-]+\.(js|wasm)|pictures\/[\w-]+\.png)', import\.meta\.url\)/g, '').includes('import.meta'),
  );
  assert.deepEqual(
    others.map(([name]) => name),
    [],
  );
});
