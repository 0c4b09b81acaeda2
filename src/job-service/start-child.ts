import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongUse } from '../errors/index.ts';
import type { JobServiceSettings } from './open.ts';
import { logFile } from './service-folder.ts';

/**
 * The variables that the service's process gets: enough to run, and no secret, input, token or variable of the runner's services. By
 * `RUNNER_TRACKING_ID` the runner finds the process at the end of the job, should the step that ends it never run.
 */
const passed = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'RUNNER_TEMP',
  'RUNNER_TRACKING_ID',
];

function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = new Set(passed);
  return Object.fromEntries(Object.entries(env).filter(([name]) => known.has(name.toUpperCase())));
}

/** The message of the step to the process of the service, once. */
export type ServiceOrder = JobServiceSettings;

/** The answer of that process, once: the address of the service, or why there is none, and whether the given settings are the cause. */
export type ServiceAnswer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly token: string }
  | { readonly kind: 'refused'; readonly message: string; readonly fix: string }
  | { readonly kind: 'failed'; readonly message: string };

type Ready = Extract<ServiceAnswer, { readonly kind: 'ready' }>;

/** A service in a process of its own, which goes on when this one ends. */
interface Child {
  readonly pid: number;
  /** Answers when it is ready. Throws a UsageError where there will be none. */
  readonly ready: () => Promise<Ready>;
  /** Lets it go on without this process. */
  readonly release: () => void;
  readonly kill: () => void;
}

/** How long it may take to be ready, in milliseconds: far longer than it needs, because the machine may be busy. */
const patience = 60_000;

export function startChild(order: ServiceOrder, interrupt: AbortSignal): Child {
  const log = openSync(join(order.folder, logFile), 'a');
  // The name of this file ends as that one does: in the sources, and where they are compiled.
  const file = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? 'child.ts' : 'child.js', import.meta.url));
  const child = spawn(process.execPath, [file], {
    cwd: dirname(order.folder),
    env: childEnvironment(process.env),
    detached: true,
    windowsHide: true,
    // A stream of this process that it held open would keep the runner waiting for the end of the step.
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  child.send(order, () => undefined);
  return {
    pid: child.pid ?? 0,
    ready: () => answerOf(child, interrupt),
    release() {
      if (child.connected) child.disconnect();
      child.unref();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function answerOf(child: ChildProcess, interrupt: AbortSignal): Promise<Ready> {
  const answer = await new Promise<ServiceAnswer>((resolve) => {
    const fail = (message: string): void => resolve({ kind: 'failed', message });
    setTimeout(fail, patience, `it was not ready within ${patience / 1000} s`).unref();
    child.once('message', (message: ServiceAnswer) => resolve(message));
    child.once('error', (error) => fail(`its process could not be started: ${error.message}`));
    // Its earlier output comes in first.
    child.once('exit', (code, signal) => setImmediate(fail, `its process ended with ${signal ?? code}`));
    interrupt.addEventListener('abort', () => fail('the step was cancelled'), { once: true });
  });
  switch (answer.kind) {
    case 'ready':
      return answer;
    case 'refused':
      throw wrongUse(answer.message, answer.fix);
    case 'failed':
      throw new Error(`${answer.message}\nThe log of the service is shown when the job ends: in the step that cleans up after this one`);
  }
}
