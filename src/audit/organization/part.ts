import { wrongUse } from '../../errors/index.ts';
import { carriedWords, type AuditOutcome } from '../../presentation/index.ts';
import { aDigest, aFlag, aMoment, aText, aWhole, listOf, mapOf, oneOf, orNull, passes, shape } from '../../text/check.ts';
import type { Check, Checked } from '../../text/check.ts';
import { pick } from '../../text/index.ts';
import { severities, subjectKinds, type Severity } from '../facts/finding.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { lookedAt, openFindings, outcomeOf } from '../reports/numbers.ts';
import { lacks } from '../rules/rule.ts';
import { rules as allRules } from '../rules/rules.ts';
import { hole, readDocument, repositoryId, type OrganizationPlan, type PlannedRepository } from './plan.ts';

/** Most findings of one repository that a part holds: one with more is audited alone. */
const mostFindings = 50_000;

const finding = shape({
  key: aText,
  rule: aText,
  severity: oneOf(...severities),
  subject: shape({ kind: oneOf(...subjectKinds), id: aText, url: orNull(aText) }),
  at: orNull(aMoment),
  message: aText,
  fix: aText,
  accepted: orNull(shape({ reason: aText, owner: aText, until: aText })),
  status: oneOf('new', 'open'),
  /** Why this audit did not look at it again; null: it did. */
  carried: orNull(aText),
});
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
const failed = shape({ ...about, kind: oneOf('failed'), why: aText, fix: aText });

export type AuditedRepository = Checked<typeof audited>;
export type RepositoryResult = AuditedRepository | Checked<typeof failed> | Checked<typeof empty>;

const checks = { audited, empty, failed };
const known = shape({ kind: oneOf('audited', 'empty', 'failed') });
const result: Check<RepositoryResult> = (value) => (passes(known, value) ? checks[value.kind](value) : known(value));

/** As its own page shows it: a reason that only makes that page unknown is a hole here, so that no other report shows it better. */
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

/** Each field is copied by its name: nothing else of a finding gets into a part. */
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
    branches: world.header.branches.map((branch) => pick(branch, 'name', 'tip')),
    ...pick(totals, 'changes', 'landings', 'commits', 'states'),
    findings: open.map((one) => findingOf(one, audit)),
    fixed: audit.findings.length - open.length,
    previous: world.previous === null ? null : pick(world.previous, 'until', 'complete'),
    holes: world.holes.map((one) => pick(one, 'what', 'why', 'fix')),
    rules: rules.map((one) => pick(one, 'rule', 'result', 'tested', 'found', 'why', 'lack')),
  };
}

function findingOf(of: JudgedFinding, audit: Audit): RepositoryFinding {
  const { accepted, carried, status, subject } = of;
  return {
    ...pick(of, 'key', 'rule', 'severity'),
    subject: pick(subject, 'kind', 'id', 'url'),
    ...pick(of, 'at', 'message', 'fix'),
    accepted: accepted === null ? null : pick(accepted, 'reason', 'owner', 'until'),
    status: status === 'new' ? 'new' : 'open',
    carried: carried ? carriedWords(of, lookedAt(audit)) : null,
  };
}

