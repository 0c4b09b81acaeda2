import { expect, test } from 'vitest';
import { attachmentWords } from '../../../../src/commands/attest/attachment/attached-files.ts';
import { unpack } from '../../attach-files.ts';
import { checkoutOf, useAttest } from '../../attach-support.ts';

const attest = useAttest();
const results = '<testsuite name="basket"><testcase name="adds"/></testsuite>';

test('a directory that attachments names goes with all its files, whatever their names', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': results, 'cov/index.html': 'covered', 'cov/lib/lines.txt': '12' });
  const { stored, warnings } = await attest(workspace, { attach: 'never', attachments: 'cov/' });
  expect(unpack(stored)).toEqual({ 'cov/index.html': 'covered', 'cov/lib/lines.txt': '12' });
  expect(warnings).toEqual([]);
});

test('a pattern means the same for JUnit files and attachments: a second `!` takes the first one back', async () => {
  const workspace = checkoutOf({ 'build/unit.xml': results, 'r/a.xml': results.replace('adds', 'removes'), 'r/b.txt': 'b' });
  const { result, stored } = await attest(workspace, { 'junit-paths': '!!r/*.xml', attach: 'never', attachments: 'r/*\n!r/*\n!!r/b.*' });
  expect(result.evidence?.results.files.map(({ name }) => name)).toEqual(['r/a.xml']);
  expect(stored?.toString()).toBe('b');
});

test.each([
  ['cov', 'attachments: cov: the directory holds no files'],
  ['*.none', 'attachments: *.none: the pattern matches no file'],
  ['a.none', 'attachments: a.none: there is no such file'],
  ['!a.none', 'attachments: no line names a file to attach'],
  ['../a', 'attachments: ../a: the pattern leads out of the workspace'],
])('what the search for %s noticed is a warning that says so of attachments, and the record is made', async (pattern, message) => {
  const workspace = checkoutOf({ 'build/unit.xml': results, 'cov/node_modules/a.js': '' });
  const { result, warnings } = await attest(workspace, { attach: 'never', attachments: pattern });
  expect(warnings).toContainEqual(expect.stringContaining(message));
  expect(result.evidence?.data).toBeDefined();
});

test.each([
  [{ kind: 'no-pattern' }, 'no line names a file to attach. Add one above those that begin with `!`'],
  [
    { kind: 'useless-exclude', pattern: '!a' },
    '!a: nothing was found before this line that it could exclude. Move it below the lines that it narrows',
  ],
  [{ kind: 'no-match', pattern: 'a', is: 'left-out' }, 'a: the file is left out, or is no regular file'],
  [
    { kind: 'no-match', pattern: 'l/*', is: 'glob', link: { name: 'l', target: '/real' } },
    'l/*: the pattern matches no file: l is a symbolic link, which is not followed. Name the real directory: /real',
  ],
  [{ kind: 'search-failed', pattern: 'a/*', reason: 'EACCES' }, 'a/*: the search failed: EACCES'],
  [{ kind: 'dead-link', name: 'l' }, 'l: the symbolic link leads nowhere'],
  [{ kind: 'directory-link', name: 'l' }, 'l: a symbolic link to a directory is not followed. Name the real directory'],
  [{ kind: 'pattern-outside', pattern: '../a' }, '../a: the pattern leads out of the workspace, so it is not attached'],
  [{ kind: 'link-outside', name: 'l', base: undefined }, 'l: a symbolic link leads out of the workspace, so it is not attached'],
  [{ kind: 'link-outside', name: 'l', base: '/real' }, 'l: a symbolic link leads out of /real, so it is not attached'],
] as const)('a search that noticed %j says what, and what to do', (finding, words) => {
  expect(attachmentWords(finding)).toBe(`attachments: ${words}`);
});
