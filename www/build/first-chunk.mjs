/** Determines the first chunks that a page loads. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * The modules of an entry, by their paths in the repository. `first`: modules that it imports before it runs. `lazy`: modules that `import()` loads.
 * @param {import('esbuild').Metafile} metafile @param {string} entry
 */
export function readGraph({ inputs }, entry) {
  const first = new Set([entry]);
  const all = new Set([entry]);
  const lazy = new Set();
  for (const file of all) {
    for (const { kind, path: imported } of inputs[file].imports) {
      if (!inputs[imported]) continue;
      all.add(imported);
      if (kind === 'dynamic-import') lazy.add(imported);
      else if (first.has(file)) first.add(imported);
    }
  }
  return { first: [...first].filter((file) => file.startsWith('www/') && file !== entry), lazy };
}

/**
 * Keeps the first modules of an entry in one chunk. esbuild makes a chunk for each set of modules that the same entries share, which would split
 * these modules into about twenty chunks. With this plugin, each lazy module imports all first modules of its entry, which are loaded by then. If
 * there are several entries, each entry imports the next one. It has a chunk for the modules that the next entry does not import.
 * @param {ReturnType<typeof readGraph>[]} graphs @param {string} root of the repository
 */
export function firstChunkPlugin(graphs, root) {
  return {
    name: 'first-chunk',
    setup(build) {
      build.onResolve({ filter: /^first-chunk-\d$/ }, ({ path: name }) => ({ path: name, namespace: 'first-chunk' }));
      build.onLoad({ filter: /.*/, namespace: 'first-chunk' }, ({ path: name }) => ({
        contents: graphs[name.split('-').pop()].first.map((file) => `import ${JSON.stringify(`./${file}`)};\n`).join(''),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        // The last entry that loads the module: earlier entries have loaded more modules.
        const entry = graphs.findLastIndex(({ lazy }) => lazy.has(path.relative(root, file).split(path.sep).join('/')));
        if (entry < 0) return undefined;
        return { contents: `${fs.readFileSync(file, 'utf8')}\nimport 'first-chunk-${entry}';\n`, loader: 'ts' };
      });
    },
  };
}
