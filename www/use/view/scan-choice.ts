/** The choice of the scan of an application. */
import { ANY_SCAN } from '../settings.ts';
import { Field, select } from '../../ui/dom.ts';
import type { Application, Lab } from '../types.ts';

export class ScanChoice {
  scan: NonNullable<Application['scan']>;
  select;
  root;
  /** The lab whose support it shows. */
  #lab: Lab | null = null;

  constructor(scan: NonNullable<Application['scan']>, scans: readonly { id: string; title: string }[], onChoose: (id: string) => void) {
    this.scan = scan;
    const choices = [{ value: ANY_SCAN, label: 'auto: the fastest here' }, ...scans.map(({ id, title }) => ({ value: id, label: title }))];
    this.select = select(choices, { onchange: () => onChoose(this.select.value) });
    this.root = new Field({ id: 'use-scan', label: 'Scan', control: this.select, class: 'use-wide' }).root;
  }

  write(id: string) {
    this.select.value = id;
  }

  /** Disables scans that the device or the scan itself does not support. */
  showSupport(lab: Lab | null) {
    if (!lab || lab === this.#lab) return;
    this.#lab = lab;
    for (const option of this.select.options) {
      const reason = option.value === ANY_SCAN ? null : lab.supports({ algorithm: option.value, direction: 'forward', ...this.scan });
      option.disabled = reason !== null;
      option.title = reason ?? '';
    }
  }
}
