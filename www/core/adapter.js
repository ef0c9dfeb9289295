import { ScanLabError, messageOf } from '../shared/errors.js';
/** @import { AdapterDescription, DeviceFacts, OpenOptions, ProbeFacts } from '../types.d.ts' */
/** @import { Scope } from './loader.js' */

/**
 * The browser's adapter and device of an opened core.
 * @typedef {object} Captured
 * @property {GPUAdapter | null} adapter
 * @property {GPUDevice | null} device
 */

const RETRY_PAUSE_MS = 200;
/** Names of adapters that run shaders on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b|\bcpu\b/i;

/**
 * Waits for an adapter. A browser whose GPU process is still starting has none for some seconds.
 * @param {Scope} scope
 * @param {OpenOptions} options
 * @param {number} timeout_ms
 */
export async function requireAdapter(scope, options, timeout_ms) {
  // Outside browsers there is no such property.
  if (scope.isSecureContext === false) {
    throw new ScanLabError(
      'insecure-context',
      'WebGPU requires a secure context: https, or http on localhost or 127.0.0.1. This page has none.',
    );
  }
  const gpu = scope.navigator?.gpu;
  if (!gpu) {
    throw new ScanLabError(
      'webgpu-unavailable',
      'WebGPU is required; there is no navigator.gpu here. Chrome and Edge 123, Safari 26 and Firefox 141 or later have it, ' +
        'on some systems only once it is enabled in the settings.',
    );
  }
  const { powerPreference } = options;
  const start = performance.now();
  let reason = 'it returned none';
  for (;;) {
    try {
      if (await gpu.requestAdapter(powerPreference ? { powerPreference } : {})) return;
    } catch (failure) {
      reason = messageOf(failure);
    }
    const waited = performance.now() - start;
    if (waited + RETRY_PAUSE_MS > timeout_ms) {
      throw new ScanLabError(
        'no-adapter',
        `A GPU adapter is required; requests to the browser failed for ${(waited / 1000).toFixed(1)} s: ${reason}. ` +
          "Hardware acceleration may be off, or the GPU may be on the browser's block list.",
      );
    }
    await new Promise((resume) => setTimeout(resume, RETRY_PAUSE_MS));
  }
}

/** The previous call: concurrent wrappers would restore each other. */
let before = Promise.resolve();

/**
 * Opens a device by `open`, with subgroups where the adapter has them: wgpu's browser backend cannot request them, so `requestDevice` is
 * wrapped to add them. It is restored after its first call, and in any case when `open` ends. `open` gets the object that the adapter and
 * the device are stored in.
 * @template T
 * @param {Scope} scope
 * @param {boolean} subgroups
 * @param {(captured: Captured) => Promise<T>} open
 * @returns {Promise<{ opened: T, captured: Captured }>}
 */
export async function withCapturedDevice(scope, subgroups, open) {
  const previous = before;
  /** @type {() => void} */
  let done = () => {};
  before = new Promise((resolve) => {
    done = resolve;
  });
  await previous;
  const { captured, restore } = wrapRequestDevice(scope, subgroups);
  try {
    return { opened: await open(captured), captured };
  } finally {
    restore();
    done();
  }
}

/**
 * @param {Scope} scope
 * @param {boolean} subgroups
 */
function wrapRequestDevice(scope, subgroups) {
  /** @type {Captured} */
  const captured = { adapter: null, device: null };
  const prototype = /** @type {GPUAdapter | undefined} */ (scope.GPUAdapter?.prototype);
  if (!prototype) return { captured, restore() {} };
  const original = prototype.requestDevice;
  const restore = () => {
    // Another wrapper that was installed since stays.
    if (prototype.requestDevice === wrapper) prototype.requestDevice = original;
  };
  /**
   * @this {GPUAdapter}
   * @param {GPUDeviceDescriptor} [descriptor]
   */
  async function wrapper(descriptor) {
    restore();
    const features = new Set(descriptor?.requiredFeatures ?? []);
    if (subgroups && this.features.has('subgroups')) features.add('subgroups');
    captured.adapter = this;
    captured.device = await original.call(this, { ...descriptor, requiredFeatures: [...features] });
    return captured.device;
  }
  prototype.requestDevice = wrapper;
  return { captured, restore };
}

/**
 * The description of an adapter, except for the results of the probes.
 * @param {Pick<DeviceFacts, 'name' | 'isFallback' | 'timestamps'>} facts
 * @param {Captured} captured
 * @returns {Omit<AdapterDescription, keyof ProbeFacts>}
 */
export function describeAdapter(facts, { adapter, device }) {
  /** @type {Partial<GPUAdapterInfo>} */
  const info = adapter?.info ?? {};
  const vendor = info.vendor ?? '';
  const architecture = info.architecture ?? '';
  const name = info.device ?? '';
  const parts = [vendor, architecture, name].filter(Boolean).join(' ');
  const description = info.description || parts || facts.name;
  const min = info.subgroupMinSize;
  const max = info.subgroupMaxSize;
  return {
    vendor,
    architecture,
    device: name,
    description,
    isFallback: Boolean(info.isFallbackAdapter || facts.isFallback) || SOFTWARE.test(`${parts} ${description} ${facts.name}`),
    subgroups: device?.features.has('subgroups') && min && max ? { min, max } : null,
    timestamps: facts.timestamps,
    limits: device ? plainLimits(device.limits) : {},
  };
}

/** @param {GPUSupportedLimits} limits whose values are getters of its prototype */
function plainLimits(limits) {
  /** @type {Record<string, number>} */
  const plain = {};
  for (const name in limits) {
    const value = Reflect.get(limits, name);
    if (typeof value === 'number') plain[name] = value;
  }
  return plain;
}
