import { canonical } from '../text/canonical-json.ts';
import { aText, closedShape, ifThere, like, listOf, oneOf, onlyIf, type Checked } from '../text/check.ts';
import { bundleType, payloadType } from './words.ts';

const base64 = like(/^[\w+/-]*={0,2}$/, ' is no base64');

/** DSSE (secure-systems-lab/dsse, envelope.md), with one signature, as a bundle must have it. */
export const anEnvelope = closedShape({
  payloadType: oneOf(payloadType),
  payload: base64,
  signatures: onlyIf(listOf(closedShape({ sig: base64, keyid: ifThere(aText) })), ({ length }) => length === 1, ' is not one signature'),
});

export type Envelope = Checked<typeof anEnvelope>;

export function payloadOf({ payload }: Pick<Envelope, 'payload'>): Buffer {
  return Buffer.from(payload, 'base64');
}

/** The bytes that a signature is over; both numbers count bytes (secure-systems-lab/dsse, protocol.md). */
export function signedBytes({ payload: encoded, payloadType: type }: Readonly<Record<'payload' | 'payloadType', string>>): Buffer {
  const payload = payloadOf({ payload: encoded });
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}

/** The `keyid` stays empty: cosign refuses a good signature with any but its own. */
export function signStatement(statement: string, sign: (bytes: Uint8Array) => Uint8Array): Envelope {
  const unsigned = { payloadType, payload: Buffer.from(statement).toString('base64') } as const;
  return { ...unsigned, signatures: [{ keyid: '', sig: Buffer.from(sign(signedBytes(unsigned))).toString('base64') }] };
}

/** A line of a `.intoto.jsonl` (in-toto/attestation, spec/v1/bundle.md). */
export function envelopeLine(envelope: Envelope): string {
  return `${canonical(envelope)}\n`;
}

/**
 * A Sigstore bundle.
 * @param hint names the key to readers that have several: base64 of the SHA-256 of its SubjectPublicKeyInfo, as cosign writes it
 */
export function keyBundle(envelope: Envelope, hint: string): string {
  return `${canonical({ mediaType: bundleType, verificationMaterial: { publicKey: { hint } }, dsseEnvelope: envelope })}\n`;
}
