import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';

/** Cuts a stream of bytes into lines as .NET's StreamReader does: at LF, CR LF and at a lone CR, too. */
function createLines(onLine: (line: string) => void): { write(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const drain = (last: boolean): void => {
    // A CR at the end may be the first half of CR LF, so it waits for the next chunk.
    const parts = rest.split(last ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? '';
    for (const part of parts) onLine(part);
    if (last && rest !== '') onLine(rest);
  };
  return {
    write(chunk) {
      rest += decoder.write(chunk);
      drain(false);
    },
    end() {
      rest += decoder.end();
      drain(true);
    },
  };
}

/** Waiting times in milliseconds (ProcessInvoker.cs). */
export interface Timing {
  /** The time from SIGINT to SIGTERM. */
  readonly interrupt: number;
  /** The time from SIGTERM to SIGKILL. */
  readonly terminate: number;
  /** The time from the end of the process until we give up on anything that still holds its stdout or stderr. */
  readonly streams: number;
}

export const runnerTiming: Timing = { interrupt: 7500, terminate: 2500, streams: 5000 };

interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timing: Timing;
  /** Cancels: SIGINT, SIGTERM, SIGKILL. */
  readonly cancel: AbortSignal;
  /** Gets every line of stdout and stderr as it comes. An error that it throws ends the process at once. */
  readonly onLine: (line: string) => void;
}

interface ProcessEnd {
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly lingered: boolean;
  /** The error that `onLine` threw. */
  readonly broken?: Error;
}

/** Runs a process as the runner does, and leaves none of its children behind. Rejects when it cannot be started. */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { timing, cancel } = options;
  // A group of its own, so that everything that it started can be ended with it: the runner does that at the end of the job.
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const killAll = (): void => killGroup(child.pid);
  process.once('exit', killAll);
  let broken: Error | undefined;
  const onLine = (line: string): void => {
    if (broken !== undefined) return;
    try {
      options.onLine(line);
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      killAll();
    }
  };
  try {
    const stdout = collect(child.stdout, onLine);
    const stderr = collect(child.stderr, onLine);
    const streams = Promise.all([stdout.ended, stderr.ended]).then(() => true);
    const exit = new Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>((fulfil, reject) => {
      child.once('error', reject).once('exit', (code, signal) => fulfil({ code, signal }));
    });
    const finished = exit.then(() => within(streams, timing.streams));
    const cancelled = cancelling(cancel, finished, timing, (signal) => child.kill(signal));
    const [{ code, signal }, complete] = await Promise.all([exit, finished, cancelled]);
    for (const stream of [stdout, stderr]) stream.stop();
    return {
      exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
      signal,
      stdout: stdout.text(),
      stderr: stderr.text(),
      lingered: !complete,
      ...(broken === undefined ? {} : { broken }),
    };
  } finally {
    killAll();
    process.removeListener('exit', killAll);
  }
}

/** Escalates from SIGINT to SIGKILL once cancelled, until the process has finished. */
async function cancelling(
  cancel: AbortSignal,
  finished: Promise<boolean>,
  timing: Timing,
  kill: (signal: NodeJS.Signals) => void,
): Promise<void> {
  const done = finished.then(() => true);
  if (!cancel.aborted && (await Promise.race([done, once(cancel, 'abort').then(() => false)]))) return;
  kill('SIGINT');
  if (await within(done, timing.interrupt)) return;
  kill('SIGTERM');
  if (await within(done, timing.terminate)) return;
  kill('SIGKILL');
}

/** Whether `promise` is fulfilled within so many milliseconds. */
async function within(promise: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([promise, delay(milliseconds, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

function collect(stream: Readable, onLine: (line: string) => void): { ended: Promise<unknown>; text: () => string; stop: () => void } {
  const chunks: Buffer[] = [];
  const lines = createLines(onLine);
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lines.write(chunk);
  });
  return {
    // Text after the last line break is a line only if the stream came to its end.
    ended: once(stream, 'end').then(() => lines.end()),
    stop: () => stream.destroy(),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
