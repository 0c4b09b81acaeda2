import { randomUUID } from 'node:crypto';
import { attestJunit, type Attachment, type Call, type Submission } from '../../client/index.ts';
import { limits } from '../../contract/limits.ts';
import type { JunitAttestation } from '../../contract/index.ts';
import { ResponseError, TransportError } from '../../errors/index.ts';
import type { TrailQuestion, Sending } from '../../gate/index.ts';
import { bytes } from '../../text/index.ts';
import { faultFacts } from '../run/fault.ts';

/** What is to be recorded, before it is sent: with its key it can be sent again at any later time, and is recorded once. */
export function submissionOf(
  { org, flow, trail }: Pick<TrailQuestion, 'org' | 'flow' | 'trail'>,
  data: JunitAttestation,
  attachment: Attachment | undefined,
): Submission {
  return { to: { org, flow_name: flow, trail_name: trail }, data, key: randomUUID(), attachment };
}

/** Posts the record once, whatever it takes: every retry carries the same idempotency key. */
export async function submit(call: Call, submission: Submission): Promise<Sending> {
  const size = Buffer.byteLength(JSON.stringify(submission.data));
  if (size > limits.dataJsonBytes) {
    return {
      kind: 'failed',
      fault: {
        code: 'too-large',
        message: `The record is ${bytes(size)}, more than the ${bytes(limits.dataJsonBytes)} that the service takes`,
        fix: 'Attest in several steps, each with some of the files and a name of its own',
      },
    };
  }
  try {
    const { head, id } = await attestJunit(call, submission);
    return { kind: 'accepted', id, evaluated: false, ...(head === undefined ? {} : { head }) };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error), unconfirmed: !isCertain(error) };
  }
}

/** Whether a fault says for certain that nothing was recorded: no try got through, or the only one was refused. */
function isCertain(error: unknown): boolean {
  if (error instanceof TransportError) return !error.mayHaveArrived;
  return error instanceof ResponseError && error.attempts === 1 && error.status < 500 && error.status !== 408 && error.status !== 409;
}
