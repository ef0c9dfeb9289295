/**
 * Builds the site from Trunk's staging folder: bundles the modules with wasm-bindgen's glue into scanlab.js, scanlab-core.js and chunks, declares
 * their types, optimises the WASM, and reports the sizes of the files. Trunk runs this script after each build (Trunk.toml).
 *
 * Imports that only this bundler resolves:
 *   scanlab-core          wasm-bindgen's glue of the laboratory, the core of the page
 *   scanlab-emulator-web  wasm-bindgen's glue of the emulator
 *   oracle-worker-source  oracle/worker.ts as the text of one classic script
 *   operation-oracle-worker-source  oracle/operation-worker.ts, likewise
 *   reference-worker-source  use/reference/reference-worker.ts, likewise
 *   judge-worker-source  shared/judge-worker.ts, likewise
 *   shader-texts          the shaders with their comments, by path
 *   exported-runner       shared/exported.ts and its imports as one readable text, with its license
 *   *.css                 the text of the style sheet
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import prettier from 'prettier';
import { rollup } from 'rollup';
import { transform } from 'sucrase';
import { SOURCE } from '../lab/prefaulted-buffer-worker.ts';
import { firstChunkPlugin, readGraph } from './first-chunk.mjs';
import { licencesOf } from './licences.mjs';

const www = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(www);
const site = required('TRUNK_STAGING_DIR');
const release = process.env.TRUNK_PROFILE === 'release';

/** The entry points, by the names of their bundles. `conformance` gives scripts the conformance grid. */
const ENTRIES = {
  scanlab: 'scanlab.ts',
  'scanlab-core': 'scanlab-core.ts',
  'scanlab-emulator': 'scanlab-emulator.ts',
  conformance: 'conformance/conformance.ts',
};

/** Workers, by their file in the site. Each is a classic script. */
const WORKERS = {
  'oracle-worker': 'oracle/worker.ts',
  'operation-oracle-worker': 'oracle/operation-worker.ts',
  'reference-worker': 'use/reference/reference-worker.ts',
  'judge-worker': 'shared/judge-worker.ts',
};

/** Files that only the pages use. */
const ICON = 'icon.svg';
const MINIFIED_FILES = ['page.css', 'opaque-origin.js'];

/** Lazily loaded files of fewer bytes (gzip) are reported together. */
const LISTED_BYTES = 10_000;

/** The files of WASM. In staging, the core has the name of its crate. The emulator is loaded lazily. */
const CORE_WASM = 'scanlab_bg.wasm';
const STAGED_CORE = 'scanlab-lab';
const STAGED_EMULATOR = 'scanlab-emulator-web';
const WASM_FILES = [CORE_WASM, `${STAGED_EMULATOR}_bg.wasm`];

/**
 * The declarations of the functions of WASM: their file in www/, and the files that declare the types of their arguments and results. The first
 * of these files exports all of the types.
 */
const DECLARED = [
  { staged: STAGED_CORE, from: 'lab/src/web', file: 'lab/scanlab-core.d.ts', data: ['types.ts', 'generated.d.ts'] },
  { staged: STAGED_EMULATOR, from: 'emulator/web/src', file: 'shared/scanlab-emulator-web.d.ts', data: ['shared/emulator-data.d.ts'] },
];

/** The public classes, by their declaration file. The module exports each `class`. Each `interface` declares objects that functions return. */
const PUBLIC_CLASSES = /** @type {const} */ ({
  'shared/errors.d.ts': 'class',
  'lab/lab.d.ts': 'class',
  'lab/forecaster.d.ts': 'interface',
  'lab/explainer.d.ts': 'interface',
  'lab/settings-grammar.d.ts': 'interface',
});

/** The declaration file of the functions of the emulator's module. */
const EMULATOR_TYPES = 'shared/kernel-run.d.ts';

/**
 * Shortens the names of imports and exports: wasm-bindgen's names end in hashes, which do not compress. wasm-opt writes the new names, which
 * the glue needs, to standard output. The emulator, which a first run does not load, keeps its names.
 */
const SHORT_NAMES = '--minify-imports-and-exports-and-modules';

