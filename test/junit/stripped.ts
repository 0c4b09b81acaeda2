import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { strip, type Stripping } from '../../src/junit/strip/take.ts';
import type { StripOptions } from '../../src/results/index.ts';

export const withoutLogs: StripOptions = { logs: 'drop', passed: 'keep' };
export const withoutPassed: StripOptions = { logs: 'keep', passed: 'drop' };
export const withoutBoth: StripOptions = { logs: 'drop', passed: 'drop' };

export const folder = mkdtempSync(join(tmpdir(), 'strip-'));

/** Makes the folder for the tests of one file: several may share one process, and so this module. */
export function useFolder(): void {
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** The text that comes before it in the same file. */
export const before = 'another document\n';

/** Strips a document from `from.xml` into `to.xml`, after the content of that. */
export async function stripped(content: string | Uint8Array, options: StripOptions): Promise<{ text: string; result: Stripping }> {
  const [from, to] = [join(folder, 'from.xml'), join(folder, 'to.xml')];
  writeFileSync(from, content);
  const descriptor = openSync(to, 'w');
  writeSync(descriptor, before);
  const result = await strip(from, descriptor, before.length, options);
  if (result.kind === 'stripped') ftruncateSync(descriptor, before.length + result.bytes);
  closeSync(descriptor);
  const written = readFileSync(to);
  expect(written.subarray(0, before.length).toString()).toBe(before);
  return { text: written.toString('utf8', before.length), result };
}

export const textOf = async (content: string | Uint8Array, options: StripOptions): Promise<string> =>
  (await stripped(content, options)).text;
