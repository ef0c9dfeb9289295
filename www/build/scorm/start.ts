/** The script of a SCORM package's page: it tells the LMS which questions of the element are answered correctly. */
import { messageOf } from '../../shared/errors.ts';
import { Attempt } from './attempt.ts';
import { Launch, findApi } from './lms.ts';
import type { Place } from './lms.ts';
import type {} from '../../api.ts';

const started = performance.now();
const { questions = '' } = document.body.dataset;
const names = questions.split(' ').filter(Boolean);
const status = document.getElementById('record') as HTMLElement;
const api = findApi(window as unknown as Place);
if (api) report(() => record(new Launch(api)));
else status.textContent = 'No LMS is found around this page. The page works, but no result is recorded.';

/** Shows a refusal of the LMS. The element works without the LMS. */
function report(act: () => void) {
  try {
    act();
  } catch (error) {
    status.textContent = `The LMS has not recorded the result. ${messageOf(error)}`;
  }
}

function record(launch: Launch) {
  const attempt = new Attempt(names, launch.read('cmi.suspend_data'));
  const before = launch.read('cmi.core.lesson_status');
  // A learner who returns to a completed package keeps its status and score.
  const isKept = ['completed', 'passed'].includes(before);
  const store = () => {
    const isStored = !isKept || attempt.isDone;
    if (isStored) launch.store(attempt.elements);
    const count = names.length ? `${attempt.right.size} of ${names.length} answered correctly` : 'opened';
    status.textContent = `Recorded by the LMS: ${isStored ? count : before}.`;
  };
  const answered = (name: string, isRight: boolean) => {
    if (isRight && attempt.add(name)) report(store);
  };
  document.addEventListener('scanlab-answer', ({ detail }) => answered(detail.screen, detail.correct));
  document.addEventListener('scanlab-exercise', ({ detail }) => answered(detail.exercise, detail.passed));
  addEventListener('pagehide', () => report(() => launch.finish(attempt.ending((performance.now() - started) / 1000))));
  store();
}

// If the page returns from the browser's cache, its launch has ended. Reloading the page begins another launch.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
