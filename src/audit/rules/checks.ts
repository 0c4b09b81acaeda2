import { count, list } from '../../text/index.ts';
import type { Bypasses } from '../facts/check.ts';
import type { Landing } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';
import { isDemanding } from '../coverage/check-trails.ts';
import { isOwedOn } from '../file/audit-file.ts';
import type { CheckedChange } from '../population/world.ts';
import {
  found,
  foundOr,
  notApplicable,
  notTested,
  passed,
  type ChangeRule,
  type Control,
  type Found,
  type Outcome,
  type Rule,
  type WorldRule,
} from './rule.ts';
import { aboutCommit, changeName, commitSubject, short, when } from './words.ts';

/* Rules about GitHub's checks as a whole, where they are the evidence. They apply to no other audit. */

const controls: readonly Control[] = ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'];

const gateIsLoose: WorldRule = {
  name: 'gate-is-loose',
  about: 'world',
  ofGitHub: true,
  text: 'Where GitHub’s checks are the evidence, a change is tested together with the branch that it lands on, by an app that is named.',
  severity: 'low',
  controls,
  fix: 'In the rule of the branch, require branches to be up to date before merging, or use a merge queue; and choose the app of each check, there or as `app` in .github/compliance-audit.yml.',
  needs: ['checks', 'landings'],
  *judge({ checked, header }): Generator<Outcome> {
    for (const [branch, { changes, onHead, unbound }] of checked?.branches ?? []) {
      const parts = [
        ...(onHead === 0
          ? []
          : [
              `${onHead} of ${count(changes, 'covered change')} landed with checks of the head of the pull request alone, whose base had moved since`,
            ]),
        ...(unbound.size === 0 ? [] : [`any app may say that ${list([...unbound], 10)} passed`]),
      ];
      if (parts.length === 0) yield passed;
      else yield found({ ...aboutBranch(branch, header), message: `The gate of ${branch} is loose: ${parts.join('; and ')}.` });
    }
  },
};

export const gateNotRequired: WorldRule = {
  name: 'gate-not-required',
  about: 'world',
  ofGitHub: true,
  text: 'GitHub lets no change land on an audited branch without the checks that the audit’s file names.',
  severity: 'medium',
  controls,
  fix: 'Make a ruleset for the branch that requires these checks (Settings, Rules, Rulesets: Require status checks to pass).',
  needs: ['rules'],
  *judge({ branchRules, demanded, file, header }): Generator<Outcome> {
    for (const { branch, classic, rules } of branchRules.values()) {
      const names = new Set([...classic, ...rules.flatMap(({ checks }) => checks.map(({ name }) => name))]);
      const workflows = new Set(rules.flatMap((rule) => rule.workflows));
      const asked = [...(file?.checks ?? []), ...demanded].filter((check) => isOwedOn(check, branch, header.period.until));
      const missing = asked.filter((check) => !check.names.some((name) => names.has(name)) && !workflows.has(check.workflow ?? ''));
      const about = aboutBranch(branch, header);
      if (names.size + workflows.size === 0)
        yield found({
          ...about,
          message: `No rule of ${branch} that is in force requires a check: a change can land whatever its checks say.`,
        });
      else if (missing.length > 0) {
        const words = list(
          missing.map(({ name }) => name),
          10,
        );
        yield found({ ...about, message: `No rule of ${branch} requires ${words}: a change can land without.` });
      } else yield passed;
    }
  },
};

