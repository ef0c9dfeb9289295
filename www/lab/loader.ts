import { badArgument, checkWasm, describe } from '../shared/arguments.ts';
import { ScanLabError, messageOf, plannedError } from '../shared/errors.ts';
import { isInlined, wasmOf } from '../shared/inlined.ts';
import { Lifetime } from './lifetime.ts';
import type { Page } from '../shared/visibility.ts';
import type { Timers } from '../shared/watchdog.ts';
import type { OracleReply } from '../oracle/engine.ts';
import type { Catalogue, WasmSource } from '../types.ts';

/** The dependencies that `scanlab.js` injects and tests replace. */
export type Runtime = {
  core: typeof import('scanlab-core');
  /** the WebAssembly module of the core */
  wasm: WasmSource;
  oracle: OracleParts;
  operationOracle: OracleParts;
  scope: Scope;
  /** how long the request for an adapter is repeated */
  adapterPatience_ms: number;
};

/** Loaders of the parts of an oracle, called for its first check: the worker, or the engine if there are no workers. */
export type OracleParts = {
  /** the subjects of its checks */
  of: 'scans' | 'operations';
  channel: () => Promise<Pick<typeof import('../oracle/channel.ts'), 'openChannel'>>;
  /** the worker as one classic script, for a blob */
  script: () => Promise<{ default: string }>;
  engine: () => Promise<{ createEngine: (pause: () => Promise<void> | void) => (message: any) => Promise<OracleReply> }>;
};

/** The properties of the global object that ScanLab uses. */
export type Scope = {
  isSecureContext?: boolean;
  navigator?: { gpu?: Pick<GPU, 'requestAdapter'> };
  document?: Page;
  origin?: string;
  Worker?: typeof Worker;
  reportError?: (error: unknown) => void;
  /** its getter may throw */
  localStorage?: Storage;
  setTimeout: Timers['setTimeout'];
  clearTimeout: Timers['clearTimeout'];
};

/** The started core, with its frozen catalogue. */
export type LoadedCore = { core: typeof import('scanlab-core'); catalogue: Catalogue; lifetime: Lifetime };

const loaded: WeakMap<object, Promise<LoadedCore>> = new WeakMap();

/**
 * The started core: loaded on first use, then shared by all labs. After a panic, every call fails with the advice to reload the page: the
 * module of wasm-bindgen keeps its only instance, whose memory may be inconsistent.
 */
export async function loadCore(runtime: Runtime): Promise<LoadedCore> {
  let loading = loaded.get(runtime.core);
  if (!loading) {
    loading = start(runtime);
    loaded.set(runtime.core, loading);
    // After a failed load, the next call requests the file again.
    loading.catch(() => loaded.delete(runtime.core));
  }
  const shared = await loading;
  shared.lifetime.check();
  return shared;
}

/** Loads the core from a source that the caller gives. Rejects if it is already loaded. */
export async function initializeCore(runtime: Runtime, wasm: WasmSource) {
  const source = checkWasm(wasm);
  if (loaded.has(runtime.core)) throw badArgument('initialize must be called before anything else of ScanLab; its core is loaded already.');
  await loadCore({ ...runtime, wasm: source });
}

async function start({ core, wasm }: Runtime): Promise<LoadedCore> {
  const lifetime = new Lifetime();
  try {
    await core.default({ module_or_path: wasmOf(wasm) });
    core.onPanic((message) => lifetime.end(panicError(message)));
    return { core, catalogue: deepFreeze(core.catalogue()), lifetime };
  } catch (failure) {
    throw new ScanLabError(
      'unsupported',
      `ScanLab's WebAssembly core is required; loading ${wasm instanceof URL && !isInlined(wasm) ? wasm.href : describe(wasm)} has failed: ${messageOf(failure)}`,
      { cause: failure },
    );
  }
}

function panicError(message: string) {
  return new ScanLabError(
    'device-lost',
    `ScanLab's core has stopped because of an internal error: ${message}. Reload the page to continue, and please report this.`,
  );
}

/**
 * The `ScanLabError` for a failure of the core. A WebAssembly trap ends the core for all labs.
 * @returns null for an unexpected failure
 */
export function explainFailure({ lifetime }: LoadedCore, failure: unknown): ScanLabError | null {
  if (failure instanceof WebAssembly.RuntimeError) {
    lifetime.end(panicError(messageOf(failure)));
    return lifetime.ended;
  }
  return plannedError(failure);
}

/** Calls a function of the core that needs no device. */
export function askCore<T>(shared: LoadedCore, call: (core: LoadedCore['core']) => T): T {
  shared.lifetime.check();
  try {
    return call(shared.core);
  } catch (failure) {
    throw explainFailure(shared, failure) ?? unexpectedError(failure);
  }
}

/** @param failure an internal error, after which the state of the lab may be inconsistent */
export function unexpectedError(failure: unknown) {
  return new ScanLabError(
    'device-lost',
    `ScanLab has failed because of an internal error (${messageOf(failure)}). Open another with ScanLab.open(), and please report this.`,
    { cause: failure },
  );
}

export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
