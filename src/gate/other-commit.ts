import type { AttestationRecord } from '../contract/index.ts';
import { oneLine, stringAt, valueAt } from '../text/index.ts';
import { recordAgain } from './advice.ts';
import type { Evidence, FaultFacts, MergeAnswer, RecordsAnswer, TrailQuestion } from './evidence.ts';
import { groupsOf, runKey, type RunGroup } from './groups.ts';
import { hasTests, isOverridden, isRequired, needsTests, rowsOf, stateOf, type TrailRow } from './rows.ts';
import { urlOf, type About, type NameDemands, type Reason } from './verdict.ts';

/** `undefined` where the trail has the name of the commit in question, or a name of its own. */
export function otherTrailCommit({ commit, trail }: Pick<TrailQuestion, 'commit' | 'trail'>): string | undefined {
  const named = trail.toLowerCase();
  return /^[a-f0-9]{40}$/.test(named) && named !== commit ? named : undefined;
}

export function isUnsettled(merge: MergeAnswer): boolean {
  return merge.kind === 'unasked' || (merge.kind === 'another' && merge.fault !== undefined);
}

export interface CommitDemands extends NameDemands {
  /** The verdict is to stand as the status of the commit: then the required tests must be of that commit. */
  readonly isForStatus?: boolean;
}

/** The trail of one commit is no status of another, unless one of the two was made of the other. */
export function otherTrailReasons({ merges, question }: Evidence, policy: CommitDemands): readonly Reason[] {
  const { commit, flow, trail } = question;
  const other = policy.isForStatus === true && commit !== undefined ? otherTrailCommit(question) : undefined;
  const merge: MergeAnswer = (other === undefined ? undefined : merges?.get(other)) ?? { kind: 'unasked' };
  if (other === undefined || commit === undefined || merge.kind === 'of-this') return [];
  const [one, two] = [other.slice(0, 12), commit.slice(0, 12)];
  const fix = `Leave trail out, so that the trail of commit ${two} is judged; or let the status be that of the other one:\n\n  commit: ${other}`;
  const about = { code: 'other-commit', fix } as const;
  const what = `Trail ${trail} of flow ${flow} is named after commit ${one}, and the status is that of commit ${two}`;
  if (!isUnsettled(merge)) return [{ ...about, verdict: 'incomplete', message: `${what}: neither was made of the other` }];
  const fault = merge.kind === 'another' ? merge.fault : undefined;
  const why = fault?.message ?? 'no checkout has them, and there is no token for GitHub';
  return [
    {
      ...about,
      verdict: 'unknown',
      message: `${what}: whether one was made of the other could not be asked: ${why}`,
      ...(fault?.fix === undefined ? {} : { fix: `${fix}\n\nIf one is a test merge of the other: ${fault.fix}` }),
    },
  ];
}

export interface ReasonOrNotice {
  readonly reason?: Reason;
  readonly notice?: string;
}

/**
 * Tests of one commit never count for another. A trail that lives longer than a commit keeps the green row of an
 * earlier one while the tests of this one crashed before they could attest: where our own record says that it is of
 * another commit, the row counts as missing here. So do test results of other tools on a trail that is named after this
 * commit, unless they are of what GitHub merged it into. Other records of theirs may name another commit on purpose, or none:
 * they pass, with a notice. A verdict that is to stand as the status of a commit asks more: on any trail the test results that are
 * required must be of that commit, whoever recorded them.
 */
export function otherCommit(row: TrailRow, { merges, question, records }: Evidence, policy: CommitDemands): ReasonOrNotice {
  const { commit } = question;
  const record = carriedRecord(row, records.get(row.status.attestation_name), policy);
  const sha = commitSaid(record);
  if (record !== undefined && (sha === undefined || commit === undefined) && mustNameCommit(row, record, question, policy)) {
    return { reason: untoldReason(row, record, sha) };
  }
  if (commit === undefined) {
    return { notice: `${row.key} is compliant on the trail; without a commit it could not be checked which runs stand behind it` };
  }
  if (record === undefined || sha === undefined || sha === commit || !countsForItsCommit(row, record, question, policy)) {
    const of = sha === undefined ? 'does not say its commit' : `is of commit ${sha.slice(0, 12)}`;
    return { notice: `${row.key} is compliant by a record that ${of}, not by one of commit ${commit.slice(0, 12)}` };
  }
  const merge: MergeAnswer = isOurs(record) || recordCommit(record) === undefined ? { kind: 'another' } : (merges?.get(sha) ?? unasked);
  if (merge.kind === 'of-this') {
    return {
      notice: `${row.key} is compliant by a record of commit ${sha.slice(0, 12)}, which was made of commit ${commit.slice(0, 12)}`,
    };
  }
  const isUnknown = policy.isForStatus === true && isUnsettled(merge);
  if (merge.kind === 'unasked' && !isUnknown) {
    return {
      notice: `${row.key} is compliant by test results of commit ${sha.slice(0, 12)}, and nothing here shows whether that is a test merge of commit ${commit.slice(0, 12)}: ${tokenWords}`,
    };
  }
  const fault = merge.kind === 'another' ? merge.fault : undefined;
  return { reason: otherCommitReason(row, record, { sha, commit, fault, isUnknown }, question) };
}

const unasked: MergeAnswer = { kind: 'unasked' };
const tokenWords = 'give github-token, so that GitHub can be asked';

