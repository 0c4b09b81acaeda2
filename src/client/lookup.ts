import { isAttestationRecord, isItems, isPage } from '../contract/checks.gen.ts';
import type { AttestationRecord } from '../contract/index.ts';
import { anotherThing, refuseOtherOrganization } from './about.ts';
import { expect } from './reply.ts';

/**
 * The records of one id in the answer to a lookup: a list, or an envelope of one. An empty list is an absence; a list
 * that holds only what cannot be read, or other records, is a `ContractError`.
 */
export async function recordsWithId(
  reply: unknown,
  { id, org }: { readonly id: string; readonly org: string },
  request: string,
): Promise<readonly AttestationRecord[]> {
  const items = isItems(reply) ? reply : (dataOf(reply) ?? (await expect(isPage, 'Page', reply, request)).data);
  if (items.length === 0) return [];
  const records = items.filter(isAttestationRecord).filter((record) => record.attestation_id === id);
  if (records.length === 0) {
    const other = await expect(isAttestationRecord, 'AttestationRecord', items[0], request);
    throw anotherThing(request, '$.data[0].attestation_id', id, other.attestation_id);
  }
  for (const record of records) refuseOtherOrganization(record, org, request);
  return records;
}

/** The list of an envelope; of one record nobody needs to know how it is paged. */
function dataOf(reply: unknown): readonly unknown[] | undefined {
  const data: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'data') : undefined;
  return Array.isArray(data) ? data : undefined;
}