/** The `--enable` flags are the WASM features that rustc's wasm32-unknown-unknown target and wasm-bindgen may emit. */
const WASM_OPT_FLAGS = [
  // Functions with similar names have similar code: sorted by name, they save 15 KB after compression (gzip).
  '--reorder-functions-by-name',
  // Twice: the second pass removes code that the first leaves.
  '-Oz',
  '-Oz',
  // Inlining long functions into their only callers saves bytes, but not after compression.
  '--one-caller-inline-max-function-size=10',
  // Assumes that no program uses the first kilobyte, so that constants can move into the offsets of loads and stores. The linker places the
  // stack first: a program that reaches this kilobyte is about to overflow its stack.
  '--low-memory-unused',
  '--strip-producers',
  '--strip-target-features',
  '--enable-bulk-memory',
  '--enable-bulk-memory-opt',
  '--enable-call-indirect-overlong',
  '--enable-extended-const',
  '--enable-multivalue',
  '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int',
  '--enable-reference-types',
  '--enable-sign-ext',
];

const common = /** @type {const} */ ({
  bundle: true,
  write: false,
  target: 'es2022',
  minify: release,
  // Modules and workers are always UTF-8.
  charset: 'utf8',
  sourcemap: release ? false : 'inline',
  logLevel: 'warning',
  absWorkingDir: root,
});

/** The names that wasm-opt gives to imports and exports, by the name of the WASM in staging. */
const renamed = release ? shrinkWasm([STAGED_CORE, STAGED_EMULATOR]) : {};
const { metafile: unchunked } = await bundle([]);
const graphs = [ENTRIES.scanlab, ENTRIES['scanlab-core']].map((entry) => readGraph(unchunked, `www/${entry}`));
// The modules that the emulator loads share the chunk of the core.
readGraph(unchunked, `www/${ENTRIES['scanlab-emulator']}`).lazy.forEach((file) => graphs[1].lazy.add(file));
const { outputFiles, metafile } = await bundle([firstChunkPlugin(graphs, root)]);
/** The files of the site, by their paths in the site. */
const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([file, output]) => [nameOf(file), output]));
requireChunks();
const declarations = await Promise.all(DECLARED.map(declarationsOf));
// The workers' scripts as files, for pages of the site's own origin.
const workers = await Promise.all(Object.entries(WORKERS).map(async ([name, file]) => [`${name}.js`, await workerText(file)]));
fs.renameSync(path.join(site, `${STAGED_CORE}_bg.wasm`), path.join(site, CORE_WASM));
clearStaging();
for (const [name, text] of workers) write(name, text);
for (const { path: file, contents } of outputFiles) write(nameOf(file), contents);
write('prefaulted-buffer-worker.js', SOURCE);
fs.cpSync(path.join(root, 'docs/pictures'), path.join(site, 'pictures'), { recursive: true, filter: (file) => !file.endsWith('.svg') });
fs.copyFileSync(path.join(www, 'page', ICON), path.join(site, ICON));
for (const file of MINIFIED_FILES) {
  const source = fs.readFileSync(path.join(www, 'page', file), 'utf8');
  const { code } = esbuild.transformSync(source, { loader: path.extname(file) === '.css' ? 'css' : 'js', minify: true });
  write(file, code);
}
write('third-party-licenses.txt', licencesOf(root, Object.keys(metafile.inputs)));
writePage('conformance');
declarations.forEach(compareDeclarations);
await writeTypes();
finishPage();
weigh();

/** Bundles all entry points together. Modules that import() loads are in separate chunks, and shared code is in common chunks. */
function bundle(plugins) {
  return esbuild.build({
    ...common,
    format: 'esm',
    splitting: true,
    metafile: true,
    entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, path.join(www, file)])),
    outdir: site,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [gluePlugin(), workerPlugin(), stylePlugin(), shaderTextsPlugin(), exportedRunnerPlugin(), ...plugins],
  });
}

/** @param {string} file as esbuild names it */
function nameOf(file) {
  return path.relative(site, path.resolve(root, file)).split(path.sep).join('/');
}

/** A module that names a file of the site as `../file` must be in a chunk, since the address is relative to chunks/. */
function requireChunks() {
  for (const [name, { inputs }] of Object.entries(outputs)) {
    for (const file of Object.keys(inputs).filter((file) => file.startsWith('www/'))) {
      const [, found] = /new URL\('(.*?)', import\.meta\.url\)/.exec(fs.readFileSync(path.join(root, file), 'utf8')) ?? [];
      if (found === undefined) continue;
      if (!name.startsWith('chunks/')) fail(`${file} must be in a file of chunks/, found it in ${name}`);
      if (!/^\.\.\/([\w-]+\.(js|wasm)|pictures\/[\w-]+\.png)$/.test(found))
        fail(`${file} must name a file of the site as '../file', found '${found}'`);
    }
  }
}

