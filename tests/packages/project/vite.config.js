/** Pages in any folder, under a strict policy. */
export default {
  base: './',
  // Modules, since they load parts of themselves.
  worker: { format: 'es' },
  build: {
    // Small files stay files: strict policies refuse addresses that hold data.
    assetsInlineLimit: 0,
    rollupOptions: { input: ['index.html', 'worker.html', 'react.html'] },
  },
};
