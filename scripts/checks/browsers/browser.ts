import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface Browser {
  readonly name: string;
  open(url: string): Promise<void>;
  /** The expression may be a promise. The value comes as JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export class NotInstalled extends Error {}

/** The first that exists. @throws {NotInstalled} with the Debian package to install. */
export function programOf(paths: readonly string[], debian: string): string {
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new NotInstalled(`None of ${paths.join(', ')} is there: apt-get install ${debian}`);
  return found;
}

export async function startUntil(
  program: string,
  args: readonly string[],
  pattern: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly child: ChildProcess; readonly match: RegExpExecArray }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${program} did not begin in 30 s: ${said.slice(-500)}`)), 30_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        said += text.toString();
        const found = pattern.exec(said);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${said.slice(-500)}`)));
    child.once('error', reject);
  });
  return { child, match };
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(timer);
}