/** The static imports of a file of the site, transitively. */
function staticImports(name, found = new Set()) {
  for (const { path: file, kind } of outputs[name].imports) {
    const imported = nameOf(file);
    if (kind !== 'import-statement' || found.has(imported)) continue;
    found.add(imported);
    staticImports(imported, found);
  }
  return [...found];
}

/** wasm-bindgen's glue from staging, without the default address of the WASM: users' bundlers would look for this file. */
function gluePlugin() {
  return {
    name: 'glue',
    setup(build) {
      build.onResolve({ filter: /^scanlab-core$/ }, () => ({ path: path.join(site, `${STAGED_CORE}.js`) }));
      build.onResolve({ filter: /^scanlab-emulator-web$/ }, () => ({ path: path.join(site, `${STAGED_EMULATOR}.js`) }));
      build.onLoad({ filter: /\/scanlab-(lab|emulator-web)\.js$/ }, ({ path: file }) => {
        const text = fs.readFileSync(file, 'utf8');
        const contents = text.replace(/^.*new URL\('.*_bg\.wasm', import\.meta\.url\);\n/m, '');
        if (contents === text) fail(`${file} must have a default address of its WASM, found none`);
        return { contents: renamedGlue(contents, renamed[path.basename(file, '.js')]) };
      });
    },
  };
}

/** Style sheets as text, minified in a release. */
function stylePlugin() {
  return {
    name: 'style',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
        const source = fs.readFileSync(file, 'utf8');
        const { code } = await esbuild.transform(source, { loader: 'css', minify: release, charset: 'utf8' });
        return { contents: code.trim(), loader: 'text' };
      });
    },
  };
}

/** Workers as texts: the file of a worker must have the page's origin, so a page of another origin starts a worker from a blob of its text. */
function workerPlugin() {
  return {
    name: 'worker-source',
    setup(build) {
      build.onResolve({ filter: /^[a-z-]+-worker-source$/ }, ({ path: name }) => ({
        path: path.join(www, WORKERS[name.replace(/-source$/, '')]),
        namespace: 'worker-source',
      }));
      build.onLoad({ filter: /.*/, namespace: 'worker-source' }, async ({ path: file }) => ({
        contents: await workerText(path.relative(www, file)),
        loader: 'text',
      }));
    },
  };
}

/** A worker as one classic script. A classic script does not know its address, so it cannot load WASM from a relative address. @param {string} name */
async function workerText(name) {
  const worker = await esbuild.build({
    ...common,
    sourcemap: false,
    format: 'iife',
    entryPoints: [path.join(www, name)],
    plugins: [gluePlugin()],
    define: { 'import.meta.url': '""' },
  });
  return worker.outputFiles[0].text;
}

/** All shaders with their comments, by path. */
function shaderTextsPlugin() {
  return {
    name: 'shader-texts',
    setup(build) {
      build.onResolve({ filter: /^shader-texts$/ }, () => ({ path: path.join(root, 'shaders'), namespace: 'shader-texts' }));
      build.onLoad({ filter: /.*/, namespace: 'shader-texts' }, ({ path: folder }) => {
        const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wgsl'));
        const texts = files.map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(folder, name), 'utf8')]);
        return { contents: JSON.stringify(Object.fromEntries(texts)), loader: 'json' };
      });
    },
  };
}

