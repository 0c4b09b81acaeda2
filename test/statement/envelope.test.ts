import { createHash, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draftSummary, envelopeLine, keyBundle, payloadOf, readStatement, signStatement, signedBytes } from '../../src/statement/index.ts';
import { answer, written } from './build.ts';

const { statement } = written(draftSummary(answer));
const pairs = { ed25519: generateKeyPairSync('ed25519'), 'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
const hash = (key: KeyObject): string | null => (key.asymmetricKeyType === 'ec' ? 'sha256' : null);

describe('an envelope', () => {
  it('is signed over the bytes of the specification, whose lengths are of bytes', () => {
    const said: string[] = [];
    const note = (bytes: Uint8Array): Uint8Array => {
      said.push(Buffer.from(bytes).toString());
      return Buffer.from('s');
    };
    const envelope = signStatement('{"name":"ü"}', note);
    expect(said).toEqual(['DSSEv1 28 application/vnd.in-toto+json 13 {"name":"ü"}']);
    expect(envelope).toEqual({
      payloadType: 'application/vnd.in-toto+json',
      payload: Buffer.from('{"name":"ü"}').toString('base64'),
      signatures: [{ keyid: '', sig: Buffer.from('s').toString('base64') }],
    });
  });

  it('has the bytes of the example of the specification', () => {
    // secure-systems-lab/dsse, protocol.md: "hello world" of the type http://example.com/HelloWorld.
    const bytes = signedBytes({ payloadType: 'http://example.com/HelloWorld', payload: Buffer.from('hello world').toString('base64') });
    expect(bytes.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
    expect(signedBytes({ payloadType: 'ü', payload: '' }).toString()).toBe('DSSEv1 2 ü 0 ');
  });

  it.each(Object.entries(pairs))('is verified with the key of %s that signed it, and with no other', (_, { privateKey, publicKey }) => {
    const envelope = signStatement(statement, (bytes) => sign(hash(privateKey), bytes, privateKey));
    const isGood = (bytes: Uint8Array, key = publicKey): boolean =>
      verify(hash(key), bytes, key, Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'));
    expect(payloadOf(envelope).toString()).toBe(statement);
    expect(isGood(signedBytes(envelope))).toBe(true);
    expect(isGood(signedBytes({ ...envelope, payload: Buffer.from(statement.replace('PASSED', 'FAILED')).toString('base64') }))).toBe(
      false,
    );
    expect(isGood(signedBytes({ ...envelope, payloadType: 'application/json' }))).toBe(false);
    expect(isGood(signedBytes(envelope), generateKeyPairSync('ed25519').publicKey)).toBe(false);
  });

  it('is read again from its line, and from a bundle', () => {
    const { privateKey, publicKey } = pairs['P-256'];
    const envelope = signStatement(statement, (bytes) => sign('sha256', bytes, privateKey));
    const hint = createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('base64');
    const [line, bundle] = [envelopeLine(envelope), keyBundle(envelope, hint)];
    for (const text of [line, bundle]) expect(text).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(bundle)).toEqual({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint } },
      dsseEnvelope: envelope,
    });
    expect(readStatement(Buffer.from(line))).toEqual({ statement: JSON.parse(statement), envelope });
    expect(readStatement(Buffer.from(bundle))).toEqual({ statement: JSON.parse(statement), envelope, bundle: JSON.parse(bundle) });
    expect(readStatement(Buffer.from(statement))).toEqual({ statement: JSON.parse(statement) });
  });
});
