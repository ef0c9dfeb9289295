/** Sources of a worker's script: a file of the site, or a blob if the page or its policy requires one. */

type Source = 'file' | 'blob';
/** The part of the global object that is used. */
type Place = { origin?: string; WorkerGlobalScope?: unknown };

/** The maximum time for the start of a worker: some browsers block workers without an event. */
const START_TIMEOUT_MS = 10_000;

/**
 * The sources that the page's policy has refused. They are stored on the global object, because a page may load scanlab.js more than once.
 */
const REFUSED = Symbol.for('scanlab.refused-worker-sources');

function refusedIn(place: Place): Set<Source> {
  const kept = place as { [REFUSED]?: Set<Source> };
  return (kept[REFUSED] ??= new Set());
}

/**
 * The sources to try, in order. In a worker, the list is empty: under load, `new Worker` sometimes never returns in a worker of Firefox 153,
 * and a worker that computes by itself blocks no page. The file of a worker must have the page's origin. A page of another origin, which
 * embeds the element, may start a blob. A strict policy refuses blobs and reports every refusal, so the file comes first.
 */
export function workerSources(place: Place, { protocol, origin }: URL): Source[] {
  if (place.WorkerGlobalScope) return [];
  const own = protocol.startsWith('http') && origin === place.origin;
  const all: Source[] = own ? ['file', 'blob'] : ['blob'];
  return all.filter((source) => !refusedIn(place).has(source));
}

/** Excludes a source in this page. */
export function refuse(place: Place, source: Source) {
  refusedIn(place).add(source);
}

/**
 * The address of a worker's script. Call `release` when the worker has started.
 * @param text the text of the same script, for a blob
 */
export function workerUrl(source: Source, file: URL, text: string) {
  if (source === 'file') return { url: file.href, release() {} };
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

/**
 * Starts a worker from the first source that is not refused. The worker must post a message after its start. Null if all sources are refused.
 * @param text the text of the same script, for a blob
 */
export async function openWorker(scope: Place & { Worker?: typeof globalThis.Worker }, file: URL, text: () => Promise<string>) {
  const { Worker } = scope;
  for (const source of Worker ? workerSources(scope, file) : []) {
    const script = workerUrl(source, file, source === 'blob' ? await text() : '');
    const worker = Worker && (await startWorker(Worker, script));
    if (worker) return worker;
    refuse(scope, source);
  }
  return null;
}

async function startWorker(Worker: typeof globalThis.Worker, { url, release }: ReturnType<typeof workerUrl>) {
  let worker: Worker | undefined;
  try {
    worker = new Worker(url);
    await ready(worker);
    return worker;
  } catch {
    // The policy's worker-src does not allow the source, or the file could not be loaded.
    worker?.terminate();
    return null;
  } finally {
    release();
  }
}

function ready(worker: Worker): Promise<void> {
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
