/** Wrong uses, each of which the declarations must refuse. */
import { ScanLab } from '../../dist/scanlab.js';
import type { AlgorithmId, ErrorCode, OperatorId, PatternId, ScanLabAttributes } from '../../dist/scanlab.js';

export async function refused(lab: ScanLab): Promise<void> {
  // @ts-expect-error Only `ScanLab.open` creates a lab.
  new ScanLab();
  // @ts-expect-error There is no option with this name.
  await ScanLab.open({ subgroup: true });
  // @ts-expect-error There is no preference with this name.
  await ScanLab.open({ powerPreference: 'fast' });
  // @ts-expect-error A device must be in the option `device`.
  await ScanLab.open(lab.device);
  // @ts-expect-error A limit is a number.
  await ScanLab.open({ requiredLimits: { maxBufferSize: '1' } });
  // @ts-expect-error There is no algorithm with this id.
  const algorithm: AlgorithmId = 'blellock';
  // @ts-expect-error There is no operator with this id.
  const operator: OperatorId = 'sum';
  // @ts-expect-error There is no pattern with this id.
  const pattern: PatternId = 'odd';
  // @ts-expect-error Without values in the request, the result has no values.
  const values: Uint32Array = (await lab.sort(Uint32Array.of(1))).values;
  // @ts-expect-error The request does not ask for indices.
  const indices: Uint32Array = (await lab.compact(Uint32Array.of(1), { where: 'x > 1u' })).indices;
  console.log(algorithm, operator, pattern, values, indices);
  // @ts-expect-error The internal runtime is not declared.
  console.log(ScanLab.runtime);
  // @ts-expect-error Without an algorithm there is nothing to measure.
  await lab.measure({ n: 1024 });
  // @ts-expect-error `n` is a number.
  await lab.measure({ algorithm: 'hybrid', n: '1024' });
  // @ts-expect-error There is no mode with this name.
  await lab.scan(Uint32Array.of(1), { mode: 'sideways' });
  // @ts-expect-error Only arrays of 32-bit elements.
  await lab.scan(new Float64Array(4));
  // @ts-expect-error Plain arrays have no element type.
  await lab.scan([1, 2, 3]);
  // @ts-expect-error An array determines the type of its elements.
  await lab.scan(Uint32Array.of(1), { type: 'u32' });
  // @ts-expect-error If the elements are in an array, the flags must also be in an array.
  await lab.compact(Uint32Array.of(1), { flags: lab.device.createBuffer({ size: 4, usage: 4 }) });
  // @ts-expect-error The result has the type of the input.
  const floats: Float32Array = await lab.scan(Uint32Array.of(1));
  // @ts-expect-error A stream cannot be scanned backward.
  lab.scanStream(new Blob().stream(), { direction: 'backward' });
  // @ts-expect-error A crossover needs two algorithms.
  await lab.crossover({ algorithms: ['hybrid'], from: 1, to: 2 });
  // @ts-expect-error A plan has no input.
  lab.plan({ n: 1024, pattern: 'random' });
  // @ts-expect-error The plan of an operation has no input, either.
  lab.plan({ operation: 'compact', n: 1024, flags: Uint32Array.of(1) });
  // @ts-expect-error The properties of a lab are read-only.
  lab.maxElements = 1;
  // @ts-expect-error The lists of a lab are read-only, too.
  lab.algorithms.push(lab.algorithms[0]!);
  const point = await lab.measure({ algorithm: 'auto', n: 1 });
  const comparison = await ScanLab.compare(point, point);
  // @ts-expect-error There is no verdict with this name.
  if (comparison.verdict === 'better') return;
  // @ts-expect-error A point may have no median.
  console.log((await lab.measure({ algorithm: 'auto', n: 1 })).median_ns.toFixed(), floats);
}

export function refusedElements(): void {
  const element = document.createElement('scan-lab');
  // @ts-expect-error A point has no member with this name.
  element.addEventListener('scanlab-result', ({ detail }) => console.log(detail.speed));
  // @ts-expect-error The code of an error is a string.
  element.addEventListener('scanlab-error', ({ detail }) => console.log(detail.code * 2));
  // @ts-expect-error There is no attribute with this name.
  const attributes: ScanLabAttributes = { scan: 'hybrid' };
  // @ts-expect-error There is no error code with this name.
  const code: ErrorCode = 'oops';
  console.log(attributes, code);
}
