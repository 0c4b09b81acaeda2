import { describe, expect, test } from 'vitest';
import { about, archive, check, manifestChanged, member, sample } from './packing.ts';

const withManifest = async (change: (text: string) => string): Promise<Buffer> =>
  manifestChanged(await archive(about(sample().log), sample().contents), change);

describe('a manifest', () => {
  test('that was made anew holds as long as it is written as an audit writes it', async () => {
    expect((await check(await withManifest((text) => text))).problems).toEqual([]);
  });

  test.each([
    [
      'with a key twice',
      (text: string) => text.replace(' "at"', ' "at": "2020-01-01T00:00:00Z",\n "at"'),
      'The manifest has a key twice, or is written in another way than an audit writes it',
    ],
    [
      'with a key twice within a member',
      (text: string) => text.replace('   "path"', '   "path": "index.htm",\n   "path"'),
      'The manifest has a key twice, or is written in another way than an audit writes it',
    ],
    [
      'that does not name the audit before, nor null',
      (text: string) => text.replace(' "previous": null,\n', ''),
      'The manifest has no previous: every package of its version names the audit before, or says null',
    ],
    [
      'that names an audit before without its findings',
      (text: string) => text.replace(' "previous": null', ` "previous": {\n  "report": "${'a'.repeat(64)}",\n  "manifest": null\n }`),
      'The manifest has previous.json without an audit before, or an audit before without it',
    ],
    [
      'without its audit in short',
      (text: string) => text.replace(/ "audit": [^]*?\n },\n/, ''),
      'The manifest has not the fields of a manifest',
    ],
    ['with a byte order mark', (text: string) => `\uFEFF${text}`, 'The manifest is not JSON'],
  ])('%s is found', async (_, change, problem) => {
    expect((await check(await withManifest(change))).problems).toContain(problem);
  });

  test.each([
    ['attachments', 'attachments/x'],
    ['index.html', 'Index.html/x'],
    ['sample', 'sample/a/b'],
  ])('with a file %s and a folder of its name is found', async (...paths) => {
    const { problems } = await check(
      await archive(
        about(null),
        paths.map((path) => member(path, 'x')),
      ),
    );
    expect(problems).toEqual([expect.stringMatching(/^The manifest has a file with the name of a folder of /)]);
  });
});
