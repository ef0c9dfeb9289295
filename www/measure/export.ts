/** Results as files: CSV for spreadsheets, JSON with all data, pictures of the chart. Loaded on the first save. */
import { resultsOf } from './result-file.ts';
import { describeSettings } from '../ui/data-settings.ts';
import { adapterNameAndKind } from '../shared/adapter-name.ts';
import { pngOf, thisBrowser } from '../ui/png.ts';
import { browserName } from '../ui/run-names.ts';
import { SaveNote } from '../ui/save-note.ts';
import { BACKGROUND } from '../ui/series.ts';
import { s } from '../ui/svg.ts';
import type { ChartPanel } from '../chart/panel.ts';
import type { Results } from './results.ts';
import type { Run } from '../ui/element-types.ts';

const MARGIN_PX = 20;

function svgText(svg: SVGSVGElement, { color, background, font }: { color: string; background: string; font: string }) {
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('color', color);
  svg.setAttribute('font-family', font);
  const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)) + 2 * MARGIN_PX);
  const frame = { x: -MARGIN_PX, y: -MARGIN_PX, width, height };
  for (const [name, value] of Object.entries({ width, height, viewBox: Object.values(frame).join(' ') }))
    svg.setAttribute(name, String(value));
  svg.prepend(s('rect', { ...frame, fill: background }));
  return new XMLSerializer().serializeToString(svg);
}

export type Kind = 'csv' | 'json' | 'svg' | 'png';

/** Saves what is shown as a file. */
export async function save(results: Results, kind: Kind) {
  const { run, view, chart, exports } = results;
  if (!run) return;
  const { catalogue, api } = view.context;
  const full = { browser: navigator.userAgent, version: catalogue.version, ...run };
  const file = resultsOf(full, view.settings.formatQuery(run.config));
  const content = {
    csv: async () => (await api.ScanLab.explainer()).resultsCsv(file),
    json: async () => (await api.ScanLab.explainer()).resultsJson(file),
    svg: () => svgOf(run, chart),
    png: () => pngOf(svgOf(run, chart)),
  }[kind];
  const type = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml', png: 'image/png' }[kind];
  const blob = new Blob([await content()], { type });
  results.saved ??= new SaveNote();
  exports.after(results.saved.root);
  await results.saved.save(blob, fileName(run, kind));
}

function svgOf(run: Run, chart: ChartPanel) {
  const svg = chart.drawn.exported(captionOf(run));
  return svgText(svg, { color: '#1b1d22', background: BACKGROUND.light, font: 'system-ui, sans-serif' });
}

/** The caption of a picture, which describes the run. */
function captionOf({ config, adapter, date, browser }: Run) {
  const where = adapter ? adapterNameAndKind(adapter) : '';
  return [
    `ScanLab: ${describeSettings(config)}`,
    `${where} · ${date.toISOString().slice(0, 10)}`,
    browser ? browserName(browser) : thisBrowser(),
  ];
}

export function fileName({ config, date }: Run, extension: string) {
  const { type, operation, operator, mode } = config;
  return `scanlab-${type}-${operation ?? `${operator}-${mode}`}-${date.toISOString().slice(0, 10)}.${extension}`;
}
