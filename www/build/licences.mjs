/** The licences of third-party code in ScanLab: the npm packages in the bundle, and the crates in the WASM. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The crates that are compiled to WASM. */
const COMPILED = ['scanlab-lab', 'scanlab-emulator-web'];
/** The names of files with terms or with authors. */
const TERMS = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/**
 * One text with the terms of all third-party works. Equal terms occur once.
 * @param {string} root of the repository @param {string[]} bundled the bundled files, relative to the root
 */
export function licencesOf(root, bundled) {
  const folders = bundled.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  const packages = [...new Set(folders)].map((folder) => npmPackage(path.join(root, folder)));
  const all = [...packages, ...crates(root)].sort((left, right) => (left.title < right.title ? -1 : 1));
  const texts = new Map();
  for (const { title, folder, license, authors } of all) {
    const terms = folder === null ? [] : termsIn(folder);
    const found = terms.length > 0 ? terms : [mitOf(root, title, license, authors)];
    for (const text of found) texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  const parts = [...texts].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  const head = ['ScanLab contains parts of these works.', '', ...all.map(({ title, license }) => `${title}: ${license}`), ''];
  return [head.join('\n'), ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

function npmPackage(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { title: `${name} ${version}`, license, folder };
}

/** The third-party crates that cargo compiles for the browser, and Rust's standard library. */
function crates(root) {
  const cargo = (/** @type {string[]} */ ...parameters) =>
    execFileSync('cargo', [...parameters, '--offline', '--locked'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 });
  const chosen = COMPILED.flatMap((name) => ['--package', name]);
  const shape = ['--edges', 'normal,no-proc-macro', '--prefix', 'none', '--format', '{p}'];
  const used = new Set(cargo('tree', '--target', 'wasm32-unknown-unknown', ...chosen, ...shape).split('\n'));
  const { packages } = JSON.parse(cargo('metadata', '--format-version', '1'));
  const found = packages.filter(({ name, version, source }) => source && used.has(`${name} v${version}`));
  const rust = execFileSync('rustc', ['--version'], { cwd: root, encoding: 'utf8' }).split(' ')[1];
  return [
    { title: `Rust's standard library ${rust}`, license: 'MIT OR Apache-2.0', folder: null, authors: ['The Rust Project Contributors'] },
    ...found.map(({ name, version, license, authors, manifest_path: file }) => ({
      title: `${name} ${version}`,
      license,
      authors,
      folder: path.dirname(file),
    })),
  ];
}

/** The terms of a work without a file of terms: the MIT licence, with the work's authors. The work must have this licence. */
function mitOf(root, title, license, authors) {
  if (!/\bMIT\b/.test(license) || !authors?.length) throw new Error(`${title} (${license}) must have a file with its terms`);
  const text = fs.readFileSync(path.join(root, 'LICENSE-MIT'), 'utf8').trim();
  return text.replace(/^Copyright .*$/m, `Copyright (c) ${authors.join(', ')}`);
}

function termsIn(folder) {
  const names = fs.readdirSync(folder).filter((name) => TERMS.test(name));
  const files = names.map((name) => path.join(folder, name)).filter((file) => fs.statSync(file).isFile());
  return files.map((file) => fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim());
}
