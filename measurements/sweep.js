// Measures args.algorithms (all by default) at args.sizes, u32 add over random input; every point is verified.
// The body of an async function, run in the built page; returns the content of measurements/*.json.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const algorithms = args?.algorithms ?? lab.algorithms.map(({ id }) => id);
const sizes = args?.sizes ?? Array.from({ length: 9 }, (_, i) => 2 ** (10 + 2 * i));
const points = [];
for await (const point of lab.sweep({ algorithms, sizes, seed: 1, tuning: args?.tuning ?? {} })) points.push(point);
return { browser: navigator.userAgent, adapter: lab.adapter, points };
