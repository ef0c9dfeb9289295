import { scan } from './scan.js';

postMessage(await scan());
