/**
 * Images that render passes draw on the device. On a GPU they reach the page's canvas through a WebGPU canvas, without a readback. On a
 * software adapter, browsers draw nothing from such a canvas or end their GPU process, so pixels are read back.
 */
import { submitCommands } from '../../shared/passes.ts';
import { copied, declaredOn, renderPipelines } from '../device/device.ts';
import type { Kernel } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';

export type Lab = { device: GPUDevice; adapter: { isFallback: boolean } };
/** An image for a canvas: a bitmap, which the caller closes, or pixels. */
export type DrawnImage = ImageBitmap | ImageData;
/** In device pixels; surface: the colour of uncovered pixels, a word. */
type Size = { width: number; height: number; surface: number };
/**
 * A layer of n shapes. It covers the layers before it. A layer with n = 0 is empty. `code` has `fn vertex(i: u32, k: u32) -> Vertex`, which
 * returns corner k of shape i and calls `place` or `corner` for its position. `code` may also have `fn color_of(vertex: Vertex) -> vec4f`,
 * the colour of a pixel (default: the colour `vertex.word`).
 */
export type Layer = Omit<Kernel, 'writes'> & { shape?: keyof typeof SHAPES };

/** Boxes by default, lines one pixel wide, or triangles: the topology, and the number of vertices of a shape. */
const SHAPES = { box: ['triangle-list', 6], line: ['line-list', 2], triangle: ['triangle-list', 3] } as const;
const [FORMAT, DEPTH] = ['rgba8unorm', 'depth32float'] as const;
/** GPUTextureUsage.RENDER_ATTACHMENT and COPY_SRC; GPUShaderStage.VERTEX and FRAGMENT. Without WebGPU, these names are undefined. */
const [DRAWN, READ, STAGES] = [16, 1, 3];
/** When an image is read back, the number of words per row is a multiple of this number. */
const ROW_WORDS = 64;

const COMMON = `
  struct Vertex {
    @builtin(position) at: vec4f,
    @location(0) @interpolate(flat) word: u32,
    @location(1) @interpolate(flat) data: vec4f,
  }
  /** The clip position of a pixel. near: from 0 to 1; nearer shapes cover farther ones. */
  fn place(pixel: vec2f, near: f32) -> vec4f {
    return vec4f(vec2f(2, -2) * pixel / vec2f(vec2i(numbers.image_width, numbers.image_height)) + vec2f(-1, 1), near, 1);
  }
  /** Corner k of a box, from its first pixel to the pixel before its end. */
  fn corner(k: u32, first: vec2i, end: vec2i, near: f32) -> vec4f {
    return place(select(vec2f(first), vec2f(end), vec2<bool>((k & 1) == 1, k > 1)), near);
  }`;
const COLOR = 'fn color_of(vertex: Vertex) -> vec4f { return unpack4x8unorm(vertex.word); }';
/**
 * Entry points that draw shapes with this many vertices. One draw has all shapes: for a software adapter, an instance costs as much as a
 * draw. A box is two triangles, with corners 0 to 2 and 3 to 1.
 */
const mainOf = (vertices: number) => `
  @vertex fn vertex_main(@builtin(vertex_index) index: u32) -> Vertex {
    let k = index % ${vertices};
    return vertex(index / ${vertices}, select(k, 6 - k, k >= 3));
  }
  @fragment fn pixel_main(vertex: Vertex) -> @location(0) vec4f { return color_of(vertex); }`;

function pipelineOf(device: GPUDevice, code: string, topology: GPUPrimitiveTopology, types: GPUBufferBindingType[], count: number) {
  const known = renderPipelines.get(device) ?? new Map();
  renderPipelines.set(device, known);
  const key = `${topology} ${count}\n${code}`;
  const entries = types.map((type, binding) => ({ binding, visibility: STAGES, buffer: { type } }));
  const make = () => {
    const module = device.createShaderModule({ code });
    const over = { srcFactor: 'src-alpha', dstFactor: 'one-minus-src-alpha' } as const;
    return device.createRenderPipeline({
      layout: device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] }),
      vertex: { module, entryPoint: 'vertex_main' },
      fragment: {
        module,
        entryPoint: 'pixel_main',
        targets: [{ format: FORMAT, blend: { color: over, alpha: { ...over, srcFactor: 'one' } } }],
      },
      primitive: { topology },
      depthStencil: { format: DEPTH, depthCompare: 'greater-equal', depthWriteEnabled: true },
      multisample: { count },
    });
  };
  const pipeline = known.get(key) ?? make();
  known.set(key, pipeline);
  return pipeline;
}

/** Records a layer. Returns a buffer to be destroyed once commands are submitted. */
function recordLayer(
  device: GPUDevice,
  pass: GPURenderPassEncoder,
  { width, height }: Size,
  { shape = 'box', ...layer }: Layer,
  samples: number,
) {
  const [topology, vertices] = SHAPES[shape];
  const numbers = { ...layer.numbers, image_width: width, image_height: height };
  const { code, types, resources, uniform } = declaredOn(device, { ...layer, numbers });
  const colored = layer.code.includes('fn color_of(') ? '' : COLOR;
  const pipeline = pipelineOf(device, [code, COMMON, layer.code, colored, mainOf(vertices)].join('\n'), topology, types, samples);
  const entries = resources.map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.draw(vertices * layer.n);
  return uniform;
}

