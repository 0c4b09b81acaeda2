import { generateKeyPairSync } from 'node:crypto';

/** A key of the form that GitHub gives for an App. */
export const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
