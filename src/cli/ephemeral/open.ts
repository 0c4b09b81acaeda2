import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface EphemeralSettings {
  readonly org: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where its folder is made. */
  readonly within: string;
  /** Milliseconds that it lives at most. */
  readonly timeLimit: number;
}

/** A service that keeps nothing. */
export interface Ephemeral {
  /** With `/api/v2`. */
  readonly baseUrl: string;
  /** Of an administrator of the one organization that there is. */
  readonly token: string;
  /** Resolves when nobody needs the service any longer; `close` must be called then, too. */
  readonly over: Promise<void>;
  /** Stops the service, and removes all that it kept. */
  readonly close: () => Promise<void>;
}

/** How often it is looked whether the folder is still there, in milliseconds. */
const look = 500;

/**
 * Starts a service in a folder of its own. It is over when the folder is gone, which is what a runner does to its folder
 * for temporary files at the end of a job, when its time is up, or when `interrupt` says so. Throws a UsageError.
 */
export async function openEphemeral(settings: EphemeralSettings, interrupt: AbortSignal): Promise<Ephemeral> {
  const { createToken, startService } = await import('../../service/index.ts');
  const folder = await mkdtemp(join(settings.within, 'compliance-evidence-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const dataDir = join(folder, 'data');
    const token = await createToken({ dataDir, user: 'ephemeral', orgs: [settings.org], role: 'admin' });
    const logger = (line: string): void => void appendFile(join(folder, 'service.log'), `${line}\n`).catch(() => undefined);
    const service = await startService({ host: settings.host, port: settings.port, dataDir, logger });
    return {
      baseUrl: `${service.url}/api/v2`,
      token,
      over: overFor(folder, settings.timeLimit, interrupt),
      async close() {
        try {
          await service.close();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function overFor(folder: string, timeLimit: number, interrupt: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    clearInterval(watch);
    clearTimeout(limit);
    resolve();
  };
  const watch = setInterval(() => {
    if (!existsSync(folder)) end();
  }, look);
  const limit = setTimeout(end, timeLimit);
  if (interrupt.aborted) end();
  else interrupt.addEventListener('abort', end, { once: true });
  return promise;
}
