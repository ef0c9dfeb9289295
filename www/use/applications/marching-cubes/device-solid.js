/** What lies in the unit cube, drawn by the device straight from its buffers, as `solid.js` draws it: triangles and squares. */
import { FORMAT, renderedImage } from '../../drawing/device-image.js';
import { accepted, keptOn } from '../../device/device.js';
import { LIGHT, SHADE, viewOf } from './solid.js';

/** @typedef {import('../../drawing/device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('../../drawing/device-image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/**
 * @typedef {object} Shapes
 * @property {number} turn of the view @property {number} tilt
 * @property {number} count how many there are
 * @property {number} whole of which `ramp_word` tells a part
 * @property {number} word a colour
 * @property {number} unit the width of the cube, in what vertices count
 * @property {Record<string, GPUBuffer>} buffers of u32, by the names in `code`
 * @property {string} code WGSL: `shape_corner(i: u32) -> Corner` of the corners of shapes, `corners` each
 * @property {number} corners of a shape
 */

const SAMPLES = 4;
/** GPUShaderStage.VERTEX. */
const VERTEX = 0x1;
/** GPUBufferUsage.UNIFORM and COPY_DST, GPUTextureUsage.RENDER_ATTACHMENT. */
const [UNIFORM, ATTACHMENT] = [0x40 | 0x8, 0x10];

const SHARED = `
  struct View {
    columns: mat4x4f,
    pixels: vec2f,
    unit: f32,
    dim: f32,
    whole: u32,
    word: u32,
  }
  struct Corner {
    @builtin(position) at: vec4f,
    @location(0) @interpolate(flat) color: vec4f,
  }
  @group(0) @binding(0) var<uniform> view: View;
  // In CSS pixels, the depth too.
  fn seen(place: vec3f) -> vec3f { return (view.columns * vec4f(place / view.unit, 1)).xyz; }
  fn corner_at(place: vec3f, word: u32, bright: f32) -> Corner {
    let across = 2 * place.xy / view.pixels - 1;
    let deep = 0.5 + place.z / (4 * min(view.pixels.x, view.pixels.y));
    return Corner(vec4f(across.x, -across.y, deep, 1), vec4f(unpack4x8unorm(word).rgb * bright, 1));
  }
  fn ramp_word(part: u32) -> u32 { return ramp[min(255, u32(256 * (f32(part) / f32(view.whole))))]; }
  @vertex fn corner(@builtin(vertex_index) i: u32) -> Corner { return shape_corner(i); }
  @fragment fn pixel(shape: Corner) -> @location(0) vec4f { return shape.color; }`;

/** WGSL of triangles, three words a vertex in `vertices`. */
export const TRIANGLES = `
  fn vertex(i: u32) -> vec3f { return seen(vec3f(vec3u(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]))); }
  fn shape_corner(i: u32) -> Corner {
    let first = i - i % 3;
    let normal = cross(vertex(first + 1) - vertex(first), vertex(first + 2) - vertex(first));
    let light = abs(dot(normal, vec3f(${LIGHT}))) / max(length(normal), 1e-6);
    return corner_at(vertex(i), ramp_word(i / 3), view.dim + (1 - view.dim) * light);
  }`;

/** WGSL of squares: `square(i: u32) -> Square`. */
export const SQUARES = `
  struct Square {
    place: vec3f,
    wide: f32,
    word: u32,
  }
  fn shape_corner(i: u32) -> Corner {
    let one = square(i / 6);
    // Two triangles.
    let side = array(vec2f(-0.5, -0.5), vec2f(0.5, -0.5), vec2f(-0.5, 0.5), vec2f(-0.5, 0.5), vec2f(0.5, -0.5), vec2f(0.5, 0.5))[i % 6];
    return corner_at(seen(one.place) + vec3f(one.wide * side, 0), one.word, 1);
  }`;

/** @type {WeakMap<GPUDevice, Map<string, GPURenderPipeline>>} */
const pipelines = new WeakMap();

