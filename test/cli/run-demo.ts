import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/sources.ts';
import type { Ended } from './build.ts';

export interface DemoOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file of the program. It is that of the sources unless said otherwise. */
  readonly bin?: string;
}

const source = join(root, 'src', 'cli', 'bin.ts');

/** Runs the demo to its end. `folder`: the home and the folder for temporary files that it has. */
export function runDemo(folder: string, { args = [], bin = source, env = {} }: DemoOptions = {}): Promise<Ended> {
  return new Promise((fulfil) => {
    const child = execFile(process.execPath, [bin, 'demo', ...args], optionsOf(folder, env), (_, stdout, stderr) =>
      fulfil({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Starts it. Answers with its output once these words are there. */
export async function startDemo(
  folder: string,
  words: string,
  { args = [], bin = source, env = {} }: DemoOptions = {},
): Promise<{ readonly child: ChildProcess; readonly printed: string }> {
  const child = spawn(process.execPath, [bin, 'demo', ...args], { ...optionsOf(folder, env), stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  await new Promise<void>((fulfil, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(words)) fulfil();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it said ${words}: ${printed}`)));
  });
  return { child, printed };
}

function optionsOf(folder: string, env: Readonly<Record<string, string>>): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, ...env } };
}
