/** three.js on its own device: it draws the points that meet a condition, and their number stays on the GPU. */
import { ScanLab } from 'scanlab';
import { instanceIndex, positionLocal, storage, vec3 } from 'three/tsl';
import * as THREE from 'three/webgpu';

const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGPURenderer({ canvas });
await renderer.init();
const { device } = renderer.backend;
const lab = await ScanLab.open({ device });

// The columns 0 … 63 of the picture. The compaction selects every third one.
const columns = new THREE.StorageInstancedBufferAttribute(
  Float32Array.from({ length: 64 }, (_, i) => i),
  1,
);
const kept = new THREE.StorageInstancedBufferAttribute(new Float32Array(64), 1);
const draw = new THREE.IndirectStorageBufferAttribute(new Uint32Array([6, 0, 0, 0, 0]), 1); // 6 indices per instance, then the number of instances
renderer.backend.createStorageAttribute(columns);
renderer.backend.createStorageAttribute(kept);
renderer.backend.createIndirectStorageAttribute(draw);
const bufferOf = (attribute) => renderer.backend.get(attribute).buffer;

const keep = await lab.prepare({ operation: 'compact', type: 'f32', where: 'i % 3u == 1u', n: 64 });
const encoder = device.createCommandEncoder();
keep.record(encoder, { input: bufferOf(columns), output: bufferOf(kept), count: { buffer: bufferOf(draw), offset: 4 } });
device.queue.submit([encoder.finish()]);

const geometry = new THREE.PlaneGeometry(1, 64);
geometry.setIndirect(draw);
const material = new THREE.MeshBasicNodeMaterial({ color: 'white' });
material.positionNode = positionLocal.add(vec3(storage(kept, 'float', 64).element(instanceIndex).sub(31.5), 0, 0));
const mesh = new THREE.Mesh(geometry, material);
mesh.frustumCulled = false;
const scene = new THREE.Scene().add(mesh);
const picture = new THREE.RenderTarget(64, 64);
renderer.setRenderTarget(picture);
renderer.render(scene, new THREE.OrthographicCamera(-32, 32, 32, -32, -1, 1));

await keep.check();
const pixels = await renderer.readRenderTargetPixelsAsync(picture, 0, 0, 64, 64);
export const isRight = pixels.every((value, i) => i % 4 > 0 || value === (((i / 4) % 64) % 3 === 1 ? 255 : 0));
