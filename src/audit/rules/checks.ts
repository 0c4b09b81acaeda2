import { count, list } from '../../text/index.ts';
import { isDemanding } from '../coverage/check-trails.ts';
import type { BranchRule, BranchRules, Bypasses, RulesetExport } from '../facts/check.ts';
import type { Landing } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import { isOwedOn } from '../file/audit-file.ts';
import { found, foundOr, notApplicable, notTested, passed } from './rule.ts';
import type { ChangeRule, Control, Found, Outcome, Rule, WorldRule } from './rule.ts';
import { aboutCommit, changeName, commitSubject, short, when } from './words.ts';
import type { CheckedChange } from '../population/world.ts';

/* Rules about GitHub's checks as a whole, where they are the evidence, and about the rules of branches, where GitHub was asked for them. */

const controls: readonly Control[] = ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'];

/** Those of GitHub's published description of `rules/branches/{branch}` (@octokit/openapi 23.0.2). */
const knownTypes: ReadonlySet<string> = new Set([
  'creation',
  'update',
  'deletion',
  'required_linear_history',
  'merge_queue',
  'required_deployments',
  'required_signatures',
  'pull_request',
  'required_status_checks',
  'non_fast_forward',
  'commit_message_pattern',
  'commit_author_email_pattern',
  'committer_email_pattern',
  'branch_name_pattern',
  'tag_name_pattern',
  'workflows',
  'code_scanning',
  'copilot_code_review',
  'license_compliance_scanning',
  'file_path_restriction',
  'max_file_path_length',
  'file_extension_restriction',
  'max_file_size',
]);

export function unknownTypes(rules: readonly BranchRule[]): readonly string[] {
  return [...new Set(rules.map(({ type }) => type))].filter((type) => !knownTypes.has(type));
}

/**
 * Who may bypass a ruleset: as GitHub shows it, else by the word of whoever exported it, where that is about the ruleset as it is now.
 * `why`: neither tells.
 */
export function bypassOf(
  id: string,
  { branch, rulesets }: BranchRules,
  exported: RulesetExport | null,
): { readonly name: string; readonly by: readonly string[]; readonly word?: string } | { readonly why: string } {
  const set = rulesets.find((one) => one.id === id);
  if (set !== undefined && set.bypass !== null) return { name: set.name, by: set.bypass };
  const told = exported?.rulesets.find((one) => one.id === id);
  const name = set?.name ?? told?.name ?? id;
  const why = `this token does not see who may bypass the ruleset ${name} of ${branch}`;
  if (exported === null) return { why };
  if (told === undefined || told.bypass === null) return { why: `${why}, and ${exported.file} does not say it` };
  const changed = set?.changedAt ?? null;
  if (changed !== null && Date.parse(changed) !== Date.parse(told.changedAt ?? ''))
    return { why: `${why}, and ${exported.file} is not of its state since${when(changed).replace(' on', '')}` };
  return { name, by: told.bypass, word: `whoever exported ${exported.file} says (SHA-256 ${exported.sha256})` };
}

export const gateNotRequired: WorldRule = {
  name: 'gate-not-required',
  about: 'world',
  ofGitHub: 'rules',
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
      const unknown = unknownTypes(rules);
      const also = unknown.length === 0 ? '' : ` It has rules of a type that this program does not know: ${list(unknown, 10)}.`;
      if (names.size + workflows.size === 0)
        yield found({
          ...about,
          message: `No rule of ${branch} that is in force requires a check: a change can land whatever its checks say.${also}`,
        });
      else if (missing.length > 0) {
        const words = list(
          missing.map(({ name }) => name),
          10,
        );
        yield found({ ...about, message: `No rule of ${branch} requires ${words}: a change can land without.${also}` });
      } else yield passed;
    }
  },
};

