/** The chart, with its library: loaded only once there is something to draw. */
export { ChartView } from './chart-view.js';
