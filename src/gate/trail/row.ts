import type { Trail } from '../../contract/index.ts';
import type { Evidence, Policy } from '../evidence.ts';
import { failedHow, failureOf, testsFailed } from './failed-tests.ts';
import { judgeGreen } from './green-row.ts';
import { groupsOf, type RunGroup } from '../runs/groups.ts';
import { isRequired } from './required.ts';
import { groupReasons, runInstead } from '../runs/group-reasons.ts';
import { isUnreasoned, overrideOf, type Override } from './override.ts';
import { isOverridden, recordsOfRow, stateOf, type TrailRow } from './rows.ts';
import { recordsIn } from './row-records.ts';
import { failedIn, isContradictory, skipsMore, skipsMoreFix } from './test-counts.ts';
import { urlOf, worst, type About, type Reason, type Verdict, type VerdictRow } from '../verdict.ts';
import { given } from '../../text/index.ts';

interface RowJudgement extends Pick<Verdict, 'reasons' | 'notices'> {
  readonly row: VerdictRow;
}

/** Judges one attestation row of the trail, with the other groups of runs behind its name. */
export function judgeRow(row: TrailRow, trail: Trail, evidence: Evidence, policy: Policy): RowJudgement {
  const state = stateOf(row);
  const overridden = isOverridden(row);
  const answer = evidence.records.get(row.status.attestation_name);
  const records = answer?.kind === 'records' ? recordsOfRow(row, answer.records, evidence.question.trail) : [];
  const decisive = records.find((record) => record.attestation_id === row.status.attestation_id);
  const { run } = failureOf(decisive);
  const override = overrideOf(row.key, row.status, recordsIn(answer));
  const base = {
    attestation: row.key,
    ...(decisive === undefined ? {} : { since: decisive.created_at }),
    ...urlOf(decisive?.html_url ?? trail.html_url),
  };
  const line = (shown: VerdictRow['state'], groups: number): VerdictRow => ({
    attestation: row.key,
    type: row.status.attestation_type ?? undefined,
    state: shown,
    requiredBy: [
      ...(row.expected ? (['template'] as const) : []),
      ...(isRequired(row, policy) ? (['required-attestations'] as const) : []),
    ],
    groups,
    since: decisive?.created_at,
    url: base.url,
    ...given({ run, override }),
  });
  const only = (reason: Reason | undefined, shown: VerdictRow['state']): RowJudgement => ({
    reasons: reason === undefined ? [] : [reason],
    notices: [],
    row: line(shown, 0),
  });
  switch (state) {
    case 'missing':
      // `missingReasons` makes the reason: it sees all missing names together.
      return only(undefined, 'missing');
    case 'unknown':
      return only(
        {
          ...base,
          code: 'unknown-state',
          verdict: 'unknown',
          message: `${row.key} is neither compliant nor non-compliant: status ${shown(row.status.status)}, is_compliant ${shown(row.status.is_compliant)}`,
          fix: 'Look at the trail; a newer version of this action may know that state',
        },
        'unknown',
      );
    case 'non-compliant': {
      if (evidence.own !== undefined && evidence.own.name === row.status.attestation_name && evidence.own.problems.length > 0)
        return only(undefined, 'non-compliant');
      // The record that decides may be of another commit: then it was read by its id.
      const carried = decisive ?? recordsIn(answer).find((record) => record.attestation_id === row.status.attestation_id);
      const failure = failureOf(carried, row.artifact);
      const contradicts = !overridden && carried !== undefined && isContradictory(carried) && failedIn(carried) === 0;
      const what = overridden ? 'is overridden as non-compliant' : contradicts ? `is not compliant: ${skipsMore}` : 'is not compliant';
      const { all, groups } = groupsOf(row, answer, evidence.question);
      const one = only(
        {
          ...base,
          code: 'failing',
          verdict: 'non-compliant',
          message: `${row.key} ${what}${failures(row, evidence, failure)}`,
          fix: runInstead(decisive, all) ?? (contradicts ? skipsMoreFix : failingFix(row, failure)),
          ...failure,
        },
        'non-compliant',
      );
      // The record that the row carries is of one group alone, and others may say no as well.
      const others = overridden ? [] : groups.filter((group) => !isMadeBy(group, row.status.attestation_id));
      return { ...one, reasons: [...one.reasons, ...others.flatMap((group) => groupReasons(group, groups, row, base))] };
    }
    case 'compliant':
      break;
  }
  const green = judgeGreen(row, evidence, policy, base);
  const reasons = [
    ...(override !== undefined && isUnreasoned(override) ? unreasoned(row, override, evidence, policy, base) : []),
    ...green.reasons,
  ];
  const counted = overridden ? 'overridden' : 'compliant';
  const worstOf = worst(reasons);
  const shownAs = { compliant: counted, 'non-compliant': 'non-compliant', incomplete: 'missing' } as const;
  return {
    reasons,
    notices: green.notices,
    row: line(
      worstOf === 'compliant' || worstOf === 'non-compliant' || worstOf === 'incomplete' ? shownAs[worstOf] : 'unknown',
      green.groups,
    ),
  };
}

/** An override that says no why is no yes, and what it covers says its no. */
function unreasoned(row: TrailRow, { reported_by: by }: Override, evidence: Evidence, policy: Policy, about: About): readonly Reason[] {
  const recorded = { ...row, status: { ...row.status, overridden_attestation_id: null } };
  return [
    {
      ...about,
      code: 'override-unclear',
      verdict: 'unknown',
      message: `${row.key} is overridden${by === undefined ? '' : ` by ${by}`}, and the reason is blank`,
      fix: `Let whoever may override it say why, in another override; or record ${row.key} again: the latest record of the name decides`,
    },
    ...judgeGreen(recorded, evidence, policy, about).reasons.filter(({ verdict }) => verdict === 'non-compliant'),
  ];
}

/** Whether a record is of one of these runs. */
function isMadeBy({ newest, passedOver, standing }: RunGroup, id: string | null | undefined): boolean {
  return [{ records: newest }, ...passedOver, ...standing].some(({ records }) => records.some((record) => record.attestation_id === id));
}

function failures(row: TrailRow, { own }: Evidence, failure: Pick<Reason, 'failed'>): string {
  if (own !== undefined && own.name === row.status.attestation_name && own.failed > 0) return `: ${testsFailed(own.failed)} in this run`;
  return isOverridden(row) ? '' : failedHow(failure);
}

/** The step that makes evidence of a kind say yes. */
const remedies: Readonly<Record<string, string>> = {
  junit: 'Fix the failing tests',
  pull_request: 'Open a pull request for this commit, and let its reviewers approve it',
  jira: 'Name issues that exist in the commit message, the branch or the pull request',
  snyk: 'Fix what the scan found',
  sonar: 'Fix what the analysis found, until its quality gate is OK',
  'system:decision': 'Ask who decided; once they say yes, record that',
};

function failingFix(row: TrailRow, { failed }: Pick<Reason, 'failed'>): string {
  if (isOverridden(row))
    return `Ask who overrode it, and why; once it is right, record ${row.key} again: the latest record of the name decides`;
  const unusable = failed?.by === 'cause' ? 'Look at the step that recorded it, which says how to fix it' : undefined;
  const what = unusable ?? remedies[row.status.attestation_type?.toLowerCase() ?? ''] ?? `Fix what ${row.key} found`;
  return `${what}; then push, or run its job again: the latest record of the name decides`;
}

function shown(value: string | boolean | null | undefined): string {
  return value === undefined ? 'absent' : String(value);
}
