import { isMerged, type Landing } from '../facts/landing.ts';
import type { World } from '../judge/world.ts';
import { peopleFor } from '../people/known.ts';
import { isMergeQueue } from '../people/identity.ts';
import { isAllowedBot } from '../reviews/bots.ts';
import { commitSubject, foundIn, named, short, when, who } from './words.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

export const pushedDirectly: ChangeRule = {
  name: 'pushed-directly',
  about: 'change',
  text: 'What lands on an audited branch comes by a pull request.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Have the commits reviewed now, and require a pull request by a rule of the branch that nobody can bypass. An account of a machine that must push is named under `bots`, with its paths.',
  needs: ['landings', 'pull-requests', 'paths'],
  judge(change, world) {
    const { commits, excluded, file, landing, pull, tip } = change;
    if (excluded !== undefined || landing.kind === 'deletion' || (pull === undefined && landing.beginning === true)) return notApplicable;
    if (pull !== undefined) return passed;
    if (isUntoldBeginning(landing, world))
      return notTested(`nobody can tell whether ${landing.branch} began with what another branch had before`);
    if (landing.kind === 'unknown') return notTested(`nobody can tell how ${landing.branch} came to ${short(tip.sha)}`);
    // It merges pull requests and pushes nothing of its own: that GitHub names none is no push by somebody.
    if (isMerged(landing) || isMergeQueue(landing.actor))
      return notTested(`GitHub merged ${short(tip.sha)} to ${landing.branch} and names no pull request for it`);
    const allowed = isAllowedBot(change, file?.bots ?? [], peopleFor(change, world));
    if (allowed === true) return passed;
    if (allowed === undefined) return notTested(`nobody can tell whether ${short(tip.sha)} is of an allowed bot alone`);
    const shas = named(commits.map(({ sha }) => short(sha)));
    const message =
      landing.kind === 'creation'
        ? `${who(landing.actor)} began ${landing.branch} with ${shas}${when(landing.at)}, which neither the default branch of now nor another audited one had then, and without a pull request.`
        : `${who(landing.actor)} pushed ${shas} to ${landing.branch}${when(landing.at)} without a pull request.`;
    return found({ subject: commitSubject(landing.after ?? tip.sha, world.header), change: foundIn(change), message });
  },
};

/** Earlier programs did not collect whether a branch had been there before: there the first commits of all may be a beginning. */
function isUntoldBeginning({ beginning, branch, commits, kind }: Landing, { header }: World): boolean {
  const isFirst = branch === header.branches[0]?.name && commits.some(({ parents }) => parents.length === 0);
  return kind === 'creation' && beginning === undefined && isFirst;
}
