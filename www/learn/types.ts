/** The type of the context of a scan's panel. */
import type { ChartPanel } from '../chart/panel.ts';
import type { Catalogue, Explainer, Lab, PlanRequest, Run } from '../ui/element-types.ts';
import type { Formats } from '../shared/format.ts';
import type { LabHolder } from '../ui/lab-holder.ts';

/** The members of the view Learn that a scan's panel needs. */
export interface PanelContext {
  catalogue: Catalogue;
  formats: Formats;
  explainer: Explainer;
  /** The lab of the open device, or the explainer if no device is open. */
  planner(): Pick<Explainer, 'plan' | 'shaders' | 'formulas'>;
  /** The lab of the open device, or null. `openLab` opens a device. */
  lab(): Lab | null;
  openLab(): Promise<Lab>;
  /** Registers a calibration as running work. */
  holder: Pick<LabHolder, 'work' | 'begin' | 'end'>;
  /** The request for a scan of n elements with the page's settings. */
  request(algorithm: string, n: number): PlanRequest;
  /** The last sweep, if there is one. */
  run(): Run | null;
  makeChart(id: string): ChartPanel;
  /** Adapts the levels of headings in content that is added later. */
  setLevels(root: Element): void;
  titleOf(id: string): string;
  /** Makes a link to a part of Learn. */
  link(text: string, ...parts: string[]): HTMLElement;
}
