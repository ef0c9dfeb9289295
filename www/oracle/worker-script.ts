/** The oracle's worker as text, for browsers that must start it from a blob. */
export { default } from 'oracle-worker-source';
