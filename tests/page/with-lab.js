import { openPage } from './helpers.js';

/**
 * Runs a function in the page with a lab, which is closed afterwards, and with tools: those of all tests, and those that `toolsOf` makes for
 * the lab's device. Both functions go to the page as texts.
 */
export async function withLab(page, toolsOf, body, argument) {
  await openPage(page);
  return page.evaluate(
    async ([toolsOf, body, argument]) => {
      const { ScanLab } = await import('./scanlab.js');
      const lab = await ScanLab.open();
      const { device } = lab;
      const functionOf = (source) => new Function(`return (${source})`)();
      const tools = {
        ScanLab,
        lab,
        device,
        random: (
          (state) => () =>
            (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8
        )(7),
        /** The error of a promise, or of a call of a function, as a text. */
        failure: async (work) => {
          try {
            await (typeof work === 'function' ? work() : work);
            return 'no failure';
          } catch ({ code, message }) {
            return `${code}: ${message}`;
          }
        },
      };
      try {
        return await functionOf(body)({ ...tools, ...functionOf(toolsOf)(device) }, argument);
      } finally {
        lab.close();
      }
    },
    [toolsOf.toString(), body.toString(), argument],
  );
}
