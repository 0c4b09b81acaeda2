import { isAttestationCreated } from '../contract/checks/attestations.gen.ts';
import type { AboutAttestation, OperationName, ParamsOf } from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import { stringAt } from '../text/index.ts';
import type { Attachment } from './body.ts';
import { askOperation } from './operation.ts';
import { notOurService } from './reply.ts';
import type { Call } from './transport.ts';

/** Evidence that can be sent, and sent again later: `key` is made once and stays. */
export interface Submission {
  readonly to: ParamsOf<'attestJunit'>;
  /** The `data_json`: these fields, and those of its kind. */
  readonly data: AboutAttestation;
  /** The idempotency key: the service records only once what it gets twice under one key. */
  readonly key: string;
  readonly attachment: Attachment | undefined;
}

/** The facts that are known once a record was accepted. */
export interface Accepted {
  /** The record's id where the service returns one; otherwise it is found by its nonce. */
  readonly id: string | undefined;
  /** The hash at the end of the service's log after this record, where the service tells it: a witness for `verify --head`. */
  readonly head?: string;
}

/** An operation that records evidence. */
export type AttestOperation = Exclude<Extract<OperationName, `attest${string}`>, `attestations${string}`> | 'overrideAttestation';

/** Operation 6, and the same for the other kinds: posts evidence; every retry carries the same key. The service checks it against the form of its kind. */
export async function attest(call: Call, operation: AttestOperation, { to, data, key, attachment }: Submission): Promise<Accepted> {
  const file = attachment === undefined ? undefined : { part: 'attachment_file', attachment };
  const answer = await askOperation(call, operation, Object.entries(to), { data, file, headers: { 'idempotency-key': key } });
  const reply = answer.reply();
  if (isAttestationCreated(reply)) return { id: reply.attestation_id, ...(typeof reply.head === 'string' ? { head: reply.head } : {}) };
  // The best-known service answers "OK"; anything that is not clearly an acceptance must not count as one.
  if (typeof reply === 'string' || stringAt(reply, 'message') !== undefined) return { id: undefined };
  throw new ContractError('wrong-shape', `${answer.request} answered with something that does not say that the record was accepted`, {
    expected: '"OK", or an object with attestation_id or message',
    fix: notOurService,
  });
}
