import type { AttestationRecord } from '../contract/index.ts';
import { oneLine, stringAt, valueAt } from '../text/index.ts';
import type { RecordsAnswer } from './evidence.ts';
import type { TrailQuestion } from './question.ts';
import { recordAgain } from './fixes.ts';
import { runKey } from './groups.ts';
import type { TrailRow } from './rows.ts';
import { urlOf, type Reason } from './verdict.ts';

/** What to say of a row that is compliant by a record of another commit, or of none. */
export interface OtherCommit {
  readonly reason?: Reason;
  readonly notice?: string;
}

/**
 * Tests of one commit never count for another. A trail that lives longer than a commit keeps the green row of an
 * earlier one while the tests of this one crashed before they could attest: where our own record says that it is of
 * another commit, the row counts as missing here. Records of other tools may name another commit on purpose, or none:
 * they pass, with a notice.
 */
export function otherCommit(row: TrailRow, answer: RecordsAnswer | undefined, question: TrailQuestion): OtherCommit {
  const { commit } = question;
  if (commit === undefined) {
    return { notice: `${row.key} is compliant on the trail; without a commit it could not be checked which runs stand behind it` };
  }
  const id = row.status.attestation_id;
  const record = answer?.kind === 'records' ? answer.byId?.find((other) => other.attestation_id === id) : undefined;
  const said = valueAt(record, 'git_commit_info', 'sha1') ?? undefined;
  // What is there and is no commit is at least not this one.
  const sha =
    said === undefined ? undefined : (recordCommit(record) ?? oneLine(typeof said === 'string' ? said : JSON.stringify(said), 40));
  if (record === undefined || sha === undefined || sha === commit || !isOurs(record)) {
    const of = sha === undefined ? 'does not say its commit' : `is of commit ${sha.slice(0, 12)}`;
    return { notice: `${row.key} is compliant by a record that ${of}, not by one of commit ${commit.slice(0, 12)}` };
  }
  return {
    reason: {
      code: 'other-commit',
      verdict: 'incomplete',
      message: `${row.key} is compliant on the trail for commit ${sha.slice(0, 12)}, and has no record for commit ${commit.slice(0, 12)}`,
      fix: recordAgain(row.key, question, `commit ${commit.slice(0, 12)}`),
      attestation: row.key,
      since: record.created_at,
      ...urlOf(record.html_url),
    },
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
