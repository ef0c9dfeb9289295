/** Judges claims about one size: about two scans, or about a scan and the copy kernel. */
import { SAME, Undecided, findingOf, inverse, reaches } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Claim, Judgement, TunedAlgorithm } from './types.ts';

type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>;

/** The default tolerance of a claimed factor, since sources give factors in words or as round numbers. */
const SLACK = 0.25;

export async function judgeFactor({ fast, slow, n, factor, slack = SLACK }: ClaimOf<'factor'>, evidence: Evidence): Promise<Judgement> {
  const ratio = await evidence.ratio(evidence.at(slow, n), evidence.at(fast, n));
  const least = factor * (1 - slack);
  const finding = reaches(ratio.interval, least);
  const held = ratio.interval[0] > factor * (1 + slack) ? ', which is more' : `, and ${evidence.times(least)} counts as held`;
  const how = {
    held,
    'not-held': `, less than the ${evidence.times(least)} that would count as held`,
    inconclusive: `; its interval contains ${evidence.times(least)}, the least that counts as held`,
  };
  return { finding, text: `Claimed ${evidence.times(factor)}, measured ${evidence.withInterval(ratio)} here${how[finding]}.` };
}

export async function judgeFaster({ fast, slow, n }: ClaimOf<'faster'>, evidence: Evidence): Promise<Judgement> {
  const { verdict, text } = await compareInWords(fast, slow, n, evidence);
  return { finding: findingOf(verdict), text };
}

export async function judgeOpen({ left, right, n }: ClaimOf<'open'>, evidence: Evidence): Promise<Judgement> {
  const { verdict, text } = await compareInWords(left, right, n, evidence);
  return { finding: verdict === 'inconclusive' ? 'inconclusive' : 'found', text };
}

async function compareInWords(left: TunedAlgorithm, right: TunedAlgorithm, size: number | 'largest', evidence: Evidence) {
  const n = evidence.size(size, [left, right]);
  const { verdict, ratio } = await evidence.compare(evidence.at(left, n), evidence.at(right, n));
  const isSlower = verdict === 'slower';
  const [fast, slow] = (isSlower ? [right, left] : [left, right]).map((scan) => evidence.name(scan));
  const where = `at ${evidence.n(n)} elements here`;
  if (verdict === 'same') return { verdict, text: `${fast} and ${slow} take the same time ${where}, to within ${evidence.percent(SAME)}.` };
  return { verdict, text: `${fast} is ${evidence.withInterval(isSlower ? ratio : inverse(ratio))} as fast as ${slow} ${where}.` };
}

export async function judgeShare({ scan, n: size, share, slack = SLACK }: ClaimOf<'share'>, evidence: Evidence): Promise<Judgement> {
  const n = evidence.size(size, [scan]);
  const { copy_ratio } = evidence.at(scan, n);
  if (!copy_ratio)
    throw new Undecided(`the speed of ${evidence.name(scan)} relative to the copy kernel at ${evidence.n(n)} elements is unknown`);
  const measured = inverse(copy_ratio);
  const least = share * (1 - slack);
  const finding = reaches(measured.interval, least);
  const bound = evidence.percent(least);
  const how = {
    held: `; ${bound} counts as held`,
    'not-held': `, less than the ${bound} that would count as held`,
    inconclusive: `; its interval contains ${bound}, the least that counts as held`,
  };
  const [value, low, high] = [measured.value, ...measured.interval].map((one) => evidence.percent(one));
  const text = `Claimed ${evidence.percent(share)} of the copy kernel’s speed, measured ${value} (${low} to ${high}) at ${evidence.n(n)} elements here${how[finding]}.`;
  return { finding, text };
}
