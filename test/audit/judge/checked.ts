import type { CheckRun, CheckSuite, CommitChecks, CommitStatus } from '../../../src/audit/facts/check.ts';
import type { Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { at, commit, pull, robot, sha } from '../reviews/pull.ts';
import { auditFile, judged, landed } from './judged.ts';

/* Pull request 42 by Alice with the head `a`, squashed into `t` at noon, which owes the check `unit`. */

export const actions = { id: 15_368, slug: 'github-actions' };
export const file = 'version: 1\nchecks:\n  unit:\n';

export function run(conclusion: string | null, ended: string, more: Partial<CheckRun> = {}): CheckRun {
  const startedAt = new Date(Date.parse(at(ended)) - 5 * 60_000).toISOString();
  return {
    id: `run-${ended}`,
    name: 'unit',
    conclusion,
    startedAt,
    endedAt: conclusion === null ? null : at(ended),
    url: null,
    ...more,
  };
}

let suites = 0;

export const ofCi = {
  id: '7',
  path: '.github/workflows/ci.yml',
  event: 'push',
  at: at('09:30'),
  changedAt: at('23:00'),
  url: 'https://github.com/acme/shop/actions/runs/7',
};

/** A run of the workflow `ci.yml`, which began at half past nine. */
export function suite(runs: readonly CheckRun[], more: Partial<CheckSuite> = {}): CheckSuite {
  suites += 1;
  return { id: String(suites), app: actions, at: at('09:30'), workflow: ofCi, runs, ...more };
}

export const status = (state: string, time: string, more: Partial<CommitStatus> = {}): CommitStatus => ({
  context: 'unit',
  state,
  at: at(time),
  by: robot,
  url: null,
  ...more,
});

export const of = (
  letter: string,
  those: readonly CheckSuite[],
  statuses: readonly CommitStatus[] = [],
  more: Partial<CommitChecks> = {},
): CommitChecks => ({
  sha: sha(letter),
  suites: those,
  statuses,
  ...more,
});

export interface Scene extends Partial<Pick<LandingFact, 'pulls' | 'file'>> {
  readonly checks?: readonly CommitChecks[];
  readonly kind?: LandingFact['landing']['kind'];
  readonly text?: string;
  readonly sameTree?: boolean;
  readonly more?: readonly Line[];
  readonly asked?: Partial<Header>;
}

export async function judgedBy({
  asked = {},
  checks = [],
  kind = 'pull-request',
  more = [],
  pulls = [pull({ mergeCommit: sha('t') })],
  sameTree = true,
  text = file,
  ...rest
}: Scene) {
  const tip = commit('t', sameTree ? { tree: sha('a') } : {});
  const fact = landed({ landing: { kind, commits: [tip] }, pulls, file: 'the file', checks, ...rest });
  const audit = await judged({
    lines: [auditFile(text), ...more, fact],
    header: { file: 'the file', service: null, evidence: 'github', ...asked },
  });
  const found = audit.findings
    .filter(({ change, controls }) => change !== null && controls.includes('NIST SSDF PW.8'))
    .map((one) => one.rule);
  const changes = await Array.fromAsync(audit.changes());
  const [change] = changes;
  return {
    complete: audit.complete,
    state: change?.state,
    found,
    tested: change?.tested.tested,
    match: change?.coverage[0]?.match,
    lacks: change?.coverage[0]?.lacks,
  };
}
