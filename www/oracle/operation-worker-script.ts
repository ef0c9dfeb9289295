/** The source of the worker of the oracle of operations as text, for pages that must start it from a blob. */
export { default } from 'operation-oracle-worker-source';