/** @param {GPUDevice} device @param {Shapes} shapes @param {string[]} names of their buffers */
function pipelineOf(device, { code, corners }, names) {
  const known = pipelines.get(device) ?? new Map();
  pipelines.set(device, known);
  if (!known.has(code)) {
    const declared = names.map((name, rank) => `@group(0) @binding(${rank + 1}) var<storage, read> ${name}: array<u32>;`);
    const module = device.createShaderModule({ code: declared.join('\n') + SHARED + code });
    // Not one that is made of the code, which lacks what no call reaches.
    const layout = device.createBindGroupLayout({
      entries: ['uniform', ...names.map(() => 'read-only-storage')].map((type, binding) => ({
        binding,
        visibility: VERTEX,
        buffer: { type: /** @type {GPUBufferBindingType} */ (type) },
      })),
    });
    known.set(
      code,
      device.createRenderPipeline({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        vertex: { module },
        fragment: { module, targets: [{ format: FORMAT }] },
        // Squares are drawn one over the other.
        depthStencil: { format: 'depth24plus', depthWriteEnabled: corners === 3, depthCompare: corners === 3 ? 'less' : 'always' },
        multisample: { count: SAMPLES },
      }),
    );
  }
  return /** @type {GPURenderPipeline} */ (known.get(code));
}

/** The last ones, since a picture is drawn again and again. @type {WeakMap<GPUDevice, GPUTexture[]>} */
const attachments = new WeakMap();

/** The samples' colours and depths. @param {GPUDevice} device @param {{ width: number, height: number }} size @returns {GPUTexture[]} */
function attachmentsOf(device, { width, height }) {
  const known = attachments.get(device) ?? [];
  if (known[0]?.width === width && known[0].height === height) return known;
  for (const texture of known) texture.destroy();
  const made = /** @type {const} */ ([FORMAT, 'depth24plus']).map((format) =>
    device.createTexture({ size: { width, height }, format, usage: ATTACHMENT, sampleCount: SAMPLES }),
  );
  attachments.set(device, made);
  return made;
}

/** An image of shapes; commands are submitted before it returns. @param {Lab} lab @param {PreparedImage} image @param {Shapes} shapes @returns {Promise<DrawnImage>} */
export function drawSolid(lab, image, shapes) {
  return accepted(lab.device, () => submitSolid(lab, image, shapes)).catch((failure) => {
    // They may have been refused.
    attachments.get(lab.device)?.forEach((texture) => texture.destroy());
    attachments.delete(lab.device);
    throw failure;
  });
}

/** @type {typeof drawSolid} */
function submitSolid(lab, image, shapes) {
  const { device } = lab;
  const [colors, depths] = attachmentsOf(device, image);
  const buffers = { ...shapes.buffers, ramp: keptOn(device, image.theme.ramp) };
  const pipeline = pipelineOf(device, shapes, Object.keys(buffers));
  const view = uniformOf(device, image, shapes);
  const entries = [view, ...Object.values(buffers)].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const drawn = renderedImage(lab, { width: image.width, height: image.height }, (encoder, target) => {
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: colors.createView(), resolveTarget: target, loadOp: 'clear', storeOp: 'discard' }],
      depthStencilAttachment: { view: depths.createView(), depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'discard' },
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.draw(shapes.corners * shapes.count);
    pass.end();
  });
  view.destroy();
  return drawn;
}

/** The structure View. @param {GPUDevice} device @param {PreparedImage} image @param {Shapes} shapes */
function uniformOf(device, { width, height, scale, theme }, { turn, tilt, unit, whole, word }) {
  const pixels = { width: width / scale, height: height / scale };
  const view = viewOf(pixels, turn, tilt);
  const origin = view(0, 0, 0);
  const ends = [view(1, 0, 0), view(0, 1, 0), view(0, 0, 1)];
  const columns = [...ends.map((end) => [...end.map((at, axis) => at - origin[axis]), 0]), [...origin, 1]];
  const values = new Float32Array(24);
  values.set([...columns.flat(), pixels.width, pixels.height, unit, SHADE[theme.isDark ? 'dark' : 'light']]);
  new Uint32Array(values.buffer).set([whole, word], 20);
  const buffer = device.createBuffer({ size: values.byteLength, usage: UNIFORM });
  device.queue.writeBuffer(buffer, 0, values);
  return buffer;
}
