import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { main, runLine } from '../../src/cli/main.ts';
import { openTerminal } from '../../src/cli/terminal.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const names = ['error', 'exit', 'disconnect', ...signals];
const emitters: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function isListener(value: unknown): value is (...args: readonly unknown[]) => void {
  return typeof value === 'function';
}

/** Runs it in this process, and tells what it prints. `added`: the listeners that it has put there, which go with the test. */
function run(...args: readonly string[]) {
  const known = new Set(emitters.flatMap((emitter) => names.flatMap((name) => emitter.rawListeners(name))));
  const added = (emitter: NodeJS.EventEmitter, name: string) =>
    emitter
      .rawListeners(name)
      .filter((listener) => !known.has(listener))
      .filter(isListener);
  const { exitCode } = process;
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((piece) => ((said[name] += String(piece)), true));
  onTestFinished(() => {
    for (const emitter of emitters)
      for (const name of names) for (const listener of added(emitter, name)) emitter.removeListener(name, listener);
    process.exitCode = exitCode;
  });
  const over = main(['node', 'compliance-evidence', ...args]);
  // A worker of the tests lives on its channel.
  process.channel?.ref();
  return { added, said, over };
}

test('the exit code of the process is that of the line', async () => {
  await run('--version').over;
  expect(process.exitCode).toBe(0);
  const { over, said } = run('gate', '--wait-timeout', 'long');
  await over;
  expect([process.exitCode, said.stdout]).toEqual([64, '']);
  expect(said.stderr).toMatch(/^error: .*--wait-timeout is not a time/ms);
});

test.each([
  ['of a file', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['of the database', Object.assign(new Error('database or disk is full'), { name: 'DiskFull' })],
])('a disk that is full, by the error %s, says how to go on', async (_, fault) => {
  const said: string[] = [];
  const out = (): never => {
    throw fault;
  };
  const terminal = { ...openTerminal(), out, err: (text: string) => said.push(text) };
  expect(await runLine(['node', 'compliance-evidence', 'version'], terminal, new AbortController().signal)).toBe(3);
  expect(said.join('\n')).toMatch(/(no space left|disk is full)[^]*Make room on the disk that it writes to, and run it again/);
});

test('a first signal lets the work end in order, one that comes at once with it is the same, and a later one ends all at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('RUNNER_TEMP', folder);
  vi.stubEnv('GITHUB_ACTIONS', '');
  const exit = vi.spyOn(process, 'exit').mockImplementation(vi.fn<() => never>());
  const { added, over, said } = run('serve', '--ephemeral', '--org', 'acme');
  await expect.poll(() => said.stdout, { interval: 5 }).toMatch(/EVIDENCE_API_TOKEN=.+\n/);
  const [stop, ...others] = signals.flatMap((signal) => added(process, signal));
  expect(others).toEqual([stop, stop]);
  // A parent that went away is a signal too, where there is one.
  expect(added(process, 'disconnect')).toEqual(process.channel === undefined || process.channel === null ? [] : [stop]);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  stop?.();
  clock.mockReturnValue(now + 300);
  stop?.();
  expect(exit).not.toHaveBeenCalled();
  clock.mockReturnValue(now + 301);
  stop?.();
  expect(exit.mock.calls).toEqual([[130]]);
  clock.mockRestore();
  await over;
  expect(process.exitCode).toBe(0);
});

test('a reader that has gone changes nothing, and a result that could not be written is never a success', async () => {
  const { added, over, said } = run('--version');
  await over;
  const [broken] = added(process.stdout, 'error');
  const [lost] = added(process.stderr, 'error');
  lost?.(new Error('gone'));
  for (const code of ['EPIPE', 'ERR_STREAM_DESTROYED']) broken?.(Object.assign(new Error('gone'), { code }));
  expect([said.stderr, added(process, 'exit')]).toEqual(['', []]);
  broken?.(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }));
  expect(said.stderr).toBe('error: the result could not be written: the disk is full\n');
  const [atExit] = added(process, 'exit');
  atExit?.();
  expect(process.exitCode).toBe(3);
});
