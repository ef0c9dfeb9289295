/**
 * A plain static file server for the tests: `node server.mjs [folder]` serves the folder (by default dist/)
 * on a free loopback port, at /, at /sub/folder/, and at /strict/ with a content security policy. It prints its address. It sets no
 * other header except the content type.
 */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SUB_FOLDER = '/sub/folder/';
const STRICT_FOLDER = '/strict/';
/** The strictest policy that docs/embedding.md states as sufficient. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * @param {string} [folder] the folder of the site
 * @param {Record<string, string>} [pages] HTML by paths, such as `/embedded.html`; it takes precedence over files
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve(folder = fileURLToPath(new URL('../../dist/', import.meta.url)), pages = {}) {
  const root = path.resolve(folder);
  if (!fs.existsSync(path.join(root, 'index.html'))) throw new Error(`${root} must hold index.html, found none: run cargo xtask build`);
  const server = http.createServer((request, response) => {
    const isStrict = request.url?.startsWith(STRICT_FOLDER);
    const answer = (type) => response.writeHead(200, { 'content-type': type, ...(isStrict && { 'content-security-policy': POLICY }) });
    const page = pages[request.url ?? '/'];
    if (page !== undefined) {
      answer(TYPES['.html']).end(page);
      return;
    }
    const file = fileOf(root, request.url ?? '/');
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    answer(TYPES[path.extname(file)] ?? 'application/octet-stream');
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The file inside the folder that a request's path names, or null. */
function fileOf(folder, target) {
  let name;
  try {
    name = decodeURIComponent(new URL(target, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const prefix = [SUB_FOLDER, STRICT_FOLDER].find((one) => name.startsWith(one));
  if (prefix) name = name.slice(prefix.length - 1);
  if (name.endsWith('/')) name += 'index.html';
  const file = path.join(folder, name);
  const inside = file.startsWith(folder + path.sep);
  return inside && fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`serving at ${(await serve(process.argv[2])).address}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
