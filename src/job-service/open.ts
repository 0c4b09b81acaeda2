import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contextOf, flowApplyCommand, run } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import { given, stringAt } from '../text/index.ts';

interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly org: string;
  /** The directory that the file is relative to. */
  readonly directory: string;
  readonly interrupt: AbortSignal;
  /** How messages name the setting that the file was given by. */
  readonly naming: string;
}

/** Applies a flow's file as `flow apply` does. Throws a UsageError, also where another file has that flow: one of the two would be lost. */
async function applyFlow(file: string, { baseUrl, directory, interrupt, naming, org, token }: Target): Promise<void> {
  const raw = { 'base-url': baseUrl, 'api-token': token, org, file };
  const context = contextOf({}, directory, interrupt, () => undefined);
  const result = await run(flowApplyCommand, { raw, naming: (name) => name }, context);
  if (result.kind === 'stopped') {
    const message = result.message.includes(file) ? result.message : `${file}: ${result.message}`;
    throw new UsageError('invalid-input', `${naming} ${message}`, given({ fix: result.fix }));
  }
  if (stringAt(result.json, 'change') !== 'updated') return;
  const flow = stringAt(result.json, 'flow') ?? '';
  throw wrongUse(
    `${naming} ${file}: a file before it has another flow ${flow}, which it would replace`,
    'Give each flow a name of its own, in one file',
  );
}

export interface JobServiceSettings {
  readonly org: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Must exist. */
  readonly folder: string;
  /** YAML files of the flows that it begins with, relative to `directory`; where there are any, evidence begins no other flow. */
  readonly flowFiles: readonly string[];
  readonly directory: string;
  /** Milliseconds. */
  readonly timeLimit: number;
  /** How many proxies are in front; absent if none is, and then it listens on loopback alone. */
  readonly proxies?: number;
}

interface JobServiceHost {
  readonly interrupt: AbortSignal;
  readonly logger: (line: string) => void;
  /** How messages name the setting that a flow file was given by. */
  readonly naming: string;
}

/** A service that keeps nothing. */
interface JobService {
  /** With `/api/v2`. */
  readonly baseUrl: string;
  /** The token of an administrator of the one organization. */
  readonly token: string;
  /** Resolves with the reason when the service is no longer needed; `close` must be called then, too. */
  readonly over: Promise<string>;
  /** Stops the service, and removes all that it kept. */
  readonly close: () => Promise<void>;
}

/** How often it looks whether the folder is still there, in milliseconds. */
const look = 500;

/**
 * Starts a service with its flows. It is over when its folder is gone, which is what a runner does to its folder for
 * temporary files at the end of a job, when its time is up, or when `interrupt` says so. Throws a UsageError.
 */
export async function openJobService(settings: JobServiceSettings, { interrupt, logger, naming }: JobServiceHost): Promise<JobService> {
  const { directory, flowFiles, folder, host, org, port, proxies, timeLimit } = settings;
  const { createToken, startService } = await import('../service/index.ts');
  const dataDir = join(folder, 'data');
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  const undo: (() => Promise<void>)[] = [remove];
  try {
    const token = await createToken({ dataDir, user: 'ephemeral', orgs: [org], role: 'admin' });
    const service = await startService({ host, port, dataDir, logger, beginsFlows: flowFiles.length === 0, ...given({ proxies }) });
    undo.unshift(() => service.close());
    const baseUrl = `${service.url}/api/v2`;
    for (const file of flowFiles) await applyFlow(file, { baseUrl, token, org, directory, interrupt, naming });
    return {
      baseUrl,
      token,
      over: overFor(folder, timeLimit, interrupt),
      async close() {
        try {
          await service.close();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}

function overFor(folder: string, timeLimit: number, interrupt: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const end = (why: string): void => {
    clearInterval(watch);
    clearTimeout(limit);
    resolve(why);
  };
  const watch = setInterval(() => {
    if (!existsSync(folder)) end('its folder is gone');
  }, look);
  const limit = setTimeout(end, timeLimit, 'its time is up');
  if (interrupt.aborted) end('it was told to');
  else interrupt.addEventListener('abort', () => end('it was told to'), { once: true });
  return promise;
}
