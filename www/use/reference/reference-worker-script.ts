/** The worker of reference programs as text: it is loaded where a worker must be started from a blob. */
export { default } from 'reference-worker-source';
