/**
 * What every algorithm is about, in words for people who meet it for the first time. Data alone: the panel shows it, a test holds
 * it against the registry.
 *
 * `{barrier}` names a term of the glossary, `{barrier|barriers}` shows it in another form.
 */
import { DEVICE_WIDE } from './device-wide.js';
import { JOINED } from './joined.js';
import { TILES } from './tiles.js';

/**
 * @typedef {object} Lesson
 * @property {string} idea
 * @property {string} diagram how its steps go on the diagram beside it
 * @property {string} work whether it is work-efficient, and why
 * @property {string} gpu what it costs a GPU
 * @property {string} choose when to take it
 * @property {string} changed what ScanLab does differently from the sources
 * @property {string[]} sources paper, then the place in it
 */

/** @type {Record<string, Lesson>} by algorithm id */
export const LESSONS = { ...DEVICE_WIDE, ...TILES, ...JOINED };
