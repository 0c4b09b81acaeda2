import type { EvidenceClient } from '../client/index.ts';
import type { AttestationRecord } from '../contract/index.ts';
import {
  commitOf,
  rowsOf,
  stateOf,
  type OwnEvidence,
  type Question,
  type RecordsAnswer,
  type TrailAnswer,
  type TrailRow,
} from '../gate/index.ts';
import { faultFacts } from './fault.ts';

/** How many names are asked for at a time. */
const atOnce = 4;

/**
 * The records behind every name that is on the trail, at this commit (operation 2 by commit and name). The latest
 * record decides on the service, so only they show a red one that a green one hides; and they say since when.
 */
export async function gatherRecords(
  answer: TrailAnswer,
  question: Question,
  client: EvidenceClient,
  own?: OwnEvidence,
): Promise<ReadonlyMap<string, RecordsAnswer>> {
  const found = new Map<string, RecordsAnswer>();
  if (answer.kind !== 'trail') return found;
  const rows = rowsOf(answer.trail).filter((row) => ['compliant', 'non-compliant'].includes(stateOf(row)));
  const names = [...new Set(rows.map((row) => row.status.attestation_name))];
  const ask = async (name: string): Promise<void> => {
    const ownId = own?.name === name && own.sending.kind === 'accepted' ? own.sending.id : undefined;
    try {
      const records = await recordsBehind(name, idsOf(rows, name), ownId, question, client);
      if (records !== undefined) found.set(name, records);
    } catch (error) {
      found.set(name, { kind: 'failed', fault: faultFacts(error) });
    }
  };
  for (let start = 0; start < names.length; start += atOnce) await Promise.all(names.slice(start, start + atOnce).map(ask));
  return found;
}

async function recordsBehind(
  name: string,
  ids: readonly string[],
  ownId: string | undefined,
  { org, flow, commit }: Question,
  client: EvidenceClient,
): Promise<RecordsAnswer | undefined> {
  // A gate that knows no commit looks behind the name at the commit that its row is about.
  const shown = commit === undefined ? await anywhere(ids, org, client) : [];
  const sha = commit ?? shown.map(commitOf).find((known) => known !== undefined);
  if (sha === undefined) return undefined;
  const records = await client.findAttestations({ org, flow, commit: sha, name });
  const known = new Set(records.map((record) => record.attestation_id));
  const elsewhere = await anywhere(
    ids.filter((id) => !known.has(id)),
    org,
    client,
  );
  const ofThis = [
    ...elsewhere.filter((record) => commitOf(record) === sha).map((record) => record.attestation_id),
    ...(ownId === undefined ? [] : [ownId]),
  ];
  const lacking = ofThis.find((id) => !known.has(id));
  if (lacking === undefined) return { kind: 'records', records, elsewhere };
  // A search that lacks a record of this commit may lack a red one, too.
  const message = `the records at commit ${sha.slice(0, 12)} lack ${lacking}, which is one of them`;
  return {
    kind: 'failed',
    fault: { code: 'incomplete-listing', message, fix: 'Run the job again: the search of the service may lag behind its records' },
  };
}

function idsOf(rows: readonly TrailRow[], name: string): readonly string[] {
  const ids = rows.map(({ status }) => (status.attestation_name === name ? status.attestation_id : undefined));
  return ids.filter((id) => typeof id === 'string');
}

/** Records by their ids. Not every service shows one by its id, and nothing is decided for the worse where it does not. */
async function anywhere(ids: readonly string[], org: string, client: EvidenceClient): Promise<readonly AttestationRecord[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        return await client.getAttestation(org, id);
      } catch (error) {
        faultFacts(error);
        return undefined;
      }
    }),
  );
  return found.filter((record) => record !== undefined);
}
