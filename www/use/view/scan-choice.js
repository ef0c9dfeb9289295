/** The choice of the scan of an application. */
import { ANY_SCAN } from '../settings.js';
import { Field, select } from '../../ui/dom.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Lab} Lab */

export class ScanChoice {
  /** The lab whose support it shows. @type {Lab | null} */
  #lab = null;

  /** @param {NonNullable<Application['scan']>} scan @param {readonly { id: string, title: string }[]} scans @param {(id: string) => void} onChoose */
  constructor(scan, scans, onChoose) {
    this.scan = scan;
    const choices = [{ value: ANY_SCAN, label: 'auto: the fastest here' }, ...scans.map(({ id, title }) => ({ value: id, label: title }))];
    this.select = select(choices, { onchange: () => onChoose(this.select.value) });
    this.root = new Field({ id: 'use-scan', label: 'Scan', control: this.select, class: 'use-wide' }).root;
  }

  /** @param {string} id */
  write(id) {
    this.select.value = id;
  }

  /** Disables scans that the device or the scan itself does not support. @param {Lab | null} lab */
  showSupport(lab) {
    if (!lab || lab === this.#lab) return;
    this.#lab = lab;
    for (const option of this.select.options) {
      const reason = option.value === ANY_SCAN ? null : lab.supports({ algorithm: option.value, direction: 'forward', ...this.scan });
      option.disabled = reason !== null;
      option.title = reason ?? '';
    }
  }
}
