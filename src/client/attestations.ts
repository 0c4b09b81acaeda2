import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import { isAttestationCreated, isAttestationRecord } from '../contract/checks/attestations.gen.ts';
import type { AboutAttestation, AttestationRecord, JunitAttestation, ParamsOf } from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import { stringAt } from '../text/index.ts';
import { anotherThing, refuseOtherOrganization } from './about.ts';
import type { Attachment } from './body.ts';
import { askOperation, callOperation, type OperationAnswer } from './operation.ts';
import { expect, notOurService } from './reply.ts';
import { isNotThere, type Call } from './transport.ts';

/** An attestation as it can be sent, and sent again later: `key` is made once and stays. */
export interface Submission<Data extends AboutAttestation = JunitAttestation> {
  readonly to: ParamsOf<'attestJunit'>;
  /** The `data_json`. */
  readonly data: Data;
  /** The idempotency key: the service records what comes twice under one key only once. */
  readonly key: string;
  readonly attachment: Attachment | undefined;
}

/** Each operation that records evidence. */
export type AttestOperation =
  | 'attestJunit'
  | 'attestGeneric'
  | 'attestCustom'
  | 'attestPullRequest'
  | 'attestSnyk'
  | 'attestSonar'
  | 'attestJira'
  | 'attestDecision'
  | 'overrideAttestation';

/** What is known after a record was accepted. */
export interface Accepted {
  /** The record's id where the service returns one; otherwise it is found by its nonce. */
  readonly id: string | undefined;
  /** The hash that the service's log ended with after this record, where the service says it: a witness for `verify --head`. */
  readonly head?: string;
}

/** Operation 6: posts a test-results attestation. Every retry carries the same key. */
export function attestJunit(call: Call, submission: Submission): Promise<Accepted> {
  return attest(call, 'attestJunit', submission);
}

/** Posts evidence of any kind, as operation 6 does; the service holds it to the form of its kind. */
export async function attest(
  call: Call,
  operation: AttestOperation,
  { to, data, key, attachment }: Submission<AboutAttestation>,
): Promise<Accepted> {
  const file = attachment === undefined ? undefined : { part: 'attachment_file', attachment };
  const answer = await askOperation(call, operation, Object.entries(to), { data, file, headers: { 'idempotency-key': key } });
  const reply = answer.reply();
  if (isAttestationCreated(reply)) return { id: reply.attestation_id, ...(typeof reply.head === 'string' ? { head: reply.head } : {}) };
  // The best-known service answers "OK"; anything that is not an acceptance in words must not count as one.
  if (typeof reply === 'string' || hasMessage(reply)) return { id: undefined };
  throw new ContractError('wrong-shape', `${answer.request} answered with something that does not say that the record was accepted`, {
    expected: '"OK", or an object with attestation_id or message',
    fix: notOurService,
  });
}

function hasMessage(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string';
}

/**
 * Operation 2: one record by its id, whatever its commit; several where it stands on several artifacts. Empty where the
 * service shows none, or has no such lookup (404 in its own words, 405, 501). Any other answer is a fault.
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
 * The records of one id in the answer to a lookup: a list, or an envelope of one. An empty list is an absence; a list
 * that holds other records alone, or what may be this one and cannot be read, is a `ContractError`.
 */
async function recordsWithId(
  reply: unknown,
  { id, org }: { readonly id: string; readonly org: string },
  request: string,
): Promise<readonly AttestationRecord[]> {
  const items = isItems(reply) ? reply : (dataOf(reply) ?? (await expect(isPage, 'Page', reply, request)).data);
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

/** The list of an envelope; of one record nobody needs to know how it is paged. */
function dataOf(reply: unknown): readonly unknown[] | undefined {
  const data: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'data') : undefined;
  return Array.isArray(data) ? data : undefined;
}
