import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { signalTo, startPulse } from '../../src/job-service/service-folder.ts';

const isAlive = (folder: string, pid: number): boolean => signalTo(folder, pid, 0);

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pulse-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('shows that this process is alive, until it is stopped', () => {
  const folder = place();
  expect(isAlive(folder, process.pid)).toBe(false);
  const stop = startPulse(folder, process.pid);
  expect(isAlive(folder, process.pid)).toBe(true);
  expect(isAlive(folder, process.ppid)).toBe(false);
  stop();
  expect([isAlive(folder, process.pid), readdirSync(folder)]).toEqual([false, []]);
});

it('counts a sign that is old as none, and beats so that it does not grow old', async () => {
  const folder = place();
  onTestFinished(startPulse(folder, process.pid));
  const [name = ''] = readdirSync(folder);
  utimesSync(join(folder, name), 0, 0);
  expect(isAlive(folder, process.pid)).toBe(false);
  for (let left = 100; left > 0 && !isAlive(folder, process.pid); left -= 1) await pause(50);
  expect(isAlive(folder, process.pid)).toBe(true);
});

it('counts a process that is gone as dead, whatever sign it left', async () => {
  const folder = place();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  onTestFinished(startPulse(folder, child.pid ?? 0));
  expect(isAlive(folder, child.pid ?? 0)).toBe(false);
});

it('lets a signal through to the process that shows its pulse, and to no other', async () => {
  const folder = place();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  expect(signalTo(folder, pid, 'SIGKILL')).toBe(false);
  onTestFinished(startPulse(folder, pid));
  expect(signalTo(folder, pid, 'SIGTERM')).toBe(true);
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

it('outlives its folder', async () => {
  const folder = place();
  const stop = startPulse(folder, process.pid);
  rmSync(folder, { recursive: true });
  await pause(600);
  expect(() => stop()).not.toThrow();
});
