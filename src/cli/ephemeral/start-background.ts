import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../errors/index.ts';
import type { BackgroundAnswer } from './background.ts';
import type { EphemeralSettings } from './open.ts';

/** A service in a process of its own, which goes on when this one ends. */
export interface Background {
  readonly baseUrl: string;
  readonly token: string;
  /** Tells it to stop. */
  readonly stop: () => void;
}

/** Starts it, and answers when it is ready. Throws a UsageError where there will be none. */
export async function startBackground(settings: EphemeralSettings): Promise<Background> {
  // The name of this file ends as that one does: in the sources and where they are compiled.
  const file = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? 'background.ts' : 'background.js', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    cwd: settings.within,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const answer = await firstAnswer(createInterface({ input: child.stdout }), new Promise((done) => child.once('exit', done)));
  child.stdout.destroy();
  child.unref();
  if (answer?.kind === 'ready') return { baseUrl: answer.baseUrl, token: answer.token, stop: () => void child.kill('SIGTERM') };
  throw new UsageError('invalid-input', answer?.message ?? 'The service ended before it was ready', {
    fix: answer?.fix ?? 'Run it outside of a job to see more: compliance-evidence serve --ephemeral',
  });
}

async function firstAnswer(lines: AsyncIterable<string>, ended: Promise<unknown>): Promise<BackgroundAnswer | undefined> {
  const first = async (): Promise<BackgroundAnswer | undefined> => {
    for await (const line of lines) return JSON.parse(line);
    return undefined;
  };
  return Promise.race([first(), ended.then(() => new Promise<undefined>((done) => setTimeout(done, 100, undefined)))]);
}
