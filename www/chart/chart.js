/** The chart, with Observable Plot. Loaded with the first drawing. */
export { ChartView } from './view.js';
export { adoptPlotStyles } from './plot-styles.js';
// For the other charts.
export { axisX, axisY, dot, gridY, line, plot, pointer, ruleX, text, tip } from '@observablehq/plot';
