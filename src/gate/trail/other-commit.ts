import type { AttestationRecord } from '../../contract/index.ts';
import { oneLine, stringAt, valueAt } from '../../text/index.ts';
import type { Evidence, FaultFacts, MergeAnswer, RecordsAnswer, TrailQuestion } from '../evidence.ts';
import { groupsOf, runKey, type RunGroup } from '../runs/groups.ts';
import { rowsOf, stateOf, type TrailRow } from './rows.ts';
import { needsTests } from './row-records.ts';
import { urlOf, type About, type Reason } from '../verdict.ts';
import { recordAgain } from '../advice/fixes.ts';

/** A reason against a row, or a notice about it. */
export interface ReasonOrNotice {
  readonly reason?: Reason;
  readonly notice?: string;
}

/**
 * Tests of one commit never count for another. A trail that lives longer than a commit keeps the green row of an
 * earlier one while the tests of this one crashed before they could attest: where our own record says that it is of
 * another commit, the row counts as missing here. So do test results of other tools on a trail that is named after this
 * commit, unless they are of what GitHub merged it into. Other records of theirs may name another commit on purpose, or none:
 * they pass, with a notice.
 */
export function otherCommit(row: TrailRow, { merges, question, records }: Evidence): ReasonOrNotice {
  const { commit } = question;
  if (commit === undefined) {
    return { notice: `${row.key} is compliant on the trail; without a commit it could not be checked which runs stand behind it` };
  }
  const record = carriedRecord(row, records.get(row.status.attestation_name));
  const sha = commitSaid(record);
  if (record === undefined || sha === undefined || sha === commit || !countsForItsCommit(row, record, question)) {
    const of = sha === undefined ? 'does not say its commit' : `is of commit ${sha.slice(0, 12)}`;
    return { notice: `${row.key} is compliant by a record that ${of}, not by one of commit ${commit.slice(0, 12)}` };
  }
  const merge: MergeAnswer = isOurs(record) || recordCommit(record) === undefined ? { kind: 'another' } : (merges?.get(sha) ?? unasked);
  switch (merge.kind) {
    case 'of-this':
      return {
        notice: `${row.key} is compliant by a record of commit ${sha.slice(0, 12)}, which was made of commit ${commit.slice(0, 12)}`,
      };
    case 'unasked':
      return {
        notice: `${row.key} is compliant by test results of commit ${sha.slice(0, 12)}, and nothing here shows whether that is a test merge of commit ${commit.slice(0, 12)}: give github-token, so that GitHub can be asked`,
      };
    case 'another':
      return { reason: otherCommitReason(row, record, { sha, commit, fault: merge.fault }, question) };
  }
}

const unasked: MergeAnswer = { kind: 'unasked' };

/** The commits that a decision asks about: each may be a test merge of this one. */
export function commitsNamed({ answer, question, records }: Evidence): readonly string[] {
  if (answer.kind !== 'trail') return [];
  const named = rowsOf(answer.trail).flatMap((row) => {
    const found = records.get(row.status.attestation_name);
    const record = carriedRecord(row, found);
    const sha = recordCommit(record);
    if (stateOf(row) !== 'compliant' || record === undefined || sha === undefined || sha === question.commit) return [];
    return !isOurs(record) && countsForItsCommit(row, record, question) && groupsOf(row, found, question).all.length === 0 ? [sha] : [];
  });
  return [...new Set(named)];
}

/** Whether a record speaks for the commit that it names, and for no other. */
function countsForItsCommit(row: TrailRow, record: AttestationRecord, { commit, trail }: TrailQuestion): boolean {
  return isOurs(record) || (trail === commit && needsTests(row, [record]));
}

function carriedRecord(row: TrailRow, answer: RecordsAnswer | undefined): AttestationRecord | undefined {
  const id = row.status.attestation_id;
  return answer?.kind === 'records' ? answer.byId?.find((other) => other.attestation_id === id) : undefined;
}

/** The commit that a record says it is of, in whatever form; what is there and is no commit is at least not this one. */
function commitSaid(record: AttestationRecord | undefined): string | undefined {
  const said = valueAt(record, 'git_commit_info', 'sha1') ?? undefined;
  if (said === undefined) return undefined;
  return recordCommit(record) ?? oneLine(typeof said === 'string' ? said : JSON.stringify(said), 40);
}

function otherCommitReason(
  row: TrailRow,
  record: AttestationRecord,
  { commit, fault, sha }: { readonly sha: string; readonly commit: string; readonly fault: FaultFacts | undefined },
  question: TrailQuestion,
): Reason {
  const again = recordAgain(row.key, question, `commit ${commit.slice(0, 12)}`);
  const untold = fault === undefined ? '' : `. GitHub did not show whether that is a test merge of it: ${fault.message}`;
  return {
    code: 'other-commit',
    verdict: 'incomplete',
    message: `${row.key} is compliant on the trail for commit ${sha.slice(0, 12)}, and has no record for commit ${commit.slice(0, 12)}${untold}`,
    fix: fault?.fix === undefined ? again : `${again}. If it is a test merge: ${fault.fix}`,
    attestation: row.key,
    since: record.created_at,
    ...urlOf(record.html_url),
  };
}

/** A record that this tool made: its commit is the one that the event was about. */
function isOurs({ user_data: data }: AttestationRecord): boolean {
  return valueAt(data, runKey) !== undefined;
}

/** The commit that a record says it is of, in lower case; `undefined` where it does not, or not in the form of one. */
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
