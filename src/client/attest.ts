import { isAttestationCreated } from '../contract/checks/attestations.gen.ts';
import type {
  AboutAttestation,
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  OverrideAttestation,
  ParamsOf,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import type { Attachment } from './body.ts';
import { askOperation } from './operation.ts';
import { notOurService } from './reply.ts';
import type { Call } from './transport.ts';

/** Evidence that can be sent, and sent again later: `key` is made once and stays. */
export interface Submission<Data = JunitAttestation> {
  readonly to: ParamsOf<'attestJunit'>;
  /** The `data_json`. */
  readonly data: Data;
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

/** The operations that record evidence, each with the type of its data. */
interface Kinds {
  readonly attestJunit: JunitAttestation;
  readonly attestGeneric: GenericAttestation;
  readonly attestCustom: CustomAttestation;
  readonly attestPullRequest: PullRequestAttestation;
  readonly attestSnyk: SnykAttestation;
  readonly attestSonar: SonarAttestation;
  readonly attestJira: JiraAttestation;
  readonly attestDecision: DecisionAttestation;
  readonly overrideAttestation: OverrideAttestation;
}

/** An operation that records evidence. */
export type AttestOperation = keyof Kinds;

/** Posts evidence of a kind that the caller chose; every retry carries the same key. The service checks it against the form of its kind. */
export async function attest(
  call: Call,
  operation: AttestOperation,
  { to, data, key, attachment }: Submission<AboutAttestation>,
): Promise<Accepted> {
  const file = attachment === undefined ? undefined : { part: 'attachment_file', attachment };
  const answer = await askOperation(call, operation, Object.entries(to), { data, file, headers: { 'idempotency-key': key } });
  const reply = answer.reply();
  if (isAttestationCreated(reply)) return { id: reply.attestation_id, ...(typeof reply.head === 'string' ? { head: reply.head } : {}) };
  // The best-known service answers "OK"; anything that is not clearly an acceptance must not count as one.
  if (typeof reply === 'string' || hasMessage(reply)) return { id: undefined };
  throw new ContractError('wrong-shape', `${answer.request} answered with something that does not say that the record was accepted`, {
    expected: '"OK", or an object with attestation_id or message',
    fix: notOurService,
  });
}

/** A function that posts evidence of one kind. */
function posts<Name extends AttestOperation>(operation: Name): (call: Call, submission: Submission<Kinds[Name]>) => Promise<Accepted> {
  return (call, submission) => attest(call, operation, submission);
}

function hasMessage(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string';
}

/** Operation 6. */
export const attestJunit = posts('attestJunit');
/** Evidence with the caller's own verdict. */
export const attestGeneric = posts('attestGeneric');
/** Evidence that a custom type's rules judge. `ResponseError`: 404 where there is no such type, 400 where it cannot be judged. */
export const attestCustom = posts('attestCustom');
export const attestPullRequest = posts('attestPullRequest');
export const attestSnyk = posts('attestSnyk');
export const attestSonar = posts('attestSonar');
export const attestJira = posts('attestJira');
/** The outcome of a check against a control. */
export const attestDecision = posts('attestDecision');

const override = posts('overrideAttestation');

/** Sets whether a name complies, in place of its evidence. A `ResponseError` has status 404 where there is no such evidence. */
export function overrideAttestation(call: Call, submission: Omit<Submission<OverrideAttestation>, 'attachment'>): Promise<Accepted> {
  return override(call, { ...submission, attachment: undefined });
}
