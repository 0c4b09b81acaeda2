import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { token, type Answer } from '../service/client.ts';
import { build, type Build } from './build.ts';

export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stdout: Promise<string>;
  readonly stderr: Promise<string>;
}

/** Runs `serve` as a process. Call it at the top of a file. */
export function serving() {
  let it: Build;
  let home: string;
  let made = 0;
  beforeAll(async () => {
    it = build();
    home = await mkdtemp(join(tmpdir(), 'serve-'));
  });
  afterAll(async () => {
    it.remove();
    await rm(home, { recursive: true, force: true });
  });

  /** The command line of a service on data of its own, where `ada` has the token. */
  async function words(...more: readonly string[]): Promise<readonly string[]> {
    const data = join(home, `data-${(made += 1)}`);
    const who = ['--user', 'ada', '--org', 'acme', '--role', 'admin', '--token', token];
    expect((await it.run(['token', 'create', '--init', '--data', data, ...who])).code).toBe(0);
    return ['serve', '--data', data, '--port', '0', ...more];
  }

  /** Starts a service, and answers once it says where it is. */
  async function serve(...more: readonly string[]): Promise<Served> {
    const child = it.start(await words(...more));
    onTestFinished(() => void child.kill('SIGKILL'));
    if (child.stdout === null || child.stderr === null) throw new Error('Its output is not there.');
    // A test may leave its output unread.
    const whole = (stream: Readable): Promise<string> => text(stream).catch(() => 'broken');
    const [stderr, stdout] = [whole(child.stderr), whole(child.stdout)];
    let said = '';
    child.stdout.on('data', (piece) => (said += String(piece)));
    await expect.poll(() => said).toMatch(/ready at https?:\S+\/api\/v2/);
    return { child, url: /ready at (https?:\S+)\/api\/v2/.exec(said)?.[1] ?? '', stdout, stderr };
  }

  return { cli: () => it, home: () => home, words, serve };
}

/** The exit code of a service, once it has ended. */
export async function ended({ child }: Served): Promise<unknown> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

/** Asks until the service has time: it says so with 503 where the machine has too much to do. */
export async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await sleep(500);
  }
}
