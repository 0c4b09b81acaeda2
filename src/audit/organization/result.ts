import { carriedWords, type AuditOutcome } from '../../presentation/index.ts';
import { aFlag, aMoment, aText, aWhole, listOf, mapOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
import { severities, type Severity, type Subject } from '../facts/finding.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { lookedAt, openFindings, outcomeOf } from '../reports/numbers.ts';
import { lacks } from '../rules/rule.ts';
import { hole, repositoryId } from './plan.ts';

/** Most findings of one repository that a part holds: more than that is audited alone. */
const mostFindings = 50_000;

const subjects = {
  artifact: 'artifact',
  audit: 'audit',
  branch: 'branch',
  commit: 'commit',
  deployment: 'deployment',
  log: 'log',
  notification: 'notification',
  'pull-request': 'pull-request',
  tag: 'tag',
  trail: 'trail',
} as const satisfies { readonly [Kind in Subject['kind']]: Kind };

const finding = shape({
  key: aText,
  rule: aText,
  severity: oneOf(...severities),
  subject: shape({ kind: oneOf(...Object.values(subjects)), id: aText, url: orNull(aText) }),
  at: orNull(aMoment),
  message: aText,
  fix: aText,
  accepted: orNull(shape({ reason: aText, owner: aText, until: aText })),
  status: oneOf('new', 'open'),
  /** Why this audit did not look at it again; null: it did. */
  carried: orNull(aText),
});
/** An open finding. */
export type RepositoryFinding = Checked<typeof finding>;

const rule = shape({
  rule: aText,
  result: oneOf('tested', 'not applicable', 'not tested'),
  tested: aWhole,
  found: aWhole,
  why: orNull(aText),
  lack: orNull(oneOf(...lacks)),
});

const about = { id: repositoryId, name: aText };

const audited = shape({
  ...about,
  kind: oneOf('audited'),
  /** No hole: nothing of the population is missing. */
  complete: aFlag,
  basis: oneOf('github', 'git'),
  branches: listOf(shape({ name: aText, tip: orNull(aText) })),
  changes: aWhole,
  landings: aWhole,
  commits: aWhole,
  /** Number of changes by state. */
  states: mapOf(aText, aWhole),
  findings: listOf(finding),
  /** Findings of the audit before that are gone. */
  fixed: aWhole,
  /** The audit before; null: none was handed in. */
  previous: orNull(shape({ until: aMoment, complete: aFlag })),
  holes: listOf(hole),
  rules: listOf(rule),
});
/** Nothing was ever pushed to it. */
const empty = shape({ ...about, kind: oneOf('empty') });
/** There is no audit of it. */
const failed = shape({ ...about, kind: oneOf('failed'), why: aText, fix: aText });

type Numbered<Result> = Omit<Result, 'id'> & { readonly id: number };
export type AuditedRepository = Numbered<Checked<typeof audited>>;
export type FailedRepository = Numbered<Checked<typeof failed>>;
/** The result of the audit of one repository, or why there is none. */
export type RepositoryResult = AuditedRepository | FailedRepository | Numbered<Checked<typeof empty>>;

const checks = { audited, empty, failed };

/** The fault of a value that should be a result, in words that begin with a path; undefined where it is one. */
export function repositoryResult(value: unknown): string | undefined {
  const kind = oneOf(...(['audited', 'empty', 'failed'] as const));
  const fault = shape({ kind })(value);
  const isKnown = (_value: unknown): _value is { readonly kind: keyof typeof checks } => fault === undefined;
  return isKnown(value) ? checks[value.kind](value) : fault;
}

/** The audit as its own page shows it: what leaves that page unknown alone is a hole here, so that nothing is shown better elsewhere. */
export function asShown(audit: Audit, shown: Pick<AuditOutcome, 'kind' | 'text'>, failOn: Severity | 'none'): Audit {
  if (shown.kind !== 'unknown' || outcomeOf({ ...audit, failOn }).kind === 'unknown') return audit;
  const hole = {
    kind: 'hole',
    what: 'its own page',
    why: shown.text,
    fix: 'Look at the report of the repository, and run its shard again',
  } as const;
  return { ...audit, complete: false, world: { ...audit.world, holes: [...audit.world.holes, hole] } };
}

/** The part of an audit that an organization's report needs. Each field by its name: nothing else of a finding gets into a part. */
export function resultOf(audit: Audit, { id, name }: { readonly id: number; readonly name: string }): RepositoryResult {
  const { complete, rules, totals, world } = audit;
  const open = openFindings(audit.findings);
  if (open.length > mostFindings) {
    const why = `it has ${open.length} open findings, and a part holds ${mostFindings} of one repository`;
    return { kind: 'failed', id, name, why, fix: 'Audit this repository alone, and exclude it here with that as the reason' };
  }
  return {
    kind: 'audited',
    id,
    name,
    complete,
    basis: world.header.basis,
    branches: world.header.branches.map((branch) => ({ name: branch.name, tip: branch.tip })),
    changes: totals.changes,
    landings: totals.landings,
    commits: totals.commits,
    states: totals.states,
    findings: open.map((one) => findingOf(one, audit)),
    fixed: audit.findings.length - open.length,
    previous: world.previous === null ? null : { until: world.previous.until, complete: world.previous.complete },
    holes: world.holes.map(({ fix, what, why }) => ({ what, why, fix })),
    rules: rules.map(({ found, lack, result, rule: of, tested, why }) => ({ rule: of, result, tested, found, why, lack })),
  };
}

function findingOf(of: JudgedFinding, audit: Audit): RepositoryFinding {
  const { accepted, at, carried, fix, key, message, rule: by, severity, subject } = of;
  const { id, kind, url } = subject;
  return {
    key,
    rule: by,
    severity,
    subject: { kind, id, url },
    at,
    message,
    fix,
    accepted: accepted === null ? null : { reason: accepted.reason, owner: accepted.owner, until: accepted.until },
    status: of.status === 'new' ? 'new' : 'open',
    carried: carried ? carriedWords(of, lookedAt(audit)) : null,
  };
}
