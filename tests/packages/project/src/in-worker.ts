import { show } from './scan.js';
import type { Outcome } from './scan.js';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }: MessageEvent<Outcome>) => show(data);
