/** Flags of WebGPU, for environments without WebGPU: GPUBufferUsage, and GPUMapMode.READ. */
export const USAGE = Object.freeze({
  mapRead: 0x1,
  copySource: 0x4,
  copyTarget: 0x8,
  index: 0x10,
  vertex: 0x20,
  uniform: 0x40,
  storage: 0x80,
  indirect: 0x100,
  resolve: 0x200,
});
export const MAP_READ = 0x1;
