import js from '@eslint/js';
import globals from 'globals';

/** A name that begins so is there for its place alone; what is taken out of an object may be so that the rest is without it. */
const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true };

export default [
  {
    ignores: [
      // Other tools' folders.
      '.*/',
      'dist/',
      'examples/web/built/',
      'target/',
      'test-results/',
      'playwright-report/',
      // Bodies of async functions, which are no modules.
      'measurements/*.js',
      '!measurements/*.test.js',
    ],
  },
  js.configs.recommended,
  { rules: { 'no-unused-vars': ['error', unused] } },
  { files: ['www/**/*.js', 'examples/**/*.js'], ignores: ['**/*.test.js'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.test.js', '**/*.mjs', 'tests/**/*.js', '*.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
