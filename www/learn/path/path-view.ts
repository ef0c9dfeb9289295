/** The view of the path: screens in a fixed order. Each screen has an idea, a picture and a question. */
import { h } from '../../ui/dom.ts';
import { answered, choice, completed, lesson } from '../../ui/statements.ts';
import { adoptStyles } from '../../ui/styles.ts';
import { Explained } from '../explained.ts';
import { NumberBoxes, boxProblem } from '../number-boxes.ts';
import machineStyles from '../machine/machine.css';
import observatoryStyles from '../observatory/observatory.css';
import partStyles from '../parts.css';
import { HARRIS } from '../step/settings.ts';
import stepMachineStyles from '../step/machine.css';
import styles from './path.css';
import { COLUMNS, PICTURES } from './pictures.ts';
import { keepPassed, readPassed } from './progress.ts';
import { QuestionView } from './question-view.ts';
import { SCREENS, TITLE, screenAt } from './screens.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Means } from '../places.ts';
import type { Picture } from './pictures.ts';

/** The text before the numbers in the address. */
const INPUT = 'input=';

export class PathView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  means: Means;
  steps;
  heading;
  idea;
  attempt;
  boxes: NumberBoxes;
  stage;
  problem;
  asked;
  moves;
  count;
  root;
  numbers: readonly number[] = HARRIS;
  /** The number of the shown screen, from 1. */
  screen = 0;
  passed = readPassed();
  explained = new Explained();
  #pictures: Map<string, Picture> = new Map();
  #questions: Map<string, QuestionView> = new Map();

  /** @param onChange called with the parts of the address when the screen or the numbers have changed */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void, means: Means) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.means = means;
    this.steps = h('ol', { class: 'path-steps' });
    this.heading = h('h4', { id: 'path-screen', tabindex: '-1' });
    this.idea = h('div', { class: 'path-idea' });
    this.attempt = h('p', { class: 'path-attempt' });
    this.boxes = new NumberBoxes('path-numbers-error', 'Your numbers', (numbers) => this.#take(numbers));
    this.stage = h('div', { class: 'path-stage' });
    this.problem = h('p', { class: 'error', role: 'alert', hidden: true });
    this.asked = h('div', {});
    this.moves = h('div', { class: 'path-moves' });
    this.count = h('p', { class: 'hint path-count', role: 'status' });
    this.root = h(
      'section',
      { class: 'learn-place path', 'aria-labelledby': 'path-title' },
      h('h3', { id: 'path-title', tabindex: '-1' }, TITLE),
      h('nav', { 'aria-label': 'Screens of the path' }, this.steps),
      h(
        'section',
        { 'aria-labelledby': 'path-screen' },
        this.heading,
        this.idea,
        this.attempt,
        this.boxes.root,
        this.problem,
        this.stage,
        this.asked,
        this.explained.meaning,
      ),
      this.moves,
      this.count,
    );
    adoptStyles(context.element.shadowRoot as ShadowRoot, partStyles, stepMachineStyles, machineStyles, observatoryStyles, styles);
  }

  /** The title of the page. */
  get title() {
    return `${this.screen}. ${SCREENS[this.screen - 1].title} · ${TITLE}`;
  }

  /** @param parts the parts of the address after `path`: the screen and the numbers */
  show(parts: string[]) {
    const problems: string[] = [];
    const [asked = '1', ...settings] = parts[0]?.startsWith(INPUT) ? ['1', ...parts] : parts;
    const screen = screenAt(asked);
    if (screen === null) problems.push(`path must be a screen from 1 to ${SCREENS.length}; it is “${asked}”.`);
    for (const setting of settings) {
      const texts = setting.startsWith(INPUT) ? setting.slice(INPUT.length).split(',') : [];
      if (texts.length === COLUMNS && !texts.some(boxProblem)) this.numbers = texts.map(Number);
      else
        problems.push(`A screen may have ${INPUT} with ${COLUMNS} whole numbers from −99 to 99, separated by commas; found “${setting}”.`);
    }
    this.context.reportSetting('path', problems);
    this.#show(screen ?? 1);
  }

  /** @param screen the number of the screen, from 1 */
  #show(screen: number) {
    const isOther = screen !== this.screen;
    const hadFocus = this.root.matches(':focus-within');
    this.screen = screen;
    const { id, title, idea, attempt, takesNumbers } = SCREENS[screen - 1];
    this.heading.textContent = title;
    this.idea.replaceChildren(...idea.map((text) => h('p', {}, ...this.explained.text(text))));
    this.attempt.replaceChildren(h('b', {}, 'Try: '), attempt);
    this.boxes.root.hidden = !takesNumbers;
    this.boxes.fill(this.numbers);
    const picture = this.#picture(id);
    if (this.stage.firstChild !== picture.root) this.stage.replaceChildren(picture.root);
    picture.draw(this.numbers);
    const question = this.#question(id);
    if (this.asked.firstChild !== question.root) this.asked.replaceChildren(question.root);
    this.#mark();
    this.onChange(this.#partsOf(screen));
    if (!isOther || !hadFocus) return;
    this.heading.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: 'start' });
  }

  #picture(id: string) {
    const { catalogue, formats, titleOf, setLevels } = this.context;
    const known = this.#pictures.get(id);
    if (known) return known;
    const picture = PICTURES[id]({ catalogue, formats, titleOf, setLevels, explainer: this.explainer, recorded: this.means.recorded });
    this.#pictures.set(id, picture);
    return picture;
  }

  #question(id: string) {
    const known = this.#questions.get(id);
    if (known) return known;
    const screen = SCREENS.find((one) => one.id === id) as (typeof SCREENS)[number];
    const question = new QuestionView(screen, this.explained, (answer, attempts) => {
      const correct = Boolean(answer.isRight);
      const before = this.passed.size;
      if (correct) {
        // Another page of the site may have stored further answers.
        this.passed = new Set([...readPassed(), ...this.passed, id]);
        keepPassed(this.passed);
      }
      this.#mark();
      this.context.emit('answer', {
        screen: id,
        question: screen.question,
        answer: answer.text,
        correct,
        attempts,
        passed: this.passed.size,
        total: SCREENS.length,
      });
      const { title, question: asked, answers } = screen;
      this.context.emit('statement', answered(choice(['path', id], title, asked, answers), `${answers.indexOf(answer)}`, correct));
      if (before < this.passed.size && this.passed.size === SCREENS.length)
        this.context.emit('statement', completed(lesson(['path'], TITLE), SCREENS.length));
    });
    this.context.setLevels(question.root);
    this.#questions.set(id, question);
    return question;
  }

  /** Takes other numbers. All screens use the same numbers. */
  #take(numbers: number[]) {
    this.numbers = numbers;
    this.#picture(SCREENS[this.screen - 1].id).draw(numbers);
    this.#mark();
    this.onChange(this.#partsOf(this.screen));
  }

  #partsOf(screen: number) {
    const isFirst = this.numbers.join() === HARRIS.join();
    return [`${screen}`, ...(isFirst ? [] : [`${INPUT}${this.numbers.join(',')}`])];
  }

  /** Marks the current screen, and the screens with right answers. */
  #mark() {
    const { screen, passed } = this;
    this.steps.replaceChildren(
      ...SCREENS.map(({ id, title }, i) => {
        const link = this.means.link(title, 'path', ...this.#partsOf(i + 1));
        if (i + 1 === screen) link.setAttribute('aria-current', 'step');
        link.replaceChildren(h('span', { class: 'name' }, title));
        const isPassed = passed.has(id);
        if (isPassed) link.append(h('span', { class: 'visually-hidden' }, ', answered correctly'));
        return h('li', isPassed ? { class: 'passed' } : {}, link);
      }),
    );
    const [before, after] = [SCREENS[screen - 2], SCREENS[screen]];
    const move = (text: string, to: number, name: string) =>
      h('button', { type: 'button', class: name, onclick: () => this.means.open('path', ...this.#partsOf(to)) }, text);
    this.moves.replaceChildren(
      before ? move(`Back: ${before.title}`, screen - 1, 'back') : '',
      after ? move(`Next: ${after.title}`, screen + 1, 'primary next') : '',
    );
    const again = h('button', { type: 'button', class: 'quiet', onclick: () => this.#forget() }, 'Forget my answers');
    this.count.replaceChildren(
      `${this.context.formats.integer(passed.size)} of ${SCREENS.length} questions answered correctly. `,
      passed.size ? again : '',
    );
  }

  #forget() {
    this.passed = new Set();
    keepPassed(this.passed);
    this.#questions.clear();
    this.#show(this.screen);
    this.heading.focus();
  }

  connect() {}

  close() {}
}
