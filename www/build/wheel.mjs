/**
 * The contents of the Python package: one module for anywidget, which contains the modules, the WASM and the pictures of the site, and the
 * class whose traits are the attributes of the elements. `cargo xtask package --wheel` packs them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { elementsManifest } from './elements-manifest.mjs';

/** Attributes that join the element with the address of its page. A notebook uses its address itself. */
const OF_ADDRESSES = ['follow-address', 'url-config'];
/** How a module of the site names a file of it. */
const FILE = /new URL\("\.\.\/([\w/.-]+)",import\.meta\.url\)/g;
/** Types of the files, and whether to compress them. */
const TYPES = { '.wasm': ['application/wasm', true], '.png': ['image/png', false] };

/**
 * @param {{ www: string, dist: string, folder: string, version: string }} place the folder is that of the package
 */
export async function writeWheel({ www, dist, folder, version }) {
  const api = fs.readFileSync(path.join(www, 'api.ts'), 'utf8');
  const { settings, events } = namesOf(api);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'widget.js'), await widget(www, dist, { SETTINGS: settings, EVENTS: events }));
  const program = fs.readFileSync(path.join(www, 'wheel/__init__.py'), 'utf8');
  const filled = program.replace('"VERSION"', () => JSON.stringify(version)).replace('    # SETTINGS\n', () => traits(settings));
  fs.writeFileSync(path.join(folder, '__init__.py'), filled);
}

/** The attributes of both elements, since `view="check"` has those of the second, and the events. @param {string} api */
function namesOf(api) {
  const { declarations } = elementsManifest(api, '').modules[0];
  const byName = new Map(declarations.toReversed().flatMap(({ attributes }) => attributes.map((one) => [one.name, one])));
  const settings = [...byName.values()]
    .filter(({ name }) => !OF_ADDRESSES.includes(name))
    .map(({ name, description, type }) => ({
      trait: name.replaceAll('-', '_'),
      attribute: name,
      isBoolean: type.text === 'boolean',
      description: description ?? '',
    }))
    .sort((left, right) => (left.trait < right.trait ? -1 : 1));
  return { settings, events: declarations[0].events.map(({ name }) => name) };
}

/** @param {ReturnType<typeof namesOf>['settings']} settings */
function traits(settings) {
  const lines = settings.map(
    ({ trait, isBoolean, description }) => `${trait} = ${isBoolean ? '_flag' : '_text'}(${JSON.stringify(description)})`,
  );
  const names = settings.map(({ trait }) => `"${trait}"`);
  return [...lines, `_settings = (${names.join(', ')})`].map((line) => `    ${line}\n`).join('');
}

/** The module as one text. @param {string} www @param {string} dist @param {Record<string, any>} names */
async function widget(www, dist, names) {
  const texts = Object.entries(names).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  const { outputFiles } = await esbuild.build({
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
    entryPoints: [path.join(www, 'widget.ts')],
    plugins: [
      {
        name: 'site',
        setup(build) {
          build.onResolve({ filter: /^\.\/scanlab\.ts$/ }, () => ({ path: path.join(dist, 'scanlab.js') }));
          build.onResolve({ filter: /^element-names$/ }, ({ path: name }) => ({ path: name, namespace: 'names' }));
          build.onLoad({ filter: /.*/, namespace: 'names' }, () => ({ contents: texts.join('') }));
          build.onLoad({ filter: /\.js$/ }, ({ path: file }) => {
            const text = fs.readFileSync(file, 'utf8');
            return { contents: text.replaceAll(FILE, (_, name) => `new URL(${JSON.stringify(inlined(dist, name))})`) };
          });
        },
      },
    ],
  });
  const [{ text }] = outputFiles;
  if (text.includes('import.meta')) throw new Error('the module must contain all files that it names, found an address of another');
  return text;
}

/** A file of the site as an address. Modules start workers from texts that they have. @param {string} dist @param {string} name */
function inlined(dist, name) {
  if (name.endsWith('.js')) return 'data:text/javascript,';
  const [type, isCompressed] = TYPES[path.extname(name)];
  const bytes = fs.readFileSync(path.join(dist, name));
  const packed = isCompressed ? gzipSync(bytes, { level: 9 }) : bytes;
  return `data:${type}${isCompressed ? ';encoding=gzip' : ''};base64,${packed.toString('base64')}`;
}
