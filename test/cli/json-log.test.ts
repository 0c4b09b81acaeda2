import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jsonLines } from '../../src/cli/json-log.ts';

/** A file to write into, and the lines that it comes to have. */
function log(): { readonly file: number; readonly path: string; readonly lines: () => readonly Record<string, unknown>[] } {
  const folder = mkdtempSync(join(tmpdir(), 'json-log-'));
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  onTestFinished(() => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  });
  const lines = (): readonly Record<string, unknown>[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return { file, path, lines };
}

test('each line is an object with its level, its time, its facts and its message, and those below the level are left out', async () => {
  const { file, lines } = log();
  const { line, ready } = jsonLines('info', file);
  line('warn', 'the disk is nearly full', { free: 3 });
  line('debug', 'nobody asked', {});
  line('info', '\u001B[31mred', { user: undefined });
  ready('ready', { version: '1.0.0' });
  line('error', 'the disk is full', {});
  await expect.poll(lines, { interval: 5 }).toHaveLength(4);
  const [first, second, third, fourth] = lines();
  expect(first).toMatchObject({ level: 'warn', free: 3, message: 'the disk is nearly full' });
  expect(first?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(second).toMatchObject({ level: 'info', message: expect.stringMatching(/^[^\u001B]*red$/) });
  expect(third).toMatchObject({ level: 'info', version: '1.0.0', message: 'ready' });
  expect(fourth).toMatchObject({ level: 'error', message: 'the disk is full' });
});

test('lines that wait for a reader are bounded: those beyond are dropped, and later ones come', async () => {
  const { file, lines } = log();
  const { line } = jsonLines('warn', file);
  line('warn', 'first', {});
  line('warn', 'large', { text: 'x'.repeat(9_000_000) });
  line('warn', 'too much', { text: 'x'.repeat(9_000_000) });
  line('warn', 'small', {});
  const messages = (): readonly unknown[] => lines().map(({ message }) => message);
  await expect.poll(() => messages().length, { interval: 20 }).toBe(3);
  line('warn', 'last', {});
  await expect.poll(messages, { interval: 5 }).toEqual(['first', 'large', 'small', 'last']);
});

test('what cannot be written is dropped, and nothing waits for it', async () => {
  const { path } = log();
  const unwritable = openSync(path, 'r');
  const { line } = jsonLines('warn', unwritable);
  line('warn', 'lost', {});
  line('warn', 'lost, too', {});
  await new Promise((done) => setTimeout(done, 20));
  line('warn', 'and this', {});
  await new Promise((done) => setTimeout(done, 20));
  closeSync(unwritable);
  expect(readFileSync(path, 'utf8')).toBe('');
});
