export { createKey, keyTypes, readPublicKeys, readSigner, signerAmong, type KeyType, type PublicKey, type Signer } from './keys.ts';
