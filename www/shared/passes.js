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
/** A whole buffer, or a part of it. @typedef {GPUBuffer | GPUBufferBinding} Resource */
/** A pass on buffers. @typedef {{ pipeline: GPUComputePipeline, group: GPUBindGroup, workgroups: readonly number[] }} Dispatch */

/** GPUShaderStage.COMPUTE, which is missing where there is no WebGPU. */
const COMPUTE = 4;

/** The pipelines of a device at most, as the core keeps them. */
const MAX_PIPELINES = 512;
/** Pipelines by code and entry point, since a plan for another length has the same shaders. @type {WeakMap<GPUDevice, Map<string, GPUComputePipeline>>} */
const keptPipelines = new WeakMap();

/** What a pipeline is kept by. @param {Program} program @param {Pass} pass */
const keyOf = ({ shaders }, { shader, entryPoint, types }) => `${entryPoint} ${types ?? 'auto'}\n${shaders[shader]}`;

/**
 * Makes the pipelines of the passes that are not kept; passes of one entry point share one.
 * @template T
 * @param {GPUDevice} device
 * @param {Program} program
 * @param {(descriptor: GPUComputePipelineDescriptor) => T} create a pipeline, at once or later
 * @returns {(T | GPUComputePipeline)[]} those of all passes
 */
function makePipelines(device, program, create) {
  /** @type {GPUShaderModule[]} */
  const modules = [];
  /** @type {Map<string, T | GPUComputePipeline>} */
  const made = new Map();
  const kept = keptPipelines.get(device);
  return program.passes.map((pass) => {
    const { shader, entryPoint } = pass;
    const key = keyOf(program, pass);
    const moduleOf = () => (modules[shader] ??= device.createShaderModule({ code: program.shaders[shader] }));
    const pipeline =
      kept?.get(key) ??
      made.get(key) ??
      create({ label: entryPoint, layout: layoutOf(device, pass), compute: { module: moduleOf(), entryPoint } });
    made.set(key, pipeline);
    return pipeline;
  });
}

/** @param {GPUDevice} device @param {Pass} pass @returns {GPUPipelineLayout | 'auto'} */
function layoutOf(device, { bindings, types }) {
  if (!types) return 'auto';
  const entries = bindings.map(([binding], rank) => ({ binding, visibility: COMPUTE, buffer: { type: types[rank] } }));
  return device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
}

/** Keeps the pipelines of passes. @param {GPUDevice} device @param {Program} program @param {readonly GPUComputePipeline[]} pipelines @returns {CompiledPass[]} */
function keep(device, program, pipelines) {
  const kept = keptPipelines.get(device) ?? new Map();
  keptPipelines.set(device, kept);
  // Past the bound all are of forms no longer in use, for the most part.
  if (kept.size > MAX_PIPELINES) kept.clear();
  return program.passes.map((pass, rank) => {
    const pipeline = pipelines[rank];
    kept.set(keyOf(program, pass), pipeline);
    return { ...pass, pipeline, layout: pipeline.getBindGroupLayout(0) };
  });
}

/** Compiles the passes of a program; rejects where the device refuses one, which is not kept. @param {GPUDevice} device @param {Program} program */
export async function compilePasses(device, program) {
  const pipelines = makePipelines(device, program, (descriptor) => device.createComputePipelineAsync(descriptor));
  return keep(device, program, await Promise.all(pipelines));
}

/**
 * Compiles them at once. That the device refuses one is an error of its scopes, after which all are to be forgotten.
 * @param {GPUDevice} device
 * @param {Program} program
 */
export function compilePassesAtOnce(device, program) {
  const pipelines = makePipelines(device, program, (descriptor) => device.createComputePipeline(descriptor));
  return keep(device, program, pipelines);
}

/** Forgets the pipelines of a device, one of which it has refused. @param {GPUDevice} device */
export const forgetPipelines = (device) => keptPipelines.delete(device);

/**
 * Binds passes to buffers.
 * @param {GPUDevice} device
 * @param {readonly CompiledPass[]} passes
 * @param {readonly Resource[] | Record<string, Resource>} given by what the passes name them
 * @returns {Dispatch[]}
 */
export function bindPasses(device, passes, given) {
  const resourceOf = (/** @type {number | string} */ name) => {
    const resource = /** @type {Record<number | string, Resource>} */ (given)[name];
    return 'buffer' in resource ? resource : { buffer: resource };
  };
  return passes.map(({ pipeline, layout, workgroups, bindings }) => {
    const entries = bindings.map(([binding, resource]) => ({ binding, resource: resourceOf(resource) }));
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

/** Records dispatches as a compute pass. @param {GPUCommandEncoder} encoder @param {readonly Dispatch[]} dispatches @param {GPUComputePassDescriptor} [descriptor] */
export function recordPass(encoder, dispatches, times = 1, descriptor = {}) {
  const pass = encoder.beginComputePass(descriptor);
  recordDispatches(pass, dispatches, times);
  pass.end();
}

/** Submits what `record` records. @param {GPUDevice} device @param {(encoder: GPUCommandEncoder) => void} record */
export function submitCommands(device, record) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  device.queue.submit([encoder.finish()]);
}
