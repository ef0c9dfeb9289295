/** The worker of the oracle of scans, bundled into one classic script and started from its file or from a blob. */

import { answerRequests, reportProgress } from '../shared/worker-answers.ts';
import { createEngine } from './engine.ts';

answerRequests(createEngine(reportProgress), ({ returned = [] }) => returned);