/** The runner of exported modules. People read it, so Rollup and Sucrase bundle it: they keep comments, and esbuild removes them. */
function exportedRunnerPlugin() {
  return {
    name: 'exported-runner',
    setup(build) {
      build.onResolve({ filter: /^exported-runner$/ }, () => ({
        path: path.join(www, 'shared/exported.ts'),
        namespace: 'exported-runner',
      }));
      build.onLoad({ filter: /.*/, namespace: 'exported-runner' }, async ({ path: file }) => {
        const bundled = await rollup({ input: file, plugins: [{ name: 'types', transform: withoutTypes }] });
        const { output } = await bundled.generate({ format: 'es' });
        await bundled.close();
        const license = fs.readFileSync(path.join(root, 'LICENSE-MIT'), 'utf8').trim();
        const comment = license.replace(/^/gm, ' * ').replace(/ +$/gm, '');
        // The exported module adds its own exports.
        const code = output[0].code.replace(/^export \{.*\};\n/gm, '');
        const options = await prettier.resolveConfig(path.join(www, 'types.ts'));
        const text = [code, ...typedefsOf('ExportedRun'), `/*\n${comment}\n */\n`].join('\n\n');
        const contents = await prettier.format(text, { ...options, parser: 'babel' });
        return { contents, loader: 'text', watchFiles: bundled.watchFiles };
      });
    },
  };
}

/** A module without its types and their comments. @param {string} code */
function withoutTypes(code) {
  const types = /^(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?(?:export )?type .*?;\n(?![ }])/gms;
  return transform(code.replace(types, ''), { transforms: ['typescript'], disableESTransforms: true }).code;
}

/** A declared type and all types that it uses, as JSDoc comments. @param {string} name */
function typedefsOf(name) {
  const files = ['types.ts', 'generated.d.ts'].map((file) => fs.readFileSync(path.join(www, file), 'utf8'));
  const text = files.join('\n').replace(/^ *\/\*\*.*?\*\/\n?/gms, '');
  const declared = [...text.matchAll(/^export (?:type|interface) (\w+)(?: =)? (.*?)(?:;|(?<=\}))\n(?=\n|$)/gms)];
  const found = new Set(declared.filter(([, one]) => one === name));
  for (const [, , type] of found) declared.filter(([, one]) => new RegExp(`\\b${one}\\b`).test(type)).forEach((one) => found.add(one));
  return [...found].map(([, one, type]) => `/**\n * @typedef {${type.replaceAll('\n', '\n * ')}} ${one}\n */`);
}

/** Removes wasm-bindgen's files that only the bundler needs; the files of the site are written afterwards. */
function clearStaging() {
  const kept = new Set(['index.html', ...WASM_FILES]);
  for (const name of fs.readdirSync(site)) {
    if (!kept.has(name)) fs.rmSync(path.join(site, name), { recursive: true });
  }
}

/**
 * wasm-opt takes longer than the rest of a build, so its results are cached by the hashes of its inputs.
 * @param {string[]} staged the names of the WASM files in staging @returns the new names, by the name of the WASM
 */
function shrinkWasm(staged) {
  const binaryen = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/binaryen/package.json'), 'utf8')).version;
  const folder = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'wasm-opt');
  fs.mkdirSync(folder, { recursive: true });
  const keys = staged.map((name) => {
    const flags = name === STAGED_CORE ? [...WASM_OPT_FLAGS, SHORT_NAMES] : WASM_OPT_FLAGS;
    return shrunkWasm(path.join(site, `${name}_bg.wasm`), binaryen, flags, folder);
  });
  for (const name of fs.readdirSync(folder)) if (!keys.includes(path.parse(name).name)) fs.rmSync(path.join(folder, name));
  return { [STAGED_CORE]: JSON.parse(fs.readFileSync(path.join(folder, `${keys[staged.indexOf(STAGED_CORE)]}.json`), 'utf8')) };
}

