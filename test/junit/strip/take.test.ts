import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { take } from '../../../src/junit/strip/take.ts';
import type { Taken } from '../../../src/results/index.ts';
import type { StripOptions } from '../../../src/results/index.ts';
import { classic } from '../../text/secrets.ts';
import { workspaceOf } from '../support.ts';

const all: StripOptions = { logs: 'keep', passed: 'keep' };
const withoutLogs: StripOptions = { logs: 'drop', passed: 'keep' };
const withoutPassed: StripOptions = { logs: 'keep', passed: 'drop' };

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le');

interface Result {
  readonly taken: Taken;
  readonly text: string;
}

/** Takes a file into another one, after its content. `counted` are its bytes when it was counted. */
async function taken(
  content: string | Buffer,
  options: StripOptions,
  counted: string | Buffer = content,
  known: readonly string[] = [],
): Promise<Result> {
  const workspace = workspaceOf({ from: content, to: 'old:' });
  const to = join(workspace, 'to');
  const descriptor = openSync(to, 'r+');
  onTestFinished(() => closeSync(descriptor));
  const result = await take({ path: join(workspace, 'from'), sha256: sum(Buffer.from(counted)) }, descriptor, 4, options, known);
  const written = readFileSync(to);
  expect(written.toString('latin1', 0, 4)).toBe('old:');
  return { taken: result, text: result.kind === 'taken' ? written.toString('utf8', 4, 4 + result.bytes) : '' };
}

const none = { count: 0, leaks: [] };
const document = (log: string): string =>
  `<testsuite name="s"><testcase name="a"><failure/><system-out>${log}</system-out></testcase><testcase name="b"/></testsuite>`;

describe('a file that is as it was counted', () => {
  test('is taken as it is', async () => {
    const content = document('log');
    expect(await taken(content, all)).toEqual({
      taken: { kind: 'taken', bytes: content.length, elements: 0, cases: 0, masked: none },
      text: content,
    });
  });

  test('is taken without what is to be left out', async () => {
    const { taken: logs, text } = await taken(document('log'), withoutLogs);
    expect(logs).toMatchObject({ kind: 'taken', elements: 1, cases: 0, bytes: text.length, masked: none });
    expect(text).toBe(document('log').replace('<system-out>log</system-out>', ''));
    const passed = await taken(document('log'), withoutPassed);
    expect(passed.taken).toMatchObject({ kind: 'taken', elements: 0, cases: 1 });
    expect(passed.text).toBe(document('log').replace('<testcase name="b"/>', ''));
  });

  test.each([
    ['whole', all, 'system-out'],
    ['without passed cases', withoutPassed, 'system-out'],
    ['without logs', withoutLogs, 'failure'],
  ] as const)('has its secrets masked: %s', async (_what, options, element) => {
    const content = document(element === 'failure' ? 'log' : classic).replace('<failure/>', `<failure>${classic} hunter22</failure>`);
    const { taken: result, text } = await taken(content, options, content, ['hunter22']);
    expect(result).toMatchObject({ masked: { count: element === 'failure' ? 2 : 3, leaks: [{ kind: 'case', name: 'a' }] } });
    expect(text).not.toContain(classic);
    expect(text).not.toContain('hunter22');
    expect(text).toContain('<failure>***');
  });

  test('that is no well-formed XML is taken whole, as nothing is left out of it', async () => {
    const { taken: result, text } = await taken(`<testsuite>${classic}`, all);
    expect(result).toMatchObject({ kind: 'taken', masked: { count: 1 } });
    expect(text).toMatch(/^<testsuite>\*\*\*/);
  });

  test('in another encoding is taken as it is, or where it holds a secret as UTF-8', async () => {
    const plain = utf16(document('Größe'));
    expect(await taken(plain, all)).toEqual({
      taken: { kind: 'taken', bytes: plain.length, elements: 0, cases: 0, masked: none },
      text: plain.toString(),
    });
    const secret = await taken(utf16(document(`Größe ${classic}`)), all);
    expect(secret.taken).toEqual({
      kind: 'taken',
      bytes: Buffer.byteLength(secret.text),
      elements: 0,
      cases: 0,
      masked: { count: 1, leaks: [{ kind: 'case', name: 'a' }] },
    });
    expect(secret.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><testsuite name="s">.*Größe \*\*\*[^<]*<\/system-out>/);
  });
});

describe('a file of which nothing can be left out for certain', () => {
  test.each([
    ['without logs', '<testsuite><system-out>', withoutLogs],
    ['without passed cases', '<testsuite><system-out>', withoutPassed],
    ['in another encoding', utf16('<testsuite><system-out>'), all],
    ['in an encoding that is not read', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), all],
  ] as const)('is broken: %s', async (_what, content, options) => {
    expect((await taken(content, options)).taken).toEqual({ kind: 'broken', why: expect.stringMatching(/\w/) });
  });
});

describe('a file that was written again since it was counted', () => {
  const changed = { kind: 'changed', why: 'it was written again after it was counted' };

  test.each([
    ['whole', document('new'), all],
    ['without logs', document('new'), withoutLogs],
    ['without passed cases', document('new'), withoutPassed],
    ['in another encoding', utf16(document('new')), all],
    ['in another encoding, with a secret', utf16(document(classic)), all],
    ['and no longer well formed', '<testsuite>', withoutLogs],
    ['and no longer well formed, in another encoding', utf16('<testsuite>'), all],
  ] as const)('is not taken: %s', async (_what, content, options) => {
    expect((await taken(content, options, document('old'))).taken).toEqual(changed);
  });

  test('or is gone is not taken', async () => {
    const workspace = workspaceOf({ from: 'x', to: '' });
    const path = join(workspace, 'from');
    rmSync(path);
    for (const options of [all, withoutLogs]) {
      expect(await take({ path, sha256: '' }, 1, 0, options, [])).toEqual({
        kind: 'changed',
        why: 'it could no longer be read after it was counted (ENOENT)',
      });
    }
  });
});

test('a file that cannot be written is another matter', async () => {
  const workspace = workspaceOf({ from: document('log'), to: '' });
  const path = join(workspace, 'from');
  const descriptor = openSync(join(workspace, 'to'), 'r');
  onTestFinished(() => closeSync(descriptor));
  for (const options of [all, withoutLogs]) {
    await expect(take({ path, sha256: sum(readFileSync(path)) }, descriptor, 0, options, [])).rejects.toThrow('EBADF');
  }
});
