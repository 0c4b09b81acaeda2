import { given, isBlank } from '../../text/index.ts';
import { isOverride } from '../coverage/records.ts';
import { isWebFlow } from '../facts/account.ts';
import type { Landing } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { approvedBefore } from '../reviews/approval.ts';
import { signaturesIn, signedAs } from '../reviews/authors.ts';
import { emergencyOf } from '../reviews/owed-review.ts';
import { standingReviews } from '../reviews/four-eyes.ts';
import type { ReportedChange, ReportedOverride } from './audit.ts';
import { ticketOf } from '../rules/tickets.ts';
import { testedBefore } from './tested.ts';

export function reportChange(change: AuditedChange, world: World): ReportedChange {
  const { header } = world;
  const { commits, coverage, deployments, excluded, landing, pull, state, tip } = change;
  const approvals = pull === undefined ? [] : standingReviews(pull).filter(({ said }) => said === 'APPROVED');
  const { run, tests } = testsOf(change);
  const { approved, why: approvedWhy } = approvedBefore(change, world);
  return {
    sha: tip.sha,
    url: header.repository === null ? null : `${header.serverUrl}/${header.repository}/commit/${tip.sha}`,
    pull: pull === undefined ? null : { number: pull.number, url: pull.url, base: pull.base, mergedAt: pull.mergedAt },
    branch: landing.branch,
    landedAt: landing.at,
    ...given({ committed: committedOf(landing, header) }),
    landing: landing.id,
    landingKind: landing.kind,
    title: pull?.title ?? tip.title,
    commits: commits.length,
    shas: commits.map(({ sha }) => sha),
    authors: listAuthors(change),
    reviewers: [...new Set(approvals.map(({ by }) => by?.login ?? gone))],
    approvedAt:
      approvals
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? null,
    approved,
    approvedWhy,
    mergedBy: (pull === undefined ? landing.actor : pull.mergedBy)?.login ?? null,
    state,
    excluded: excluded ?? null,
    ...given({ emergency: emergencyIn(change) }),
    coverage,
    tests,
    run,
    tested: testedBefore(change, world),
    ...given({ ticket: ticketOf(change, world) }),
    overrides: overridesOn(change),
    deployments: deployments.map(({ at, environment, url }) => ({ at, environment, url })),
    findings: [],
  };
}

function committedOf({ committedAt }: Landing, { period: { since } }: Header): ReportedChange['committed'] {
  if (committedAt === undefined) return undefined;
  return { at: committedAt, isBefore: since !== null && Date.parse(committedAt) < Date.parse(since) };
}

function emergencyIn(change: AuditedChange): ReportedChange['emergency'] {
  const emergency = emergencyOf(change);
  if (emergency === undefined) return undefined;
  const { at, by, deadline, label } = emergency;
  return { label, by: by?.login ?? null, at, deadline };
}

export function overridesOn({ trails }: Pick<AuditedChange, 'trails'>): readonly ReportedOverride[] {
  return [...trails.values()]
    .flatMap(({ flow, name: trail, records, url }) =>
      records.filter(isOverride).map(({ at, by, compliant, fingerprint, id, name, override }) => {
        const reason = override?.reason ?? '';
        return { id, flow, trail, name, fingerprint, by, at, compliant, reason: isBlank(reason) ? null : reason.trim(), url };
      }),
    )
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** GitHub shows deleted accounts under one name. */
export const gone = 'ghost';

function listAuthors(change: AuditedChange): readonly string[] {
  const opener = change.pull?.openedBy?.login;
  const writers = signaturesIn(change).filter(({ account }) => !isWebFlow(account));
  return [...new Set([...(opener === undefined ? [] : [opener]), ...writers.map(signedAs)])];
}

function testsOf({ coverage, trails }: AuditedChange): { readonly tests: string | null; readonly run: string | null } {
  const behind = coverage.flatMap(({ flow, trail }) => (trail === null ? [] : (trails.get(`${flow}/${trail}`) ?? [])));
  const latest = behind.flatMap(({ records }) => [
    ...new Map(records.filter((one) => one.type !== 'override').map((one) => [one.name, one])).values(),
  ]);
  const counted = latest.flatMap(({ tests }) => tests ?? []);
  const sum = (of: 'failed' | 'skipped' | 'total'): number => counted.reduce((total, one) => total + one[of], 0);
  const parts: readonly (readonly [number, string])[] = [
    [sum('total') - sum('failed') - sum('skipped'), 'passed'],
    [sum('failed'), 'failed'],
    [sum('skipped'), 'skipped'],
  ];
  const words = parts.filter(([number, word]) => number > 0 || word === 'passed').map(([number, word]) => `${number} ${word}`);
  return { tests: counted.length === 0 ? null : words.join(', '), run: latest.find(({ run }) => run !== null)?.run ?? null };
}
