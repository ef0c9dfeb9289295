/** Violations of policies and uncaught errors of a page, collected during a test. */

/** Collects the violations of policies from now on: their events, and messages of the console. */
export async function watchPolicy(page) {
  const refused = [];
  await page.exposeFunction('refused', (text) => refused.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      globalThis.refused(`${effectiveDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

export function watchErrors(page) {
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}
