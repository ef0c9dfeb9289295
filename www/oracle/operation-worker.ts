/** The worker of the oracle of operations, bundled into one classic script and started from its file or from a blob. */

import { answerRequests } from '../shared/worker-answers.ts';
import { createEngine } from './operation-engine.ts';

answerRequests(createEngine(), ({ returned = [] }) => returned);
