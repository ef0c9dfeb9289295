/** Sources of a worker's script: a file of the site, or a blob where the page or its policy requires one. */

import { SITE } from './site.js';

/** @typedef {'file' | 'blob'} Source */
/** The used part of the global object. @typedef {{ origin?: string }} Place */

/** The time for a worker to start; some browsers block workers without an event. */
const START_TIMEOUT_MS = 10_000;

/** The sources that the page's policy has refused, on the global object, because a page may load scanlab.js more than once. */
const REFUSED = Symbol.for('scanlab.refused-worker-sources');

/** @param {Place} place @returns {Set<Source>} */
function refusedIn(place) {
  const kept = /** @type {{ [REFUSED]?: Set<Source> }} */ (place);
  return (kept[REFUSED] ??= new Set());
}

/**
 * The sources to try, in order. A worker's file must be of the page's origin; a page of another origin, which embeds the element, may start
 * a blob. A strict policy refuses blobs and reports every refusal, so a blob comes after the file.
 * @param {Place} place @param {string} [base] @returns {Source[]}
 */
export function workerSources(place, base = SITE.href) {
  const { protocol, origin } = new URL(base);
  const own = protocol.startsWith('http') && origin === place.origin;
  /** @type {Source[]} */
  const all = own ? ['file', 'blob'] : ['blob'];
  return all.filter((source) => !refusedIn(place).has(source));
}

/** Excludes a source in this page. @param {Place} place @param {Source} source */
export function refuse(place, source) {
  refusedIn(place).add(source);
}

/** @param {Source} source @param {string} file of the site @param {string} text of the same script, for a blob */
export function workerUrl(source, file, text) {
  if (source === 'file') return { url: new URL(file, SITE).href, release() {} };
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

/**
 * A worker that posts a message when it has started, from the first source that is not refused; null where all are.
 * @param {Place & { Worker?: typeof globalThis.Worker }} scope @param {string} file of the site @param {() => Promise<string>} text of the same script, for a blob
 */
export async function openWorker(scope, file, text) {
  const { Worker } = scope;
  for (const source of Worker ? workerSources(scope) : []) {
    const script = workerUrl(source, file, source === 'blob' ? await text() : '');
    const worker = Worker && (await startWorker(Worker, script));
    if (worker) return worker;
    refuse(scope, source);
  }
  return null;
}

/** @param {typeof globalThis.Worker} Worker @param {ReturnType<typeof workerUrl>} script */
async function startWorker(Worker, { url, release }) {
  /** @type {Worker | undefined} */
  let worker;
  try {
    worker = new Worker(url);
    await ready(worker);
    return worker;
  } catch {
    // A content security policy without it in worker-src, or a file that could not be loaded.
    worker?.terminate();
    return null;
  } finally {
    release();
  }
}

/** @param {Worker} worker @returns {Promise<void>} */
function ready(worker) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The worker has not started.')), START_TIMEOUT_MS);
    worker.onmessage = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      event.preventDefault?.();
      reject(new Error('The worker was refused.'));
    };
  });
}
