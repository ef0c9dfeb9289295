/** Pages in any folder, under a strict policy. */
export default {
  base: './',
  // Workers are modules, since they load further modules.
  worker: { format: 'es' },
  build: {
    // Small files stay files, since strict policies refuse `data:` addresses.
    assetsInlineLimit: 0,
    rollupOptions: { input: ['index.html', 'worker.html', 'react.html'] },
  },
};
