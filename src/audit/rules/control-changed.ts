import { isControlPath } from '../file/control-paths.ts';
import { isPromotion } from '../reviews/promotion.ts';
import { commitSubject, foundIn, named, when, whoWrote } from './words.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

/** A change that is left out of the audit is found all the same: what decides what is checked is never left out. */
export const controlChanged: ChangeRule = {
  name: 'control-changed',
  about: 'change',
  text: 'A change to what decides what is checked is seen: workflows, actions, templates, policies, owners, and the audit’s own file.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Look at what it changed. Where that is as it should be, accept the finding with a reason; where it is not, revert it.',
  needs: ['paths'],
  judge(change, world) {
    const { file, landing, paths, tip } = change;
    // Its changes are found where they landed first.
    if (isPromotion(change, world) === true) return notApplicable;
    if (paths === null) return notTested(`git cannot tell which paths ${tip.sha.slice(0, 7)} changed`);
    const controls = paths.filter((path) => isControlPath(path, file?.controls));
    if (controls.length === 0) return passed;
    const message = `${whoWrote(change)} changed what decides what is checked, on ${landing.branch}${when(landing.at)}: ${named(controls)}.`;
    return found({ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message });
  },
};
