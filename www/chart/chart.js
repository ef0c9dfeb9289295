/** Charts, with Observable Plot. Loaded with the first drawing. */
export { drawChart } from './draw.js';
export { placeDrawing } from './place-drawing.js';
export { adoptPlotStyles } from './plot-styles.js';
export { ChartView } from './view.js';
