/** The first chunk that a page loads. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * The modules that an entry imports before it runs, and those that import() loads, by their paths in the repository.
 * @param {import('esbuild').Metafile} metafile @param {string} entry
 */
export function readGraph({ inputs }, entry) {
  const all = Object.values(inputs).flatMap(({ imports }) => imports);
  const lazy = new Set(all.filter(({ kind }) => kind === 'dynamic-import').map(({ path: file }) => file));
  const first = new Set([entry]);
  for (const file of first) {
    for (const { kind, path: imported } of inputs[file].imports) if (kind === 'import-statement') first.add(imported);
  }
  return { first: [...first].filter((file) => file.startsWith('www/') && file !== entry), lazy };
}

/**
 * esbuild makes a chunk for each set of modules that the same entries share, which would split the imports of scanlab.js into twenty.
 * This plugin makes each lazily loaded module import all of them, so that they form one chunk, which is loaded by then.
 * @param {ReturnType<typeof readGraph>} graph @param {string} root of the repository
 */
export function firstChunkPlugin({ first, lazy }, root) {
  return {
    name: 'first-chunk',
    setup(build) {
      build.onResolve({ filter: /^first-chunk$/ }, () => ({ path: 'first-chunk', namespace: 'first-chunk' }));
      build.onLoad({ filter: /.*/, namespace: 'first-chunk' }, () => ({
        contents: first.map((file) => `import ${JSON.stringify(`./${file}`)};\n`).join(''),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (!lazy.has(path.relative(root, file).split(path.sep).join('/'))) return undefined;
        return { contents: `${fs.readFileSync(file, 'utf8')}\nimport 'first-chunk';\n`, loader: 'ts' };
      });
    },
  };
}
