/** What a scan's panel is made with. */
import type { ChartPanel } from '../chart/panel.ts';
import type { Catalogue, Explainer, Lab, PlanRequest, Run } from '../ui/element-types.ts';
import type { Formats } from '../shared/format.ts';
import type { LabHolder } from '../ui/lab-holder.ts';

/** What a scan's panel needs of the view. */
export interface PanelContext {
  catalogue: Catalogue;
  formats: Formats;
  explainer: Explainer;
  /** The open device, or else the explainer. */
  planner(): Pick<Explainer, 'plan' | 'shaders' | 'formulas'>;
  /** The open device, if there is one; and one that is opened for this. */
  lab(): Lab | null;
  openLab(): Promise<Lab>;
  /** Registers the calibration. */
  holder: Pick<LabHolder, 'work' | 'begin' | 'end'>;
  /** A scan of n elements as the page's settings have it. */
  request(algorithm: string, n: number): PlanRequest;
  /** The last sweep. */
  run(): Run | null;
  makeChart(id: string): ChartPanel;
  /** Sets the levels of the headings of what is added later. */
  setLevels(root: Element): void;
  titleOf(id: string): string;
  /** A link to a part of Learn. */
  link(text: string, ...parts: string[]): HTMLElement;
}
