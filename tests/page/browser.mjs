/** How the browser is started that tests and `cargo xtask conformance` run in. */

/** What reaches each adapter. Headless Chromium on Linux reaches a GPU by Vulkan alone. */
const ADAPTERS = {
  swiftshader: ['--use-webgpu-adapter=swiftshader'],
  default: [
    '--ignore-gpu-blocklist',
    ...(process.platform === 'linux' ? ['--enable-features=Vulkan', '--use-angle=vulkan', '--disable-vulkan-surface'] : []),
  ],
};

/** With these, Chromium as a whole draws by SwiftShader's Vulkan. Without, it crashes where a canvas shows what SwiftShader's WebGPU has drawn. */
const CANVASES = ['--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader', '--disable-vulkan-surface'];

/** How the browser is started for pages with a canvas of WebGPU. */
export function canvasLaunchOptions() {
  const { args, ...options } = launchOptions();
  return { ...options, args: [...args, ...CANVASES] };
}

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
