import { randomUUID } from 'node:crypto';
import type { EvidenceClient, TrailName } from '../../client/index.ts';
import { limits } from '../../contract/limits.ts';
import type { JunitAttestation } from '../../contract/index.ts';
import { ResponseError, TransportError } from '../../errors/index.ts';
import type { Sending } from '../../gate/index.ts';
import { bytes } from '../../text/index.ts';
import type { PackedAttachment } from './attachment/pack.ts';
import { faultFacts } from '../fault.ts';

/** Posts the record once, whatever it takes: every retry carries the same idempotency key. */
export async function send(
  client: EvidenceClient,
  to: TrailName,
  data: JunitAttestation,
  packed: PackedAttachment | undefined,
): Promise<Sending> {
  const size = Buffer.byteLength(JSON.stringify(data));
  if (size > limits.dataJsonBytes) {
    return {
      kind: 'failed',
      fault: {
        code: 'too-large',
        message: `The record is ${bytes(size)}, more than the ${bytes(limits.dataJsonBytes)} that are sent`,
        fix: 'Attest in several steps, each with some of the files and a name of its own',
      },
    };
  }
  try {
    const { id } = await client.attestJunit(to, data, randomUUID(), packed?.attachment);
    return { kind: 'accepted', id, evaluated: false };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error), unconfirmed: !isCertain(error) };
  }
}

/** Whether a fault says for certain that nothing was recorded: no try got through, or the only one was refused. */
function isCertain(error: unknown): boolean {
  if (error instanceof TransportError) return !error.mayHaveArrived;
  return error instanceof ResponseError && error.attempts === 1 && error.status < 500 && error.status !== 408 && error.status !== 409;
}
