/** The source of the worker of the oracle of scans as text, for pages that must start it from a blob. */
export { default } from 'oracle-worker-source';
