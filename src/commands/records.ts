import type { EvidenceClient } from '../client/index.ts';
import type { AttestationRecord } from '../contract/index.ts';
import { rowsOf, stateOf, type Question, type RecordsAnswer, type TrailAnswer } from '../gate/index.ts';
import { faultFacts } from './fault.ts';

/** How many names are asked for at a time. */
const atOnce = 4;

/**
 * The records behind every name that is on the trail, at this commit (operation 2 by commit and name). The latest
 * record decides on the service, so only they show a red one that a green one hides; and they say since when.
 */
export async function gatherRecords(
  answer: TrailAnswer,
  { org, flow, commit }: Question,
  client: EvidenceClient,
): Promise<ReadonlyMap<string, RecordsAnswer>> {
  const found = new Map<string, RecordsAnswer>();
  if (answer.kind !== 'trail' || commit === undefined) return found;
  const rows = rowsOf(answer.trail).filter((row) => ['compliant', 'non-compliant'].includes(stateOf(row)));
  const names = [...new Set(rows.map((row) => row.status.attestation_name))];
  const ask = async (name: string): Promise<void> => {
    try {
      const records = await client.findAttestations({ org, flow, commit, name });
      const known = new Set(records.map((record) => record.attestation_id));
      const ids = rows.flatMap(({ status }) =>
        status.attestation_name === name && typeof status.attestation_id === 'string' ? status.attestation_id : [],
      );
      const others = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => anywhere(client, org, id)));
      found.set(name, { kind: 'records', records, elsewhere: others.filter((record) => record !== undefined) });
    } catch (error) {
      found.set(name, { kind: 'failed', fault: faultFacts(error) });
    }
  };
  for (let start = 0; start < names.length; start += atOnce) await Promise.all(names.slice(start, start + atOnce).map(ask));
  return found;
}

/** A record by its id. Not every service shows one by its id, and nothing is decided for the worse where it does not. */
async function anywhere(client: EvidenceClient, org: string, id: string): Promise<AttestationRecord | undefined> {
  try {
    return await client.getAttestation(org, id);
  } catch (error) {
    faultFacts(error);
    return undefined;
  }
}
