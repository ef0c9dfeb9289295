/** Passes as data on any GPUDevice: compiled, bound to buffers and recorded. It knows WebGPU, and not what the passes compute. */

/**
 * A dispatch.
 * @typedef {object} Pass
 * @property {number} shader its index
 * @property {string} entryPoint
 * @property {readonly number[]} workgroups in each dimension
 * @property {readonly (readonly [binding: number, resource: number | string])[]} bindings what it binds in group 0
 * @property {readonly GPUBufferBindingType[]} [types] of its bindings, where it binds more than its entry point uses
 */
/** WGSL modules, and dispatches of them. @typedef {{ shaders: readonly string[], passes: readonly Pass[] }} Program */
/** @typedef {Pass & { pipeline: GPUComputePipeline, layout: GPUBindGroupLayout }} CompiledPass */
/** A pass on buffers. @typedef {{ pipeline: GPUComputePipeline, group: GPUBindGroup, workgroups: readonly number[] }} Dispatch */

/** GPUBufferUsage, GPUMapMode.READ and GPUShaderStage.COMPUTE, which are missing where there is no WebGPU. */
export const USAGE = Object.freeze({ mapRead: 1, copySource: 4, copyTarget: 8, uniform: 0x40, storage: 0x80, resolve: 0x200 });
export const MAP_READ = 1;
const COMPUTE = 4;

/**
 * Makes the pipeline of each pass; passes of one entry point share it.
 * @template T
 * @param {GPUDevice} device
 * @param {Program} program
 * @param {(descriptor: GPUComputePipelineDescriptor) => T} create a pipeline, at once or later
 */
export function makePipelines(device, { shaders, passes }, create) {
  /** @type {GPUShaderModule[]} */
  const modules = [];
  /** @type {Map<string, T>} */
  const known = new Map();
  return passes.map((pass) => {
    const { shader, entryPoint } = pass;
    const module = (modules[shader] ??= device.createShaderModule({ code: shaders[shader] }));
    const key = `${shader} ${entryPoint}`;
    const pipeline = known.get(key) ?? create({ label: entryPoint, layout: layoutOf(device, pass), compute: { module, entryPoint } });
    known.set(key, pipeline);
    return pipeline;
  });
}

/** @param {GPUDevice} device @param {Pass} pass @returns {GPUPipelineLayout | 'auto'} */
function layoutOf(device, { bindings, types }) {
  if (!types) return 'auto';
  const entries = bindings.map(([binding], rank) => ({ binding, visibility: COMPUTE, buffer: { type: types[rank] } }));
  return device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
}

/** @param {GPUComputePipeline} pipeline @param {Pass} pass @returns {CompiledPass} */
export const compiledPass = (pipeline, pass) => ({ ...pass, pipeline, layout: pipeline.getBindGroupLayout(0) });

/**
 * Compiles the passes of a program. Pipelines are kept, since a plan for another length has the same shaders.
 * @param {GPUDevice} device
 * @param {Program} program
 * @returns {Promise<CompiledPass[]>}
 */
export async function compilePasses(device, { shaders, passes }) {
  const kept = keptPipelines.get(device) ?? new Map();
  keptPipelines.set(device, kept);
  const keyOf = (/** @type {Pass} */ { shader, entryPoint, types }) => `${entryPoint} ${types ?? 'auto'}\n${shaders[shader]}`;
  const keys = passes.map(keyOf);
  const missing = passes.filter((_, rank) => !kept.has(keys[rank]));
  const made = makePipelines(device, { shaders, passes: missing }, (descriptor) => device.createComputePipelineAsync(descriptor));
  const found = new Map(keys.map((key) => [key, kept.get(key)]));
  missing.forEach((pass, rank) => found.set(keyOf(pass), made[rank]));
  const compiled = await Promise.all(passes.map(async (pass, rank) => compiledPass(await found.get(keys[rank]), pass)));
  // Those of shaders that the device refuses are not kept; past the bound all are of forms no longer in use, for the most part.
  if (kept.size > MAX_PIPELINES) kept.clear();
  compiled.forEach(({ pipeline }, rank) => kept.set(keys[rank], pipeline));
  return compiled;
}

/** The pipelines of a device at most, as the core keeps them. */
const MAX_PIPELINES = 512;
/** Valid pipelines by code and entry point. @type {WeakMap<GPUDevice, Map<string, GPUComputePipeline>>} */
const keptPipelines = new WeakMap();

/**
 * Binds passes to buffers.
 * @param {GPUDevice} device
 * @param {readonly CompiledPass[]} passes
 * @param {readonly GPUBufferBinding[] | Record<string, GPUBufferBinding>} given by what the passes name them
 * @returns {Dispatch[]}
 */
export function bindPasses(device, passes, given) {
  const resources = /** @type {Record<number | string, GPUBufferBinding>} */ (given);
  return passes.map(({ pipeline, layout, workgroups, bindings }) => {
    const entries = bindings.map(([binding, resource]) => ({ binding, resource: resources[resource] }));
    return { pipeline, group: device.createBindGroup({ layout, entries }), workgroups };
  });
}

/** Records dispatches, each so many times. @param {GPUComputePassEncoder} pass @param {readonly Dispatch[]} dispatches */
export function recordDispatches(pass, dispatches, times = 1) {
  for (const { pipeline, group, workgroups } of dispatches) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let time = 0; time < times; time++) pass.dispatchWorkgroups(workgroups[0], workgroups[1], workgroups[2]);
  }
}

/** Submits what `record` records. @param {GPUDevice} device @param {(encoder: GPUCommandEncoder) => void} record */
export function submitCommands(device, record) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  device.queue.submit([encoder.finish()]);
}
