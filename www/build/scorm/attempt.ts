/** The questions of a package, and the questions that the learner has answered correctly. Pure: no DOM. */

/** An LMS stores at least this number of characters of `cmi.suspend_data`. */
export const SUSPEND_CHARACTERS = 4096;

export class Attempt {
  /** Names of screens or exercises, without blanks; empty for a view without questions. */
  questions: readonly string[];
  right: ReadonlySet<string>;

  /** @param suspended the stored text of an earlier launch */
  constructor(questions: readonly string[], suspended = '') {
    this.questions = questions;
    const kept = suspended.split(' ');
    this.right = new Set(questions.filter((name) => kept.includes(name)));
  }

  /** Counts a question once. @returns whether the question belongs to this package, and is new */
  add(name: string) {
    if (!this.questions.includes(name) || this.right.has(name)) return false;
    this.right = new Set([...this.right, name]);
    return true;
  }

  get isDone() {
    return this.right.size === this.questions.length;
  }

  /** The stored values, by the names of SCORM 1.2. A view without questions has no score. */
  get elements(): Record<string, string> {
    const { questions, right, isDone } = this;
    if (!questions.length) return { 'cmi.core.lesson_status': 'completed' };
    return {
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.score.raw': `${Math.round((100 * right.size) / questions.length)}`,
      'cmi.core.lesson_status': isDone ? 'passed' : 'incomplete',
      'cmi.suspend_data': [...right].join(' '),
    };
  }

  /** The values that are stored at the end of a launch. The next launch resumes an attempt that is not done. */
  ending(seconds: number): Record<string, string> {
    return { 'cmi.core.exit': this.isDone ? '' : 'suspend', 'cmi.core.session_time': timespan(seconds) };
  }
}

/** Hours, minutes and seconds as SCORM 1.2 writes them: `0000:12:05`. */
function timespan(seconds: number) {
  const whole = Math.floor(seconds);
  const digits = (n: number, count = 2) => `${n}`.padStart(count, '0');
  return `${digits(Math.floor(whole / 3600), 4)}:${digits(Math.floor(whole / 60) % 60)}:${digits(whole % 60)}`;
}
