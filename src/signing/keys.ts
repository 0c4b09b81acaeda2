import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { closeSync, fstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../errors/index.ts';
import { openRegularFile } from '../files/index.ts';
import { signedBytes, type Envelope } from '../statement/index.ts';
import { oneLine } from '../text/index.ts';

export const keyTypes = ['p256', 'ed25519'] as const;
export type KeyType = (typeof keyTypes)[number];

export interface Signer {
  /** Over the bytes as they are: `signStatement` hands them in. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Base64 of the SHA-256 of the SubjectPublicKeyInfo: names the key to readers that have several. */
  readonly hint: string;
  readonly publicKeyPem: string;
}

export interface PublicKey {
  readonly key: KeyObject;
  readonly hint: string;
}

/**
 * Makes the file of a private key, which nobody else reads, and that of the public key, `<file>.pub`. Neither may be there.
 * @throws {UsageError}
 */
export function createKey(file: string, type: KeyType): { readonly publicFile: string; readonly hint: string } {
  const { privateKey, publicKey } = type === 'p256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const publicFile = `${file}.pub`;
  write(publicFile, pemOf(publicKey), 0o644);
  try {
    write(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  } catch (error) {
    rmSync(publicFile);
    throw error;
  }
  return { publicFile, hint: hintOf(publicKey) };
}

function write(file: string, pem: string | Buffer, mode: number): void {
  try {
    writeFileSync(file, pem, { flag: 'wx', mode });
  } catch (cause) {
    throw refusal(
      `The key cannot be written: ${oneLine(String(cause), 300)}`,
      'Name a file that is not there yet, in a folder that is',
      cause,
    );
  }
}

/**
 * @param named the option, and may be followed by the path
 * @throws {UsageError} where it is none, is encrypted, or others can read it
 */
export function readSigner(named: string, file: string): Signer {
  const { blocks, labels, mode } = readPem(named, file);
  // Nobody but the owner writes it, and a group reads it at most: containers are given secrets in that way. Windows has no such bits.
  if (process.platform !== 'win32' && (mode & 0o027) !== 0)
    throw refusal(`Others can read or change the key of ${named} (its mode is ${(mode & 0o777).toString(8)})`, `Run: chmod 600 ${file}`);
  const fix = 'Make one with `key create`, or convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW';
  const [pem = '', ...others] = blocks;
  if (labels !== 'PRIVATE KEY' || others.length > 0)
    throw refusal(`The file of ${named} is no private key in PKCS#8 PEM without a password, but ${labels}`, fix);
  const key = parsed(named, () => createPrivateKey(pem), fix);
  const publicKey = createPublicKey(key);
  return { sign: (bytes) => sign(digestFor(key), bytes, key), hint: hintOf(publicKey), publicKeyPem: pemOf(publicKey) };
}

/**
 * One or more in a file.
 * @throws {UsageError}
 */
export function readPublicKeys(named: string, file: string): readonly PublicKey[] {
  const { blocks, labels } = readPem(named, file);
  const fix = 'Name the public key, which `key create` writes to FILE.pub; never give a private one away';
  if (!/^PUBLIC KEY(?:, PUBLIC KEY)*$/.test(labels)) throw refusal(`The file of ${named} is no public key in PEM, but ${labels}`, fix);
  return blocks.map((pem) => {
    const key = parsed(named, () => createPublicKey(pem), fix);
    return { key, hint: hintOf(key) };
  });
}

/** `undefined` where none of them made its signature. */
export function signerAmong(keys: readonly PublicKey[], envelope: Envelope): PublicKey | undefined {
  const bytes = signedBytes(envelope);
  const [signature = { sig: '' }] = envelope.signatures;
  return keys.find(({ key }) => verify(digestFor(key), bytes, key, Buffer.from(signature.sig, 'base64')));
}

const largest = 64 * 1024;

function readPem(named: string, file: string): { readonly mode: number; readonly blocks: readonly string[]; readonly labels: string } {
  let opened: number | undefined;
  try {
    opened = openRegularFile(file);
    const { mode, size } = fstatSync(opened);
    if (size > largest) throw new Error(`it is larger than ${largest} bytes`);
    const found = [...readFileSync(opened, 'latin1').matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----[^]+?-----END \1-----/g)];
    return { mode, blocks: found.map(([pem]) => pem), labels: found.map(([, label]) => label).join(', ') || 'no PEM' };
  } catch (cause) {
    throw refusal(`The file of ${named} cannot be read: ${oneLine(String(cause), 300)}`, 'Name the file of a key', cause);
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function parsed(named: string, parse: () => KeyObject, fix: string): KeyObject {
  let key: KeyObject;
  try {
    key = parse();
  } catch (cause) {
    throw refusal(`The key of ${named} is broken`, fix, cause);
  }
  const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown';
  if (kind === 'prime256v1' || kind === 'ed25519') return key;
  throw refusal(`The key of ${named} is of the kind ${kind}, and must be P-256 or ed25519`, 'Make one with `key create`');
}

function digestFor(key: KeyObject): 'sha256' | null {
  return key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function hintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

function refusal(message: string, fix: string, cause?: unknown): UsageError {
  return new UsageError('invalid-input', message, { fix, ...(cause === undefined ? {} : { cause }) });
}
