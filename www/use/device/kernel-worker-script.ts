/** The worker of kernels as text: it is loaded where a worker must be started from a blob. */
export { default } from 'kernel-worker-source';
