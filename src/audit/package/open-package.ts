import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { wrongUse } from '../../errors/index.ts';
import type { Previous } from '../facts/previous.ts';
import { readPrevious } from '../previous/read-previous.ts';
import { checkPackage } from './check-package.ts';
import { hashOf, type Sha256 } from './hash.ts';
import { members, readManifest, type Manifest, type PackedMember } from './manifest.ts';
import { sha256 } from './node-sha256.ts';
import { BrokenGzip, OddArchive, gunzip, openBytes, readTar, wholeOf } from './tar.ts';

const reportName = 'audit.json';

/** Most bytes of a manifest, and of the sums. */
const largestList = 64 * 1024 * 1024;
const largestReport = 256 * 1024 * 1024;

export interface PackedReport {
  readonly kind: 'report';
  readonly manifest: Manifest;
  readonly digest: string;
  readonly text: string;
  readonly reportDigest: string;
}

/** The package of one trail or one artifact: it has no report of a period. */
export interface OtherPackage {
  readonly kind: 'other';
  readonly why: string;
}

/**
 * Takes the JSON report out of a package, or says why it cannot be read. Nothing else of the package is checked:
 * `checkPackage` does that, and its digest must be the same.
 */
export async function readPackedReport(archive: AsyncIterable<Uint8Array>, sha256: Sha256): Promise<PackedReport | OtherPackage | string> {
  try {
    const tar = readTar(openBytes(archive));
    const first = await tar.next();
    if (first.done === true || first.value.path !== members.manifest) return `The archive does not begin with ${members.manifest}`;
    const listed = await wholeOf(first.value, largestList);
    const manifest = readManifest(new TextDecoder().decode(listed));
    if (typeof manifest === 'string') return manifest;
    const { kind } = manifest.scope;
    if (kind !== 'period') return { kind: 'other', why: `The package is of one ${kind}, and not of a period` };
    const sizes = new Map(manifest.members.map(({ bytes, path }) => [path, bytes]));
    for await (const member of tar) {
      // No more is read than the manifest says: a small file can hold any number of zeros.
      const isListed = member.path === members.sums ? member.bytes <= largestList : sizes.get(member.path) === member.bytes;
      if (!isListed) return `${member.path} is in the archive, and not so in the manifest`;
      sizes.delete(member.path);
      if (member.path !== reportName) {
        for await (const _ of member.content);
        continue;
      }
      const content = await wholeOf(member, largestReport);
      const reportDigest = hashOf(sha256, content);
      if (manifest.members.find(({ path }) => path === reportName)?.sha256 !== reportDigest)
        return `${reportName} was changed: its SHA-256 is not that of the manifest`;
      return { kind: 'report', manifest, digest: hashOf(sha256, listed), text: new TextDecoder().decode(content), reportDigest };
    }
    return `The package has no ${reportName}: it is none that an audit of a period has made`;
  } catch (error) {
    if (error instanceof OddArchive || error instanceof BrokenGzip) return error.message;
    throw error;
  }
}

/**
 * Writes one member of a package to a file. The package was checked before: if its bytes have changed, it throws
 * `OddArchive`.
 * @param file does not exist yet
 */
export async function unpackMember(
  archive: AsyncIterable<Uint8Array>,
  { path, sha256: digest }: PackedMember,
  file: string,
): Promise<void> {
  for await (const member of readTar(openBytes(archive))) {
    if (member.path !== path) {
      for await (const _ of member.content);
      continue;
    }
    const hash = sha256();
    await using handle = await open(file, 'wx');
    for await (const piece of member.content) {
      hash.update(piece);
      await handle.appendFile(piece);
    }
    if (hash.hex() === digest) return;
    break;
  }
  throw new OddArchive(`${path} was changed while the package was read`);
}

/** Reads the archive in the gzip file at a path, and closes the file whenever the reading ends. */
export async function withPackage<Outcome>(path: string, read: (archive: AsyncIterable<Uint8Array>) => Promise<Outcome>): Promise<Outcome> {
  const file = createReadStream(path);
  try {
    return await read(gunzip(Readable.toWeb(file)));
  } finally {
    file.destroy();
  }
}

export async function manifestDigest(path: string): Promise<string> {
  const packed = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  if (typeof packed === 'object' && packed.kind === 'report') return packed.digest;
  throw new Error(`${path} is not the package that was written`);
}

/** The package must hold in itself; `verify --package` says whether a head proves it. */
export async function previousPackage(path: string): Promise<Previous> {
  const { digest, problems } = await withPackage(path, (archive) => checkPackage(archive, { sha256 }));
  const report = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  const other = typeof report === 'string' ? report : report.kind === 'other' ? report.why : undefined;
  const changed =
    typeof report === 'object' && report.kind === 'report' && report.digest === digest ? undefined : 'it was changed meanwhile';
  const problem = problems[0] ?? other ?? changed;
  if (problem !== undefined || typeof report === 'string' || report.kind === 'other') {
    throw wrongUse(
      `The package of the audit before (previous) cannot be used: ${problem ?? ''}`,
      'Get it again from where it was kept; `verify --package` names every fault',
    );
  }
  return { ...readPrevious(report.text, report.reportDigest), manifest: report.digest };
}
