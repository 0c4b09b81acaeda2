import type { AttestationRecord, Trail } from '../contract/index.ts';
import { given, list, oneLine } from '../text/index.ts';
import { nameApart } from './advice.ts';
import type { Attempt } from './attempts.ts';
import type { Evidence, TrailQuestion } from './evidence.ts';
import { groupsOf, type RunGroup } from './groups.ts';
import { otherCommit, otherPullRequest, type CommitDemands, type ReasonOrNotice } from './other-commit.ts';
import {
  hasRecord,
  idsOf,
  isOverridden,
  isOverride,
  isRequired,
  needsRecord,
  overrides,
  recordsIn,
  recordsOfRow,
  sentReason,
  stateOf,
  type TrailRow,
} from './rows.ts';
import type { TemplateDemands } from './template.ts';
import { failedHow, failedIn, failureOf, isContradictory, skipsMore, skipsMoreFix, testReasons, testsFailed, whereIs } from './tests.ts';
import type { TestDemands } from './tests.ts';
import { isUnreasoned, overrideOf, urlOf, worst } from './verdict.ts';
import type { About, Override, Reason, Verdict, VerdictRow } from './verdict.ts';

/** The demands of a caller, the options of a gate: each part stands next to the reasons that it can give. */
export type Policy = CommitDemands & TestDemands & TemplateDemands;

function groupReasons(group: RunGroup, all: readonly RunGroup[], row: TrailRow, about: About): readonly Reason[] {
  const of = group.label === '' ? 'a run that does not say which' : `the run ${group.label}`;
  const isGreen = stateOf(row) === 'compliant';
  // An override that another one replaced counts no more.
  const isFailing = (record: AttestationRecord): boolean =>
    record.is_compliant !== true && !isOverride(record) && !overrides(row, record.attestation_id);
  const reason = (record: AttestationRecord, what: string, fix: string): Reason => ({
    ...about,
    code: 'failing-elsewhere',
    verdict: 'non-compliant',
    message: `${row.key} is not compliant in ${of} ${what}`,
    fix,
    ...whereIs(record, row),
  });
  const failing = group.newest.find(isFailing);
  if (failing !== undefined) {
    const where = whereIs(failing, row);
    const why = where.failed?.by === 'cause' ? failedHow(where) : '';
    const what = isGreen ? 'at this commit; a later record of the same name hides it on the trail' : 'either';
    const fixes = [runAgain(group, failing), ...(isGreen ? [nameApart(row.status.attestation_name, all)] : [])];
    return [reason(failing, `${what}${why}`, fixes.filter((fix) => fix !== undefined).join(' '))];
  }
  const [standing] = group.standing.flatMap((older) => older.records.filter(isFailing).map((record) => ({ older, record })));
  if (standing === undefined) return [];
  const { attempt, size } = standing.older;
  return [
    reason(
      standing.record,
      `at this commit: attempt ${attempt} made ${size} records, later ones made fewer, and it is not known which of them they replace`,
      'Re-run all jobs. Where a reusable workflow is called twice, hand each call a label of its own on to the step:\n\n  leg: ${{ inputs.leg }}',
    ),
  ];
}

/** The newest of several decides, whichever recorded last. */
function runAgain({ deciding, passedOver, unordered }: RunGroup, failing: AttestationRecord): string {
  const stranger = unordered.find(({ records }) => records.includes(failing));
  if (stranger !== undefined) {
    const said = oneLine(`run ${stranger.run}, attempt ${stranger.attempt}`, 100);
    return `Its record names ${said}: these are not the numbers of a run of GitHub, so no other run is known to be newer, and it counts until somebody overrides it. Let that job run on a new commit.`;
  }
  if (deciding === undefined || passedOver.length === 0 || !deciding.records.includes(failing)) return 'Fix that run and run it again.';
  return `Fix that run and run ${deciding.run} again: it is the newest, so that the later record of the older run ${runsOf(passedOver)} does not count.`;
}

/** The run to repeat for a row that such an older run decides on the service; `undefined` for other rows. */
export function runInstead(record: AttestationRecord | undefined, groups: readonly RunGroup[]): string | undefined {
  const group = groups.find(({ passedOver }) => passedOver.some(({ records }) => record !== undefined && records.includes(record)));
  if (group?.deciding === undefined) return undefined;
  return `The record is of the older run ${runsOf(group.passedOver)}, and run ${group.deciding.run} is newer: run that one again, so that its record is the latest`;
}

function runsOf(attempts: readonly Attempt[]): string {
  return list([...new Set(attempts.map(({ run }) => run))]);
}

function byTimeNotice(row: TrailRow, groups: readonly RunGroup[]): string | undefined {
  const red = groups.flatMap(({ replacedByTime }) => replacedByTime).find((record) => record.is_compliant !== true);
  if (red === undefined) return undefined;
  return `${row.key} has an earlier record ${red.attestation_id} that is not compliant. Its records do not tell the number of their run, so the one that the service took last decides`;
}

function claimedNotice(row: TrailRow, groups: readonly RunGroup[]): string | undefined {
  const [claimedBy] = groups.flatMap((group) => group.claimedBy ?? []);
  if (claimedBy === undefined) return undefined;
  return `${row.key} is what the run of a ${claimedBy} says of itself: whoever can change its tests can change the result, and which job and leg it was`;
}

interface GreenRow extends Pick<Verdict, 'reasons' | 'notices'> {
  readonly groups: number;
}

function judgeGreen(row: TrailRow, evidence: Evidence, policy: Policy, about: About): GreenRow {
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

function notHere(row: TrailRow, evidence: Evidence, all: readonly RunGroup[], policy: Policy, about: About): ReasonOrNotice {
  return all.length > 0 ? { reason: otherPullRequest(row, all, evidence.question, about) } : otherCommit(row, evidence, policy);
}

/** The row says yes, and no override speaks of the record. */
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
      ...whereIs(failing, row),
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

interface RowJudgement extends Pick<Verdict, 'reasons' | 'notices'> {
  readonly row: VerdictRow;
}

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

/** An override without a reason is not a yes, and the record below it says its no. */
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

function isMadeBy({ newest, passedOver, standing }: RunGroup, id: string | null | undefined): boolean {
  return [{ records: newest }, ...passedOver, ...standing].some(({ records }) => records.some((record) => record.attestation_id === id));
}

function failures(row: TrailRow, { own }: Evidence, failure: Pick<Reason, 'failed'>): string {
  if (own !== undefined && own.name === row.status.attestation_name && own.failed > 0) return `: ${testsFailed(own.failed)} in this run`;
  return isOverridden(row) ? '' : failedHow(failure);
}

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
