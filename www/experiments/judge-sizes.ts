/** Judges claims about the sizes at which one of two scans is faster. */
import { Undecided, findingOf, hasTime, timeOf } from './evidence.ts';
import { every } from './judge-sweep.ts';
import type { Comparison } from '../types.ts';
import type { Evidence } from './evidence.ts';
import type { Claim, Judgement, TunedAlgorithm } from './types.ts';

type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>;
/** The comparison of two scans at one size. */
type Compared = { n: number; verdict: Comparison['verdict']; value?: number };

export async function judgeOvertakes({ fast, slow, n: claimed }: ClaimOf<'overtakes'>, evidence: Evidence): Promise<Judgement> {
  const compared = await compareAll(fast, slow, evidence);
  return overtaking(compared, claimed, `${evidence.name(fast)} is`, slow, evidence);
}

export async function judgeBestOvertakes({ fast, slow, n: claimed }: ClaimOf<'best-overtakes'>, evidence: Evidence): Promise<Judgement> {
  const sizes = evidence.sizesOf(slow);
  const tuned = sizes.flatMap((n) => bestOf(fast, n, evidence) ?? []);
  const compared = await Promise.all(
    tuned.map(async ({ n, point, scan }) => {
      const { verdict } = await evidence.compare(point, evidence.at(slow, n));
      return { n, verdict, value: Object.values(scan.tuning ?? {})[0] };
    }),
  );
  const judged = overtaking(compared, claimed, `With the best tuning for each size, ${evidence.name({ id: fast })} is`, slow, evidence);
  const values = compared.map(({ n, value }) => `${value} at ${evidence.n(n)}`).join(', ');
  return { ...judged, text: `${judged.text} The best values are ${values}.` };
}

/** The outcome with the fastest tuning of a scan at n. */
function bestOf(id: string, n: number, evidence: Evidence) {
  const own = evidence.outcomes.filter((outcome) => outcome.scan.id === id && outcome.n === n && hasTime(outcome.point));
  return own.sort((left, right) => timeOf(left.point) - timeOf(right.point))[0];
}

export async function judgeAhead({ fast, slow }: ClaimOf<'ahead'>, evidence: Evidence): Promise<Judgement> {
  const compared = await compareAll(fast, slow, evidence);
  if (!compared.length) throw new Undecided('there is no size at which both have times');
  const sizes = (wanted: Compared['verdict']) => compared.filter(({ verdict }) => verdict === wanted).map(({ n }) => evidence.n(n));
  const [left, right] = [fast, slow].map((scan) => evidence.name(scan));
  const parts = [
    [sizes('faster'), (list: string) => `${left} is faster at ${list}`],
    [sizes('slower'), (list: string) => `${right} is faster at ${list}`],
    [sizes('same'), (list: string) => `they take the same time at ${list}`],
    [sizes('inconclusive'), (list: string) => `the comparison is inconclusive at ${list}`],
  ];
  const told = parts.flatMap(([list, words]) => (list.length ? (words as (list: string) => string)((list as string[]).join(', ')) : []));
  const text = told.join('; ');
  return {
    finding: every(compared.map(({ verdict }) => findingOf(verdict))),
    text: `${text[0].toUpperCase()}${text.slice(1)} elements here.`,
  };
}

/** @returns the comparisons at all sizes, by ascending size */
function compareAll(fast: TunedAlgorithm, slow: TunedAlgorithm, evidence: Evidence): Promise<Compared[]> {
  const sizes = evidence.sizesOf(fast, slow);
  return Promise.all(
    sizes.map(async (n) => ({ n, verdict: (await evidence.compare(evidence.at(fast, n), evidence.at(slow, n))).verdict })),
  );
}

/** @param is the beginning of the sentence: the name of the faster scan and “is” */
function overtaking(compared: Compared[], claimed: number, is: string, slow: TunedAlgorithm, evidence: Evidence): Judgement {
  const beyond = compared.filter(({ n }) => n > claimed);
  if (!beyond.length) throw new Undecided(`no scan has a time beyond ${evidence.n(claimed)} elements`);
  const lead = compared[compared.map(({ verdict }) => verdict === 'faster').lastIndexOf(false) + 1];
  const than = `faster than ${evidence.name(slow)}`;
  const where = lead
    ? `${is} ${than} from ${evidence.n(lead.n)} elements on`
    : `${is} not measurably ${than} at ${evidence.n(compared[compared.length - 1].n)} elements`;
  return { finding: every(beyond.map(({ verdict }) => findingOf(verdict))), text: `${where} here.` };
}
