import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { discover, type SearchFinding } from '../../src/files/index.ts';
import { workspaceOf } from '../junit/support.ts';

const xml = '<testsuite/>';

describe('what is no file to read is told once', () => {
  const findingsOf = async (patterns: readonly string[], workspace: string): Promise<readonly SearchFinding[]> => {
    const { files, findings } = await discover(patterns, { workspace, inDirectories: ['*.xml'] });
    expect(files).toEqual([]);
    return findings;
  };

  test('nothing at all', async () => {
    const workspace = workspaceOf({});
    expect(await findingsOf(['', '# none'], workspace)).toStrictEqual([{ kind: 'no-pattern' }]);
    expect(await findingsOf(['!a.xml', '!b.xml'], workspace)).toStrictEqual([
      { kind: 'no-pattern' },
      { kind: 'useless-exclude', pattern: '!a.xml' },
      { kind: 'useless-exclude', pattern: '!b.xml' },
    ]);
  });

  test('a directory without files that are wanted', async () => {
    const workspace = workspaceOf({ 'empty/a.txt': '' });
    expect(await findingsOf(['empty', 'empty/*.xml', 'empty/b.xml'], workspace)).toStrictEqual([
      { kind: 'no-match', pattern: 'empty', is: 'directory' },
      { kind: 'no-match', pattern: 'empty/*.xml', is: 'glob' },
      { kind: 'no-match', pattern: 'empty/b.xml', is: 'absent' },
    ]);
  });

  test('what lies outside, by its pattern or by a link', async () => {
    const root = workspaceOf({ 'x/b.xml': xml, 'w/c.txt': '' });
    const workspace = join(root, 'w');
    symlinkSync(join(root, 'x', 'b.xml'), join(workspace, 'link.xml'));
    expect(await findingsOf(['../x/b.xml', '*.xml', 'link.xml'], workspace)).toStrictEqual([
      { kind: 'pattern-outside', pattern: '../x/b.xml' },
      { kind: 'link-outside', name: 'link.xml', base: undefined },
      { kind: 'link-outside', name: 'link.xml', base: undefined },
    ]);
    // An absolute pattern may lead out of the workspace, and its links not out of where it leads.
    expect(await findingsOf([join(workspace, '*.xml')], join(root, 'x'))).toStrictEqual([
      { kind: 'link-outside', name: join(workspace, 'link.xml'), base: workspace },
    ]);
  });

  test('a link that leads nowhere, named or found', async () => {
    const workspace = workspaceOf({ 'a.txt': '' });
    symlinkSync(join(workspace, 'gone.xml'), join(workspace, 'link.xml'));
    for (const pattern of ['link.xml', '*.xml'])
      expect(await findingsOf([pattern], workspace)).toStrictEqual([{ kind: 'dead-link', name: 'link.xml' }]);
    symlinkSync(join(workspace, 'gone'), join(workspace, 'logs'));
    expect(await findingsOf(['logs/*.xml'], workspace)).toStrictEqual([{ kind: 'no-match', pattern: 'logs/*.xml', is: 'glob' }]);
  });

  test('a link to a directory', async () => {
    const workspace = workspaceOf({ 'real/a.xml': xml });
    symlinkSync(join(workspace, 'real'), join(workspace, 'link'));
    expect(await findingsOf(['l*'], workspace)).toStrictEqual([
      { kind: 'directory-link', name: 'link' },
      { kind: 'no-match', pattern: 'l*', is: 'glob' },
    ]);
  });

  test.runIf(process.platform !== 'win32')('a pipe', async () => {
    const workspace = workspaceOf({});
    execFileSync('mkfifo', [join(workspace, 'pipe.xml')]);
    expect(await findingsOf(['pipe.xml', '*.xml'], workspace)).toEqual([
      { kind: 'no-match', pattern: 'pipe.xml', is: 'left-out' },
      { kind: 'no-match', pattern: '*.xml', is: 'glob' },
    ]);
  });

  test('nothing where a pattern matches a directory next to files', async () => {
    const workspace = workspaceOf({ 'a.xml': xml, 'd/b.txt': '' });
    const { files, findings } = await discover(['*'], { workspace, inDirectories: ['*.xml'] });
    expect(files.map(({ name }) => name)).toEqual(['a.xml']);
    expect(findings).toEqual([]);
  });

  test('a search that fails', async () => {
    const workspace = workspaceOf({ 'not-a-directory': '' });
    expect(await findingsOf(['not-a-directory/x/*.xml'], workspace)).toEqual([
      { kind: 'search-failed', pattern: 'not-a-directory/x/*.xml', reason: expect.stringMatching(/^ENOTDIR: not a directory/) },
    ]);
  });
});

test('of excludes only those that come before all patterns are pointed out', async () => {
  const workspace = workspaceOf({ 'a.xml': xml });
  const { files, findings } = await discover(['!b.xml', 'a.xml', '!c.xml'], { workspace, inDirectories: ['*.xml'] });
  expect(files).toHaveLength(1);
  expect(findings).toEqual([{ kind: 'useless-exclude', pattern: '!b.xml' }]);
});

test('a fault of the caller is no finding', async () => {
  await expect(discover(['a.xml'], { workspace: '/w\0', inDirectories: ['*.xml'] })).rejects.toThrow('null bytes');
});
