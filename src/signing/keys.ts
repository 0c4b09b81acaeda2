import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify, type KeyObject } from 'node:crypto';
import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isFull, messageOf, wrongUse } from '../errors/index.ts';
import { readNamedText } from '../files/index.ts';
import { signedBytes, type Envelope } from '../statement/index.ts';
import { oneLine, orNothing } from '../text/index.ts';

export type KeyType = 'p256' | 'ed25519';

export interface Signer {
  /** Over the bytes as they are: `signStatement` hands them in. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Base64 of the SHA-256 of the SubjectPublicKeyInfo: names the key to readers that have several. */
  readonly hint: string;
  readonly publicKeyPem: string;
}

/**
 * Makes the file of a private key, which nobody else reads, and that of the public key, `<file>.pub`. Neither may be there.
 * @returns the hint
 * @throws {UsageError}
 */
export function createKey(file: string, type: KeyType): string {
  const { privateKey, publicKey } = type === 'p256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const paths = [file, `${file}.pub`];
  try {
    for (const path of paths) if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new Error(`${path} is there already`);
    writeFileSync(file, pemOf(privateKey), { flag: 'wx', mode: 0o600 });
    writeFileSync(`${file}.pub`, pemOf(publicKey), { flag: 'wx', mode: 0o644 });
  } catch (cause) {
    // A key without its other half, or half of it, would be in the way of the next try.
    if (isFull(cause)) for (const path of paths) rmSync(path, { force: true });
    const fix = 'Name a file that is not there yet, in a folder that this user may write to';
    throw isFull(cause) ? cause : wrongUse(`The key cannot be written: ${oneLine(messageOf(cause), 300)}`, fix);
  }
  return hintOf(publicKey);
}

/**
 * @param named the option, and may be followed by the path
 * @throws {UsageError} where it is none, is encrypted, or others can read it
 */
export function readSigner(named: string, file: string): Signer {
  const { blocks, labels } = readPem(named, file);
  const fix = 'Make one with `key create`, or convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW';
  const isPublic = labels === 'PUBLIC KEY';
  if (isPublic)
    throw wrongUse(`The file of ${named} is a public key, and a private one signs`, 'Name the private key: the file without .pub');
  if (labels !== 'PRIVATE KEY')
    throw wrongUse(`The file of ${named} is no private key in PKCS#8 PEM without a password, but ${labels}`, fix);
  const { mode } = statSync(file);
  // Nobody but the owner writes it, and a group reads it at most: containers are given secrets in that way. Windows has no such bits.
  if (process.platform !== 'win32' && (mode & 0o027) !== 0)
    throw wrongUse(`Others can read or change the key of ${named} (its mode is ${(mode & 0o777).toString(8)})`, `Run: chmod 600 ${file}`);
  const key = parsed(named, () => createPrivateKey(blocks.join()), fix);
  const publicKey = createPublicKey(key);
  return { sign: (bytes) => sign(digestFor(key), bytes, key), hint: hintOf(publicKey), publicKeyPem: pemOf(publicKey) };
}

/** One or more in a file. @throws {UsageError} */
export function readPublicKeys(named: string, file: string): readonly KeyObject[] {
  const { blocks, labels } = readPem(named, file);
  const fix = 'Name the public key, which `key create` writes to FILE.pub; never give a private one away';
  if (!/^PUBLIC KEY(?:, PUBLIC KEY)*$/.test(labels)) throw wrongUse(`The file of ${named} is no public key in PEM, but ${labels}`, fix);
  return blocks.map((pem) => parsed(named, () => createPublicKey(pem), fix));
}

/** The hint of the one that made its signature; `undefined` where none did. */
export function signerAmong(keys: readonly KeyObject[], envelope: Envelope): string | undefined {
  const bytes = signedBytes(envelope);
  const [signature = { sig: '' }] = envelope.signatures;
  const signer = keys.find((key) => verify(digestFor(key), bytes, key, Buffer.from(signature.sig, 'base64')));
  return signer && hintOf(signer);
}

function readPem(named: string, file: string): { readonly blocks: readonly string[]; readonly labels: string } {
  const text = readNamedText(named, file, 64 * 1024, 'Name the file of a key');
  const found = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----[^]+?-----END \1-----/g)];
  return { blocks: found.map(([pem]) => pem), labels: found.map(([, label]) => label).join(', ') || 'no PEM' };
}

function parsed(named: string, parse: () => KeyObject, fix: string): KeyObject {
  const key = orNothing(parse);
  const kind = key?.asymmetricKeyDetails?.namedCurve ?? key?.asymmetricKeyType;
  if (key !== undefined && (kind === 'prime256v1' || kind === 'ed25519')) return key;
  throw wrongUse(`The key of ${named} is ${kind === undefined ? 'broken' : `of the kind ${kind}, and must be P-256 or ed25519`}`, fix);
}

function digestFor(key: KeyObject): 'sha256' | null {
  return key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
}

function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
}

function hintOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64');
}
