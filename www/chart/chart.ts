/** The code of charts, loaded with the first drawing. */
export { drawChart } from './draw.ts';
export { placeDrawing } from './place-drawing.ts';
export { ChartView } from './view.ts';
