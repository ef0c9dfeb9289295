/** The script of the worker as text, for pages of another origin. Loaded only there. */
export { default } from 'judge-worker-source';
