import type { Template } from '../../contract/index.ts';
import { list } from '../../text/index.ts';
import type { BranchRule, BranchRules, CheckRun, CheckSuite, CommitChecks, CommitStatus } from '../facts/check.ts';
import type { FlowFact } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import type { OwedCheck } from '../file/audit-file.ts';

/* GitHub's checks as an evidence service would tell them: a flow for each check that is owed, and a trail for each commit. */

/** Also the type in the template of the flow: a record of another type is not the one that is asked for. */
export const ofCheck = 'check';

export function templateOf({ name }: OwedCheck): Template {
  return { version: 1, trail: { attestations: [{ name, type: ofCheck }], artifacts: [] } };
}

export function flowOf(check: OwedCheck): FlowFact {
  return { kind: 'flow', name: check.name, url: null, template: templateOf(check) };
}

/**
 * The trails of a check: one for each commit about which GitHub keeps an attempt of it that ended.
 * @param isAuthor whether an account wrote a part of the change: where nobody says which app must tell, its own word is not taken
 */
export function trailsOf(check: OwedCheck, told: readonly CommitChecks[], isAuthor: (login: string) => boolean): readonly TrailFact[] {
  return told.flatMap((commit): readonly TrailFact[] => {
    const records = [...recordsOfSuites(check, commit), ...recordsOfStatuses(check, commit, isAuthor)];
    const moments = records.map(({ at }) => at).toSorted((one, other) => Date.parse(one) - Date.parse(other));
    const [first] = moments;
    if (first === undefined) return [];
    return [
      {
        flow: check.name,
        name: commit.sha,
        url: records.at(-1)?.run ?? null,
        at: first,
        // Only its records say yes or no.
        state: 'COMPLIANT',
        template: templateOf(check),
        templateVersion: null,
        ownTemplate: false,
        commits: [commit.sha],
        records,
        artifacts: [],
        cut: commit.cut !== undefined,
      },
    ];
  });
}

interface Counted {
  readonly suite: CheckSuite;
  readonly runs: readonly CheckRun[];
}

function recordsOfSuites(check: OwedCheck, { sha, suites }: CommitChecks): readonly EvidenceRecord[] {
  const own = suites
    .filter((suite) => isOfApp(check, suite) && isOfWorkflow(check, suite))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const named = own.flatMap((suite) => suite.runs.filter(({ name }) => isNamed(check, name)).map((run) => ({ run, suite })));
  // Each job of a required workflow has a name, and each of them must be green.
  return [...Map.groupBy(named, ({ run }) => run.name)].flatMap(([job, all]) => {
    const counted = [...Map.groupBy(all, ({ suite }) => suite)].map(([suite, those]): Counted => ({
      suite,
      runs: those.map(({ run }) => run),
    }));
    return counted.flatMap(({ runs, suite }, place) => {
      const { suite: kept } = isCancelled(runs) ? (replacementOf(suite, counted.slice(place + 1)) ?? { suite }) : { suite };
      return attemptsIn(runs).map(({ attempt, run }) => recordOf(check, sha, { attempt, job, kept, place, run, suite }));
    });
  });
}

/** Why nothing of that name counts, where GitHub shows something of that name. */
export function whyNoneCounts(check: OwedCheck, told: readonly CommitChecks[]): string | undefined {
  const named = told.flatMap(({ suites }) => suites.filter(({ runs }) => runs.some(({ name }) => isNamed(check, name))));
  const near = named.filter((suite) => !isOfApp(check, suite) || !isOfWorkflow(check, suite));
  if (near.length === 0 || check.names.length === 0) return undefined;
  if (near.some((suite) => isOfApp(check, suite) && (suite.workflow?.path ?? null) === null))
    return `GitHub does not tell this token of which workflow file the check ${check.name} is: that needs actions: read`;
  const others = new Set(near.map(({ app, workflow }) => workflow?.path ?? `the app ${app?.slug ?? 'that is gone'}`));
  return `GitHub shows the check ${check.name} only of ${list([...others], 3)}, and ${check.workflow ?? `the app ${check.app}`} is demanded`;
}

