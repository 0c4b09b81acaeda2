import { randomUUID } from 'node:crypto';
import { attest, type Attachment, type AttestOperation, type Call, type Submission } from '../../client/index.ts';
import { limits } from '../../contract/limits.ts';
import type { AboutAttestation } from '../../contract/index.ts';
import { EvidenceError, ResponseError, TransportError } from '../../errors/index.ts';
import type { Sending, TrailQuestion } from '../../gate/index.ts';
import { bytes, given } from '../../text/index.ts';
import { faultFacts } from '../run/fault.ts';

/** A record before it is sent. With its key it can be sent again at any later time, and is recorded once. */
export function submissionOf(
  { org, flow, trail }: Pick<TrailQuestion, 'org' | 'flow' | 'trail'>,
  data: AboutAttestation,
  attachment: Attachment | undefined,
): Submission {
  return { to: { org, flow_name: flow, trail_name: trail }, data, key: randomUUID(), attachment };
}

/** Posts a record once, whatever happens: every retry carries the same idempotency key. Throws where it is not accepted. */
export async function submit(call: Call, operation: AttestOperation, submission: Submission): Promise<Sending> {
  const size = Buffer.byteLength(JSON.stringify(submission.data));
  if (size > limits.dataJsonBytes) {
    const message = `The record is ${bytes(size)}, more than the ${bytes(limits.dataJsonBytes)} that the service takes`;
    throw new EvidenceError('too-large', message, {
      fix: 'Attest in several steps, each with some of the files and a name of its own',
    });
  }
  const { head, id } = await attest(call, operation, submission);
  return { kind: 'accepted', id, evaluated: false, ...given({ head }) };
}

/** The fate of a record, read from an error of `submit`. An interruption, or a fault of ours, is thrown on. */
export function failedSending(error: unknown): Sending {
  return { kind: 'failed', fault: faultFacts(error), unconfirmed: !isCertain(error) };
}

/** Whether a fault proves that nothing was recorded: no try got through, or the only one was refused. */
function isCertain(error: unknown): boolean {
  if (error instanceof TransportError) return !error.mayHaveArrived;
  if (error instanceof EvidenceError) return true;
  return error instanceof ResponseError && error.attempts === 1 && error.status < 500 && error.status !== 408 && error.status !== 409;
}
