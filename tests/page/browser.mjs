/** The options with which tests and `cargo xtask conformance` start their browser. */

/** The flags that select each adapter. Headless Chromium on Linux reaches a GPU only through Vulkan. */
const ADAPTERS = {
  swiftshader: ['--use-webgpu-adapter=swiftshader'],
  default: [
    '--ignore-gpu-blocklist',
    ...(process.platform === 'linux' ? ['--enable-features=Vulkan', '--use-angle=vulkan', '--disable-vulkan-surface'] : []),
  ],
};

/** With these flags, Chromium draws everything by SwiftShader's Vulkan. Without them, it crashes if a canvas shows a drawing of SwiftShader's WebGPU. */
const CANVASES = ['--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader', '--disable-vulkan-surface'];

/** The launch options for pages with a WebGPU canvas. */
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
