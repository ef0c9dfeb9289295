/**
 * The lesson of every algorithm, for first-time readers. Data only: the panel of a scan shows it, a test compares it with the registry.
 *
 * `{barrier}` is a term of the glossary, `{barrier|barriers}` the term in another form.
 */
import { DEVICE_WIDE } from './device-wide.js';
import { REDUCE_THEN_SCAN } from './reduce-then-scan.js';
import { SEGMENTS } from './segments.js';
import { SINGLE_PASS } from './single-pass.js';
import { TILES } from './tiles.js';

/**
 * @typedef {object} Lesson
 * @property {string} idea
 * @property {string} diagram its steps on the diagram
 * @property {string} work whether it is work-efficient, and why
 * @property {string} gpu its cost on a GPU
 * @property {string} choose when to choose it
 * @property {string} changed the changes from its sources
 * @property {string[]} sources each a paper and the section in it
 */

/** @type {Record<string, Lesson>} by algorithm id */
export const LESSONS = { ...DEVICE_WIDE, ...TILES, ...REDUCE_THEN_SCAN, ...SEGMENTS, ...SINGLE_PASS };
