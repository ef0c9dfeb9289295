/**
 * The Python package. It has one JavaScript module for anywidget, which contains the modules, the WASM and the pictures of the site. It also
 * has a Python class whose traits are the attributes of the elements. Its wheel is an archive in the binary distribution format
 * (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { OF_ADDRESSES, elementsManifest } from './elements-manifest.mjs';

const NAME = 'scanlab';
/** The package has no compiled code. */
const TAG = 'py3-none-any';
const SUMMARY = 'GPU prefix sums (scans) in notebooks: shown, stepped through and measured on your own device, with WebGPU';
/** anywidget takes modules with a default export from version 0.9. */
const REQUIREMENTS = ['anywidget>=0.9', 'traitlets>=5'];
const PYTHON = '>=3.9';
/** The way in which a module of the site names a file of the site. */
const FILE = /new URL\("\.\.\/([\w/.-]+)",import\.meta\.url\)/g;
/** The media types of the files, and whether to compress them. */
const TYPES = { '.wasm': ['application/wasm', true], '.png': ['image/png', false] };

/**
 * The files of the package by name. @param {string} www @param {string} dist @param {string} version
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function pythonFiles(www, dist, version) {
  const { settings, events } = namesOf(fs.readFileSync(path.join(www, 'api.ts'), 'utf8'));
  const program = fs.readFileSync(path.join(www, 'build/wheel/__init__.py'), 'utf8');
  const filled = program.replace('"VERSION"', () => JSON.stringify(version)).replace('    # SETTINGS\n', () => traits(settings));
  return { '__init__.py': Buffer.from(filled), 'widget.js': Buffer.from(await widget(www, dist, { SETTINGS: settings, EVENTS: events })) };
}

/**
 * The name of a wheel, and its members: the files of the package, then the metadata for installers.
 * @param {{ version: string, license: string, readme: string }} about
 * @param {Record<string, Uint8Array>} files of the package @param {Record<string, Uint8Array>} licences
 */
export function wheelOf({ version, license, readme }, files, licences) {
  const information = `${NAME}-${version}.dist-info`;
  const record = `${information}/RECORD`;
  const fields = [
    'Metadata-Version: 2.4',
    `Name: ${NAME}`,
    `Version: ${version}`,
    `Summary: ${SUMMARY}`,
    `License-Expression: ${license}`,
    ...Object.keys(licences).map((name) => `License-File: ${name}`),
    `Requires-Python: ${PYTHON}`,
    ...REQUIREMENTS.map((requirement) => `Requires-Dist: ${requirement}`),
    'Description-Content-Type: text/markdown',
  ];
  const within = (/** @type {string} */ folder, /** @type {Record<string, Uint8Array>} */ all) =>
    Object.entries(all).map(([name, bytes]) => /** @type {[string, Uint8Array]} */ ([`${folder}/${name}`, bytes]));
  const members = [
    ...within(NAME, files),
    ...within(`${information}/licenses`, licences),
    ...within(information, {
      METADATA: Buffer.from(`${fields.join('\n')}\n\n${readme}`),
      WHEEL: Buffer.from(`Wheel-Version: 1.0\nGenerator: ${NAME} ${version}\nRoot-Is-Purelib: true\nTag: ${TAG}\n`),
    }),
  ];
  // RECORD lists itself without a hash.
  const lines = members.map(
    ([name, bytes]) => `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`,
  );
  return {
    name: `${NAME}-${version}-${TAG}.whl`,
    members: Object.fromEntries([...members, [record, Buffer.from(`${lines.join('')}${record},,\n`)]]),
  };
}

/** The attributes of both elements, since `view="check"` has the attributes of `<scan-conformance>`, and the events. @param {string} api */
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

/** The JavaScript module as one text. @param {string} www @param {string} dist @param {Record<string, any>} names */
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

/** A file of the site as a `data:` address. The files of workers are left empty: modules contain their texts. @param {string} dist @param {string} name */
function inlined(dist, name) {
  if (name.endsWith('.js')) return 'data:text/javascript,';
  const [type, isCompressed] = TYPES[path.extname(name)];
  const bytes = fs.readFileSync(path.join(dist, name));
  const packed = isCompressed ? gzipSync(bytes, { level: 9 }) : bytes;
  return `data:${type}${isCompressed ? ';encoding=gzip' : ''};base64,${packed.toString('base64')}`;
}
