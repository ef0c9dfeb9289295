/** The worker of reference programs as text, for browsers that must start it from a blob. */
export { default } from 'reference-worker-source';