/** Each of them may be a test merge of this one. */
export function commitsNamed({ answer, question, records }: Evidence, policy: CommitDemands): readonly string[] {
  if (answer.kind !== 'trail') return [];
  const named = rowsOf(answer.trail).flatMap((row) => {
    const found = records.get(row.status.attestation_name);
    const record = carriedRecord(row, found, policy);
    const sha = recordCommit(record);
    if (stateOf(row) !== 'compliant' || record === undefined || sha === undefined || sha === question.commit) return [];
    return !isOurs(record) && countsForItsCommit(row, record, question, policy) && groupsOf(row, found, question).all.length === 0
      ? [sha]
      : [];
  });
  return [...new Set(named)];
}

function countsForItsCommit(row: TrailRow, record: AttestationRecord, question: TrailQuestion, policy: CommitDemands): boolean {
  const { commit, trail } = question;
  if (isOurs(record) || (trail === commit && needsTests(row, [record]))) return true;
  // The trail of another commit holds records of that one; whether it may be judged here is asked of the trail.
  const ofTrail = otherTrailCommit(question);
  return isRequiredTests(row, record, question, policy) && (ofTrail === undefined || ofTrail !== recordCommit(record));
}

/** Whether a status asks which commit a record is of: on the trail of a commit one without is of that commit. */
function mustNameCommit(row: TrailRow, record: AttestationRecord, question: TrailQuestion, policy: CommitDemands): boolean {
  return !isOfOneCommit(question) && isRequiredTests(row, record, question, policy);
}

function isRequiredTests(row: TrailRow, record: AttestationRecord, question: TrailQuestion, policy: CommitDemands): boolean {
  if (policy.isForStatus !== true || !(row.expected || isRequired(row, policy))) return false;
  // On a trail that lives longer an override of earlier test results says nothing of the tests of this commit.
  return isOfOneCommit(question) ? needsTests(row, [record]) : hasTests(row, [record]);
}

function isOfOneCommit(question: TrailQuestion): boolean {
  return question.trail === question.commit || otherTrailCommit(question) !== undefined;
}

/** Where an override names no commit, a status needs to know which commit the overridden results are of. */
function carriedRecord(row: TrailRow, answer: RecordsAnswer | undefined, policy: CommitDemands): AttestationRecord | undefined {
  const { attestation_id: id, overridden_attestation_id: overridden } = row.status;
  const byId = answer?.kind === 'records' ? (answer.byId ?? []) : [];
  const carried = byId.find((other) => other.attestation_id === id);
  if (policy.isForStatus !== true || !isOverridden(row) || commitSaid(carried) !== undefined) return carried;
  return byId.find((other) => other.attestation_id === overridden) ?? carried;
}

/** In whatever form; a value that is no commit is at least not this one. */
function commitSaid(record: AttestationRecord | undefined): string | undefined {
  const said = valueAt(record, 'git_commit_info', 'sha1') ?? undefined;
  if (said === undefined) return undefined;
  return recordCommit(record) ?? oneLine(typeof said === 'string' ? said : JSON.stringify(said), 40);
}

function otherCommitReason(
  row: TrailRow,
  record: AttestationRecord,
  {
    commit,
    fault,
    isUnknown,
    sha,
  }: { readonly sha: string; readonly commit: string; readonly fault: FaultFacts | undefined; readonly isUnknown: boolean },
  question: TrailQuestion,
): Reason {
  const again = recordAgain(row.key, question, `commit ${commit.slice(0, 12)}`);
  const why = fault === undefined ? (isUnknown ? tokenWords : undefined) : fault.message;
  const untold = why === undefined ? '' : `. GitHub did not show whether that is a test merge of it: ${why}`;
  return {
    code: 'other-commit',
    verdict: isUnknown ? 'unknown' : 'incomplete',
    message: `${row.key} is compliant on the trail for commit ${sha.slice(0, 12)}, and has no record for commit ${commit.slice(0, 12)}${untold}`,
    fix: fault?.fix === undefined ? again : `${again}. If it is a test merge: ${fault.fix}`,
    attestation: row.key,
    since: record.created_at,
    ...urlOf(record.html_url),
  };
}

function untoldReason(row: TrailRow, record: AttestationRecord, sha: string | undefined): Reason {
  const but =
    sha === undefined
      ? 'its record does not say its commit, so it is no status of one'
      : `its record is of commit ${sha.slice(0, 12)}, and which commit the trail is asked about is not known`;
  return {
    code: 'commit-untold',
    verdict: 'unknown',
    message: `${row.key} is compliant on the trail, but ${but}`,
    fix: `Let whatever records ${row.key} say its commit, as git_commit_info; or leave \`report: status\` out`,
    attestation: row.key,
    since: record.created_at,
    ...urlOf(record.html_url),
  };
}

/** This tool made it: its commit is the one that the event was about. */
function isOurs({ user_data: data }: AttestationRecord): boolean {
  return valueAt(data, runKey) !== undefined;
}

/** In lower case; `undefined` where there is none, or not in the form of one. */
export function recordCommit(record: AttestationRecord | undefined): string | undefined {
  const sha = stringAt(record, 'git_commit_info', 'sha1')?.toLowerCase();
  return sha !== undefined && /^[a-f0-9]{40}$/.test(sha) ? sha : undefined;
}

/** Only runs for other pull requests with the same head stand behind the row: their merge with another base was tested. */
export function otherPullRequest(row: TrailRow, groups: readonly RunGroup[], question: TrailQuestion, about: About): Reason {
  const others = [...new Set(groups.map(({ pullRequest }) => `#${pullRequest ?? ''}`))].join(', ');
  return {
    ...about,
    code: 'other-pull-request',
    verdict: 'incomplete',
    message: `${row.key} is compliant on the trail for pull request ${others}, and has no record for pull request #${question.pullRequest ?? ''}`,
    fix: recordAgain(row.key, question, `pull request #${question.pullRequest ?? ''}`),
  };
}
