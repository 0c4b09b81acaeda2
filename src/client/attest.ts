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

/** Evidence as it can be sent, and sent again later: `key` is made once and stays. */
export interface Submission<Data = JunitAttestation> {
  readonly to: ParamsOf<'attestJunit'>;
  /** The `data_json`. */
  readonly data: Data;
  /** The idempotency key: the service records what comes twice under one key only once. */
  readonly key: string;
  readonly attachment: Attachment | undefined;
}

/** What is known after a record was accepted. */
export interface Accepted {
  /** The record's id where the service returns one; otherwise it is found by its nonce. */
  readonly id: string | undefined;
  /** The hash that the service's log ended with after this record, where the service says it: a witness for `verify --head`. */
  readonly head?: string;
}

/** The operations that record evidence, each with what it sends. */
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

/** Each operation that records evidence. */
export type AttestOperation = keyof Kinds;

/** Posts evidence of any kind, which the service holds to the form of its kind. Every retry carries the same key. */
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

/** The same for evidence of one kind. */
function posts<Name extends AttestOperation>(operation: Name): (call: Call, submission: Submission<Kinds[Name]>) => Promise<Accepted> {
  return (call, submission) => attest(call, operation, submission);
}

/** Operation 6. */
export const attestJunit = posts('attestJunit');
/** Evidence whose verdict is the caller's own. */
export const attestGeneric = posts('attestGeneric');
/** Evidence that the rules of a custom type judge; a `ResponseError` with status 404 where there is no such type, 400 where it cannot be judged. */
export const attestCustom = posts('attestCustom');
export const attestPullRequest = posts('attestPullRequest');
export const attestSnyk = posts('attestSnyk');
export const attestSonar = posts('attestSonar');
export const attestJira = posts('attestJira');
/** The outcome of a check against a control. */
export const attestDecision = posts('attestDecision');

const override = posts('overrideAttestation');

/** Says whether a name complies, instead of what its evidence says; a `ResponseError` with status 404 where there is no such evidence. */
export function overrideAttestation(call: Call, submission: Omit<Submission<OverrideAttestation>, 'attachment'>): Promise<Accepted> {
  return override(call, { ...submission, attachment: undefined });
}
