import { isItems } from '../contract/checks/answers.gen.ts';
import { isAttestationRecord } from '../contract/checks/attestations.gen.ts';
import type { AttestationRecord, ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { isNotThere, type Call } from './transport.ts';

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
