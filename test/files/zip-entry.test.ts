import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readZipEntry } from '../../src/files/zip-entry.ts';

/** The archives that were made, by the program and the files. */
const made = new Map<string, Buffer>();

/** A real ZIP file, made by Python: `level` 0 stores, 8 deflates. Each entry has an extra field and a remark of so many bytes. */
function zipped(files: Readonly<Record<string, string>>, level: 0 | 8 = 8, { extra = 0, comment = 0 } = {}): Buffer {
  const program = `import json, zipfile
with zipfile.ZipFile('out.zip', 'w', ${level}) as archive:
    for name, text in json.load(open('files.json')).items():
        entry = zipfile.ZipInfo(name)
        entry.compress_type = ${level}
        entry.extra = (b'\\x99\\x99' + bytes([${extra} - 4, 0]) + bytes(${extra} - 4)) if ${extra} else b''
        entry.comment = b'c' * ${comment}
        archive.writestr(entry, text)`;
  const key = JSON.stringify([program, files]);
  const zip = made.get(key) ?? run(program, files);
  made.set(key, zip);
  // A test may change it.
  return Buffer.from(zip);
}

function run(program: string, files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
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

/** Where the record of the only entry stands in the directory. */
const recordIn = (zip: Buffer): number => zip.indexOf('PK\u0001\u0002');

test('finds a file with an extra field and a remark, behind another that has them', () => {
  const zip = zipped({ 'other.txt': 'x', 'audit.json': text }, 8, { extra: 7, comment: 5 });
  expect(readZipEntry(zip, 'audit.json', 100_000)).toEqual(Buffer.from(text));
  expect(readZipEntry(zip, 'missing.json', 100_000)).toBeUndefined();
});

test.each([1, 22, 65_535])('finds the end of an archive before a remark of %i bytes', (length) => {
  const zip = Buffer.concat([zipped({ 'audit.json': text }), Buffer.alloc(length, 'x')]);
  expect(readZipEntry(zip, 'audit.json', 100_000)).toEqual(Buffer.from(text));
});

test('finds nothing in an archive of nothing', () => {
  expect(readZipEntry(zipped({}), 'audit.json', 100)).toBeUndefined();
});

test('takes a file that is as large as it may be', () => {
  expect(readZipEntry(zipped({ 'audit.json': text }), 'audit.json', text.length)).toEqual(Buffer.from(text));
});

test.each([
  ['its directory is broken', (zip: Buffer) => zip.writeUInt8(0, recordIn(zip))],
  ['the entry is not where its directory says', (zip: Buffer) => zip.writeUInt32LE(1, recordIn(zip) + 42)],
  ['the entry is packed in a way that is not read', (zip: Buffer) => zip.writeUInt16LE(1, recordIn(zip) + 8)],
  ['the entry is packed in a way that is not read', (zip: Buffer) => zip.writeUInt16LE(12, recordIn(zip) + 10)],
  ['the entry is not what its directory says', (zip: Buffer) => zip.writeUInt32LE(text.length + 1, recordIn(zip) + 24)],
  ['the entry is not what its directory says', (zip: Buffer) => zip.writeUInt32LE(text.length - 1, recordIn(zip) + 24)],
])('%s: the archive is not read', (fault, change) => {
  const zip = zipped({ 'audit.json': text }, 0);
  change(zip);
  expect(readZipEntry(zip, 'audit.json', 100_000)).toEqual({ fault });
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['a short text', () => Buffer.from('no archive')],
  ['a text', () => Buffer.from('no archive at all, however long it is')],
])('says of %s that it is no archive', (_, make) => {
  expect(readZipEntry(make(), 'audit.json', 100_000)).toEqual({ fault: 'it is no ZIP file' });
});

test('says of an archive that was cut off that it cannot be read, and does not throw', () => {
  expect(readZipEntry(zipped({ 'audit.json': text }).subarray(10), 'audit.json', 100_000)).toHaveProperty('fault');
});
