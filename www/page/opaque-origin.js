/**
 * A classic script, which loads where modules do not: a frame whose sandbox lacks `allow-same-origin` has an opaque origin, which no module of
 * a site without CORS may be loaded from. The style sheet of the page then shows what the frame needs.
 */
if (globalThis.origin === 'null') document.documentElement.classList.add('opaque-origin');
