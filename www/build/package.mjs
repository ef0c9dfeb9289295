/**
 * Packs the built site in dist/ for others: `node package.mjs npm VERSION` writes package/scanlab-VERSION.tgz, as `npm pack` makes it.
 * `cargo xtask package` runs it.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { elementsManifest } from './elements-manifest.mjs';

const www = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(www);
const dist = path.join(root, 'dist');
const packages = path.join(root, 'package');

/** Files of the site that are its pages', not the modules'. */
const OF_PAGES = ['index.html', 'conformance', 'page.css', 'icon.svg', 'opaque-origin.js'];
const LICENCES = ['LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE'];
/** The frameworks whose JSX may have the elements, by the modules that declare its types. */
const JSX = { react: 'react', preact: 'preact', solid: 'solid-js/jsx-runtime' };
const MANIFEST = 'custom-elements.json';

const [kind, version] = process.argv.slice(2);
if (kind !== 'npm' || !version) throw new Error(`npm and a version are required, found ${process.argv.slice(2).join(' ') || 'nothing'}`);
packNpm();

function packNpm() {
  const folder = path.join(packages, 'npm');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(dist, folder, { recursive: true, filter: (file) => !OF_PAGES.includes(path.relative(dist, file)) });
  for (const name of LICENCES) fs.copyFileSync(path.join(root, name), path.join(folder, name));
  fs.copyFileSync(path.join(www, 'build/npm.md'), path.join(folder, 'README.md'));
  fs.mkdirSync(path.join(folder, 'jsx'));
  for (const [name, module] of Object.entries(JSX)) fs.writeFileSync(path.join(folder, `jsx/${name}.d.ts`), jsxTypes(module));
  writeJson(path.join(folder, MANIFEST), elementsManifest(fs.readFileSync(path.join(www, 'api.ts'), 'utf8'), 'scanlab.js'));
  writeJson(path.join(folder, 'package.json'), manifest());
  execFileSync('npm', ['pack', folder, '--pack-destination', packages, '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  fs.rmSync(folder, { recursive: true });
}

function manifest() {
  const jsx = Object.keys(JSX).map((name) => [`./${name}`, { types: `./jsx/${name}.d.ts` }]);
  return {
    name: 'scanlab',
    version,
    description:
      'GPU prefix sums (scans) on WebGPU: sort, compaction, reduction, on your own device; and elements that show and measure them',
    keywords: ['webgpu', 'gpu', 'prefix-sum', 'scan', 'sort', 'compaction', 'wgsl', 'custom-element'],
    license: JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).license,
    type: 'module',
    types: './scanlab-core.d.ts',
    exports: {
      '.': { types: './scanlab-core.d.ts', default: './scanlab-core.js' },
      './element': { types: './scanlab.d.ts', default: './scanlab.js' },
      ...Object.fromEntries(jsx),
      './scanlab_bg.wasm': './scanlab_bg.wasm',
      [`./${MANIFEST}`]: `./${MANIFEST}`,
      './package.json': './package.json',
    },
    // It defines the elements; nothing else does anything before it is called.
    sideEffects: ['./scanlab.js'],
    customElements: MANIFEST,
  };
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

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
