/**
 * Packs the built site, which is in dist/. `cargo xtask package` runs this script:
 *   node package.mjs npm VERSION     writes package/scanlab-VERSION.tgz by `npm pack`
 *   node package.mjs wheel VERSION   writes package/scanlab-VERSION-py3-none-any.whl, for notebooks
 *   node package.mjs site [ADDRESS]  writes package/site/, for a host of files; with its address, previews of links have absolute addresses
 *   node package.mjs scorm QUERY     writes package/scanlab-scorm.zip, for an LMS; the query has the settings of the element
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { elementsManifest } from './elements-manifest.mjs';
import { scormFiles } from './scorm.mjs';
import { pythonFiles, wheelOf } from './wheel.mjs';

const www = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(www);
const dist = path.join(root, 'dist');
const packages = path.join(root, 'package');

/** Files of the site that only its pages need. */
const OF_PAGES = ['index.html', 'conformance', 'page.css', 'icon.svg', 'opaque-origin.js'];
/** The licences of third-party code in the modules. */
const THIRD_PARTY = 'third-party-licenses.txt';
const LICENCES = ['LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE'];
/** The frameworks with JSX types of the elements, and the module in which each framework declares its JSX types. */
const JSX = { react: 'react', preact: 'preact', solid: 'solid-js/jsx-runtime' };
const MANIFEST = 'custom-elements.json';

/** The picture in previews of links to the site, and its alternative text. */
const PICTURE = 'docs/page.png';
const PICTURE_TEXT = 'Eight numbers with their prefix sums, and the times of a recorded run';
const PAGES = ['index.html', 'conformance/index.html'];
/** The headers, for hosts that read them from a file. Names of chunks change with their contents, so caches may keep chunks. Other origins may load all files. */
const HEADERS = `/*
  Access-Control-Allow-Origin: *
  X-Content-Type-Options: nosniff

/chunks/*
  Cache-Control: public, max-age=31536000, immutable
`;
/** The first date that a ZIP archive can have. */
const ARCHIVE_DATE = new Date(1980, 0, 1);
const ROBOTS = 'User-agent: *\nAllow: /\n';

const [kind, ...options] = process.argv.slice(2);
if (kind === 'npm') packNpm(options[0]);
else if (kind === 'wheel') await packWheel(options[0]);
else if (kind === 'scorm') await packScorm(options[0]).catch(fail);
else packSite(options[0]);

