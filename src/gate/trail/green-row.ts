import type { Evidence, Policy, TrailQuestion } from '../evidence.ts';
import { groupsOf, type RunGroup } from '../runs/groups.ts';
import { failureOf } from './failed-tests.ts';
import { byTimeNotice, claimedNotice, groupReasons } from '../runs/group-reasons.ts';
import { otherCommit, otherPullRequest, type ReasonOrNotice } from './other-commit.ts';
import { isOverridden, overrides, type TrailRow } from './rows.ts';
import { hasRecord, idsOf, isOverride, needsRecord, recordsIn } from './row-records.ts';
import { sentReason } from './own.ts';
import { testReasons } from './test-reasons.ts';
import { urlOf, type About, type Reason, type Verdict } from '../verdict.ts';
import type { AttestationRecord } from '../../contract/index.ts';

/** The reasons and notices about a row that the trail calls compliant. */
interface GreenRow extends Pick<Verdict, 'reasons' | 'notices'> {
  /** Groups of runs that count for whoever asks. */
  readonly groups: number;
}

/** All that speaks against a green row: what its records say, and what could not be read of them. */
export function judgeGreen(row: TrailRow, evidence: Evidence, policy: Policy, about: About): GreenRow {
  const { question } = evidence;
  const answer = evidence.records.get(row.status.attestation_name);
  const sent = sentReason(row, evidence, about);
  if (answer?.kind === 'failed' || answer?.kind === 'lagging') {
    return {
      reasons: [
        ...sent,
        {
          ...about,
          code: 'records-failed',
          verdict: 'unknown',
          message: `${row.key} is compliant on the trail, but its records at this commit could not be read, so a failing run of the same name may be hidden: ${answer.fault.message}`,
          fix: answer.fault.fix ?? 'Run the job again; if it happens again, look at the service',
        },
      ],
      notices: [],
      groups: 0,
    };
  }
  const records = recordsIn(answer);
  const { all, groups } = groupsOf(row, answer, question);
  const ofGroups = groups.flatMap((group) => groupReasons(group, groups, row, about));
  // The reason of a group says more than that of the record alone.
  const failing = [...(ofGroups.length > 0 ? ofGroups : failingRecord(row, records, about)), ...sent];
  const unrecorded = hasRecord(row, answer, question) ? {} : withoutRecord(row, evidence, about);
  const elsewhere = groups.length > 0 || !hasRecord(row, answer, question) ? {} : notHere(row, evidence, all, policy, about);
  const contradiction = contradictionOf(row, records, question);
  const reasons = [
    ...failing,
    ...(contradiction === undefined ? [] : [contradicts(row, contradiction, about)]),
    ...(failing.length > 0 ? [] : testReasons(row, records, groups, policy, about)),
    ...[unrecorded.reason, elsewhere.reason].filter((reason) => reason !== undefined),
  ];
  const notices = [claimedNotice(row, groups), byTimeNotice(row, groups), unrecorded.notice, elsewhere.notice];
  return { reasons, notices: notices.filter((notice) => notice !== undefined), groups: groups.filter(hasEvidence).length };
}

function hasEvidence({ newest }: RunGroup): boolean {
  return !newest.every(isOverride);
}

/** Nothing of this commit, or of this pull request, stands behind the row. */
function notHere(row: TrailRow, evidence: Evidence, all: readonly RunGroup[], policy: Policy, about: About): ReasonOrNotice {
  return all.length > 0 ? { reason: otherPullRequest(row, all, evidence.question, about) } : otherCommit(row, evidence, policy);
}

/** The record that the row itself carries says no, although the row says yes, and no override speaks of it. */
function failingRecord(row: TrailRow, records: readonly AttestationRecord[], about: About): readonly Reason[] {
  const ids = idsOf(row);
  const failing = records.find(
    (record) => ids.includes(record.attestation_id) && record.is_compliant === false && !overrides(row, record.attestation_id),
  );
  if (failing === undefined) return [];
  return [
    {
      ...about,
      code: 'failing-elsewhere',
      verdict: 'non-compliant',
      message: `${row.key} is compliant on the trail, but its record ${failing.attestation_id} is not`,
      fix: 'Run its job again: the latest record of the name decides; if it happens again, look at the service',
      since: failing.created_at,
      ...urlOf(failing.html_url),
      ...failureOf(failing, row.artifact),
    },
  ];
}

function contradicts(row: TrailRow, what: string, about: About): Reason {
  return {
    ...about,
    code: 'contradictory-answer',
    verdict: 'unknown',
    message: `${row.key} is compliant on the trail, but ${what}`,
    fix: 'Look at the record and at the trail in the service; if the service is at fault, tell those who run it',
  };
}

function withoutRecord(row: TrailRow, { question }: Evidence, about: About): ReasonOrNotice {
  const ids = idsOf(row);
  const what =
    ids.length === 0
      ? 'names no record, and none was found at this commit'
      : `its record ${ids.join(' or ')} is neither in the search at this commit nor found by its id`;
  if (!needsRecord(row, question)) return { notice: `${row.key} is compliant on the trail, but ${what}` };
  return {
    reason: {
      ...about,
      code: 'record-unseen',
      verdict: 'unknown',
      message: `${row.key} is compliant on the trail, but ${what}`,
      fix: 'Run the job again, or raise evaluation-timeout if the service is slow to list its records; if it happens again, look at the trail in the service',
    },
  };
}

/**
 * A sentence about the first record behind a green row that is about something else than was asked, or that is shown in two ways;
 * `undefined` where there is none. An absent or `null` field contradicts nothing. An override may differ from the record that it
 * overrides.
 */
export function contradictionOf(row: TrailRow, records: readonly AttestationRecord[], question: TrailQuestion): string | undefined {
  const ids = idsOf(row);
  for (const record of records) {
    if (!ids.includes(record.attestation_id)) continue;
    const other = aboutAnother(row, record, question);
    if (other !== undefined) return `the record ${record.attestation_id} says that it is of ${other}`;
  }
  const states = new Map<string, boolean>();
  for (const { attestation_id: id, is_compliant: isCompliant } of records) {
    if (isCompliant === null) continue;
    if (states.get(id) === !isCompliant) return `the record ${id} is shown as compliant and as not compliant`;
    states.set(id, isCompliant);
  }
  return undefined;
}

function aboutAnother(row: TrailRow, record: AttestationRecord, { flow, trail }: TrailQuestion): string | undefined {
  const { attestation_name: name, flow_name: ofFlow, trail_name: ofTrail } = record;
  if (typeof ofFlow === 'string' && ofFlow !== flow) return `the flow ${ofFlow}`;
  if (typeof ofTrail === 'string' && ofTrail !== trail) return `the trail ${ofTrail}`;
  if (!isOverridden(row) && name !== row.status.attestation_name) return `the name ${name}`;
  return undefined;
}
