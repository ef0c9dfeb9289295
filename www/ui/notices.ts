/** Messages about errors, with what to do next. */
import { h } from './dom.ts';
import { explain, isNoGpu } from './messages.ts';
import type { Remedy } from './messages.ts';

const REMEDIES: Record<Remedy, string> = { retry: 'Look for a GPU again', reopen: 'Open a new device and continue' };

/** The views that work without a GPU. */
const WITHOUT_GPU = 'Learn works without one. Use shows still pictures. Measure times the scan in JavaScript beside a recorded run.';

/** The maximum number of listed problems. */
const MOST_PROBLEMS = 12;

export class Notices {
  onRemedy: (remedy: Remedy) => void;
  errors;
  absences;
  presets;
  root;
  /** The problems by setting. */
  #presetProblems: Map<string, string[]> = new Map();

  constructor(onRemedy: (remedy: Remedy) => void) {
    this.onRemedy = onRemedy;
    this.errors = h('div', { role: 'alert' });
    this.absences = h('div', { role: 'note', 'aria-label': 'About the GPU' });
    this.presets = h('div', { role: 'note', class: 'notice', hidden: true });
    this.root = h('div', { class: 'notices' }, this.errors, this.absences, this.presets);
  }

  showError(error: unknown) {
    const { code, title, detail, next, remedy } = explain(error);
    const isAbsence = isNoGpu(error);
    const button = remedy && h('button', { type: 'button', onclick: () => this.onRemedy(remedy) }, REMEDIES[remedy]);
    (isAbsence ? this.absences : this.errors).replaceChildren(
      h(
        'div',
        { class: isAbsence ? 'notice' : 'notice bad', 'data-code': code },
        h('p', { class: 'notice-title' }, title),
        isAbsence && h('p', {}, WITHOUT_GPU),
        h('p', {}, next),
        detail && h('p', { class: 'detail' }, detail),
        button,
        h('button', { type: 'button', class: 'quiet', onclick: () => (isAbsence ? this.clearAbsence() : this.clearError()) }, 'Dismiss'),
      ),
    );
  }

  /** Scrolls the error into view, after an action of the user has failed. */
  reveal() {
    this.errors.scrollIntoView({ block: 'nearest' });
  }

  clearError() {
    this.errors.replaceChildren();
  }

  /** Removes the note about a missing GPU, since a GPU was found or the search starts again. */
  clearAbsence() {
    this.absences.replaceChildren();
  }

  /** Replaces the problems of a setting. Those of other settings stay. */
  showPresetProblems(setting: string, problems: string[]) {
    this.#presetProblems.set(setting, problems);
    const known = [...this.#presetProblems.values()].flat();
    const more = known.length - MOST_PROBLEMS;
    const all = more > 0 ? [...known.slice(0, MOST_PROBLEMS), `And ${more} more.`] : known;
    this.presets.hidden = all.length === 0;
    this.presets.replaceChildren(
      h('p', { class: 'notice-title' }, 'Some settings of this page or of its address are invalid and were ignored'),
      h('ul', {}, ...all.map((problem) => h('li', {}, problem))),
    );
  }
}
