/** Babylon.js on its own device: blocks of given widths side by side, each beginning at the sum of those before it. */
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { StorageBuffer } from '@babylonjs/core/Buffers/storageBuffer.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import { ShaderLanguage } from '@babylonjs/core/Materials/shaderLanguage.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreatePlane } from '@babylonjs/core/Meshes/Builders/planeBuilder.js';
import { Scene } from '@babylonjs/core/scene.js';
import { ScanLab } from 'scanlab';

const engine = new WebGPUEngine(document.querySelector('canvas'));
await engine.initAsync();
const device = engine._device; // Babylon.js has no public property for its device
const lab = await ScanLab.open({ device });

const WIDTHS = [9, 5, 14, 3, 8, 12, 6, 7]; // 64 in total
const usage = Constants.BUFFER_CREATIONFLAG_READWRITE | Constants.BUFFER_CREATIONFLAG_VERTEX;
const [widths, lefts] = ['width', 'left'].map(() => new StorageBuffer(engine, 4 * WIDTHS.length, usage));
widths.update(Float32Array.from(WIDTHS));

const scan = await lab.prepare({ type: 'f32', mode: 'exclusive', n: WIDTHS.length });
const encoder = device.createCommandEncoder();
scan.record(encoder, { input: widths.getBuffer().underlyingResource, output: lefts.getBuffer().underlyingResource });
device.queue.submit([encoder.finish()]);

const scene = new Scene(engine);
new FreeCamera('camera', Vector3.Zero(), scene);
const vertexSource = `attribute position: vec3f; attribute width: f32; attribute left: f32; varying shade: f32;
  @vertex fn main(input: VertexInputs) -> FragmentInputs {
    vertexOutputs.position = vec4f((input.left + (input.position.x + 0.5) * input.width) / 32.0 - 1.0, 2.0 * input.position.y, 0.0, 1.0);
    vertexOutputs.shade = f32(input.instanceIndex % 2u);
  }`;
const fragmentSource = `varying shade: f32;
  @fragment fn main(input: FragmentInputs) -> FragmentOutputs { fragmentOutputs.color = vec4f(vec3f(input.shade), 1.0); }`;
const material = new ShaderMaterial(
  'blocks',
  scene,
  { vertexSource, fragmentSource },
  {
    attributes: ['position', 'width', 'left'],
    shaderLanguage: ShaderLanguage.WGSL,
  },
);
material.backFaceCulling = false;
const mesh = CreatePlane('block', {}, scene);
for (const [kind, storage] of Object.entries({ width: widths, left: lefts })) {
  mesh.setVerticesBuffer(new VertexBuffer(engine, storage.getBuffer(), kind, { instanced: true, size: 1, stride: 1 }));
}
mesh.material = material;
mesh.alwaysSelectAsActiveMesh = true;
mesh.forcedInstanceCount = WIDTHS.length;
await scene.whenReadyAsync();
engine.beginFrame();
scene.render();
const reading = engine.readPixels(0, 0, 64, 64);
engine.endFrame();

await scan.check();
const pixels = await reading;
const row = WIDTHS.flatMap((width, i) => Array(width).fill(255 * (i % 2)));
export const isRight = pixels.every((value, i) => i % 4 === 3 || value === row[(i >> 2) % 64]);
