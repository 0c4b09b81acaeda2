import { findAttestations, getAttestation, type Call } from '../../client/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import {
  asJudged,
  recordCommit,
  idsOf,
  idsWithoutCounts,
  rowsOf,
  stateOf,
  type Evidence,
  type FaultFacts,
  type Policy,
  type TrailQuestion,
  type RecordsAnswer,
  type TrailRow,
} from '../../gate/index.ts';
import { answerOrFault } from '../run/fault.ts';
import { inTurns } from './in-turns.ts';

/**
 * The records of every name on the trail, at this commit (operation 2 by commit and name). The service decides by the latest record, so
 * only the records show a red one that a green one hides; they also tell since when. `names` limits the search to names that are asked for
 * again.
 */
export async function readRecords(
  call: Call,
  { answer, own, question }: Omit<Evidence, 'records'>,
  policy: Policy,
  names?: readonly string[],
): Promise<ReadonlyMap<string, RecordsAnswer>> {
  const found = new Map<string, RecordsAnswer>();
  if (answer.kind !== 'trail') return found;
  const rows = rowsOf(asJudged(answer.trail, policy)).filter((row) => ['compliant', 'non-compliant'].includes(stateOf(row)));
  const asked = names ?? [...new Set(rows.map(({ status }) => status.attestation_name))];
  await inTurns(asked, async (name) => {
    const ofName = rows.filter((row) => row.status.attestation_name === name);
    const ownId = own?.name === name && own.sending.kind === 'accepted' ? own.sending.id : undefined;
    found.set(name, await answerOrFault(() => recordsOf(call, { name, rows: ofName, ownId }, question, policy)));
  });
  return found;
}

async function recordsOf(
  call: Call,
  { name, ownId, rows }: { readonly name: string; readonly rows: readonly TrailRow[]; readonly ownId: string | undefined },
  question: TrailQuestion,
  policy: Policy,
): Promise<RecordsAnswer> {
  const { org, flow, commit } = question;
  const ids = [...new Set(rows.flatMap(idsOf))];
  // A gate that knows no commit looks for the name at the commits that its rows are about.
  const carried = commit === undefined ? await byIds(call, ids, org) : [];
  const commits = commit === undefined ? [...new Set(carried.map(recordCommit).filter((sha) => sha !== undefined))] : [commit];
  const search = { flow_name: flow, commit_list: commits, attestation_name: [name] };
  const records = [...(await findAttestations(call, { org }, search)).values()].flat();
  const known = new Set(records.map((record) => record.attestation_id));
  const lacking = ids.filter((id) => !known.has(id));
  const elsewhere =
    commit === undefined ? carried.filter(({ attestation_id: id }) => lacking.includes(id)) : await byIds(call, lacking, org);
  const late = lateRecord(elsewhere, commits) ?? (ownId === undefined || known.has(ownId) ? undefined : ownId);
  if (late !== undefined) return { kind: 'lagging', fault: lagFault(late, commits) };
  const answer: RecordsAnswer = { kind: 'records', records, byId: elsewhere };
  if (policy.minTests === 0) return answer;
  const green = rows.filter((row) => stateOf(row) === 'compliant');
  const uncounted = [...new Set(green.flatMap((row) => idsWithoutCounts(row, answer, question)))].filter((id) => known.has(id));
  return { ...answer, byId: [...elsewhere, ...(await byIds(call, uncounted, org))] };
}

/** A record that its id shows to be of one of these commits, but that the search does not show: the search may miss a failing one, too. */
function lateRecord(elsewhere: readonly AttestationRecord[], commits: readonly string[]): string | undefined {
  return elsewhere.find((record) => {
    const sha = recordCommit(record);
    return sha !== undefined && commits.includes(sha);
  })?.attestation_id;
}

function lagFault(id: string, commits: readonly string[]): FaultFacts {
  const at = commits.map((sha) => sha.slice(0, 12)).join(', ');
  return {
    code: 'incomplete-listing',
    message: `the records found at commit ${at} do not include ${id}, which is one of them`,
    fix: 'Run the job again: the search of the service may lag behind its records',
  };
}

/** Records by their ids; none where the service shows none, or has no such lookup. Any other answer is a fault. */
async function byIds(call: Call, ids: readonly string[], org: string): Promise<readonly AttestationRecord[]> {
  return (await inTurns(ids, (id) => getAttestation(call, { org }, id))).flat();
}
