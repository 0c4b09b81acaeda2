import { expect, test } from 'vitest';
import { readAttest } from '../../src/options/index.ts';
import { readFingerprint } from '../../src/options/values.ts';
import { reading } from '../support/commands.ts';

test('a fingerprint may have the name of its hash in front, and no other', () => {
  const read = (fingerprint: string) =>
    readAttest(reading({ 'attestation-name': 'unit', 'junit-paths': 'a.xml', 'artifact-fingerprint': fingerprint }));
  expect(read(`SHA256:${'AB'.repeat(32)}`).artifactFingerprint).toBe('ab'.repeat(32));
  expect(() => read(`sha512:${'ab'.repeat(32)}`)).toThrow('artifact-fingerprint is not a SHA-256');
});

test('the advice about one in short is a sentence', () => {
  const read = reading({ 'artifact-fingerprint': 'ab' });
  expect(() => readFingerprint(read, 'artifact-fingerprint', 'short')).toThrow(
    expect.objectContaining({ fix: 'Write 64 hexadecimal digits, or the first 7 or more' }),
  );
});
