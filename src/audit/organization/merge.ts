import { auditOutcome, type AuditOutcome } from '../../presentation/index.ts';
import { given, list, pick, recordOf } from '../../text/index.ts';
import { worstFirst, type Severity } from '../facts/finding.ts';
import { auditNumbers, outcomeOfAll, type NumberedAudit } from '../reports/numbers.ts';
import { allSince, sinceOf, type SinceCounts } from '../reports/words.ts';
import type { AuditedRepository, AuditPart, RepositoryFinding, RepositoryResult } from './part.ts';
import { repositoryStates, scopeDigest } from './plan.ts';
import type { OrganizationHole, OrganizationPlan, PlannedRepository, RepositoryState } from './plan.ts';

export interface MergedRepository {
  readonly planned: PlannedRepository;
  /** As in its own report, unknown where its shard is missing; null where it is not audited: then the state says why. */
  readonly outcome: AuditOutcome | null;
  /** Null where it is not audited, or its shard is missing. */
  readonly result: RepositoryResult | null;
}

interface OrganizationTotals {
  readonly repositories: Readonly<Record<RepositoryState, number>>;
  readonly audited: number;
  readonly changes: number;
  readonly covered: number;
  readonly landings: number;
  readonly commits: number;
  /** Open findings, accepted ones among them. */
  readonly findings: number;
  readonly accepted: number;
  /** The state of the findings since the audit before. */
  readonly since: SinceCounts;
  /** Only open ones that are not accepted. */
  readonly severities: Readonly<Record<Severity, number>>;
}

/** The merged audit of an organization. It holds nothing of how the work was shared out. */
export interface OrganizationAudit {
  readonly plan: Pick<
    OrganizationPlan,
    'tool' | 'organization' | 'kind' | 'serverUrl' | 'at' | 'period' | 'seenBy' | 'audit' | 'exclusions' | 'witnesses'
  >;
  /** Digest of what was audited. */
  readonly scope: string;
  /** Never better than that of a repository. */
  readonly outcome: AuditOutcome;
  /** Each hole makes the whole unknown. */
  readonly holes: readonly OrganizationHole[];
  readonly repositories: readonly MergedRepository[];
  readonly totals: OrganizationTotals;
}

export function mergeParts(plan: OrganizationPlan, parts: ReadonlyMap<number, AuditPart>): OrganizationAudit {
  const { audit, witnesses } = plan;
  const results = new Map([...parts.values()].flatMap((part) => part.repositories.map((one) => [one.id, one] as const)));
  const repositories = plan.repositories.map((planned): MergedRepository => {
    const result = results.get(planned.id) ?? null;
    if (!planned.audited) return { planned, outcome: null, result: null };
    return { planned, outcome: auditOutcome(auditNumbers(numberedOf(planned, result), audit.failOn)), result };
  });
  const missing = plan.shards.flatMap((ids, index) => (parts.has(index) || ids.length === 0 ? [] : [missingShard(plan, index)]));
  const holes = [...missingIn(plan), ...repositories.flatMap(holesOf), ...missing];
  const audited = repositories.filter(({ planned }) => planned.audited).map(({ planned, result }) => numberedOf(planned, result));
  return {
    plan: {
      ...pick(plan, 'tool', 'organization', 'kind', 'serverUrl', 'at', 'period', 'seenBy', 'audit', 'exclusions'),
      ...given({ witnesses }),
    },
    scope: scopeDigest(plan),
    outcome: outcomeOfAll(audited, holes.length === 0, audit.failOn),
    holes,
    repositories,
    totals: totalsOf(repositories),
  };
}

/** The parts that decide the outcome of a repository's audit. One that failed, or was not handed in, is not complete. */
function numberedOf(planned: PlannedRepository, result: RepositoryResult | null): NumberedAudit {
  if (result?.kind !== 'audited') {
    const isEmpty = result?.kind === 'empty' && !isHollow(planned, result);
    return { complete: isEmpty, findings: [], rules: [], totals: { changes: 0, landings: 0, commits: 0, states: {} } };
  }
  const { changes, commits, complete, findings, holes, landings, rules, states } = result;
  return { complete: complete && holes.length === 0, findings, rules, totals: { changes, landings, commits, states } };
}

