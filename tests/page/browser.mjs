/** How the browser is started that tests and `cargo xtask conformance` run in. */

/** What reaches each adapter. Headless Chromium on Linux reaches a GPU by Vulkan alone. */
const ADAPTERS = {
  swiftshader: ['--use-webgpu-adapter=swiftshader'],
  default: [
    '--ignore-gpu-blocklist',
    ...(process.platform === 'linux' ? ['--enable-features=Vulkan', '--use-angle=vulkan', '--disable-vulkan-surface'] : []),
  ],
};

/** @param {string} [browser] the program @param {keyof typeof ADAPTERS} [adapter] */
export function launchOptions(browser = process.env.CHROMIUM ?? '/usr/bin/chromium', adapter = 'swiftshader') {
  return {
    executablePath: browser,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      ...ADAPTERS[adapter],
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  };
}
