/** The files of a package for SCORM 1.2: the manifest, the page that an LMS starts, its script, and the site. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { SCREENS, TITLE, screenAt } from '../learn/path/screens.ts';
import { PART_VIEWS, VIEW_TITLES } from '../page/route.ts';
import { SUSPEND_CHARACTERS } from './scorm/attempt.ts';
import { OF_ADDRESSES, elementsManifest } from './elements-manifest.mjs';

const www = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(path.dirname(www), 'dist');
const VIEWS = { ...VIEW_TITLES, ...Object.fromEntries(PART_VIEWS.map((name) => [name, `A ${name}`])) };
const SITE = 'scanlab/';

/**
 * The files by name. The manifest is first, as an LMS expects. @param {string} query the settings of the element, such as `view=learn&path=1`
 * @param {Record<string, Uint8Array>} licences by name
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function scormFiles(query, licences) {
  const settings = Object.fromEntries(new URLSearchParams(query));
  checkNames(settings);
  const { title, questions } = await contentOf(settings);
  if (questions.join(' ').length > SUSPEND_CHARACTERS)
    throw new Error(`The names of all questions must fit into ${SUSPEND_CHARACTERS} characters.`);
  const site = fs
    .readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'));
  const paths = site.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  const files = {
    'index.html': Buffer.from(startPage(title, questions, settings)),
    'scorm.js': script(),
    ...licences,
    ...Object.fromEntries(paths.map((file) => [SITE + path.relative(dist, file).split(path.sep).join('/'), fs.readFileSync(file)])),
  };
  return { 'imsmanifest.xml': Buffer.from(manifest(title, query, Object.keys(files))), ...files };
}

/** The script of the page, without imports. */
function script() {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [path.join(www, 'build/scorm/start.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
  });
  return outputFiles[0].contents;
}

/** @param {Record<string, string>} settings */
function checkNames(settings) {
  const api = fs.readFileSync(path.join(www, 'api.ts'), 'utf8');
  const [{ attributes }] = elementsManifest(api, '').modules[0].declarations;
  const known = attributes.map(({ name }) => name).filter((name) => !OF_ADDRESSES.includes(name));
  const unknown = Object.keys(settings).filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`--scorm must have settings of ${known.join(', ')}; found ${unknown.join(', ')}`);
  if (!Object.hasOwn(VIEWS, settings.view ?? ''))
    throw new Error(`--scorm must have a view of ${Object.keys(VIEWS).join(', ')}, as in view=learn; found ${settings.view ?? 'none'}`);
}

/** The title of a package, and the names of its questions. @param {Record<string, string>} settings */
async function contentOf({ view, path: place, exercise, parts }) {
  if (view === 'learn' && place !== undefined) {
    const [first = ''] = place.split('/');
    const screen = screenAt(first.startsWith('input=') ? '1' : first || '1');
    if (screen === null) throw new Error(`path must be a screen from 1 to ${SCREENS.length}, found ${first}`);
    // An element with `parts` does not lead to other screens.
    const shown = parts === undefined ? SCREENS : [SCREENS[screen - 1]];
    return { title: shown.length === 1 ? shown[0].title : TITLE, questions: shown.map(({ id }) => id) };
  }
  if (view === 'learn' && exercise !== undefined) {
    const { exercises, initialize } = await import(pathToFileURL(path.join(dist, 'scanlab-emulator.js')).href);
    await initialize({ wasm: fs.readFileSync(path.join(dist, 'scanlab-emulator-web_bg.wasm')) });
    const all = await exercises();
    const chosen = exercise ? all.find(({ id }) => id === exercise) : all[0];
    if (!chosen) throw new Error(`exercise must be one of ${all.map(({ id }) => id).join(', ')}; found ${exercise}`);
    return { title: chosen.title, questions: [chosen.id] };
  }
  return { title: VIEWS[view], questions: [] };
}

/** @param {string} title @param {string[]} questions @param {Record<string, string>} settings */
function startPage(title, questions, settings) {
  const attributes = Object.entries({ 'heading-level': '1', ...settings }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const html = fs.readFileSync(path.join(www, 'build/scorm/start.html'), 'utf8');
  return html
    .replace('<title>', () => `<title>${escaped(title)} · ScanLab`)
    .replace('<body>', `<body data-questions="${questions.join(' ')}">`)
    .replace('<scan-lab', () => `<scan-lab${attributes.join('')}`);
}

/** @param {string} title @param {string} query @param {string[]} files */
function manifest(title, query, files) {
  // An XML identifier that depends only on the settings.
  const identifier = `scanlab-${query.replace(/[^\w.-]/g, '-')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${identifier}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${escaped(title)}</title>
      <item identifier="item" identifierref="start">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="start" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map((name) => `      <file href="${escaped(name)}"/>\n`).join('')}    </resource>
  </resources>
</manifest>
`;
}

/** A text in HTML or XML, also in an attribute. @param {string} text */
function escaped(text) {
  const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character]);
}
