// Runs the conformance grid, or a shard of it, and returns its report. After limit_ms, it returns the report on the cases run so far.
// args: grid ("smoke", "spread", "full"), shard ("2/8"), algorithms and operators (all by default), open (options of ScanLab.open), limit_ms.
// The body of an async function, run in the built conformance page; merge-conformance.mjs joins the reports of all shards.
const [{ ScanLab }, { Formats, Report, planGrid, readShard, runCases }] = await Promise.all([
  import('../scanlab.js'),
  import('../conformance.js'),
]);
const { shard, problem } = readShard(args?.shard);
if (problem) throw new Error(problem);
const catalogue = await ScanLab.catalogue();
const lab = await ScanLab.open(args?.open);
const [algorithms, operators] = ['algorithms', 'operators'].map((list) => args?.[list] ?? catalogue[list].map(({ id }) => id));
const plan = await planGrid(lab, catalogue, { grid: args?.grid ?? (shard ? 'full' : 'spread'), shard, algorithms, operators });
const report = new Report(plan, lab, catalogue);
const started_ms = performance.now();
try {
  for await (const result of runCases(lab, plan.cases, new AbortController().signal)) {
    report.take(result);
    if (performance.now() - started_ms > (args?.limit_ms ?? Infinity)) break;
  }
} catch (error) {
  // A lost device ends the run. The results up to then are valid.
  return { ...report.data(new Formats('en')), ended: String(error), seconds: (performance.now() - started_ms) / 1000 };
}
return { ...report.data(new Formats('en')), seconds: (performance.now() - started_ms) / 1000 };
