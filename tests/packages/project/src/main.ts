import { scan, show } from './scan.js';

show(await scan());
