import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import { isAttestationRecord } from '../contract/checks/attestations.gen.ts';
import type { AttestationRecord, ParamsOf } from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import { listAt, stringAt } from '../text/index.ts';
import { anotherThing, refuseOtherOrganization } from './about.ts';
import { callOperation, type OperationAnswer } from './operation.ts';
import { expect, notOurService } from './reply.ts';
import { isNotThere, type Call } from './transport.ts';

/**
 * Operation 2: one record by its id, whatever its commit; several where it stands on several artifacts. Empty where the service shows none,
 * or has no such lookup (404 in its own words, 405, 501). Any other answer is a fault.
 */
export async function getAttestation(call: Call, params: ParamsOf<'findAttestations'>, id: string): Promise<readonly AttestationRecord[]> {
  let answer: OperationAnswer;
  try {
    answer = await callOperation(call, 'findAttestations', params, { query: { attestation_id: id } });
  } catch (error) {
    if (isNotThere(error) && (error.status !== 404 || error.isJson)) return [];
    throw error;
  }
  return await recordsWithId(answer.reply(), { org: params.org, id }, answer.request);
}

/**
 * The records of one id in the answer to a lookup: a list, or an envelope of one. An empty list means that there is none. A list that holds
 * only other records, or one that may be this record and cannot be read, is a `ContractError`.
 */
async function recordsWithId(
  reply: unknown,
  { id, org }: { readonly id: string; readonly org: string },
  request: string,
): Promise<readonly AttestationRecord[]> {
  // The paging of one record does not matter.
  const items = isItems(reply) ? reply : (listAt(reply, 'data') ?? (await expect(isPage, 'Page', reply, request)).data);
  if (items.length === 0) return [];
  const records: AttestationRecord[] = [];
  for (const item of items) {
    if ((stringAt(item, 'attestation_id') ?? id) !== id) continue;
    const record = await expect(isAttestationRecord, 'AttestationRecord', item, request);
    refuseOtherOrganization(record, org, request);
    records.push(record);
  }
  if (records.length > 0) return records;
  throw anotherThing(request, '$.data[0].attestation_id', id, stringAt(items[0], 'attestation_id') ?? '');
}

/** The records of one name on a trail, the newest first, without those outside the contract. Empty where there is no such listing. */
export async function attestationsOfName(call: Call, params: ParamsOf<'attestationsOfName'>): Promise<readonly AttestationRecord[]> {
  try {
    const reply = (await callOperation(call, 'attestationsOfName', params)).reply();
    return isItems(reply) ? reply.filter((item) => isAttestationRecord(item)) : [];
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** The file attached to a record, with the name that it was sent under where the service tells it. */
export async function downloadEvidence(
  call: Call,
  params: ParamsOf<'downloadEvidence'>,
): Promise<{ readonly content: Buffer; readonly name: string | undefined }> {
  const { content, headers, request } = await callOperation(call, 'downloadEvidence', params, { isFile: true });
  if (content === undefined)
    throw new ContractError('wrong-shape', `${request} answered without a file`, { expected: 'a file', fix: notOurService });
  const disposition = headers['content-disposition'];
  return { content, name: typeof disposition === 'string' ? nameIn(disposition) : undefined };
}

/** The file name in a `content-disposition` (RFC 6266); `undefined` where it has none that can be read. */
function nameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded.trim());
  } catch {
    // The plain name next to it will do.
  }
  return quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
}
