/** The oracle's worker as text, in a bundle of its own: it is loaded when something is first checked. */
export { default } from 'oracle-worker-source';
