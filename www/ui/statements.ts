/** Statements of xAPI 1.0.3 about questions and exercises, without the actor, whom only the page around the element knows. */
import { siteFolder } from '../shared/site.ts';
import type { Statement } from '../api.ts';

type Definition = Statement['object']['definition'];
type Result = Statement['result'];
/** A question or an exercise. The parts of its address name it. */
type Activity = { parts: string[]; definition: Definition };

const TYPES = 'http://adlnet.gov/expapi/activities/';
const VERBS = 'http://adlnet.gov/expapi/verbs/';
const english = (text: string) => ({ 'en-US': text });

/** A question with one right answer. The ids of the answers are their indices. */
export function choice(parts: string[], name: string, question: string, answers: { text: string; isRight?: boolean }[]): Activity {
  return {
    parts,
    definition: {
      type: `${TYPES}cmi.interaction`,
      name: english(name),
      description: english(question),
      interactionType: 'choice',
      choices: answers.map(({ text }, i) => ({ id: `${i}`, description: english(text) })),
      correctResponsesPattern: [`${answers.findIndex(({ isRight }) => isRight)}`],
    },
  };
}

/** A task whose response is a text. */
export function task(parts: string[], name: string, words: string): Activity {
  return {
    parts,
    definition: {
      type: `${TYPES}cmi.interaction`,
      name: english(name),
      description: english(words),
      interactionType: 'long-fill-in',
    },
  };
}

/** A lesson, which has several questions. */
export function lesson(parts: string[], name: string): Activity {
  return { parts, definition: { type: `${TYPES}lesson`, name: english(name) } };
}

export function answered(activity: Activity, response: string, success: boolean): Statement {
  return statement('answered', activity, { success, response, score: { scaled: success ? 1 : 0 } });
}

/** The statement that an activity is completed. @param total the number of questions, all answered right */
export function completed(activity: Activity, total = 1): Statement {
  return statement('completed', activity, { success: true, completion: true, score: { scaled: 1, raw: total, min: 0, max: total } });
}

function statement(verb: string, { parts, definition }: Activity, result: Result): Statement {
  return {
    verb: { id: VERBS + verb, display: english(verb) },
    object: { objectType: 'Activity', id: new URL(`#learn/${parts.join('/')}`, siteFolder() ?? document.baseURI).href, definition },
    result,
    timestamp: new Date().toISOString(),
  };
}
