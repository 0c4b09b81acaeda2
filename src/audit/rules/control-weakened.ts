import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { World } from '../judge/world.ts';
import { exclusionOf } from '../file/exclusion.ts';
import { isUnreadable } from '../file/in-force.ts';
import { emergencyOf, judgeEmergency } from '../reviews/emergency.ts';
import { isReviewed } from '../reviews/four-eyes.ts';
import { owedReview } from '../reviews/owed-review.ts';
import { commitSubject, foundIn, named, short, when } from './words.ts';
import { isHeadEnough } from '../coverage/match.ts';
import { pushedDirectly } from './pushed-directly.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

/** For each change that is faulty by the audit's file at its parent, and not by that at the tip. Its own rule finds the fault too. */
export const controlWeakened: ChangeRule = {
  name: 'control-weakened',
  about: 'change',
  text: 'The audit’s file does not ask less of a change afterwards than it did when the change landed.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Put back what the audit’s file asked for, or accept the findings of that change with a reason, which ends after a time.',
  needs: ['landings', 'pull-requests', 'paths'],
  judge(change, world) {
    const { excluded, fact, file, landing, tip } = change;
    if (isUnreadable(fact.file, world.files))
      return notTested(`nobody can read the audit’s file that was in force when ${short(tip.sha)} landed`);
    if (file === null || file === world.file || excluded !== undefined) return notApplicable;
    const taken = takenAway(change, world);
    if (taken.length === 0) return passed;
    const what = `${short(tip.sha)}, which landed on ${landing.branch}${when(landing.at)}`;
    const message = `The audit’s file of now would let ${what}, pass; the one in force then does not. It takes away: ${named(taken)}.`;
    return found({ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message });
  },
};

function takenAway(change: AuditedChange, world: World): readonly string[] {
  const { commits, coverage, paths, pull } = change;
  const lacking = coverage.filter(({ atMerge, match }) => match === 'head' || (atMerge !== 'compliant' && atMerge !== 'not-known'));
  const isUnreviewed = lacksReview(change, world);
  const isPushed = isFoundPushed(change, world);
  const asLeftOut = exclusionOf(world.file, { shas: commits.map(({ sha }) => sha), pull: pull?.number ?? null, paths });
  if (asLeftOut !== undefined && (lacking.length > 0 || isUnreviewed || isPushed))
    return [`the whole change, which is left out for ${asLeftOut.reason}`];
  const flows = lacking.flatMap((each) => flowTaken(each, change, world));
  const byTip = { ...change, file: world.file };
  return [
    ...flows,
    ...(isUnreviewed && !lacksReview(byTip, world, true) ? ['that a person reviews it'] : []),
    ...(isPushed && !isFoundPushed(byTip, world) ? ['that it comes by a pull request'] : []),
  ];
}

/** A flow that lacks something and is not owed any more, or of which the pull request's head is enough now. */
function flowTaken({ atMerge, flow, match }: Coverage, change: AuditedChange, world: World): readonly string[] {
  const { file, owes, owesByTip } = change;
  if (owes === null || !owes.includes(flow)) return [];
  if (owesByTip === null || !owesByTip.includes(flow))
    return atMerge === 'compliant' && isHeadEnough(flow, change, file) ? [] : [`that it owes evidence in ${flow}`];
  return match === 'head' && !isHeadEnough(flow, change, file) && isHeadEnough(flow, change, world.file)
    ? [`that ${flow} is tested on what landed`]
    : [];
}

function isFoundPushed(change: AuditedChange, world: World): boolean {
  return pushedDirectly.judge(change, world).kind === 'found';
}

/** By the file at the parent, or by that of the tip alone: its people, its bots, its label. */
function lacksReview(change: AuditedChange, world: World, byTip = false): boolean {
  const owed = byTip ? owedReview(change, world, world.file?.people ?? new Map()) : owedReview(change, world);
  if (owed.kind !== 'owed') return false;
  const emergency = emergencyOf(change);
  return !isReviewed((emergency === undefined ? owed.judgement : judgeEmergency(emergency, owed, world.header.at)).for);
}