function isNamed({ names }: OwedCheck, name: string): boolean {
  return names.length === 0 || names.includes(name);
}

function isOfApp({ app }: OwedCheck, suite: CheckSuite): boolean {
  return app === null || suite.app?.slug === app || suite.app?.id === app;
}

/** A rule of the branch tells the repository of its workflow by a number alone. */
function isOfWorkflow({ names, workflow }: OwedCheck, suite: CheckSuite): boolean {
  const path = suite.workflow?.path ?? '';
  return workflow === null || path === workflow || (names.length === 0 && path.endsWith(`/${workflow}`));
}

function isCancelled(runs: readonly CheckRun[]): boolean {
  return attemptsIn(runs).at(-1)?.run.conclusion === 'cancelled';
}

/** A newer run of the same workflow that ended well takes the place of a cancelled one: a push or a queue often cancels the run before. */
function replacementOf({ workflow }: CheckSuite, later: readonly Counted[]): Counted | undefined {
  if (workflow === null || workflow.path === null) return undefined;
  return later.find(({ runs, suite }) => suite.workflow?.path === workflow.path && attemptsIn(runs).at(-1)?.run.conclusion === 'success');
}

/**
 * The attempts that ended, each with its number. Runs of one name that overlap in time are of one attempt: two jobs may have
 * one name, and then both count.
 */
function attemptsIn(runs: readonly CheckRun[]): readonly { readonly run: CheckRun; readonly attempt: number }[] {
  const ended = runs.flatMap((run) => (run.endedAt === null || run.conclusion === null ? [] : [{ run, end: Date.parse(run.endedAt) }]));
  const begin = ({ end, run }: (typeof ended)[number]): number => (run.startedAt === null ? end : Date.parse(run.startedAt));
  let [attempt, until] = [0, Number.NEGATIVE_INFINITY];
  return ended
    .toSorted((one, other) => begin(one) - begin(other) || one.end - other.end)
    .map((one) => {
      if (begin(one) >= until) attempt += 1;
      until = Math.max(until, one.end);
      return { run: one.run, attempt };
    });
}

interface Attempt {
  readonly suite: CheckSuite;
  /** The suite whose attempts this one is counted with. */
  readonly kept: CheckSuite;
  readonly job: string;
  readonly place: number;
  readonly attempt: number;
  readonly run: CheckRun;
}

function recordOf({ name }: OwedCheck, sha: string, { attempt, job, kept, place, run, suite }: Attempt): EvidenceRecord {
  const { app, at: begun } = suite;
  // Its creator sends the time. One before its suite began, which GitHub dates, is wrong, and says nothing.
  const isOdd = Date.parse(run.endedAt ?? '') < Date.parse(begun);
  return {
    ...about(name, sha),
    id: `check-run ${run.id}`,
    compliant: isOdd ? null : saidBy(run.conclusion ?? ''),
    at: isOdd ? begun : (run.endedAt ?? begun),
    by: app?.slug ?? null,
    run: run.url,
    group: `suite ${kept.id} ${job}`,
    attempt: { run: String(place + 1), attempt: String(attempt), nonce: ofCheck },
  };
}

function about(name: string, sha: string): Omit<EvidenceRecord, 'id' | 'compliant' | 'at' | 'by' | 'run'> {
  return { name, type: ofCheck, commit: sha, fingerprint: null, target: null, override: null, tests: null, byForkClaim: false, read: true };
}

/** GitHub lets `neutral` and `skipped` pass too (docs.github.com, "About status checks"). Null: a word that is not known. */
function saidBy(word: string): boolean | null {
  if (word === 'success' || isSkip(word)) return true;
  return noes.has(word) ? false : null;
}

export function isSkip(conclusion: string | null): boolean {
  return conclusion === 'skipped' || conclusion === 'neutral';
}

const noes: ReadonlySet<string> = new Set(['failure', 'cancelled', 'timed_out', 'action_required', 'stale', 'startup_failure', 'error']);

