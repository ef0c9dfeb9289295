/**
 * A frame loop on the caller's device: it moves particles, selects those near the camera, sorts them from far to near, and draws them. Their number
 * stays on the GPU. A frame makes no buffer and no bind group, waits for nothing and reads nothing back.
 */
import { ScanLab } from '../../dist/scanlab.js';

/** The width and height of the picture. */
export const SIZE = 256;

const CODE = `
struct Particle { at: vec2u, step: vec2u, depth: u32, speed: u32, color: u32, unused: u32 }

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> depths: array<u32>;

@compute @workgroup_size(64)
fn move_particles(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&particles)) { return; }
  let p = &particles[id.x];
  p.at = (p.at + p.step) % ${SIZE}u;
  p.depth = (p.depth + p.speed) % 1024u;
  depths[id.x] = p.depth;
}

@group(0) @binding(2) var<storage, read> drawn: array<Particle>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
struct Corner { @builtin(position) position: vec4f, @location(0) @interpolate(flat) color: u32 }

// A particle is a square, which is larger if it is nearer.
@vertex fn corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let p = drawn[order[instance]];
  let at = vec2f(p.at + vec2(vertex & 1u, vertex >> 1u) * (8u - p.depth / 128u));
  return Corner(vec4f(at.x * ${2 / SIZE} - 1.0, 1.0 - at.y * ${2 / SIZE}, 0.0, 1.0), p.color);
}

@fragment fn paint(corner: Corner) -> @location(0) vec4f { return unpack4x8unorm(corner.color); }`;

/**
 * @param {GPUDevice} device
 * @param {GPUCanvasContext} context
 * @param {Uint32Array} particles 8 words each, as the shader declares them
 * @returns {Promise<{ frame: (encoder: GPUCommandEncoder) => void, check: () => Promise<unknown> }>}
 */
export async function prepareFrames(device, context, particles) {
  const n = particles.length / 8;
  const lab = await ScanLab.open({ device });
  const keep = await lab.prepare({ operation: 'compact', type: 'u32', where: 'x < 600u', indices: true, n });
  const sort = await lab.prepare({ operation: 'sort', type: 'u32', values: true, descending: true, bits: [0, 10], n });

  const { COPY_DST, INDIRECT, STORAGE } = GPUBufferUsage;
  const filled = (words, usage) => {
    const buffer = device.createBuffer({ size: words.byteLength, usage: usage | COPY_DST });
    device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  };
  const bytes = Math.max(keep.requirements.buffers.input, sort.requirements.buffers.input);
  const words = () => device.createBuffer({ size: bytes, usage: STORAGE });
  const [depths, near, indices, far, order] = [words(), words(), words(), words(), words()];
  const state = filled(particles, STORAGE);
  const draw = filled(Uint32Array.of(4, 0, 0, 0), STORAGE | INDIRECT); // vertices, instances: the count, first vertex, first instance

  const { format } = context.getConfiguration();
  const module = device.createShaderModule({ code: CODE });
  const move = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const render = device.createRenderPipeline({
    layout: 'auto',
    vertex: { module },
    fragment: { module, targets: [{ format }] },
    primitive: { topology: 'triangle-strip' },
  });
  const bind = (pipeline, buffers) => {
    const entries = Object.entries(buffers).map(([binding, buffer]) => ({ binding: Number(binding), resource: { buffer } }));
    return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  };
  const [moved, shown] = [bind(move, { 0: state, 1: depths }), bind(render, { 2: state, 3: order })];

  return {
    frame(encoder) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(move);
      pass.setBindGroup(0, moved);
      pass.dispatchWorkgroups(Math.ceil(bytes / 256));
      keep.record(pass, { input: depths, output: near, indices, count: { buffer: draw, offset: 4 } });
      sort.record(pass, { input: near, values: indices, output: far, outputValues: order, count: { buffer: draw, offset: 4 } });
      pass.end();
      const view = context.getCurrentTexture().createView();
      const picture = encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] });
      picture.setPipeline(render);
      picture.setBindGroup(0, shown);
      picture.drawIndirect(draw, 0);
      picture.end();
    },
    check: () => Promise.all([keep.check(), sort.check()]),
  };
}
