/** The steps of an application. The picture shows one of them. */
import { h } from '../../ui/dom.ts';
import type { Formats } from '../../shared/format.ts';
import type { Application } from '../types.ts';

export class StepStrip {
  application: Application;
  formats: Formats;
  buttons;
  root;
  what;

  constructor(application: Application, formats: Formats, onChoose: (step: string) => void) {
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

  choose(id: string) {
    for (const { id: other, button } of this.buttons) {
      if (other === id) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    const step = this.application.steps.find((one) => one.id === id);
    this.what.replaceChildren(step?.what ?? '', step?.by ? h('span', { class: 'use-by' }, ` ${step.by}.`) : '');
  }

  /** Shows a time beside each step. @param times null if they are void */
  showTimes(times: { id: string; ms: number }[] | null) {
    for (const { id, time } of this.buttons) {
      const found = times?.find((one) => one.id === id);
      time.textContent = found ? this.formats.time(found.ms * 1e6) : '';
    }
  }
}
