/**
 * Judges claims by the intervals of the measurements. If an interval contains the claimed bound, or if an output is wrong, the finding is
 * inconclusive. Pure: no DOM, no device.
 */
import { Evidence, Undecided } from './evidence.ts';
import { judgeFactor, judgeFaster, judgeOpen, judgeShare } from './judge-pair.ts';
import { judgeDiffers, judgeLevel, judgeReorders, judgeRises } from './judge-compaction.ts';
import { judgeAhead, judgeBestOvertakes, judgeOvertakes } from './judge-sizes.ts';
import { judgeBest, judgeFalls, judgeFastest, judgeGrows, judgeKnee, judgeLevelsOff } from './judge-sweep.ts';
import type { Context } from './evidence.ts';
import type { Claim, Form, Judgement, Outcome, Point, Ratio } from './types.ts';

const ONE: Ratio = { value: 1, interval: [1, 1] };
/** A verified point with all times. */
const ALIKE = {
  verified: true,
  skipped: null,
  resolved: true,
  median_ns: 1,
  interval_ns: [1, 1],
  elements_per_s: 1,
  copy_ratio: ONE,
  readback: { median_ns: 1, interval_ns: [1, 1] },
  samples_ns: [1],
  in_order: true,
  agreeing: 1,
} as unknown as Point;

export async function judge(claim: Claim, outcomes: Outcome[], context: Context): Promise<Judgement> {
  try {
    return await judgeBy(claim, new Evidence(outcomes, context));
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { finding: 'inconclusive', text: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` };
  }
}

/**
 * Whether the form has all points that a claim needs, whatever their times. To find out, the function judges the claim on points with equal
 * times.
 */
export async function isDecidable(
  claim: Claim,
  { groups }: Pick<Form, 'groups'>,
  context: Pick<Context, 'formats' | 'titleOf'>,
): Promise<boolean> {
  const outcomes = groups.flatMap(({ scans, sizes, shares = [undefined] }) =>
    scans.flatMap((scan) =>
      sizes.flatMap((n) => shares.map((share) => ({ scan, n, ...(share !== undefined && { share }), point: { ...ALIKE, n } }))),
    ),
  );
  const compare = async () => ({ ratio: ONE, verdict: 'same' as const, paired: true });
  try {
    await judgeBy(claim, new Evidence(outcomes, { ...context, compare, complete: true }));
    return true;
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return false;
  }
}

async function judgeBy(claim: Claim, evidence: Evidence): Promise<Judgement> {
  switch (claim.kind) {
    case 'factor':
      return judgeFactor(claim, evidence);
    case 'faster':
      return judgeFaster(claim, evidence);
    case 'share':
      return judgeShare(claim, evidence);
    case 'open':
      return judgeOpen(claim, evidence);
    case 'reorders':
      return judgeReorders(claim, evidence);
    case 'differs':
      return judgeDiffers(claim, evidence);
  }
  // The claims of the other kinds need all points.
  if (!evidence.context.complete) throw new Undecided('the run ended before all points were measured');
  switch (claim.kind) {
    case 'fastest':
      return judgeFastest(claim, evidence);
    case 'knee':
      return judgeKnee(claim, evidence);
    case 'overtakes':
      return judgeOvertakes(claim, evidence);
    case 'best-overtakes':
      return judgeBestOvertakes(claim, evidence);
    case 'ahead':
      return judgeAhead(claim, evidence);
    case 'falls':
      return judgeFalls(claim, evidence);
    case 'best':
      return judgeBest(claim, evidence);
    case 'grows':
      return judgeGrows(claim, evidence);
    case 'levels-off':
      return judgeLevelsOff(claim, evidence);
    case 'level':
      return judgeLevel(claim, evidence);
    case 'rises':
      return judgeRises(claim, evidence);
  }
}
