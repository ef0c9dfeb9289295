import { ScanLabError, messageOf, plannedError } from '../shared/errors.js';
import { Lifetime } from './lifetime.js';
/** @import { Catalogue } from '../types.d.ts' */
/** @import { Timers } from './watchdog.js' */

/**
 * What the module `scanlab.js` gives to the rest, so that tests can give something else.
 * @typedef {object} Runtime
 * @property {typeof import('scanlab-core')} core
 * @property {URL} wasmUrl
 * @property {OracleParts} oracle
 * @property {Scope} scope
 * @property {number} adapterPatience_ms how long to ask again for an adapter that is not there
 */

/**
 * The oracle comes when something is first checked: as a worker, or as the engine itself where there are no workers.
 * @typedef {object} OracleParts
 * @property {() => Promise<Pick<typeof import('../oracle/channel.js'), 'openChannel'>>} channel the way to it
 * @property {() => Promise<{ default: string }>} script the oracle's worker as one classic script, of which a blob is made
 * @property {() => Promise<Pick<typeof import('../oracle/engine.js'), 'createEngine'>>} engine
 */

/**
 * What ScanLab uses of the global object.
 * @typedef {object} Scope
 * @property {boolean} [isSecureContext]
 * @property {{ gpu?: Pick<GPU, 'requestAdapter'> }} [navigator]
 * @property {{ prototype: object }} [GPUAdapter]
 * @property {import('../shared/visibility.js').Page} [document]
 * @property {string} [origin]
 * @property {typeof Worker} [Worker]
 * @property {(error: unknown) => void} [reportError]
 * @property {Storage} [localStorage] which a browser may refuse by throwing
 * @property {Timers['setTimeout']} setTimeout
 * @property {Timers['clearTimeout']} clearTimeout
 */

/** The catalogue is frozen. @typedef {{ core: typeof import('scanlab-core'), catalogue: Catalogue, lifetime: Lifetime }} LoadedCore */

/** @type {WeakMap<object, Promise<LoadedCore>>} */
const loaded = new WeakMap();

/**
 * The started core: loaded on first use, then shared by all labs. A core that has panicked stays dead: its glue keeps the one
 * instance of the page, whose memory cannot be trusted, so every later call says to reload the page.
 * @param {Runtime} runtime
 * @returns {Promise<LoadedCore>}
 */
export async function loadCore(runtime) {
  let loading = loaded.get(runtime.core);
  if (!loading) {
    loading = start(runtime);
    loaded.set(runtime.core, loading);
    // A file that did not arrive may arrive the next time.
    loading.catch(() => loaded.delete(runtime.core));
  }
  const shared = await loading;
  shared.lifetime.check();
  return shared;
}

/**
 * @param {Runtime} runtime
 * @returns {Promise<LoadedCore>}
 */
async function start({ core, wasmUrl }) {
  const lifetime = new Lifetime();
  try {
    await core.default({ module_or_path: wasmUrl });
    core.onPanic((message) => lifetime.end(panicError(message)));
    return { core, catalogue: deepFreeze(JSON.parse(core.catalogueJson())), lifetime };
  } catch (failure) {
    throw new ScanLabError(
      'unsupported',
      `ScanLab's WebAssembly core is required; loading ${wasmUrl.href} has failed: ${messageOf(failure)}`,
      { cause: failure },
    );
  }
}

/** @param {string} message */
function panicError(message) {
  return new ScanLabError(
    'device-lost',
    `ScanLab's core has stopped because of an error of its own: ${message}. Reload the page to go on, and please report this.`,
  );
}

/**
 * What a failure of the core means; a trap of the WebAssembly stops the core for all labs.
 * @param {LoadedCore} shared
 * @param {unknown} failure
 * @returns {ScanLabError | null} null where nobody has planned for it
 */
export function explainFailure({ lifetime }, failure) {
  if (failure instanceof WebAssembly.RuntimeError) {
    lifetime.end(panicError(messageOf(failure)));
    return lifetime.ended;
  }
  return plannedError(failure);
}

/**
 * Asks the core what it knows without a device.
 * @template T
 * @param {LoadedCore} shared
 * @param {(core: LoadedCore['core']) => T} question
 * @returns {T}
 */
export function askCore(shared, question) {
  shared.lifetime.check();
  try {
    return question(shared.core);
  } catch (failure) {
    throw explainFailure(shared, failure) ?? unexpectedError(failure);
  }
}

/** @param {unknown} failure that is a bug of ours, after which the state of its lab cannot be trusted */
export function unexpectedError(failure) {
  return new ScanLabError(
    'device-lost',
    `ScanLab has failed in a way that it should not (${messageOf(failure)}). Open another with ScanLab.open(), and please report this.`,
    { cause: failure },
  );
}

/**
 * @template {object} T
 * @param {T} value
 * @returns {T}
 */
export function deepFreeze(value) {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
