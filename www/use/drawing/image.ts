/**
 * Images that are drawn on the device, on their way to a page's canvas. On a GPU they go there through a canvas of WebGPU and are never
 * read back; on a software adapter, where browsers draw such a canvas in vain or end their GPU process, their words are read.
 */
import { giveBack, read, upload } from '../device/device.ts';

export type Lab = { device: GPUDevice; adapter: { isFallback: boolean } };
/** in pixels */
type Size = { width: number; height: number };
/** What a canvas draws: a bitmap, which is to be closed, or words row by row. */
export type DrawnImage = ImageBitmap | Uint32Array;
type Screen = { canvas: OffscreenCanvas; context: GPUCanvasContext };

/** Of a texture whose pixels are words. */
const FORMAT = 'rgba8unorm';

/** The way to the page's canvas; null where words are read. */
const screens: WeakMap<GPUDevice, Screen | null> = new WeakMap();
const copiers: WeakMap<GPUDevice, GPURenderPipeline> = new WeakMap();

/** Whether a device was lost by such a canvas: the next would be, too. */
let losesDevices = false;
/** A loss so soon after the first canvas of a device is taken for one by it. */
const LOST_BY_IT_MS = 3000;

function screenOf({ device, adapter }: Lab) {
  const known = screens.get(device);
  if (known !== undefined) return known;
  const screen = adapter.isFallback || losesDevices ? null : openScreen(device);
  screens.set(device, screen);
  return screen;
}

async function watchLoss(device: GPUDevice) {
  const tried_ms = performance.now();
  const { reason } = await device.lost;
  losesDevices ||= reason !== 'destroyed' && performance.now() - tried_ms < LOST_BY_IT_MS;
}

/** A canvas of WebGPU, if what it draws reaches another canvas unchanged. */
function openScreen(device: GPUDevice): Screen | null {
  void watchLoss(device);
  device.pushErrorScope('validation');
  try {
    const canvas = new OffscreenCanvas(2, 2);
    const context = canvas.getContext('webgpu') as GPUCanvasContext | null;
    if (!context) return null;
    context.configure({ device, format: FORMAT, alphaMode: 'premultiplied' });
    const words = Uint32Array.of(0xff0000ff, 0xff00ff00, 0, 0xff123456);
    const image = upload(device, words);
    const bitmap = drawOn({ canvas, context }, device, { width: 2, height: 2 }, image);
    image.destroy();
    const shown = new OffscreenCanvas(2, 2).getContext('2d') as OffscreenCanvasRenderingContext2D;
    shown.drawImage(bitmap, 0, 0);
    bitmap.close();
    const found = new Uint32Array(shown.getImageData(0, 0, 2, 2).data.buffer);
    return found.every((word, i) => word === words[i]) ? { canvas, context } : null;
  } catch {
    return null;
  } finally {
    // What is not right there is not drawn right, which the words tell.
    device.popErrorScope().catch(() => {});
  }
}

/** Draws words as a bitmap. */
function drawOn({ canvas, context }: Screen, device: GPUDevice, { width, height }: Size, image: GPUBuffer) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pipeline = copiers.get(device) ?? makeCopier(device);
  copiers.set(device, pipeline);
  const entries = [{ binding: 0, resource: { buffer: image } }];
  const encoder = device.createCommandEncoder();
  const view = context.getCurrentTexture().createView();
  const pass = encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] });
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  // The width stands where the number of the instance is.
  pass.draw(3, 1, 0, width);
  pass.end();
  device.queue.submit([encoder.finish()]);
  return canvas.transferToImageBitmap();
}

/** A pipeline that copies words into a texture as wide. */
function makeCopier(device: GPUDevice) {
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var<storage, read> image: array<u32>;
    struct Corner { @builtin(position) at: vec4f, @location(0) @interpolate(flat) width: u32 }
    // One triangle over the whole texture.
    @vertex fn corner(@builtin(vertex_index) i: u32, @builtin(instance_index) width: u32) -> Corner {
      return Corner(vec4f(f32(i & 1) * 4 - 1, f32(i >> 1) * 4 - 1, 0, 1), width);
    }
    @fragment fn pixel(corner: Corner) -> @location(0) vec4f {
      let color = unpack4x8unorm(image[u32(corner.at.y) * corner.width + u32(corner.at.x)]);
      return vec4f(color.rgb * color.a, color.a);
    }`,
  });
  return device.createRenderPipeline({ layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: FORMAT }] } });
}

/** An image of words in a borrowed buffer, which is given back; the commands are submitted before it returns. */
export async function imageOf(lab: Lab, size: Size, image: GPUBuffer): Promise<DrawnImage> {
  const { device } = lab;
  const screen = screenOf(lab);
  // A picture of one's own may be longer than a texture.
  if (screen && Math.max(size.width, size.height) <= device.limits.maxTextureDimension2D) {
    const bitmap = drawOn(screen, device, size, image);
    giveBack(device, image);
    return bitmap;
  }
  try {
    const words = await read(device, image, 0, size.width * size.height);
    giveBack(device, image);
    return words;
  } catch (failure) {
    image.destroy();
    throw failure;
  }
}