/** A clone without a commit, of a repository that has some by GitHub's count: something was not handed out. */
function isHollow({ size }: PlannedRepository, result: RepositoryResult | null): boolean {
  return result?.kind === 'empty' && size > 0;
}

function missingShard({ repositories, shards }: OrganizationPlan, index: number): OrganizationHole {
  const ids = new Set(shards[index]);
  const names = repositories.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  return {
    what: `shard ${index} of ${shards.length}: ${list(names, 20)}`,
    why: 'its part is missing: the job that audits it died, or its file was not handed in',
    fix: `Run that shard again, and merge once more: audit-part --plan FILE --index ${index} with the same plan; on GitHub choose \`Re-run failed jobs\``,
  };
}

/** A missing shard is one hole for all of its repositories. */
function holesOf({ planned, result }: MergedRepository): readonly OrganizationHole[] {
  const { name, size } = planned;
  if (isHollow(planned, result))
    return [{ what: name, why: `GitHub counts ${size} KiB in it, and its clone is empty`, fix: 'Run its shard again' }];
  if (result?.kind === 'failed') return [{ what: name, why: result.why, fix: result.fix }];
  if (result?.kind !== 'audited') return [];
  if (!result.complete && result.holes.length === 0) return [{ what: name, why: 'its audit is not complete', fix: 'Run its shard again' }];
  return result.holes.map(({ fix, what, why }) => ({ what: `${name}: ${what}`, why, fix }));
}

/** The holes that are known when the audit is planned: repositories that could not be listed or seen. */
export function missingIn({ holes, kind, repositories }: OrganizationPlan): readonly OrganizationHole[] {
  const unseen = repositories.filter(({ state }) => state === 'not seen');
  return [
    ...holes,
    ...unseen.map(({ name, reason }) => ({ what: name, why: reason ?? 'nobody sees it', fix: kind === 'list' ? listFix : seeFix })),
  ];
}

const listFix = 'Correct its line in the list, or give a token that may read it; or exclude it, with a reason';
const seeFix =
  'Install the App on it, or give the token the right to read it; or leave it out in .github/compliance-audit-organization.yml, with a reason';

function totalsOf(all: readonly MergedRepository[]): OrganizationTotals {
  const audited = all.flatMap(({ result }) => (result?.kind === 'audited' ? [result] : []));
  const sum = (number: (result: AuditedRepository) => number): number => audited.reduce((total, result) => total + number(result), 0);
  const open = audited.flatMap(({ findings }) => findings);
  const standing = open.filter(({ accepted }) => accepted === null);
  return {
    repositories: recordOf(repositoryStates, (state) => all.filter(({ planned }) => planned.state === state).length),
    audited: audited.length,
    changes: sum(({ changes }) => changes),
    covered: sum(coveredOf),
    landings: sum(({ landings }) => landings),
    commits: sum(({ commits }) => commits),
    findings: open.length,
    accepted: open.length - standing.length,
    since: sinceIn(audited),
    severities: countBySeverity(standing),
  };
}

export function countBySeverity(findings: readonly Pick<RepositoryFinding, 'severity'>[]): Readonly<Record<Severity, number>> {
  return recordOf(worstFirst, (severity) => findings.filter((finding) => finding.severity === severity).length);
}

export function sinceIn(results: readonly AuditedRepository[]): SinceCounts {
  const kinds = Map.groupBy(
    results.flatMap(({ findings }) => findings),
    sinceOf,
  );
  const fixed = results.reduce((sum, one) => sum + one.fixed, 0);
  return recordOf(allSince, (kind) => (kind === 'fixed' ? fixed : (kinds.get(kind)?.length ?? 0)));
}

/** Changes whose evidence was there when they landed, and said yes. */
export function coveredOf({ states }: Pick<AuditedRepository, 'states'>): number {
  return states['covered'] ?? 0;
}
