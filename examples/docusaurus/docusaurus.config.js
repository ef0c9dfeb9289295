export default {
  title: 'Prefix sums',
  url: 'https://example.org',
  /** The folder of the site on its host. */
  baseUrl: '/project/',
  clientModules: ['./src/scanlab.js'],
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false, theme: { customCss: './src/scanlab.css' } }]],
};
