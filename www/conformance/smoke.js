/** The smoke grid: few forms, each at many small sizes, since compiling a form's shaders takes longer than running them. Pure: no DOM, no device. */
import { caseAt, spreadCases } from './cases.js';
import { partOf } from './shard.js';

/** @typedef {import('./cases.js').Axes} Axes */
/** @typedef {import('./cases.js').AxisName} AxisName */
/** @typedef {import('./cases.js').Case} Case */
/** @typedef {import('./shard.js').Shard} Shard */

/** At lengths between, scans that choose their tile by the length compile further shaders; sizes that follow the tile stay. */
const MOST_ELEMENTS = 1000;

/** Every scan and every operator meets every mode, direction and place, whole and in segments; a scan need not meet every operator. @param {AxisName} left @param {AxisName} right */
const mustMeet = (left, right) => !(left === 'algorithms' && right === 'kinds');

/** What a smoke grid has of what can be run. @param {Axes} axes @returns {Axes} */
export function smokeAxes(axes) {
  return { ...axes, sizes: axes.sizes.filter(({ name }) => !(Number(name) > MOST_ELEMENTS)), far: [] };
}

/**
 * @param {Axes} axes of a smoke grid @param {(one: Case) => boolean} canRun
 * @param {Shard | null} [shard] parts forms, and keeps the sizes of one together
 * @returns {Case[]}
 */
export function smokeCases(axes, canRun, shard = null) {
  const { sizes, patterns } = axes;
  const forms = spreadCases({ ...axes, sizes: sizes.slice(-1), patterns: patterns.slice(0, 1) }, canRun, mustMeet);
  return partOf([...forms.entries()], shard).flatMap(([rank, form]) => {
    // One that cannot run is there once.
    const at = canRun(form) ? sizes : sizes.slice(-1);
    return at.map((size, i) => caseAt(scanOf(form), size, patterns[(rank + i) % patterns.length]));
  });
}

/** @param {Case} one @returns {import('./cases.js').Scan} */
function scanOf({ algorithm, operator, type, mode, direction, segmented, inPlace }) {
  return { algorithm, operator, type, mode, direction, segmented, inPlace };
}
