import { attestationsOfName, getAttestation, type Call } from '../../client/index.ts';
import type { AttestationRecord, AttestationStatus } from '../../contract/index.ts';
import { overrideOf, type Override } from '../../gate/index.ts';
import { faultFacts } from '../run/fault.ts';
import { inTurns } from '../gate/in-turns.ts';

/** Most overrides whose records are read. Later ones are shown with only the facts in their rows. */
const mostRead = 100;

/** A row that may be overridden, under the name that it is shown with. */
export interface NamedRow {
  readonly key: string;
  readonly status: AttestationStatus;
}

/** Who overrode these rows, when and why, from the record of each override. Where it is not shown, only that there is one. */
export async function readOverrides(call: Call, org: string, rows: readonly NamedRow[]): Promise<readonly Override[]> {
  const known = rows.flatMap(({ key, status }) => overrideOf(key, status, []) ?? []);
  const ids = [...new Set(known.slice(0, mostRead).flatMap(({ attestation_id: id, overridden_attestation_id: of }) => [id, of]))];
  const records = (
    await inTurns(
      ids.filter((id) => id !== undefined),
      (id) => readable(call, () => getAttestation(call, { org }, id)),
    )
  ).flat();
  return rows.flatMap(({ key, status }) => overrideOf(key, status, records) ?? []);
}

/** The shown item, with its overrides where it has any. */
export function withOverrides<Item extends object>(
  item: Item,
  overrides: readonly Override[],
): Item & { readonly overrides?: readonly Override[] } {
  return overrides.length === 0 ? item : { ...item, overrides };
}

/** The latest override of one record, where its trail has one. */
export async function readOverrideOf(call: Call, org: string, record: AttestationRecord): Promise<readonly Override[]> {
  const { attestation_id: id, attestation_name: name, flow_name: flow, trail_name: trail } = record;
  if (typeof flow !== 'string' || typeof trail !== 'string') return [];
  const params = { org, flow_name: flow, trail_name: trail, attestation_name: name };
  const records = await readable(call, () => attestationsOfName(call, params));
  const override = records.find((each) => each.overridden_attestation_id === id && each.attestation_id !== id);
  if (override === undefined) return [];
  const row = {
    attestation_name: name,
    attestation_id: override.attestation_id,
    overridden_attestation_id: id,
    is_compliant: override.is_compliant,
  };
  return [overrideOf(name, row, [override])].filter((found) => found !== undefined);
}

/** None where they cannot be read: the item that is shown with them was read. */
async function readable(call: Call, read: () => Promise<readonly AttestationRecord[]>): Promise<readonly AttestationRecord[]> {
  try {
    return await read();
  } catch (error) {
    call.onNotice?.(`Who overrode what could not be read: ${faultFacts(error).message}`);
    return [];
  }
}