/** @param {string} version */
function packNpm(version) {
  const folder = path.join(packages, 'npm');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(dist, folder, { recursive: true, filter: (file) => !OF_PAGES.includes(path.relative(dist, file)) });
  copyLicences(folder);
  fs.copyFileSync(path.join(www, 'build/npm.md'), path.join(folder, 'README.md'));
  fs.mkdirSync(path.join(folder, 'jsx'));
  for (const [name, module] of Object.entries(JSX)) fs.writeFileSync(path.join(folder, `jsx/${name}.d.ts`), jsxTypes(module));
  writeJson(path.join(folder, MANIFEST), elementsManifest(fs.readFileSync(path.join(www, 'api.ts'), 'utf8'), 'scanlab.js'));
  writeJson(path.join(folder, 'package.json'), manifest(version));
  execFileSync('npm', ['pack', folder, '--pack-destination', packages, '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  fs.rmSync(folder, { recursive: true });
}

/** @param {string} version */
function manifest(version) {
  const jsx = Object.keys(JSX).map((name) => [`./${name}`, { types: `./jsx/${name}.d.ts` }]);
  return {
    name: 'scanlab',
    version,
    description:
      'GPU prefix sums (scans) on WebGPU: sort, compaction, reduction, on your own device; and elements that show and measure them',
    keywords: ['webgpu', 'gpu', 'prefix-sum', 'scan', 'sort', 'compaction', 'wgsl', 'custom-element'],
    license: license(),
    type: 'module',
    types: './scanlab-core.d.ts',
    exports: {
      '.': { types: './scanlab-core.d.ts', default: './scanlab-core.js' },
      './element': { types: './scanlab.d.ts', default: './scanlab.js' },
      './emulator': { types: './scanlab-emulator.d.ts', default: './scanlab-emulator.js' },
      ...Object.fromEntries(jsx),
      './scanlab_bg.wasm': './scanlab_bg.wasm',
      './scanlab-emulator-web_bg.wasm': './scanlab-emulator-web_bg.wasm',
      [`./${MANIFEST}`]: `./${MANIFEST}`,
      './package.json': './package.json',
    },
    // This module defines the elements. No other module has an effect when it is imported.
    sideEffects: ['./scanlab.js'],
    customElements: MANIFEST,
  };
}

/** @param {string} version */
async function packWheel(version) {
  const about = { version, license: license(), readme: fs.readFileSync(path.join(www, 'build/wheel/README.md'), 'utf8') };
  const { name, members } = wheelOf(about, await pythonFiles(www, dist, version), {
    ...licences(),
    [THIRD_PARTY]: fs.readFileSync(path.join(dist, THIRD_PARTY)),
  });
  writeArchive(name, members);
}

/** @param {string} [address] */
function packSite(address) {
  const folder = path.join(packages, 'site');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(dist, folder, { recursive: true });
  copyLicences(folder);
  fs.copyFileSync(path.join(root, PICTURE), path.join(folder, 'picture.png'));
  fs.writeFileSync(path.join(folder, '_headers'), HEADERS);
  fs.writeFileSync(path.join(folder, 'robots.txt'), ROBOTS);
  for (const name of PAGES) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, withPreview(fs.readFileSync(file, 'utf8'), name, address));
  }
}

/** A page with the tags for previews of links to it. @param {string} html @param {string} name @param {string} [address] of the site */
function withPreview(html, name, address) {
  const place = path.posix.dirname(name);
  const base = address ?? `${path.posix.relative(place, '.') || '.'}/`;
  const tags = {
    'og:type': 'website',
    'og:title': /<title>(.*?)<\/title>/.exec(html)?.[1],
    'og:description': /<meta name="description" content="(.*?)"/.exec(html)?.[1],
    'og:image': `${base}picture.png`,
    'og:image:alt': PICTURE_TEXT,
    ...(address && { 'og:url': new URL(`${place}/`, address).href }),
  };
  const lines = Object.entries(tags).map(([property, content]) => `<meta property="${property}" content="${content}">\n  `);
  return html.replace('</head>', `  ${lines.join('  ')}  <meta name="twitter:card" content="summary_large_image">\n  </head>`);
}

/** @param {string} query */
async function packScorm(query) {
  writeArchive('scanlab-scorm.zip', await scormFiles(query, licences()));
}

/** Writes a ZIP archive. Equal files make equal archives. @param {string} name @param {Record<string, Uint8Array>} files */
function writeArchive(name, files) {
  fs.mkdirSync(packages, { recursive: true });
  fs.writeFileSync(path.join(packages, name), zipSync(files, { level: 9, mtime: ARCHIVE_DATE }));
}

function licences() {
  return Object.fromEntries(LICENCES.map((name) => [name, fs.readFileSync(path.join(root, name))]));
}

/** The licence of the project, as an expression of SPDX. */
function license() {
  return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).license;
}

/** @param {string} folder */
function copyLicences(folder) {
  for (const [name, text] of Object.entries(licences())) fs.writeFileSync(path.join(folder, name), text);
}

/** @param {string} module */
function jsxTypes(module) {
  return `import type { ScanLabJsx } from '../scanlab.js';

declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements extends ScanLabJsx {}
  }
}
`;
}

/** Reports a wrong setting of a package. @param {Error} error */
function fail({ message }) {
  console.error(`error: ${message}`);
  process.exit(1);
}

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
