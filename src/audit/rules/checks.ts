import { count, list } from '../../text/index.ts';
import type { CheckedChange } from '../population/world.ts';
import { found, foundOr, notApplicable, passed, type Control, type Found, type Outcome, type WorldRule } from './rule.ts';
import { commitSubject, short } from './words.ts';

/* Rules about GitHub's checks as a whole, where they are the evidence. They apply to no other audit. */

const controls: readonly Control[] = ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'];

const branchNotStrict: WorldRule = {
  name: 'branch-not-strict',
  about: 'world',
  text: 'Where GitHub’s checks are the evidence, a change is tested together with the branch that it lands on.',
  severity: 'low',
  controls,
  fix: 'Require branches to be up to date before merging, in the rule of the branch, or use a merge queue.',
  needs: ['checks', 'landings'],
  *judge({ checked, header }): Generator<Outcome> {
    if (checked === null) return;
    for (const [branch, { changes, onHead }] of checked.branches) {
      if (onHead === 0) yield passed;
      else {
        const message = `${onHead} of ${count(changes, 'covered change')} of ${branch} landed with checks of the head of the pull request alone: its base had moved since, and nobody tested both together before.`;
        yield found({ subject: { kind: 'branch', id: branch, url: null }, message, at: header.period.since });
      }
    }
  },
};

const checkSkipped: WorldRule = {
  name: 'check-skipped',
  about: 'world',
  text: 'Where GitHub’s checks are the evidence, a check that a change owes ran: GitHub lets a check pass that was skipped, or that says neither yes nor no.',
  severity: 'low',
  controls,
  fix: 'Say under `paths` of the check in .github/compliance-audit.yml which changes owe it, or let it run for all of them.',
  needs: ['checks', 'landings'],
  *judge({ checked, header }): Generator<Outcome> {
    if (checked === null) return;
    for (const [check, { changes, of }] of checked.skipped) {
      if (of.length === 0) yield passed;
      else {
        const message = `The check ${check} was skipped or neutral for ${of.length} of ${count(changes, 'change')} that it covers: ${list(of.map(nameOf), 10)}.`;
        yield found({
          subject: { kind: 'branch', id: header.branches[0]?.name ?? '', url: null },
          detail: check,
          message,
          at: header.period.since,
        });
      }
    }
    yield foundOr(
      checked.idle.map((change): Found => ({
        subject: commitSubject(change.sha, header),
        change: { sha: change.sha, pull: change.pull },
        at: change.at,
        severity: 'medium',
        message: `${nameOf(change)} landed, and no check that it owes ran for it: each was skipped or neutral.`,
      })),
      checked.skipped.size === 0 ? notApplicable : passed,
    );
  },
};

function nameOf({ pull, sha }: CheckedChange): string {
  return pull === null ? `commit ${short(sha)}` : `#${pull} (${short(sha)})`;
}

/** In the order of the reports. */
export const checkRules = [branchNotStrict, checkSkipped];
