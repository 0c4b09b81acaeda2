import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { UsageError } from '../../errors/index.ts';

/** Two files in PEM form: the server's own certificate, followed by those of the authorities that signed it, and its private key. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Older versions are broken. */
export const oldestTls = 'TLSv1.2';

/** Reads a certificate and its key. Throws a UsageError that names the file that cannot be used, and why. */
export async function readCertificate(files: TlsFiles): Promise<Certificate> {
  const [cert, key] = [await read('--tls-cert', files.certificate), await read('--tls-key', files.key)];
  const certificates = certificatesIn(cert, files.certificate);
  const [first] = certificates;
  const privateKey = keyIn(key, files.key);
  if (first === undefined || !first.checkPrivateKey(privateKey)) {
    const isLater = certificates.some((each) => each.checkPrivateKey(privateKey));
    throw wrong(
      `--tls-key is not the key of the certificate in --tls-cert: ${files.key} and ${files.certificate}`,
      isLater
        ? `Put the certificate of this server first in ${files.certificate}, and those of the authorities that signed it after it.`
        : 'Name the two files that were made together.',
    );
  }
  try {
    createSecureContext({ cert, key, minVersion: oldestTls });
  } catch (cause) {
    throw wrong(
      `TLS does not take the certificate in ${files.certificate}: ${reason(cause)}`,
      'Have a certificate made with a key that is usual today.',
      cause,
    );
  }
  return { cert, key, validFrom: first.validFromDate, validTo: first.validToDate };
}

/** The state of both files: it changes when one of them is replaced, also through a link. */
export async function stateOf(files: TlsFiles): Promise<string> {
  const states = await Promise.all([files.certificate, files.key].map((file) => stat(file)));
  return states.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join();
}

/** Whether users of this machine other than its owner and its group may read a key. Windows has no such mode. */
export async function isReadableByAll(key: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(key)).mode & 0o004) !== 0;
}

async function read(option: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') throw wrong(`${option} names a file that is not there: ${file}`, 'Look at the spelling of its name.', cause);
    if (code === 'EACCES' || code === 'EPERM') {
      throw wrong(
        `${option} names a file that this user may not read: ${file}`,
        'Let the user of the service read it, for example by its group.',
        cause,
      );
    }
    throw wrong(`${option} names a file that cannot be read: ${file}: ${reason(cause)}`, 'Name a file in PEM form.', cause);
  }
}

const inPem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(pem: Buffer, file: string): readonly X509Certificate[] {
  try {
    const found = (pem.toString('latin1').match(inPem) ?? []).map((each) => new X509Certificate(each));
    if (found.length > 0) return found;
  } catch (cause) {
    throw wrong(
      `--tls-cert holds a certificate that cannot be read: ${file}: ${reason(cause)}`,
      'Copy the file again: it may be cut off.',
      cause,
    );
  }
  throw wrong(`--tls-cert holds no certificate: ${file}`, 'Name a file in PEM form: it has a line -----BEGIN CERTIFICATE-----.');
}

function keyIn(pem: Buffer, file: string): KeyObject {
  if (
    /-----BEGIN (?:ENCRYPTED PRIVATE KEY|[^-]*)-----(?:\s+Proc-Type: 4,ENCRYPTED)?/
      .exec(pem.toString('latin1'))?.[0]
      .includes('ENCRYPTED') === true
  ) {
    throw wrong(`--tls-key is locked with a password: ${file}`, 'Give a key without one: openssl pkey -in LOCKED.pem -out KEY.pem');
  }
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw wrong(`--tls-key holds no private key: ${file}`, 'Name a file in PEM form: it has a line -----BEGIN PRIVATE KEY-----.', cause);
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function wrong(message: string, fix: string, cause?: unknown): UsageError {
  return new UsageError('invalid-input', message, { fix, ...(cause === undefined ? {} : { cause }) });
}
