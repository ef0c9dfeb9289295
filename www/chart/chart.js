/** The chart, with its library: loaded only once there is something to draw. */
export { ChartView } from './view.js';
export { adoptPlotStyles } from './plot-styles.js';
// What other charts draw with.
export { axisX, axisY, dot, gridY, line, plot, pointer, ruleX, text, tip } from '@observablehq/plot';
