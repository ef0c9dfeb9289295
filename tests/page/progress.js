/**
 * Makes the page take the software adapter for a GPU whose workgroups make progress and start in order. With unlimited waits, the adapter's
 * threads do so. While `globalThis.isWithheld`, runs by plans that rely on that order are aborted: their tiles publish no state.
 */
export const withProgress = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });
    for (const name of ['vendor', 'architecture', 'description']) {
      Object.defineProperty(GPUAdapterInfo.prototype, name, { get: () => 'such a GPU' });
    }
    const { createShaderModule } = GPUDevice.prototype;
    /** For each compiled module with an abort code, whether its plan relies on the order. */
    globalThis.relyOnOrder = [];
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      const relies = descriptor.code.includes('const ABORT_CODE: u32 = 3u;');
      if (descriptor.code.includes('ABORT_CODE')) globalThis.relyOnOrder.push(relies);
      const isVain = relies && globalThis.isWithheld;
      const code = descriptor.code
        .replace(/const (MAX_SPINS|SPIN_BUDGET): u32 = \d+u;/g, `const $1: u32 = ${isVain ? 100 : 10_000_000}u;`)
        .replace('const WITHHELD_PERCENT: u32 = 0u;', `const WITHHELD_PERCENT: u32 = ${isVain ? 100 : 0}u;`);
      return createShaderModule.call(this, { ...descriptor, code });
    };
  });
