/**
 * The smoke grid: a few forms, each at many small sizes. It has few forms because the compilation of a form's shaders takes longer than the
 * runs of the form. Pure: no DOM, no device.
 */
import { caseAt, spreadCases } from './cases.ts';
import { partOf } from './shard.ts';
import type { Axes, Case, MustCover, Scan } from './cases.ts';
import type { Shard } from './shard.ts';

/** The largest fixed size of the smoke grid. At larger sizes, scans whose tile depends on the length would compile more shaders. */
const MAX_ELEMENTS = 1000;

/**
 * The kinds of segments that occur with every scan and every operator. The other kinds only add a few separate shader files, so they need
 * not occur with all of them.
 */
const MET_BY_ALL = ['whole', 'heads'];

/**
 * Requires all pairs of values with two exceptions: pairs of a scan and an operator, and pairs of one of these with segments that are not in
 * `MET_BY_ALL`.
 */
const mustCover: MustCover = (left, right, _, value) =>
  !(left === 'algorithms' && right === 'kinds') &&
  !((left === 'algorithms' || left === 'kinds') && right === 'segments' && !MET_BY_ALL.includes(String(value)));

/** The axes of a smoke grid. */
export function smokeAxes(axes: Axes): Axes {
  return { ...axes, sizes: axes.sizes.filter(({ name }) => !(Number(name) > MAX_ELEMENTS)), far: [] };
}

/**
 * The cases of a smoke grid.
 * @param axes the axes of a smoke grid
 * @param shard of the forms; a form keeps all of its sizes
 */
export function smokeCases(axes: Axes, canRun: (one: Case) => boolean, shard: Shard | null = null): Case[] {
  const { sizes, patterns } = axes;
  const forms = spreadCases({ ...axes, sizes: sizes.slice(-1), patterns: patterns.slice(0, 1) }, canRun, mustCover);
  return partOf([...forms.entries()], shard).flatMap(([rank, form]) => {
    // A form that cannot run has one case, so that the grid shows it.
    const at = canRun(form) ? sizes : sizes.slice(-1);
    return at.map((size, i) => caseAt(scanOf(form), size, patterns[(rank + i) % patterns.length]));
  });
}

function scanOf({ algorithm, operator, type, mode, direction, segments, inPlace, initial }: Case): Scan {
  return { algorithm, operator, type, mode, direction, segments, inPlace, initial };
}
