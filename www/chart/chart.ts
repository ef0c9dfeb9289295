/** Charts, with Observable Plot. Loaded with the first drawing. */
export { drawChart } from './draw.ts';
export { placeDrawing } from './place-drawing.ts';
export { adoptPlotStyles } from './plot-styles.ts';
export { ChartView } from './view.ts';
