/** The steps of an application, one of which the picture shows. */
import { h } from '../../ui/dom.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../../shared/format.js').Formats} Formats */

export class StepStrip {
  /** @param {Application} application @param {Formats} formats @param {(step: string) => void} onChoose */
  constructor(application, formats, onChoose) {
    this.application = application;
    this.formats = formats;
    this.buttons = application.steps.map(({ id, title }) => {
      const time = h('span', { class: 'use-time' });
      const choose = () => {
        this.choose(id);
        onChoose(id);
      };
      const button = h('button', { type: 'button', onclick: choose }, title);
      return { id, time, button };
    });
    this.root = h(
      'ol',
      { class: 'use-steps', 'aria-label': 'Steps' },
      ...this.buttons.map(({ button, time }) => h('li', {}, button, time)),
    );
    this.what = h('p', { class: 'use-what' });
  }

  /** @param {string} id */
  choose(id) {
    for (const { id: other, button } of this.buttons) {
      if (other === id) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    const step = this.application.steps.find((one) => one.id === id);
    this.what.replaceChildren(step?.what ?? '', step?.by ? h('span', { class: 'use-by' }, ` ${step.by}.`) : '');
  }

  /** @param {{ id: string, ms: number }[] | null} times null: they are void */
  showTimes(times) {
    for (const { id, time } of this.buttons) {
      const found = times?.find((one) => one.id === id);
      time.textContent = found ? this.formats.time(found.ms * 1e6) : '';
    }
  }
}
