// Measures the run that the view Measure shows before the visitor's first run: the default set of scans, u32 add over random input, at
// args.sizes (2^10 to 2^26 by default). The body of an async function, run in the built page; returns the text of a result file, which
// record.mjs writes into the repository.
const { ScanLab } = await import('./scanlab.js');
const config = {
  algorithms: ['hillis-steele', 'hybrid', 'blelloch', 'brent-kung', 'reduce-then-scan', 'look-back', 'auto', 'javascript'],
  sizes: args?.sizes ?? Array.from({ length: 9 }, (_, i) => 2 ** (10 + 2 * i)),
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  pattern: 'random',
  seed: 1,
  tuning: {},
};
const [lab, explainer, { version }] = await Promise.all([ScanLab.open(), ScanLab.explainer(), ScanLab.catalogue()]);
const date = new Date().toISOString();
const points = [];
for await (const point of lab.sweep(config)) points.push(point);
const { adapter } = lab;
lab.close();
const settings = explainer.settings.formatQuery(config);
return explainer.resultsJson({ app_version: version, date, settings, config, adapter, browser: navigator.userAgent, points });
