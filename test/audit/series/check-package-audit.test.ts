import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/audit/package/manifest.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { checkPackageAudit } from '../../../src/audit/series/check-package-audit.ts';
import { readAuditReport } from '../../../src/audit/series/read-report.ts';
import { check, split, whole } from '../package/packing.ts';
import { textOf } from '../reports/hostile.ts';
import { sample } from '../reports/sample.ts';

/** A package as a series opens it: what it says of itself is known, and nothing of it was checked. */
async function checked(bytes: Buffer, digest?: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'series-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'it.tgz');
  writeFileSync(path, gzipSync(bytes));
  const [first] = split(await whole());
  const manifest = readManifest((first ?? Buffer.alloc(0)).toString('utf8', 512).replace(/\0+$/, ''));
  if (typeof manifest === 'string') throw new Error(manifest);
  const opened = {
    kind: 'opened' as const,
    digest: digest ?? (await check(bytes)).digest ?? '',
    file: 'it.tgz',
    manifest,
    path,
    report: readAuditReport(await textOf(json(sample())), 'a'.repeat(64)),
    reportDigest: 'a'.repeat(64),
  };
  const never = (): never => {
    throw new Error('Nothing is worked out of a package that does not hold');
  };
  const how = {
    program: { name: 'x', digest: null },
    openReplay: never,
    openGitHub: never,
    interrupt: AbortSignal.timeout(60_000),
    report: () => {},
  };
  return checkPackageAudit(opened, { sequences: new Set(), heads: new Set() }, { ...how, temporary: folder });
}

test('a package that was changed counts as no audit of a series', async () => {
  const bytes = Buffer.from(await whole());
  const at = bytes.indexOf('<p>Report');
  bytes.write('<p>report', at);
  expect(await checked(bytes)).toEqual({ file: 'it.tgz', report: 'a'.repeat(64), why: [expect.stringContaining('index.html')] });
});

test('one that changed while it was read counts as none', async () => {
  expect(await checked(await whole(), 'b'.repeat(64))).toMatchObject({ why: ['It was changed while it was read'] });
});

test('one from whose facts nothing can be worked out counts as none', async () => {
  expect(await checked(await whole())).toMatchObject({
    file: 'it.tgz',
    why: expect.arrayContaining([expect.stringContaining('collected.ndjson')]),
  });
});
