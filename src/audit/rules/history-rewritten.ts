import { commitSubject, named, short, when, who } from './words.ts';
import { found, notTested, passed, type LandingRule } from './rule.ts';

export const historyRewritten: LandingRule = {
  name: 'history-rewritten',
  about: 'landing',
  text: 'No commit that landed on an audited branch is taken away again.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Forbid force pushes by a rule of the branch, and find out whether what was taken away had been deployed. A change is undone by a revert.',
  needs: ['landings'],
  *judge({ landing }, { header }) {
    const { actor, after, at, before, branch, kind, removed } = landing;
    if (removed.length > 0) {
      const subject = commitSubject(after ?? before ?? landing.id, header);
      const moved = `${who(actor)} moved ${branch} by force${before === null ? '' : ` from ${short(before)}`}${after === null ? '' : ` to ${short(after)}`}${when(at)}`;
      const commits = removed.length === 1 ? 'one commit' : `${removed.length} commits`;
      yield found({ subject, at, message: `${moved}, and took away ${commits}: ${named(removed.map(short))}.` });
    } else if (kind === 'force-push') yield notTested(`git no longer has what a force push took away from ${branch}${when(at)}`);
    // Git alone sees a branch as it is, and nothing of what it was.
    else if (kind === 'unknown') yield notTested(`nobody can tell whether ${branch} was moved by force`);
    else yield passed;
  },
};
