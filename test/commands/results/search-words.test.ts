import { expect, test } from 'vitest';
import type { SearchFinding } from '../../../src/files/index.ts';
import { searchWords } from '../../../src/commands/results/search-words.ts';

const noticed = (finding: SearchFinding): ReturnType<typeof searchWords> => searchWords([finding]);

test.each<[SearchFinding, string, string]>([
  [{ kind: 'no-pattern' }, 'no-files', 'no pattern names any JUnit files'],
  [{ kind: 'no-match', pattern: 'r/*.xml', is: 'glob' }, 'no-files', 'r/*.xml: the pattern matches no file'],
  [{ kind: 'no-match', pattern: 'r', is: 'directory' }, 'no-files', 'r: the directory holds no XML files'],
  [{ kind: 'no-match', pattern: 'a.xml', is: 'absent' }, 'no-files', 'a.xml: there is no such file'],
  [{ kind: 'no-match', pattern: 'a.xml', is: 'left-out' }, 'no-files', 'a.xml: the file is left out, or is no regular file'],
  [
    { kind: 'excluded', pattern: 'r/*.xml', count: 1, by: '!r/**' },
    'no-files',
    'r/*.xml: it matches 1 file, and !r/** leaves it out again',
  ],
  [
    { kind: 'excluded', pattern: 'r/*.xml', count: 2, by: undefined },
    'no-files',
    'r/*.xml: it matches 2 files, and the lines with ! leave them out again',
  ],
  [{ kind: 'search-failed', pattern: 'r/*', reason: 'EACCES' }, 'unreadable-file', 'r/*: the search failed: EACCES'],
  [{ kind: 'dead-link', name: 'a.xml' }, 'unreadable-file', 'a.xml: the symbolic link leads nowhere'],
  [{ kind: 'pattern-outside', pattern: '../a' }, 'outside-workspace', '../a: the pattern leads out of the workspace, so it was not read'],
  [
    { kind: 'link-outside', name: 'a.xml', base: undefined },
    'outside-workspace',
    'a.xml: a symbolic link leads out of the workspace, so it was not read',
  ],
  [
    { kind: 'link-outside', name: '/x/a.xml', base: '/x' },
    'outside-workspace',
    '/x/a.xml: a symbolic link leads out of /x, so it was not read',
  ],
])('evidence is unusable where the search noticed %o', (finding, code, message) => {
  expect(noticed(finding)).toEqual({
    problems: [expect.objectContaining({ code, message, fix: expect.stringMatching(/\w/) })],
    warnings: [],
  });
});

test('a pattern is never called a file, as annotations are put to files', () => {
  for (const finding of [
    { kind: 'no-match', pattern: 'r/*.xml', is: 'glob' },
    { kind: 'no-match', pattern: 'r', is: 'directory' },
    { kind: 'search-failed', pattern: 'r/*', reason: 'EACCES' },
    { kind: 'pattern-outside', pattern: '../*' },
  ] as const)
    expect(noticed(finding).problems[0]).not.toHaveProperty('file');
  expect(noticed({ kind: 'useless-exclude', pattern: '!a' }).warnings[0]).not.toHaveProperty('file');
  expect(noticed({ kind: 'no-match', pattern: 'a.xml', is: 'absent' }).problems[0]).toHaveProperty('file', 'a.xml');
  expect(noticed({ kind: 'link-outside', name: 'a.xml', base: undefined }).problems[0]).toHaveProperty('file', 'a.xml');
});

test('a link that is not followed is named with the real directory', () => {
  const link = { name: 'testlogs', target: '/real/logs' };
  const { problems } = noticed({ kind: 'no-match', pattern: 'testlogs/*', is: 'glob', link });
  expect(problems[0]?.fix).toBe('testlogs is a symbolic link, which is not followed. Name the real directory: /real/logs');
});

test('what changes no evidence is a warning', () => {
  expect(
    searchWords([
      { kind: 'useless-exclude', pattern: '!a' },
      { kind: 'directory-link', name: 'd' },
    ]),
  ).toMatchObject({
    problems: [],
    warnings: [
      {
        code: 'useless-exclude',
        message: '!a: nothing was found before this line that it could exclude',
        fix: expect.stringContaining('below'),
      },
      {
        code: 'symlink-skipped',
        file: 'd',
        message: 'd: a symbolic link to a directory is not followed',
        fix: expect.stringContaining('real directory'),
      },
    ],
  });
});

test.runIf(process.platform !== 'win32')('a pattern with the slashes of Windows is told how to write them elsewhere', () => {
  const fixOf = (pattern: string): string | undefined => noticed({ kind: 'no-match', pattern, is: 'glob' }).problems[0]?.fix;
  expect(fixOf('build\\*.xml')).toMatch(/^Write \/ between folders/);
  expect(fixOf('build/*.xml')).toMatch(/^See whether/);
});
