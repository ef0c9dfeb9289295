/** The worker in which reference programs run, bundled into one classic script and started from its file or from a blob. */
import { answerRequests } from '../../shared/worker-answers.js';
import { APPLICATIONS } from '../applications/index.js';
import { timedReference } from './timed-reference.js';

/** @typedef {{ id: string, input: unknown, settings: import('../types.d.ts').Settings }} Message id: of the application */

// Replies are copied: programs keep some of these arrays for the next request.
answerRequests((/** @type {Message} */ { id, input, settings }) => {
  const application = APPLICATIONS.find((one) => one.id === id);
  if (!application) throw new Error(`There is no application “${id}”.`);
  return timedReference(application, input, settings);
});
