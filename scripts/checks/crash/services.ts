import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/support/loopback.ts';

const bin = join(import.meta.dirname, '../../../lib/cli/bin.js');

/** The options and variables that name the data of a service. */
export interface Place {
  readonly options: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The folder whose `blobs` has the attached files. */
  readonly files: string;
}

/** The address stays the same for each process. */
export interface Service {
  readonly url: string;
  /** Answers once it is ready. Starts it again where it ends by itself, as it may while a database is away. */
  readonly start: (place: Place) => Promise<void>;
  readonly kill: () => Promise<void>;
}

/** With all restarts. */
const readyMs = 60_000;

/** The log goes to a file in the folder. */
export async function openService(name: string, folder: string): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));

  async function startOnce(place: Place): Promise<boolean> {
    const words = ['serve', ...place.options, '--port', String(port)];
    const begun = spawn(process.execPath, [bin, ...words], {
      env: { ...process.env, ...place.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = begun;
    begun.stderr.pipe(log, { end: false });
    const [ready] = await Promise.race([once(begun.stdout, 'data'), once(begun, 'exit').then(() => [undefined])]);
    return ready !== undefined;
  }

  return {
    url,
    start: async (place) => {
      const began = performance.now();
      while (!(await startOnce(place))) {
        if (performance.now() - began > readyMs) throw new Error(`The service ${name} does not start: see ${name}.log.`);
      }
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export async function command(
  place: Place,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly output: string; readonly error: string }> {
  const options = { env: { ...process.env, ...place.variables }, maxBuffer: 64 * 1024 * 1024 };
  return await new Promise((resolve) => {
    execFile(process.execPath, [bin, ...words, ...place.options], options, (fault, output, error) => {
      resolve({ code: fault === null ? 0 : Number(fault.code ?? -1), output, error });
    });
  });
}
