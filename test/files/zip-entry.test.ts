import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readZipEntry } from '../../src/files/zip-entry.ts';

/** A real ZIP file, made by Python: `level` 0 stores, 8 deflates. */
function zipped(files: Readonly<Record<string, string>>, level: 0 | 8 = 8): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
  const program = `import json, zipfile
with zipfile.ZipFile('out.zip', 'w', ${level}) as archive:
    for name, text in json.load(open('files.json')).items(): archive.writestr(name, text)`;
  execFileSync('python3', ['-c', program], { cwd: folder });
  return readFileSync(join(folder, 'out.zip'));
}

const text = 'evidence '.repeat(1_000);

test.each([0, 8] as const)('reads a file of an archive that Python wrote with method %s', (level) => {
  const zip = zipped({ 'other.txt': 'x', 'audit.json': text, 'last.txt': 'y' }, level);
  expect(readZipEntry(zip, 'audit.json', 100_000)).toEqual(Buffer.from(text));
  expect(readZipEntry(zip, 'missing.json', 100_000)).toBeUndefined();
});

test('takes no file that is larger than it may be, whatever its directory says', () => {
  const zip = zipped({ 'audit.json': text });
  expect(readZipEntry(zip, 'audit.json', 100)).toEqual({ fault: 'the entry is too large' });
  // The directory of the archive lies: it gives the size of the file as 10 bytes.
  zip.writeUInt32LE(10, zip.indexOf('PK\u0001\u0002') + 24);
  expect(readZipEntry(zip, 'audit.json', 100)).toEqual({ fault: expect.stringMatching(/larger than|out of|exceed/i) });
});

test('sees that a file was changed in the archive', () => {
  const zip = zipped({ 'audit.json': text }, 0);
  zip.write('EVIDENCE', zip.indexOf('evidence'));
  expect(readZipEntry(zip, 'audit.json', 100_000)).toEqual({ fault: 'the entry is not what its directory says' });
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('no archive at all, however long it is')],
  ['an archive that was cut off', () => zipped({ 'audit.json': text }).subarray(10)],
])('says of %s that it cannot be read, and does not throw', (_, make) => {
  expect(readZipEntry(make(), 'audit.json', 100_000)).toHaveProperty('fault');
});
