/**
 * Judges claims by the intervals of the measurements: if one contains the bound, the claim is undecided, as it is with a wrong output.
 * Pure: no DOM, no device.
 */
import { Evidence, Undecided } from './evidence.js';
import { judgeFactor, judgeFaster, judgeOpen, judgeShare } from './judge-pair.js';
import { judgeDiffers, judgeLevel, judgeReorders, judgeRises } from './judge-compaction.js';
import { judgeAhead, judgeBestOvertakes, judgeOvertakes } from './judge-sizes.js';
import { judgeBest, judgeFalls, judgeFastest, judgeGrows, judgeKnee, judgeLevelsOff } from './judge-sweep.js';

/** @typedef {import('./types.d.ts').Claim} Claim */
/** @typedef {import('./types.d.ts').Judgement} Judgement */

/** @param {Claim} claim @param {import('./types.d.ts').Outcome[]} outcomes @param {import('./evidence.js').Context} context @returns {Promise<Judgement>} */
export async function judge(claim, outcomes, context) {
  try {
    return await judgeBy(claim, new Evidence(outcomes, context));
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { finding: 'cannot-tell', text: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` };
  }
}

/** @param {Claim} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
async function judgeBy(claim, evidence) {
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
  // The others are about all points.
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
