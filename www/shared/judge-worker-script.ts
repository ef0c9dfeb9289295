/** The script of the worker as text. Only pages of another origin load it. */
export { default } from 'judge-worker-source';
