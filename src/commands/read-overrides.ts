import { getAttestation, type Call } from '../client/index.ts';
import type { AttestationRecord, AttestationStatus } from '../contract/index.ts';
import { overrideOf, type Override } from '../gate/index.ts';
import { faultFacts } from './fault.ts';
import { inTurns } from './gate/in-turns.ts';

/** Overrides whose records are read; of those behind them only what their rows tell is shown. */
const mostRead = 100;

/** A row that may be overridden, under the name that it is shown with. */
export interface NamedRow {
  readonly key: string;
  readonly status: AttestationStatus;
}

/**
 * Who overrode what of these rows, when and why: told by the record of each override, which is read by its id. Where a
 * service does not show it, the row alone tells that there is one.
 */
export async function readOverrides(call: Call, org: string, rows: readonly NamedRow[]): Promise<readonly Override[]> {
  const known = rows.flatMap(({ key, status }) => overrideOf(key, status, []) ?? []);
  const ids = [...new Set(known.slice(0, mostRead).flatMap(({ attestation_id: id, overridden_attestation_id: of }) => [id, of]))];
  const records = (
    await inTurns(
      ids.filter((id) => id !== undefined),
      (id) => recordsOf(call, org, id),
    )
  ).flat();
  return rows.flatMap(({ key, status }) => overrideOf(key, status, records) ?? []);
}

/** None where they cannot be read: what is shown is the state, which was read. */
async function recordsOf(call: Call, org: string, id: string): Promise<readonly AttestationRecord[]> {
  try {
    return await getAttestation(call, { org }, id);
  } catch (error) {
    call.onNotice?.(`Who overrode what could not be read: ${faultFacts(error).message}`);
    return [];
  }
}
