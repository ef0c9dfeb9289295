/** The context of a scan's panel. */
import type { ChartPanel } from '../chart/panel.ts';
import type { Catalogue, Explainer, Lab, PlanRequest, Run } from '../ui/element-types.ts';
import type { Formats } from '../shared/format.ts';
import type { LabHolder } from '../ui/lab-holder.ts';

/** The parts of the view that a scan's panel needs. */
export interface PanelContext {
  catalogue: Catalogue;
  formats: Formats;
  explainer: Explainer;
  /** The open device, or the explainer if no device is open. */
  planner(): Pick<Explainer, 'plan' | 'shaders' | 'formulas'>;
  /** The open device, if there is one; and a device that is opened on request. */
  lab(): Lab | null;
  openLab(): Promise<Lab>;
  /** Registers the calibration. */
  holder: Pick<LabHolder, 'work' | 'begin' | 'end'>;
  /** A scan of n elements with the page's settings. */
  request(algorithm: string, n: number): PlanRequest;
  /** The last sweep. */
  run(): Run | null;
  makeChart(id: string): ChartPanel;
  /** Sets the heading levels of elements that are added later. */
  setLevels(root: Element): void;
  titleOf(id: string): string;
  /** A link to a part of Learn. */
  link(text: string, ...parts: string[]): HTMLElement;
}
