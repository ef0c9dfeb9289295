/** The source of the oracle's worker as text, for pages that must start it from a blob. */
export { default } from 'oracle-worker-source';