export const gateCanBeBypassed: WorldRule = {
  name: 'gate-can-be-bypassed',
  about: 'world',
  ofGitHub: 'rules',
  text: 'Nobody may get round the rules of an audited branch that require checks.',
  severity: 'medium',
  controls,
  fix: 'Take whoever needs it not off the bypass list of the ruleset. For emergencies, let a few people bypass for pull requests alone, and look at each.',
  needs: ['rules'],
  *judge({ branchRules, exported, header }): Generator<Outcome> {
    for (const one of branchRules.values()) {
      const { branch, classic, rules, rulesets } = one;
      const demanding = new Set(rules.filter(isDemanding).map(({ ruleset }) => ruleset));
      if (classic.length > 0) yield notTested(`GitHub does not tell who may get round the classic protection of ${branch}`);
      for (const id of demanding) {
        const set = rulesets.find((one) => one.id === id);
        const told = bypassOf(id, one, exported);
        if ('why' in told) yield notTested(told.why);
        else if (told.by.length === 0) yield passed;
        else {
          const of = set === undefined ? '' : ` of ${set.source}`;
          const message = `The ruleset ${told.name}${of}, which requires checks for ${branch}, can be bypassed by ${list(told.by, 10)}${told.word === undefined ? '' : `, as ${told.word}`}.`;
          yield found({ ...aboutBranch(branch, header), detail: id, message });
        }
      }
    }
  },
};

export const ruleBypassed: ChangeRule = {
  name: 'rule-bypassed',
  about: 'change',
  ofGitHub: 'rules',
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

/** The names of a list that another one lacks. */
function lost(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...new Set(before)].filter((one) => !now.includes(one));
}

interface State {
  readonly rules: readonly BranchRule[];
  /** Null where it is not visible. */
  readonly bypass: readonly string[] | null;
}

/** The demands of a ruleset that are gone, and who else may bypass it now. */
function lessOf(before: State, now: State, elsewhere: readonly BranchRule[]): readonly string[] {
  const checksIn = (rules: readonly BranchRule[]): BranchRule['checks'] => rules.flatMap(({ checks }) => checks);
  const namesIn = (rules: readonly BranchRule[]): readonly string[] => [
    ...checksIn(rules).map(({ name }) => `the check ${name}`),
    ...rules.flatMap(({ workflows }) => workflows.map((path) => `the workflow ${path}`)),
  ];
  const gone = lost(namesIn(before.rules), [...namesIn(now.rules), ...namesIn(elsewhere)]);
  const types = lost(
    before.rules.map(({ type }) => type),
    [...now.rules, ...elsewhere].map(({ type }) => type),
  ).filter((type) => type !== 'required_status_checks' && type !== 'workflows');
  const loose = checksIn(before.rules).filter(({ app, name }) => {
    const own = checksIn(now.rules).filter((check) => check.name === name);
    return app !== null && own.length > 0 && !own.some((check) => check.app === app);
  });
  const [most, least] = [before, now].map(({ rules }) => Math.max(0, ...rules.map(({ approvals = 0 }) => approvals)));
  const isStrict = ({ rules }: State): boolean => rules.some(({ strict }) => strict);
  const more = before.bypass === null || now.bypass === null ? [] : lost(now.bypass, before.bypass);
  return [
    ...gone.map((what) => `${what} is not required`),
    ...types.map((type) => `the rule ${type} is gone`),
    ...loose.map(({ name }) => `another app than before may tell the check ${name}`),
    ...((most ?? 0) > (least ?? 0) && !types.includes('pull_request') ? [`${least} must approve in place of ${most}`] : []),
    ...(isStrict(before) && !isStrict(now) && checksIn(now.rules).length > 0 ? ['branches need not be up to date'] : []),
    ...more.map((who) => `${who} may bypass it`),
  ];
}

function stateWords({ bypass, rules }: State): string {
  if (rules.length === 0) return 'no rule';
  const parts = rules.map(({ approvals, checks, type, workflows }) => {
    const named = [...checks.map(({ name }) => name), ...workflows];
    return `${type}${named.length === 0 ? '' : ` (${list(named, 10)})`}${approvals === undefined ? '' : ` (${approvals} must approve)`}`;
  });
  return `${list(parts, 20)}; bypass ${bypass === null ? 'not visible' : bypass.length === 0 ? 'nobody' : list(bypass, 10)}`;
}

