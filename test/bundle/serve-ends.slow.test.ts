import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runProcess, runnerTiming } from '../support/runner/process.ts';
import { isGone, openServing, until, type Serving } from './serving.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await openServing();
});
afterAll(() => serving.remove());

/** Runs the step at the end of a job with a state of the test's own. */
const playPost = (state: Readonly<Record<string, string>>): ReturnType<typeof runProcess> =>
  runProcess({
    command: process.execPath,
    args: [serving.post],
    cwd: tmpdir(),
    env: Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
    timing: runnerTiming,
    cancel: new AbortController().signal,
    onLine: () => undefined,
  });

describe('a service of a job', () => {
  test('ends after its time, and leaves but its log', async () => {
    const { end, main } = await serving.start({ org: 'acme', 'time-limit': '1s' });
    await until(() => isGone(main.outputs['url'] ?? ''));
    await until(() => readdirSync(main.state['folder'] ?? '').join() === 'service.log');
    expect((await end())?.log).toContain('The service ends: its time is up');
  });

  test('ends when its folder is gone, should the last step never run', async () => {
    const { main } = await serving.start();
    rmSync(main.state['folder'] ?? '', { recursive: true });
    await until(() => isGone(main.outputs['url'] ?? ''));
    expect(existsSync(main.state['folder'] ?? '')).toBe(false);
  });

  test('is not mistaken for another process that has its number by now', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'serving-left-'));
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    onTestFinished(() => void bystander.kill('SIGKILL'));
    const { exitCode, stdout } = await playPost({ folder, pid: String(bystander.pid) });
    expect([exitCode, stdout]).toEqual([0, '::group::Log of the evidence service\nIt is empty\n::endgroup::\n']);
    expect([bystander.exitCode, bystander.signalCode, existsSync(folder)]).toEqual([null, null, false]);
    bystander.kill('SIGTERM');
    expect(await once(bystander, 'exit')).toEqual([null, 'SIGTERM']);
  });

  test('has no end where the step had not begun one', async () => {
    expect(await playPost({})).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});
