/** The oracle's worker as text, in a bundle of its own: it is loaded where a worker must be started from a blob. */
export { default } from 'oracle-worker-source';
