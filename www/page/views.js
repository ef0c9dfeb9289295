/** The views, each loaded when it is first opened. */

/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('../measure/results.js').Parts} MeasureParts */

/** What Measure loads besides, when it is first used. @type {MeasureParts} */
const MEASURE_PARTS = {
  runs: () => import('../runs/runs.js'),
  files: () => import('../runs/export.js'),
  recorded: () => import('../runs/recorded.js').then(({ recordedRun }) => recordedRun()),
};

/** @type {Record<string, () => Promise<(context: ViewContext) => View | Promise<View>>>} */
export const VIEWS = {
  measure: async () => {
    const { MeasureView } = await import('../measure/measure-view.js');
    return (context) => new MeasureView(context, MEASURE_PARTS);
  },
  learn: async () => {
    const { LearnView } = await import('../learn/learn-view.js');
    return async (context) => new LearnView(context, await context.api.ScanLab.explainer());
  },
  experiments: async () => {
    const { Experiments } = await import('../experiments/experiments.js');
    return (context) => new Experiments(context);
  },
  numbers: async () => {
    const { OwnNumbers } = await import('../numbers/own-numbers.js');
    return (context) => new OwnNumbers(context);
  },
  check: async () => {
    const { Conformance } = await import('../conformance/conformance.js');
    return (context) => new Conformance(context);
  },
  chart: async () => {
    const { ChartFileView } = await import('../runs/chart-file-view.js');
    return (context) => new ChartFileView(context);
  },
  diagram: async () => {
    const { DiagramView } = await import('../learn/diagram-view.js');
    return async (context) => new DiagramView(context, await context.api.ScanLab.explainer());
  },
};
