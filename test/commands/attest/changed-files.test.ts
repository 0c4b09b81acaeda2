import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { rows } from '../../support/runs.ts';
import { unpack } from '../attach-files.ts';
import { checkoutOf, useAttest, type AttestRun } from '../attach-support.ts';

const attest = useAttest();

const counted = '<testsuite name="basket" tests="1"><testcase name="adds"/></testsuite>\n';
/** A text as long as the counted one. */
const other = counted.replace('adds', 'odds');

/** Attests while something happens to the files between their counting and their packing. */
async function meanwhile(
  change: (workspace: string) => void,
  options: RawOptions,
  files: Readonly<Record<string, string>> = { 'build/unit.xml': counted },
): Promise<AttestRun> {
  const workspace = checkoutOf(files);
  let isDone = false;
  return attest(workspace, options, undefined, (event) => {
    if (isDone || event.kind !== 'info' || !event.message.startsWith('Read ')) return;
    isDone = true;
    change(workspace);
  });
}

const changes = {
  'is written again, as long as before': (workspace: string) => writeFileSync(join(workspace, 'build/unit.xml'), other),
  'becomes a link to another file': (workspace: string) => {
    writeFileSync(join(workspace, 'other.xml'), other);
    rmSync(join(workspace, 'build/unit.xml'));
    symlinkSync('../other.xml', join(workspace, 'build/unit.xml'));
  },
  grows: (workspace: string) => appendFileSync(join(workspace, 'build/unit.xml'), '<testsuite><testcase><failure/></testcase></testsuite>'),
  'is cut off': (workspace: string) => truncateSync(join(workspace, 'build/unit.xml'), 30),
  'is emptied': (workspace: string) => truncateSync(join(workspace, 'build/unit.xml'), 0),
  'becomes a directory': (workspace: string) => {
    rmSync(join(workspace, 'build/unit.xml'));
    mkdirSync(join(workspace, 'build/unit.xml'));
  },
  'becomes a pipe': (workspace: string) => {
    rmSync(join(workspace, 'build/unit.xml'));
    execFileSync('mkfifo', [join(workspace, 'build/unit.xml')]);
  },
  'is removed': (workspace: string) => rmSync(join(workspace, 'build/unit.xml')),
  'is moved': (workspace: string) => renameSync(join(workspace, 'build/unit.xml'), join(workspace, 'build/other.xml')),
} as const;

/** Ways to attach the file. */
const ways: readonly (readonly [how: string, options: RawOptions])[] = [
  ['attach: full', { attach: 'full' }],
  ['attach: results', {}],
  ['attachments', { attach: 'results', attachments: 'build/unit.xml' }],
];

// `npm test` tries each change in one way, and two of them in all: one that leaves a file there, and one that does not.
describe.each(Object.entries(changes))('a results file that %s after it was counted', (what, change) => {
  const isTriedInAll = what === 'is written again, as long as before' || what === 'is removed';
  test.each(rows(ways, ([how]) => how === 'attach: full' || isTriedInAll))(
    'makes the evidence unusable, and is not attached: %s',
    async (_how, options) => {
      const { result, stored } = await meanwhile(change, options);
      expect(stored).toBeUndefined();
      expect(result.evidence?.problems).toEqual([expect.objectContaining({ code: 'changed-file', file: 'build/unit.xml' })]);
      expect(result.evidence?.data?.junit_results).toEqual([
        { name: 'unusable evidence: build/unit.xml', failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 },
      ]);
      expect(result).toMatchObject({ kind: 'judged', verdict: { name: 'unusable' }, fails: true });
    },
  );
});

test('nothing is recorded of it with on-unusable: post-nothing, and nothing stays behind', async () => {
  const { result, stored, leftovers } = await meanwhile(
    changes.grows,
    { attach: 'full', 'on-unusable': 'post-nothing' },
    {
      'build/unit.xml': counted,
      'build/more.xml': counted,
    },
  );
  expect(result.evidence?.sending.kind).toBe('withheld');
  expect(stored).toBeUndefined();
  expect(leftovers).toEqual([]);
});

test('the other files go along all the same', async () => {
  const { stored, result } = await meanwhile(changes.grows, { attach: 'full' }, { 'build/unit.xml': counted, 'build/more.xml': counted });
  expect(stored?.toString()).toBe(counted);
  expect(result.evidence?.problems).toHaveLength(1);
});

test('one that is written again with the same content is the same file', async () => {
  const same = (workspace: string): void => writeFileSync(join(workspace, 'build/unit.xml'), counted);
  const { result, stored } = await meanwhile(same, { attach: 'full' });
  expect(result.evidence?.problems).toEqual([]);
  expect(stored?.toString()).toBe(counted);
});

test('what is attached is what was counted, even if the file changes while it is sent', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': counted });
  const { result, stored } = await attest(workspace, { attach: 'full' }, undefined, (event) => {
    if (event.kind === 'info' && event.message.startsWith('Attaching')) changes.grows(workspace);
  });
  expect(result.evidence?.problems).toEqual([]);
  expect(stored?.toString()).toBe(counted);
});

test('a results file that attachments names by another path goes once, and is held to what was counted', async () => {
  const link = (workspace: string): void => symlinkSync('build/unit.xml', join(workspace, 'latest.xml'));
  const right = await meanwhile(link, { attachments: 'latest.xml' });
  expect(right.stored?.toString()).toBe(counted);
  expect(right.result.evidence?.attachment?.name).toBe('latest.xml');
  const wrong = await meanwhile(
    (workspace) => {
      link(workspace);
      changes.grows(workspace);
    },
    { attachments: 'latest.xml' },
  );
  expect(wrong.result.evidence?.problems).toEqual([expect.objectContaining({ code: 'changed-file' })]);
});

test('and so is one that was itself found by a link', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': counted });
  symlinkSync('build/unit.xml', join(workspace, 'latest.xml'));
  const { stored, result } = await attest(workspace, { 'junit-paths': 'latest.xml', attachments: 'build/unit.xml' });
  expect(stored?.toString()).toBe(counted);
  expect(result.evidence?.attachment?.name).toBe('unit.xml');
});

test('what is no results file may change: it was never counted', async () => {
  const grow = (workspace: string): void => appendFileSync(join(workspace, 'app.log'), 'more');
  const { result, stored } = await meanwhile(grow, { attachments: 'app.log' }, { 'build/unit.xml': counted, 'app.log': 'words ' });
  expect(result.evidence?.problems).toEqual([]);
  expect(unpack(stored)['app.log']).toBe('words more');
});

test('one that is gone when attachments alone names it is told, and nothing of it is attached', async () => {
  const { stored, events } = await meanwhile(changes['is removed'], { attach: 'never', attachments: 'build/unit.xml' });
  expect(stored).toBeUndefined();
  expect(events).toContainEqual({
    kind: 'warning',
    message: expect.stringContaining('attachments: build/unit.xml: there is no such file'),
  });
});