/** A status that waits has not ended. */
function recordsOfStatuses(
  check: OwedCheck,
  { sha, statuses }: CommitChecks,
  isAuthor: (login: string) => boolean,
): readonly EvidenceRecord[] {
  if (check.workflow !== null) return [];
  return statuses
    .filter(({ context, state }) => isNamed(check, context) && state !== 'pending' && state !== 'expected')
    .filter(({ by }) => (check.app === null ? by === null || !isAuthor(by.login) : isBy(check.app, by)))
    .map(({ at, by, context, state, url }, index) => ({
      ...about(check.name, sha),
      id: `status ${sha} ${context} ${index}`,
      // An account that is gone may have been an author's.
      compliant: by === null && saidBy(state) === true ? null : saidBy(state),
      at,
      by: by?.login ?? null,
      run: url,
      group: `status ${context.toLowerCase()}`,
      attempt: { run: '1', attempt: String(index + 1), nonce: ofCheck },
    }));
}

/** The account of an app has its name with `[bot]`. A number is not that of an account. */
function isBy(app: string | number, by: CommitStatus['by']): boolean {
  return by?.login === `${app}[bot]` || by?.login === app;
}

/**
 * The checks that the rules of a branch demanded of a change: a ruleset counts as it is now for what landed after it was changed last,
 * and as its history tells for what landed before. `untold`: why it is not known what they demanded then.
 */
export function requiredChecks(
  told: BranchRules | undefined,
  landedAt: string | null,
  before?: Previous['rules'],
): { readonly checks: readonly OwedCheck[]; readonly untold?: string } {
  if (told === undefined) return { checks: [] };
  if (!isShownBefore(told, landedAt, before)) return { checks: [], untold: undated(told) };
  const then = [...new Set(told.rules.map(({ ruleset }) => ruleset))].map((id) => demandOf(id, told, landedAt));
  const untold = then.find((one) => typeof one === 'string');
  if (untold !== undefined) return { checks: [], untold };
  return {
    checks: [
      ...then
        .flatMap((rules) => (typeof rules === 'string' ? [] : rules))
        .flatMap(({ checks, workflows }) => [...checks.map(demanded), ...workflows.map(ofWorkflow)]),
      ...told.classic.map((name) => demanded({ name, app: null })),
    ],
  };
}

/** Protection of the classic kind has no date: it counts for what landed after an audit that saw the same. */
function isShownBefore({ branch, classic }: BranchRules, landedAt: string | null, before: Previous['rules']): boolean {
  if (classic.length === 0) return true;
  const shown = before?.of.find((one) => one.branch === branch)?.classic ?? [];
  const isSame = shown.length === classic.length && shown.every((name) => classic.includes(name));
  return isSame && landedAt !== null && Date.parse(landedAt) >= Date.parse(before?.at ?? '');
}

function undated({ branch }: BranchRules): string {
  return `GitHub does not tell since when ${branch} has its rules: name the checks in .github/compliance-audit.yml`;
}

/** The rules of a ruleset that demanded something when a change landed, or why that is not known. */
function demandOf(id: string, told: BranchRules, landedAt: string | null): readonly BranchRule[] | string {
  const { branch, rules, rulesets } = told;
  const now = rules.filter((rule) => rule.ruleset === id && isDemanding(rule));
  const { changedAt = null, history = [] } = rulesets.find((set) => set.id === id) ?? {};
  if (landedAt === null || changedAt === null) {
    if (now.length === 0) return [];
    return changedAt === null ? undated(told) : `nobody tells when it landed, and so not which rules of ${branch} held then`;
  }
  if (Date.parse(changedAt) <= Date.parse(landedAt)) return now;
  const then = history.find(({ at }) => Date.parse(at) <= Date.parse(landedAt));
  if (then === undefined || then.inForce === null)
    return `the rules of ${branch} were changed since it landed, and what they demanded then is not known`;
  return then.inForce ? then.rules.filter(isDemanding) : [];
}

export function isDemanding({ checks, workflows }: BranchRule): boolean {
  return checks.length + workflows.length > 0;
}

const always = { paths: [], branches: [], from: null, until: null };

function demanded({ app, name }: BranchRule['checks'][number]): OwedCheck {
  return { ...always, name, names: [name], workflow: null, app };
}

function ofWorkflow(path: string): OwedCheck {
  return { ...always, name: path, names: [], workflow: path, app: null };
}
