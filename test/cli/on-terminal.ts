import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inShell } from '../../src/text/index.ts';
import { root } from '../support/sources.ts';

interface OnTerminal {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Typed or done, each after the program has printed the text before it. */
  readonly typed?: readonly (readonly [after: string, text: string | (() => void)])[];
  readonly columns?: number;
}

/** Runs the command line on a pseudo-terminal, which shows both streams. */
export async function onTerminal(
  words: readonly string[],
  { columns = 160, cwd = root, env = {}, typed = [] }: OnTerminal = {},
): Promise<{ readonly code: number; readonly shown: string }> {
  const line = [process.execPath, join(root, 'src/cli/bin.ts'), ...words].map(inShell).join(' ');
  const settings = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env };
  const child = spawn('script', ['-qec', `stty cols ${columns}; ${line}`, '/dev/null'], {
    cwd,
    env: settings,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let shown = '';
  const waiting = [...typed];
  child.stdout.on('data', (piece) => {
    shown += String(piece);
    const [next] = waiting;
    if (next === undefined || !shown.includes(next[0])) return;
    waiting.shift();
    if (typeof next[1] === 'string') child.stdin.write(next[1]);
    else next[1]();
  });
  const [code]: unknown[] = await once(child, 'close');
  return { code: Number(code), shown: shown.replaceAll('\r\n', '\n') };
}
