import { emergencyOf, judgeEmergency } from '../reviews/emergency.ts';
import { isReviewed } from '../reviews/four-eyes.ts';
import { owedReview } from '../reviews/owed-review.ts';
import { foundIn, pullSubject, when, who } from './words.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

export const emergencyNotReviewed: ChangeRule = {
  name: 'emergency-not-reviewed',
  about: 'change',
  text: 'Somebody else reviews what was merged as an emergency, within the days that the audit’s file gives.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.7'],
  fix: 'Have somebody who wrote nothing of it review the merged pull request, and approve it there. Where the days are over, the finding stays: accept it with a reason.',
  needs: ['landings', 'pull-requests'],
  judge(change, world) {
    const emergency = emergencyOf(change);
    const owed = owedReview(change, world);
    if (emergency === undefined || owed.kind === 'none') return notApplicable;
    const { pull } = owed;
    const { deadline, days, label } = emergency;
    const judgement = judgeEmergency(emergency, owed, world.header.at);
    if (isReviewed(judgement.for)) {
      if (judgement.against === undefined || isReviewed(judgement.against)) return passed;
      return notTested(`nobody can tell whether somebody else reviewed the emergency #${pull.number}`);
    }
    if (owed.kind === 'in-doubt') return notTested(owed.why);
    const merged = `#${pull.number} was merged by ${who(pull.mergedBy)}${when(pull.mergedAt)} as an emergency: ${who(emergency.by)} set the label ${label}${when(emergency.at)}`;
    const until =
      Date.parse(deadline) < Date.parse(world.header.at)
        ? `nobody else reviewed what was merged within ${days} days, until${when(deadline).replace(' on', '')}`
        : `nobody else has reviewed what was merged; that is due${when(deadline)}`;
    return found({ subject: pullSubject(pull), change: foundIn(change), message: `${merged}; ${until}.` });
  },
};
