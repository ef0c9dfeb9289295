/** The oracle's worker as text: it is loaded where a worker must be started from a blob. */
export { default } from 'oracle-worker-source';
