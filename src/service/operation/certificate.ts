import { X509Certificate, createPrivateKey, type KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Server as TlsServer } from 'node:https';
import { setInterval as each } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { messageOf, wrongUse } from '../../errors/index.ts';
import { readNamed } from '../named-file.ts';
import type { Log } from './log.ts';

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
  const [cert, key] = [await readNamed('--tls-cert', files.certificate), await readNamed('--tls-key', files.key)];
  const certificates = certificatesIn(cert, files.certificate);
  const [first] = certificates;
  const privateKey = keyIn(key, files.key);
  if (first === undefined || !first.checkPrivateKey(privateKey)) {
    const isLater = certificates.some((each) => each.checkPrivateKey(privateKey));
    throw wrongUse(
      `--tls-key is not the key of the certificate in --tls-cert: ${files.key} and ${files.certificate}`,
      isLater
        ? `Put the certificate of this server first in ${files.certificate}, and those of the authorities that signed it after it.`
        : 'Name the two files that were made together.',
    );
  }
  try {
    createSecureContext({ cert, key, minVersion: oldestTls });
  } catch (cause) {
    throw wrongUse(
      `TLS does not take the certificate in ${files.certificate}: ${messageOf(cause)}`,
      'Have a certificate made with a key that is usual today.',
      cause,
    );
  }
  return { cert, key, validFrom: first.validFromDate, validTo: first.validToDate };
}

/** The state of both files: it changes when one of them is replaced, also through a link. */
async function stateOf(files: TlsFiles): Promise<string> {
  const states = await Promise.all([files.certificate, files.key].map((file) => stat(file)));
  return states.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join();
}

/** Whether users of this machine other than its owner and its group may read a key. Windows has no such mode. */
async function isReadableByAll(key: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(key)).mode & 0o004) !== 0;
}

const inPem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(pem: Buffer, file: string): readonly X509Certificate[] {
  try {
    const found = (pem.toString('latin1').match(inPem) ?? []).map((each) => new X509Certificate(each));
    if (found.length > 0) return found;
  } catch (cause) {
    throw wrongUse(
      `--tls-cert holds a certificate that cannot be read: ${file}: ${messageOf(cause)}`,
      'Copy the file again: it may be cut off.',
      cause,
    );
  }
  throw wrongUse(`--tls-cert holds no certificate: ${file}`, 'Name a file in PEM form: it has a line -----BEGIN CERTIFICATE-----.');
}

function keyIn(pem: Buffer, file: string): KeyObject {
  if (
    /-----BEGIN (?:ENCRYPTED PRIVATE KEY|[^-]*)-----(?:\s+Proc-Type: 4,ENCRYPTED)?/
      .exec(pem.toString('latin1'))?.[0]
      .includes('ENCRYPTED') === true
  ) {
    throw wrongUse(`--tls-key is locked with a password: ${file}`, 'Give a key without one: openssl pkey -in LOCKED.pem -out KEY.pem');
  }
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw wrongUse(`--tls-key holds no private key: ${file}`, 'Name a file in PEM form: it has a line -----BEGIN PRIVATE KEY-----.', cause);
  }
}

const usualLookMs = 10_000;

const dayMs = 86_400_000;

/** Certificates that are renewed by a program are so weeks before their end. */
const soonMs = 7 * dayMs;

/**
 * Uses a renewed certificate as soon as its files are there, for each connection from then on; those that are open go on. While
 * the new files are wrong, or only one of them is there, the last good pair stays. Says so in the log, and also that a certificate
 * is about to end. Nobody has to tell the process: a renewal often runs where it cannot send a signal.
 */
export function useRenewed(
  server: TlsServer,
  files: TlsFiles,
  used: Certificate,
  log: Log,
  lookMs = usualLookMs,
): { readonly stop: () => void } {
  const stopping = new AbortController();
  let [current, known, problem, warnedAt] = [used, '', '', Number.NEGATIVE_INFINITY];

  async function look(): Promise<void> {
    // The reading says which one is gone.
    const state = await stateOf(files).catch(() => '');
    if (state !== '' && state === known) return;
    const renewed = await readCertificate(files);
    [known, problem] = [state, ''];
    if (renewed.cert.equals(current.cert) && renewed.key.equals(current.key)) return;
    server.setSecureContext({ cert: renewed.cert, key: renewed.key, minVersion: oldestTls });
    current = renewed;
    warnedAt = Number.NEGATIVE_INFINITY;
    log(`The new certificate in ${files.certificate} is in use; it is valid until ${day(renewed.validTo)}.`, { level: 'info' });
  }

  function warn(): void {
    const now = Date.now();
    const wrong = problemOf(current, now);
    if (wrong === undefined || performance.now() - warnedAt < dayMs) return;
    warnedAt = performance.now();
    log(`The certificate in ${files.certificate} ${wrong}. Renew it; this service uses the new one by itself.`, {
      level: now > current.validTo.getTime() ? 'error' : 'warn',
    });
  }

  async function watch(): Promise<void> {
    if (await isReadableByAll(files.key)) log(`Every user of this machine may read ${files.key}. Take that right away: chmod o-r.`);
    warn();
    for await (const _ of each(lookMs, undefined, { ref: false, signal: stopping.signal })) {
      await look().catch((error: unknown) => {
        const found = messageOf(error);
        if (found !== problem) log(`The renewed certificate cannot be used, and the last one stays in use: ${found}`);
        problem = found;
      });
      warn();
    }
  }

  watch().catch(() => {});
  return { stop: () => stopping.abort() };
}

function problemOf({ validFrom, validTo }: Certificate, now: number): string | undefined {
  if (now > validTo.getTime()) return `ended on ${day(validTo)}, and clients refuse it`;
  if (now < validFrom.getTime()) return `is valid only from ${day(validFrom)} on, and clients refuse it until then`;
  return now + soonMs > validTo.getTime() ? `ends on ${day(validTo)}` : undefined;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
