export { createKey, readPublicKeys, readSigner, signerAmong, type KeyType, type Signer } from './keys.ts';
