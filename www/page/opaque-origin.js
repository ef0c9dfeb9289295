/**
 * Detects a frame whose sandbox lacks `allow-same-origin`. Such a frame has an opaque origin, so it cannot load modules from a site without
 * CORS. It can load this classic script. The style sheet of the page then shows a note about the missing permission.
 */
if (globalThis.origin === 'null') document.documentElement.classList.add('opaque-origin');
