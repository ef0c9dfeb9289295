/**
 * Tridiagonal systems side by side. Products of matrices give their pivots, and affine scans from each unknown to its neighbour do the
 * elimination and the substitution. www/use/parts/tridiagonal.ts bounds the errors of f32.
 */
import { mappedScan, recurrence } from './scans.ts';
import type { Work } from './work.ts';

/** Symmetric systems, one after another: −c beside the diagonal, 2 c + margin on the diagonal. */
export type Systems = {
  /** the number of equations per system */
  length: number;
  /** c of each system */
  couplings: Float32Array;
  /** the excess of a diagonal entry over the magnitudes of the other entries of an inner row */
  margin: number;
  /** one matrix of 4 entries per system; products of these matrices give the pivots */
  matrices: Float32Array;
};

/**
 * Systems with these couplings c and a margin m. A pivot d = 2 c + m − c² / d' follows from the previous pivot d' by a difference, which
 * loses digits by cancellation. The recurrence of the surplus e = d − c contains no difference: e = ((c + m) e' + c m) / (e' + c). So the
 * matrices have no negative entry. Each matrix is divided by its larger eigenvalue, so that products neither grow nor vanish.
 * @param couplings not negative
 * @param margin above 0
 */
export function systemsOf(length: number, couplings: Float32Array, margin: number = 1): Systems {
  const largestOf = (c: number) => (2 * c + margin + Math.sqrt(margin * (4 * c + margin))) / 2;
  const matrixOf = (c: number) => [c + margin, 1, c * margin, c].map((entry) => entry / largestOf(c));
  return { length, couplings, margin, matrices: Float32Array.from([...couplings].flatMap(matrixOf)) };
}

/**
 * The pivots of all systems.
 * @returns f32 values, like all results below
 */
export function pivotsOn(work: Work, { length, couplings, matrices }: Systems): Promise<GPUBuffer> {
  const given = {
    words: [0, 1, 2, 3].map((entry) => `matrices[i / ${length} * 4 + ${entry}]`),
    result: `couplings[i / ${length}] + prefixes[4 * i] / prefixes[4 * i + 1]`,
    arrays: { matrices, couplings },
  };
  return mappedScan(work, couplings.length * length, given, { operator: 'mat2', shape: [couplings.length, length] });
}

/** The right sides after the elimination of the entries left of the diagonals. */
export function eliminatedOn(work: Work, { length, couplings }: Systems, pivots: GPUBuffer, sides: Float32Array | GPUBuffer) {
  // The factor of a system's first equation has no effect.
  const words = [`couplings[i / ${length}] / pivots[max(i, 1) - 1]`, 'sides[i]'] as [string, string];
  return recurrence(work, couplings.length * length, words, {
    shape: [couplings.length, length],
    arrays: { couplings, pivots, sides },
  });
}

/** The unknowns, by substitution from right to left. */
export function substitutedOn(work: Work, { length, couplings }: Systems, pivots: GPUBuffer, eliminated: GPUBuffer) {
  const last = couplings.length * length - 1;
  // An affine scan composes maps from left to right. For the other direction, the array is reversed. Its systems begin at the same indices.
  return recurrence(
    work,
    couplings.length * length,
    [`couplings[(last - i) / ${length}] / pivots[last - i]`, 'eliminated[last - i] / pivots[last - i]'],
    {
      shape: [couplings.length, length],
      result: 'prefixes[2 * (last - i) + 1]',
      whole: { last },
      arrays: { couplings, pivots, eliminated },
    },
  );
}

/** The unknowns for other right sides, with the same pivots. */
export const solvedOn = (work: Work, systems: Systems, pivots: GPUBuffer, sides: Float32Array | GPUBuffer) =>
  work.within(async () => substitutedOn(work, systems, pivots, await eliminatedOn(work, systems, pivots, sides)));