/** Changes by the history of the rulesets: also those that were taken back. */
function* lessByHistory({ branch, rulesets }: BranchRules, { period: { until } }: Header): Generator<Found> {
  for (const { history = [], id, name, source } of rulesets) {
    for (const [index, version] of history.entries()) {
      const before = history[index + 1];
      // A later change is one of the next audit.
      if (before?.inForce !== true || Date.parse(version.at) >= Date.parse(until)) continue;
      const less =
        version.inForce === false
          ? ['it was not in force']
          : version.inForce === null
            ? ['it had other conditions, and whether it held is not known']
            : lessOf(before, version, []);
      if (less.length === 0) continue;
      const message = `The ruleset ${name} of ${source} demands less of ${branch}${when(version.at).replace(' on', ' from')} on: ${list(less, 10)}. Before: ${stateWords(before)}. Then: ${stateWords(version)}.`;
      yield { subject: { kind: 'branch', id: branch, url: null }, at: version.at, detail: `${id} ${version.at}`, message };
    }
  }
}

/** Changes since the audit before, by the rules that each of the two saw. */
function* lessSince(before: BranchRules, now: BranchRules, readAt: string, header: Header): Generator<Found> {
  const stateOf = (id: string, { rules, rulesets }: BranchRules): State => ({
    rules: rules.filter(({ ruleset }) => ruleset === id),
    bypass: rulesets.find((set) => set.id === id)?.bypass ?? null,
  });
  for (const id of new Set(before.rules.map(({ ruleset }) => ruleset))) {
    const [old, own] = [stateOf(id, before), stateOf(id, now)];
    const named = [...now.rulesets, ...before.rulesets].find((set) => set.id === id);
    const isGone = own.rules.length === 0;
    const elsewhere = now.rules.filter(({ ruleset }) => ruleset !== id);
    const less = isGone ? ['it does not hold for the branch any more'] : lessOf(old, own, elsewhere);
    // The history says more, where it reaches back to the audit before.
    const { since } = header.period;
    if (less.length === 0 || (!isGone && named?.history !== undefined && (since === null || Date.parse(since) <= Date.parse(readAt))))
      continue;
    const message = `The ruleset ${named?.name ?? id} demands less of ${now.branch} than at the audit before${when(readAt)}: ${list(less, 10)}. Before: ${stateWords(old)}. Now: ${stateWords(own)}.`;
    yield { ...aboutBranch(now.branch, header), detail: `${id} ${named?.changedAt ?? ''}`, message };
  }
  const required = [...now.classic, ...now.rules.flatMap(({ checks }) => checks.map(({ name }) => name))];
  const gone = lost(before.classic, required);
  if (gone.length > 0) {
    const message = `Protection of ${now.branch} does not require ${list(gone, 10)} any more, as it did at the audit before${when(readAt)}. Before: ${list(before.classic, 10)}. Now: ${now.classic.length === 0 ? 'no check' : list(now.classic, 10)}.`;
    yield { ...aboutBranch(now.branch, header), detail: 'classic', message };
  }
}

const rulesChanged: WorldRule = {
  name: 'rules-changed',
  about: 'world',
  ofGitHub: 'rules',
  text: 'The rules of an audited branch demand as much as at the audit before, and at each moment since.',
  severity: 'medium',
  controls,
  fix: 'Ask who changed the ruleset for the reason, and look at what landed since. Put the rule back, or accept the change in .github/compliance-audit.yml.',
  needs: ['rules'],
  *judge({ branchRules, header, previous }): Generator<Outcome> {
    for (const now of branchRules.values()) {
      const before = beforeOf(previous, now.branch);
      const found = [...lessByHistory(now, header), ...('rules' in before ? lessSince(before.rules, now, before.at, header) : [])];
      if (found.length > 0 || 'rules' in before) yield foundOr(found, passed);
      else yield notTested(before.why, 'before');
    }
  },
};

function beforeOf(
  previous: Previous | null,
  branch: string,
): { readonly rules: BranchRules; readonly at: string } | { readonly why: string } {
  const rules = previous?.rules?.of.find((one) => one.branch === branch);
  if (previous?.rules !== undefined && rules !== undefined) return { rules, at: previous.rules.at };
  if (previous === null) return { why: `no audit before this one is known, which saw the rules of ${branch}` };
  return { why: `the report of the audit before does not say which rules of ${branch} it saw` };
}

function aboutBranch(id: string, { period }: Header): Pick<Found, 'subject' | 'at'> {
  return { subject: { kind: 'branch', id, url: null }, at: period.since };
}

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

/** In the order of the reports. */
export const checkRules: readonly Rule[] = [gateNotRequired, gateCanBeBypassed, ruleBypassed, rulesChanged, gateIsLoose, checkSkipped];
