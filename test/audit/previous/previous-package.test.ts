import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previousPackage } from '../../../src/audit/package/open-package.ts';
import { about, archive, archiveOf, hex, member } from '../package/packing.ts';
import { monday, notification, openYear, type Year } from '../series/year.ts';

let year: Year;
let path = '';
beforeAll(async () => {
  year = openYear();
  path = await year.pack({ name: 'a', since: monday(1), until: monday(2), lines: [notification('It fails')] });
});
afterAll(() => year.remove());

/** Another file in place of the package. */
function written(archived: Uint8Array): string {
  const other = join(year.folder, 'other.tgz');
  writeFileSync(other, gzipSync(archived));
  return other;
}

it('the audit before is taken from its package, with the digests of both', async () => {
  const report = readFileSync(await year.report({ name: 'a', since: monday(1), until: monday(2), lines: [notification('It fails')] }));
  const previous = await previousPackage(path);
  const tar = gunzipSync(readFileSync(path));
  const manifest = tar.subarray(512, 512 + Number.parseInt(tar.subarray(124, 135).toString(), 8));
  expect(previous).toMatchObject({ complete: true, until: monday(2), digest: hex(report), manifest: hex(manifest) });
  expect(previous.findings.map(({ rule }) => rule)).toContain('notification-failing');
});

it.each<[string, () => Promise<string>, string]>([
  [
    'a changed byte',
    async () => {
      const tar = gunzipSync(readFileSync(path));
      const at = tar.indexOf('<p>page');
      tar[at] = (tar[at] ?? 0) ^ 1;
      return written(tar);
    },
    'verify.html was changed',
  ],
  [
    'another scope',
    async () =>
      written(await archive({ ...about(null), scope: { kind: 'artifact', fingerprint: 'e'.repeat(64) } }, [member('a.txt', 'a')])),
    'is of one artifact, and not of a period',
  ],
  ['no report', async () => written(await archiveOf(about(null), [member('a.txt', 'a')])), 'collected.ndjson is missing'],
  [
    'a member that the manifest does not name so',
    async () => written(Buffer.concat([gunzipSync(readFileSync(path)).subarray(0, -1024), await archive(about(null), [])])),
    'is in the archive, and in the manifest not',
  ],
  ['a file that was cut off', async () => written(gunzipSync(readFileSync(path)).subarray(0, 5000)), 'cut off'],
])('a package with %s is refused as the audit before', async (_, make, why) => {
  await expect(previousPackage(await make())).rejects.toThrow(why);
});