/** Draws layers. Each pixel is the mean of its samples. */
function render(device: GPUDevice, view: GPUTextureView, size: Size, layers: Layer[], samples: number) {
  const used: { destroy(): void }[] = [];
  const attachment = (format: GPUTextureFormat) => {
    const texture = device.createTexture({ size: [size.width, size.height], format, sampleCount: samples, usage: DRAWN });
    used.push(texture);
    return texture.createView();
  };
  const target = samples > 1 ? { view: attachment(FORMAT), resolveTarget: view } : { view };
  const [r, g, b] = [0, 8, 16].map((shift) => ((size.surface >>> shift) & 255) / 255);
  submitCommands(device, (encoder) => {
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ ...target, clearValue: { r, g, b, a: 1 }, loadOp: 'clear', storeOp: samples > 1 ? 'discard' : 'store' }],
      depthStencilAttachment: { view: attachment(DEPTH), depthClearValue: 0, depthLoadOp: 'clear', depthStoreOp: 'discard' },
    });
    for (const layer of layers) if (layer.n > 0) used.push(recordLayer(device, pass, size, layer, samples));
    pass.end();
  });
  used.forEach((one) => one.destroy());
}

/** An image of layers. Commands are submitted before the promise is returned. */
export async function drawn(
  { device, adapter }: Lab,
  { width, height, theme, word }: Pick<PreparedImage, 'width' | 'height' | 'theme' | 'word'>,
  layers: Layer[],
  samples = 1,
): Promise<DrawnImage> {
  const size = { width, height, surface: word(theme.surface) };
  const screen = adapter.isFallback ? null : screenOf(device);
  if (screen) return drawOn(screen, device, size, layers, samples);
  const texture = device.createTexture({ size: [width, height], format: FORMAT, usage: DRAWN | READ });
  render(device, texture.createView(), size, layers, samples);
  const row = ROW_WORDS * Math.ceil(width / ROW_WORDS);
  const reading = copied(device, row * height, (encoder, buffer) =>
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: 4 * row }, [width, height]),
  );
  texture.destroy();
  const words = await reading;
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < height; y++) pixels.set(words.subarray(row * y, row * y + width), width * y);
  return image;
}

type Screen = { canvas: OffscreenCanvas; context: GPUCanvasContext };
/** The WebGPU canvas of each device; null if pixels are read back. */
const screens: WeakMap<GPUDevice, Screen | null> = new WeakMap();
/** Whether a device was lost because of its WebGPU canvas: the next device would be lost too. */
let losesDevices = false;
/** If a device is lost within this time after its WebGPU canvas was opened, the canvas is considered the cause. */
const LOST_BY_IT_MS = 3000;

function screenOf(device: GPUDevice) {
  const known = screens.get(device);
  if (known !== undefined) return known;
  const screen = losesDevices ? null : openScreen(device);
  screens.set(device, screen);
  return screen;
}

async function watchLoss(device: GPUDevice) {
  const tried_ms = performance.now();
  const { reason } = await device.lost;
  losesDevices ||= reason !== 'destroyed' && performance.now() - tried_ms < LOST_BY_IT_MS;
}

function drawOn({ canvas, context }: Screen, device: GPUDevice, size: Size, layers: Layer[], samples: number) {
  const { width, height } = size;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  render(device, context.getCurrentTexture().createView(), size, layers, samples);
  return canvas.transferToImageBitmap();
}

/** A WebGPU canvas, if its content reaches another canvas unchanged. */
function openScreen(device: GPUDevice): Screen | null {
  void watchLoss(device);
  device.pushErrorScope('validation');
  try {
    const canvas = new OffscreenCanvas(2, 2);
    const context = canvas.getContext('webgpu') as GPUCanvasContext | null;
    if (!context) return null;
    context.configure({ device, format: FORMAT, alphaMode: 'opaque' });
    const [surface, word] = [0xff123456, 0xff00ff80];
    const code = 'fn vertex(i: u32, k: u32) -> Vertex { return Vertex(corner(k, vec2i(1, 0), vec2i(2), 0), u32(numbers.word), vec4f()); }';
    const bitmap = drawOn({ canvas, context }, device, { width: 2, height: 2, surface }, [{ n: 1, numbers: { word: word | 0 }, code }], 1);
    const shown = new OffscreenCanvas(2, 2).getContext('2d') as OffscreenCanvasRenderingContext2D;
    shown.drawImage(bitmap, 0, 0);
    bitmap.close();
    const found = new Uint32Array(shown.getImageData(0, 0, 2, 2).data.buffer);
    return [surface, word, surface, word].every((one, i) => one === found[i]) ? { canvas, context } : null;
  } catch {
    return null;
  } finally {
    // After a validation error, the pixels are wrong, and the comparison has found that.
    device.popErrorScope().catch(() => {});
  }
}
