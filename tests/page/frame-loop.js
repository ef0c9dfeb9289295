/** The loop of examples/frames/ frame by frame, for tests in any browser. */

/**
 * The number of particles, which is odd so that the last workgroups are not full; the number of frames; the frames whose pictures are
 * compared; and the frames after which the page's `atFrame` is called, if it exists.
 */
export const LOOP = { n: 1501, frames: 600, compared: [1, 2, 3, 250, 411, 600], stops: [100, 600] };

/**
 * Runs in a page of the site: draws frames on the page's own device, each in a separate task. The pictures are copied into buffers that
 * exist before, and are read after the last frame.
 * @returns the names of the device's methods that the page called in the first frame and in all others, and the faults of the pictures
 */
export async function runLoop({ n, frames, compared, stops }) {
  const { SIZE, prepareFrames } = await import(new URL('examples/frames/frames.js', document.baseURI).href);
  let state = 12345;
  const below = (end) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % end;
  const particles = Array.from({ length: n }, () => ({
    at: [below(SIZE), below(SIZE)],
    step: [below(5), below(7)],
    depth: below(1024),
    speed: below(40),
    color: 0xff000000 + below(2 ** 24),
  }));

  /** The required color of each pixel, by a plain loop. */
  function expectedAt(frame) {
    const pixels = new Uint32Array(SIZE * SIZE);
    const depthOf = ({ depth, speed }) => (depth + frame * speed) % 1024;
    const near = particles.filter((particle) => depthOf(particle) < 600).sort((a, b) => depthOf(b) - depthOf(a));
    for (const particle of near) {
      const [left, top] = particle.at.map((start, axis) => (start + frame * particle.step[axis]) % SIZE);
      const width = 8 - Math.floor(depthOf(particle) / 128);
      for (let y = top; y < Math.min(top + width, SIZE); y++)
        pixels.fill(particle.color, y * SIZE + left, y * SIZE + Math.min(left + width, SIZE));
    }
    return pixels;
  }

  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice();
  const { COPY_DST, MAP_READ } = GPUBufferUsage;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  document.body.append(canvas);
  const context = canvas.getContext('webgpu');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
  const words = particles.flatMap(({ at, step, depth, speed, color }) => [...at, ...step, depth, speed, color, 0]);
  const { frame, check } = await prepareFrames(device, context, Uint32Array.from(words));
  const pictures = new Map(compared.map((rank) => [rank, device.createBuffer({ size: 4 * SIZE * SIZE, usage: COPY_DST | MAP_READ })]));

  let calls = {};
  for (const type of [GPUDevice, GPUQueue, GPUBuffer]) {
    for (const [name, { value: original }] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
      if (typeof original !== 'function' || name === 'constructor') continue;
      type.prototype[name] = function (...given) {
        calls[name] = (calls[name] ?? 0) + 1;
        return original.apply(this, given);
      };
    }
  }
  let first = {};
  for (let rank = 1; rank <= frames; rank++) {
    await new Promise(requestAnimationFrame);
    const encoder = device.createCommandEncoder();
    frame(encoder);
    const buffer = pictures.get(rank);
    if (buffer) encoder.copyTextureToBuffer({ texture: context.getCurrentTexture() }, { buffer, bytesPerRow: 4 * SIZE }, [SIZE, SIZE]);
    device.queue.submit([encoder.finish()]);
    if (rank === 1) [first, calls] = [calls, {}];
    if (stops.includes(rank)) await globalThis.atFrame?.();
  }
  const others = { ...calls };
  await check();

  const wrong = [];
  const isSwapped = format === 'bgra8unorm';
  for (const [rank, buffer] of pictures) {
    await buffer.mapAsync(GPUMapMode.READ);
    const found = new Uint32Array(buffer.getMappedRange());
    // The clear color is transparent black.
    const swap = (color) => ((color & 0xff00ff00) | ((color & 0xff) << 16) | ((color >>> 16) & 0xff)) >>> 0;
    const expected = expectedAt(rank).map((color) => (isSwapped ? swap(color) : color));
    const bad = found.reduce((count, color, i) => count + Number(color !== expected[i]), 0);
    const painted = expected.reduce((count, color) => count + Number(color !== 0), 0);
    if (bad > 0 || painted < (SIZE * SIZE) / 4) wrong.push(`frame ${rank}: ${bad} of ${SIZE * SIZE} pixels, ${painted} painted`);
  }
  device.destroy();
  return { first, others, wrong };
}
