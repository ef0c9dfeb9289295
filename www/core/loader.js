import { ScanLabError, messageOf, plannedError } from '../shared/errors.js';
import { Lifetime } from './lifetime.js';
/** @import { Catalogue } from '../types.d.ts' */
/** @import { Timers } from '../shared/watchdog.js' */

/**
 * The dependencies that `scanlab.js` injects, and tests replace.
 * @typedef {object} Runtime
 * @property {typeof import('scanlab-core')} core
 * @property {URL} wasmUrl
 * @property {OracleParts} oracle
 * @property {Scope} scope
 * @property {number} adapterPatience_ms how long to retry the request for an adapter
 */

/**
 * The parts of the oracle, loaded for the first check: a worker, or the engine where there are no workers.
 * @typedef {object} OracleParts
 * @property {() => Promise<Pick<typeof import('../oracle/channel.js'), 'openChannel'>>} channel
 * @property {() => Promise<{ default: string }>} script the oracle's worker as one classic script, of which a blob is made
 * @property {() => Promise<Pick<typeof import('../oracle/engine.js'), 'createEngine'>>} engine
 */

/**
 * The properties of the global object that ScanLab uses.
 * @typedef {object} Scope
 * @property {boolean} [isSecureContext]
 * @property {{ gpu?: Pick<GPU, 'requestAdapter'> }} [navigator]
 * @property {import('../shared/visibility.js').Page} [document]
 * @property {string} [origin]
 * @property {typeof Worker} [Worker]
 * @property {(error: unknown) => void} [reportError]
 * @property {Storage} [localStorage] whose getter may throw
 * @property {Timers['setTimeout']} setTimeout
 * @property {Timers['clearTimeout']} clearTimeout
 */

/** The catalogue is frozen. @typedef {{ core: typeof import('scanlab-core'), catalogue: Catalogue, lifetime: Lifetime }} LoadedCore */

/** @type {WeakMap<object, Promise<LoadedCore>>} */
const loaded = new WeakMap();

/**
 * The started core: loaded on first use, then shared by all labs. After a panic every later call fails and advises to reload the page,
 * since its glue keeps the one instance, whose memory may be inconsistent.
 * @param {Runtime} runtime
 * @returns {Promise<LoadedCore>}
 */
export async function loadCore(runtime) {
  let loading = loaded.get(runtime.core);
  if (!loading) {
    loading = start(runtime);
    loaded.set(runtime.core, loading);
    // A file that could not be loaded is requested again.
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
    return { core, catalogue: deepFreeze(core.catalogue()), lifetime };
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
    `ScanLab's core has stopped because of an internal error: ${message}. Reload the page to continue, and please report this.`,
  );
}

/**
 * The error of a failure of the core; a trap of the WebAssembly ends the core for all labs.
 * @param {LoadedCore} shared
 * @param {unknown} failure
 * @returns {ScanLabError | null} null for an unexpected one
 */
export function explainFailure({ lifetime }, failure) {
  if (failure instanceof WebAssembly.RuntimeError) {
    lifetime.end(panicError(messageOf(failure)));
    return lifetime.ended;
  }
  return plannedError(failure);
}

/**
 * Calls a function of the core that needs no device.
 * @template T
 * @param {LoadedCore} shared
 * @param {(core: LoadedCore['core']) => T} call
 * @returns {T}
 */
export function askCore(shared, call) {
  shared.lifetime.check();
  try {
    return call(shared.core);
  } catch (failure) {
    throw explainFailure(shared, failure) ?? unexpectedError(failure);
  }
}

/** @param {unknown} failure an internal error, after which the state of its lab may be inconsistent */
export function unexpectedError(failure) {
  return new ScanLabError(
    'device-lost',
    `ScanLab has failed because of an internal error (${messageOf(failure)}). Open another with ScanLab.open(), and please report this.`,
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
