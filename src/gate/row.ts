import type { Trail } from '../contract/index.ts';
import type { Evidence, Policy } from './evidence.ts';
import { nameApart } from './fixes.ts';
import { groupRecords, type RunGroup } from './groups.ts';
import { otherCommit, type OtherCommit } from './other-commit.ts';
import { overrides, recordsOf, stateOf, type TrailRow } from './rows.ts';
import type { Reason, VerdictRow } from './verdict.ts';

interface RowJudgement {
  readonly reasons: readonly Reason[];
  readonly notices: readonly string[];
  readonly row: VerdictRow;
}

/** What one attestation row of the trail says, with the other groups of runs behind its name. */
export function judgeRow(row: TrailRow, trail: Trail, evidence: Evidence, policy: Policy): RowJudgement {
  const state = stateOf(row);
  const overridden = typeof row.status.overridden_attestation_id === 'string';
  const demanded = row.expected || policy.required.includes(row.key);
  const answer = evidence.records.get(row.status.attestation_name);
  const records = answer?.kind === 'records' ? recordsOf(row, answer.records, evidence.question.trail) : [];
  const decisive = records.find((record) => record.attestation_id === row.status.attestation_id);
  const base = {
    attestation: row.key,
    ...(decisive === undefined ? {} : { since: decisive.created_at }),
    ...urlOf(decisive?.html_url ?? trail.html_url),
  };
  const line = (shown: VerdictRow['state'], groups: number): VerdictRow => ({
    attestation: row.key,
    type: row.status.attestation_type ?? undefined,
    state: shown,
    demanded,
    groups,
    since: decisive?.created_at,
    url: base.url,
  });
  const only = (reason: Reason | undefined, shown: VerdictRow['state']): RowJudgement => ({
    reasons: reason === undefined ? [] : [reason],
    notices: [],
    row: line(shown, 0),
  });
  switch (state) {
    case 'missing':
      // The reason is made where all missing names are seen together.
      return only(undefined, 'missing');
    case 'unknown':
      return only(
        {
          ...base,
          code: 'unknown-state',
          verdict: 'unknown',
          message: `${row.key} is in a state that is neither compliant nor not: status ${shown(row.status.status)}, is_compliant ${shown(row.status.is_compliant)}`,
          fix: 'Look at the trail; a newer version of this action may know that state',
        },
        'unknown',
      );
    case 'non-compliant': {
      if (evidence.own !== undefined && evidence.own.name === row.status.attestation_name && evidence.own.problems.length > 0)
        return only(undefined, 'non-compliant');
      const what = overridden ? 'is overridden as non-compliant' : 'is not compliant';
      return only(
        { ...base, code: 'failing', verdict: 'non-compliant', message: `${row.key} ${what}${ownRed(row, evidence)}`, fix: failingFix(row) },
        'non-compliant',
      );
    }
    case 'compliant':
      break;
  }
  if (answer?.kind === 'failed') {
    return only(
      {
        ...base,
        code: 'records-failed',
        verdict: 'unknown',
        message: `${row.key} is compliant on the trail, but its records at this commit could not be read, so a failing run of the same name may be hidden: ${answer.fault.message}`,
        fix: answer.fault.fix ?? 'Run the job again; if it stays, look at the service',
      },
      'unknown',
    );
  }
  const groups = groupRecords(records);
  const other: OtherCommit =
    groups.length === 0 && (answer !== undefined || evidence.question.commit === undefined)
      ? otherCommit(row, answer, evidence.question)
      : {};
  const red = [...groups.flatMap((group) => groupReason(group, row, base)), ...sentReason(row, evidence, base)];
  const counted = overridden ? 'overridden' : 'compliant';
  return {
    reasons: [...red, ...(other.reason === undefined ? [] : [other.reason])],
    notices: [...(groups.length > 1 ? [groupsNotice(row, groups)] : []), ...(other.notice === undefined ? [] : [other.notice])],
    row: line(red.length > 0 ? 'non-compliant' : other.reason === undefined ? counted : 'missing', groups.length),
  };
}

/** The group's newest attempt, where one of its records says no and no override speaks of that record. */
function groupReason(group: RunGroup, row: TrailRow, base: Pick<Reason, 'attestation'>): readonly Reason[] {
  const red = group.newest.find((record) => record.is_compliant !== true && !overrides(row, record.attestation_id));
  if (red === undefined) return [];
  const of = group.label === '' ? 'a run that does not say which' : `the run ${group.label}`;
  return [
    {
      ...base,
      code: 'failing-elsewhere',
      verdict: 'non-compliant',
      message: `${row.key} is not compliant in ${of} at this commit; a later record of the same name hides it on the trail`,
      fix: `Mend that run and run it again; and give each its own name: ${nameApart(row.status.attestation_name, matrixKeys([group]))}`,
      since: red.created_at,
      ...urlOf(red.html_url),
    },
  ];
}

/** What was just sent has red rows, yet the trail calls it compliant: only an override of that very record may do so. */
function sentReason(row: TrailRow, { own }: Evidence, base: Pick<Reason, 'attestation'>): readonly Reason[] {
  if (own === undefined || own.name !== row.status.attestation_name || own.red === 0 || own.problems.length > 0) return [];
  if (own.sending.kind === 'accepted' && own.sending.id !== undefined && overrides(row, own.sending.id)) return [];
  return [
    {
      ...base,
      code: 'sent-failing',
      verdict: 'non-compliant',
      message: `${row.key} ${own.sending.kind === 'accepted' ? 'was just sent' : 'would be sent'} with ${own.red} failed ${own.red === 1 ? 'test' : 'tests'}, and no override names it, although the trail calls it compliant`,
      fix: 'Mend the tests and push again',
    },
  ];
}

function groupsNotice(row: TrailRow, groups: readonly RunGroup[]): string {
  return `${row.key} has ${groups.length} groups of runs at this commit, and each must be compliant. To see them apart, name them apart: ${nameApart(row.status.attestation_name, matrixKeys(groups))}`;
}

function matrixKeys(groups: readonly RunGroup[]): readonly string[] {
  const keys = groups.flatMap(({ matrix }) =>
    matrix === undefined || !matrix.startsWith('{') ? [] : Object.keys(Object(JSON.parse(matrix))),
  );
  return [...new Set(keys)].filter((key) => /^[A-Za-z_][\w-]*$/.test(key)).slice(0, 5);
}

function ownRed(row: TrailRow, { own }: Evidence): string {
  if (own === undefined || own.name !== row.status.attestation_name || own.red === 0) return '';
  return `: ${own.red} ${own.red === 1 ? 'test' : 'tests'} failed in this run`;
}

function failingFix(row: TrailRow): string {
  const what = row.status.attestation_type === 'junit' ? 'Mend the failing tests' : `Mend what ${row.key} found`;
  return `${what} and push, or run its job again: the latest record of the name decides`;
}

function shown(value: string | boolean | null | undefined): string {
  return value === undefined ? 'absent' : value === null ? 'null' : String(value);
}

function urlOf(url: string | null | undefined): { url?: string } {
  return typeof url === 'string' ? { url } : {};
}