/** The words in which a result contradicts itself; undefined where it does not: no part of it was taken out. */
function contradictionIn(
  { changes, findings, rules, states }: AuditedRepository,
  { audit }: Pick<OrganizationPlan, 'audit'>,
): string | undefined {
  const counted = Object.values(states).reduce((sum, number) => sum + number, 0);
  if (counted !== changes) return `it has ${changes} changes, and the states of ${counted}`;
  const isOfGitHub = audit.evidence === 'github';
  // A rule that a file asks for is there or not.
  const owed = allRules.filter(({ asks, ofGitHub }) => asks === undefined && (ofGitHub === undefined || isOfGitHub));
  const asked = new Set(
    allRules.flatMap(({ asks, name, ofGitHub }) => (asks !== undefined || (ofGitHub === 'rules' && !isOfGitHub) ? [name] : [])),
  );
  const told = rules.map(({ rule }) => rule).toSorted();
  const names = owed.map(({ name }) => name).toSorted();
  if (names.join() !== told.filter((name) => !asked.has(name)).join() || new Set(told).size < told.length)
    return 'it does not have each rule once';
  const here = new Set(findings.filter(({ carried }) => carried === null).map(({ rule }) => rule));
  for (const { found, result, rule, tested, why } of rules) {
    if (found > 0 !== here.has(rule)) return `${rule} found ${found}, and there ${here.has(rule) ? 'is a finding' : 'is none'} of it`;
    if (found > tested || (result === 'tested') !== (tested > 0 && why === null) || (result === 'not tested') !== (why !== null))
      return `${rule} cannot be ${result} with ${tested} tested and ${found} found`;
  }
  return undefined;
}

const partFormat = 'compliance-evidence-organization-part';

/** The largest part that is read, in bytes. */
export const largestPart = 256 * 1024 * 1024;

const part = shape({ format: oneOf(partFormat), version: oneOf(1), plan: aDigest, index: aWhole, repositories: listOf(result) });
export type AuditPart = Checked<typeof part>;

export function partText(plan: OrganizationPlan, index: number, repositories: readonly RepositoryResult[]): string {
  const all: AuditPart = { format: partFormat, version: 1, plan: plan.digest, index, repositories };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/**
 * The given part must be of this plan, and have each repository of its shard once, in their order.
 * @throws {UsageError} that names the file and says what is wrong with it
 */
export function readPart(source: string, file: string, plan: OrganizationPlan): AuditPart {
  const fix = 'Give the parts that `audit-part` wrote for this plan, and no other';
  const { value, wrong } = readDocument(source, { file, what: 'part of this plan', fix });
  if (!passes(part, value)) throw wrong(`its part${part(value) ?? ''}`);
  if (value.plan !== plan.digest) throw wrong(`it is of the plan ${value.plan}, and this one is ${plan.digest}`);
  const shard = repositoriesOf(plan, value.index);
  if (shard === undefined) throw wrong(`it is of shard ${value.index}, and the plan has ${plan.shards.length}`);
  const isSame =
    value.repositories.length === shard.length &&
    shard.every((one, at) => value.repositories[at]?.id === one.id && value.repositories[at].name === one.name);
  if (!isSame) throw wrong(`it does not have the repositories of shard ${value.index}`);
  for (const one of value.repositories) {
    const odd = one.kind === 'audited' ? contradictionIn(one, plan) : undefined;
    if (odd !== undefined) throw wrong(`the audit of ${one.name} contradicts itself: ${odd}`);
  }
  return value;
}

export function repositoriesOf({ repositories, shards }: OrganizationPlan, index: number): readonly PlannedRepository[] | undefined {
  const ids = shards[index];
  if (ids === undefined) return undefined;
  const byId = new Map(repositories.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The parts by their shards. The same part twice is one part; two that differ about one shard are refused, because either may be wrong. */
export function partsOf(
  given: readonly Readonly<Record<'file' | 'text', string>>[],
  plan: OrganizationPlan,
): ReadonlyMap<number, AuditPart> {
  const parts = new Map<number, { readonly part: AuditPart; readonly file: string }>();
  for (const { file, text } of given) {
    const read = readPart(text, file, plan);
    const known = parts.get(read.index);
    if (known !== undefined && JSON.stringify(known.part) !== JSON.stringify(read))
      throw wrongUse(
        `${known.file} and ${file} are both of shard ${read.index}, and differ`,
        'Keep the one that was written last, or run that shard again and give its part alone',
      );
    parts.set(read.index, known ?? { part: read, file });
  }
  return new Map([...parts].map(([index, { part: read }]) => [index, read]));
}