export const gateCanBeBypassed: WorldRule = {
  name: 'gate-can-be-bypassed',
  about: 'world',
  ofGitHub: true,
  text: 'Nobody may get round the rules of an audited branch that require checks.',
  severity: 'medium',
  controls,
  fix: 'Take whoever needs it not off the bypass list of the ruleset. For emergencies, let a few people bypass for pull requests alone, and look at each.',
  needs: ['rules'],
  *judge({ branchRules, header }): Generator<Outcome> {
    for (const { branch, classic, rules, rulesets } of branchRules.values()) {
      const demanding = new Set(rules.filter(isDemanding).map(({ ruleset }) => ruleset));
      if (classic.length > 0) yield notTested(`GitHub does not tell who may get round the classic protection of ${branch}`);
      for (const id of demanding) {
        const set = rulesets.find((one) => one.id === id);
        if (set === undefined || set.bypass === null)
          yield notTested(`this token does not see who may bypass the ruleset ${set?.name ?? id} of ${branch}`);
        else if (set.bypass.length === 0) yield passed;
        else {
          const message = `The ruleset ${set.name} of ${set.source}, which requires checks for ${branch}, can be bypassed by ${list(set.bypass, 10)}.`;
          yield found({ ...aboutBranch(branch, header), detail: id, message });
        }
      }
    }
  },
};

export const ruleBypassed: ChangeRule = {
  name: 'rule-bypassed',
  about: 'change',
  ofGitHub: true,
  text: 'No change gets past the rules of its branch by a bypass. GitHub tells of bypasses for a month, and never of those of an exempt actor.',
  severity: 'medium',
  controls,
  fix: 'Ask who did it for the reason, and look at the change. Take whoever needs it not off the bypass list of the ruleset.',
  needs: ['rules'],
  judge(change, world): Outcome {
    const { landing } = change;
    const { bypasses } = world.branchRules.get(landing.branch) ?? {};
    if (bypasses === undefined) return notApplicable;
    const of = bypasses.found.filter(({ after }) => after === landing.after);
    const bypassed = of.map(({ at, by, id, rules }): Found => {
      const broken = rules.length === 0 ? 'which rule it did not keep GitHub does not say' : `it did not keep ${list(rules, 10)}`;
      const message = `${changeName(change)} got past the rules of ${landing.branch} by a bypass of ${by?.login ?? 'somebody whom GitHub does not name'}${when(at)}: ${broken}.`;
      return { ...aboutCommit(change, world), detail: id, message };
    });
    return foundOr(bypassed, bypassUntold(bypasses, landing) ?? passed);
  },
};

function bypassUntold({ since, why }: Bypasses, { at, branch }: Landing): Outcome | undefined {
  if (since === null) return notTested(why ?? `GitHub does not tell which landings on ${branch} bypassed its rules`);
  if (at === null) return notTested(`nobody tells when it landed, and GitHub tells of bypasses on ${branch} since ${since} alone`);
  return Date.parse(at) < Date.parse(since)
    ? notTested(`GitHub tells of bypasses on ${branch} for a month, here since ${since}`)
    : undefined;
}

const checkSkipped: WorldRule = {
  name: 'check-skipped',
  about: 'world',
  ofGitHub: true,
  text: 'Where GitHub’s checks are the evidence, a check that a change owes ran: GitHub lets a check pass that was skipped, or that says neither yes nor no.',
  severity: 'low',
  controls,
  fix: 'Say under `paths` of the check in .github/compliance-audit.yml which changes owe it, or let it run for all of them.',
  needs: ['checks', 'landings'],
  *judge({ checked, header }): Generator<Outcome> {
    if (checked === null) return;
    for (const [check, { changes, skipped: of }] of checked.checks) {
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
      checked.checks.size === 0 ? notApplicable : passed,
    );
  },
};

function nameOf({ pull, sha }: CheckedChange): string {
  return pull === null ? `commit ${short(sha)}` : `#${pull} (${short(sha)})`;
}

function aboutBranch(id: string, { period }: Header): Pick<Found, 'subject' | 'at'> {
  return { subject: { kind: 'branch', id, url: null }, at: period.since };
}

/** In the order of the reports. */
export const checkRules: readonly Rule[] = [gateNotRequired, gateCanBeBypassed, ruleBypassed, gateIsLoose, checkSkipped];