/** Replaces a file by the output of wasm-opt. @returns {string} the name, in the cache, of the output and of the list of new names */
function shrunkWasm(file, binaryen, flags, folder) {
  const key = createHash('sha256').update(`${binaryen} ${flags}\n`).update(fs.readFileSync(file)).digest('hex');
  const cached = path.join(folder, `${key}.wasm`);
  const renamed = path.join(folder, `${key}.json`);
  if (!fs.existsSync(cached) || !fs.existsSync(renamed)) {
    const wasmOpt = path.join(root, 'node_modules/binaryen/bin/wasm-opt');
    const output = path.join(folder, 'unfinished');
    const names = execFileSync(process.execPath, [wasmOpt, ...flags, file, '-o', output], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    fs.writeFileSync(renamed, names);
    fs.renameSync(output, cached);
  }
  fs.copyFileSync(cached, file);
  return key;
}

/** wasm-bindgen's glue with the new names of imports and exports, if there are any. An import that wasm-opt has removed keeps its name. */
function renamedGlue(glue, names) {
  if (!names) return glue;
  const { imports, exports } = names;
  const imported = new Map(imports.map(([, name, short]) => [name, short]));
  const exported = new Map(exports);
  const seen = new Set();
  const text = glue
    .replace(/"\.\/[\w-]+_bg\.js"(?=: import0)/, () => {
      seen.add('module');
      return 'a';
    })
    .replace(/(?<=^ +)__wb\w+(?=: function)/gm, (name) => {
      seen.add(name);
      return imported.get(name) ?? name;
    })
    .replace(/(?<=\bwasm\.)\w+/g, (name) => exported.get(name) ?? fail(`the WASM must export ${name}`));
  // A later wasm-bindgen may write its glue in another form.
  for (const name of ['module', ...imported.keys()]) if (!seen.has(name)) fail(`the glue must name the ${name} that its WASM imports`);
  return text;
}

/** Removes Trunk's links from the page, and preloads the static imports of scanlab.js. */
function finishPage() {
  const file = path.join(site, 'index.html');
  const html = fs.readFileSync(file, 'utf8').replace(/[ \t]*<link[^>]*\bdata-trunk\b[^>]*>\n?/g, '');
  const links = staticImports('scanlab.js').map((name) => `<link rel="modulepreload" href="./${name}">\n    `);
  fs.writeFileSync(file, html.replace(/(?=<script type="module")/, links.join('')));
}

/** Reports the sizes of files (gzip). tests/page/weight.spec.js checks the total of the files that a first run loads. */
function weigh() {
  const weighed = (/** @type {string[]} */ names) => names.map((name) => ({ name, bytes: gzipBytes(name) }));
  const first = ['index.html', 'page.css', 'icon.svg', CORE_WASM, 'scanlab.js', ...staticImports('scanlab.js')];
  const before = weighed(first);
  for (const { name, bytes } of before) report(name, bytes);
  report('the page before a run', total(before));
  report('scanlab-core.js, with its WASM', total(weighed([CORE_WASM, 'scanlab-core.js', ...staticImports('scanlab-core.js')])));
  const lazy = weighed([...Object.keys(outputs), ...WASM_FILES].filter((name) => !first.includes(name)));
  const large = lazy.filter(({ bytes }) => bytes >= LISTED_BYTES).sort((left, right) => right.bytes - left.bytes);
  const small = lazy.filter(({ bytes }) => bytes < LISTED_BYTES);
  for (const { name, bytes } of large) report(`${name}, loaded lazily`, bytes);
  report(`${small.length} smaller files, loaded lazily`, total(small));
}

function total(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function gzipBytes(name) {
  return gzipSync(fs.readFileSync(path.join(site, name)), { level: 9 }).length;
}

function report(name, bytes) {
  console.log(`${kilobytes(bytes).padStart(10)} gzip  ${name}`);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function write(name, contents) {
  const file = path.join(site, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, contents);
}

/** Pages other than index.html are in folders, so that hosts serve them without a file extension. */
function writePage(name) {
  write(`${name}/index.html`, fs.readFileSync(path.join(www, name, `${name}.html`)));
}

/** Writes the declarations of the modules: the classes as `tsc` declares them, the data, and the elements, without header comments and imports. */
async function writeTypes() {
  const folder = path.join(site, 'declarations');
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal', '--rootDir', www, '--outDir', folder];
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--project', root, ...emit], { stdio: 'inherit' });
  const emulator = fs.readFileSync(path.join(folder, EMULATOR_TYPES), 'utf8');
  const classes = Object.entries(PUBLIC_CLASSES).map(([file, kind]) => publicPart(fs.readFileSync(path.join(folder, file), 'utf8'), kind));
  fs.rmSync(folder, { recursive: true });
  const declared = (/** @type {string} */ name) =>
    fs
      .readFileSync(path.join(www, name), 'utf8')
      .replace(/^\/\*\*.*?\*\/\n/s, '')
      .replace(/^export type [*{][^;]*;\n/gm, '');
  const data = ['types.ts', 'generated.d.ts'].map((name) => declared(name).replace(/^import type \{[^;]*;\n/gm, ''));
  const options = await prettier.resolveConfig(path.join(www, 'types.ts'));
  const writeText = async (/** @type {string} */ name, /** @type {string[]} */ ...parts) =>
    write(name, await prettier.format(parts.join('\n'), { ...options, parser: 'typescript' }));
  await writeText(
    'scanlab-core.d.ts',
    '/** The types of scanlab-core.js: its exports and their data. */',
    // An explainer also has functions of the emulator, with these types.
    "import type { ExerciseEntry, JudgeOptions, KernelResult, KernelRun, Submission, Verdict as ExerciseVerdict } from './scanlab-emulator.js';",
    ...classes,
    ...data,
  );
  await writeText(
    'scanlab.d.ts',
    '/** The types of scanlab.js: those of scanlab-core.js, and the elements that it defines. */',
    "export * from './scanlab-core.js';",
    declared('api.ts').replace(/(?<=^import type \{[^;]*)'\.\/types\.ts'/m, "'./scanlab-core.js'"),
  );
  await writeText(
    'scanlab-emulator.d.ts',
    '/** The types of scanlab-emulator.js: its exports and their data. */',
    "import type { Elements, InitializeOptions } from './scanlab-core.js';",
    emulator.replace(/^\/\*\*.*?\*\/\n/s, '').replace(/^import type \{[^;]*;\n/gm, ''),
    declared('shared/emulator-data.d.ts'),
  );
}

/** The declaration of the class in a text. A class that the module does not export becomes an interface. @param {string} text @param {'class' | 'interface'} kind */
function publicPart(text, kind) {
  const [declared] =
    /^\/\*\*(?:(?!\*\/).)*\*\/\nexport declare class .*?^\}\n/ms.exec(text) ?? fail(`a class must be declared, found\n${text}`);
  const ofClass = declared
    .replace(/^ +#private;\n/m, '')
    .replaceAll('[DISPOSE]', '[Symbol.dispose]')
    .replace(/\bTypes\./g, '');
  if (kind === 'class') return ofClass;
  return ofClass
    .replace(/^ +(?:\/\*\* @param .*\*\/\n +)?constructor\(.*\);\n/m, '')
    .replace('export declare class', 'export interface')
    .replace(/^ +get (\w+)\(\)/gm, 'readonly $1');
}

/** wasm-bindgen's declarations of a module, without the declarations of the WASM's raw exports: these names change from build to build. */
async function declarationsOf({ staged, from, file, data }) {
  const title = `/**
 * The functions of a module of WASM, which wasm-bindgen generates from ${from}: do not edit, \`UPDATE_TYPES=1 cargo xtask build\`
 * writes them anew.
 */`;
  const declared = fs.readFileSync(path.join(site, `${staged}.d.ts`), 'utf8');
  const text = declared.replace(/^\/\* .*\*\/\n/gm, '').replace(/(interface InitOutput \{).*?^\}/ms, '$1}');
  const namesIn = (/** @type {string} */ text) => [...text.matchAll(/^export (?:class|interface|type) (\w+)/gm)].map(([, name]) => name);
  const own = namesIn(text);
  const code = text.replace(/\/\*\*.*?\*\//gs, '');
  const known = data.flatMap((/** @type {string} */ name) => namesIn(fs.readFileSync(path.join(www, name), 'utf8')));
  const used = known.filter((name) => !own.includes(name) && new RegExp(`\\b${name}\\b`).test(code));
  const types = path.posix.relative(path.posix.dirname(file), data[0]).replace(/^(?!\.)/, './');
  const imports = `import type { ${used.sort().join(', ')} } from '${types}';\n`;
  const options = await prettier.resolveConfig(path.join(www, 'types.ts'));
  return { file, text: await prettier.format([title, imports, text].join('\n'), { ...options, parser: 'typescript' }) };
}

/** The declarations are checked in, so that types can be checked without a build. @param {{ file: string, text: string }} declared */
function compareDeclarations({ file, text }) {
  const checkedIn = path.join(www, file);
  if (process.env.UPDATE_TYPES) fs.writeFileSync(checkedIn, text);
  else if (fs.readFileSync(checkedIn, 'utf8') !== text) fail(`${checkedIn} is stale: UPDATE_TYPES=1 cargo xtask build writes it anew`);
}

function required(variable) {
  return process.env[variable] ?? fail(`${variable} must name the staging folder, found nothing: run cargo xtask build`);
}

/** @returns {never} */
function fail(message) {
  console.error(`www/build/build.mjs: ${message}`);
  process.exit(1);
}
