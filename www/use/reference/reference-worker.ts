/** The worker that runs reference programs. It is bundled into one classic script and started from its file or from a blob. */
import { answerRequests } from '../../shared/worker-answers.ts';
import { APPLICATIONS } from '../applications/index.ts';
import { timedReference } from './timed-reference.ts';
import type { Settings } from '../types.ts';

/** id: of the application */
type Message = { id: string; input: unknown; settings: Settings };

// Replies are copied, not transferred: programs cache some of these arrays for the next request.
answerRequests(({ id, input, settings }: Message) => {
  const application = APPLICATIONS.find((one) => one.id === id);
  if (!application) throw new Error(`There is no application “${id}”.`);
  return timedReference(application, input, settings);
});
