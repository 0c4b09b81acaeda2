import { setInterval as each } from 'node:timers/promises';
import type { Server as TlsServer } from 'node:https';
import type { Log } from '../log.ts';
import { isReadableByAll, oldestTls, readCertificate, stateOf, type Certificate, type TlsFiles } from './certificate.ts';

/** How often the files are looked at. */
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
        const found = error instanceof Error ? error.message : String(error);
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
