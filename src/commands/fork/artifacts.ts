import { lstatSync, opendirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import { bytes, grouped, list, sortedJson } from '../../text/index.ts';
import { claimsFile, largestClaims, readClaimsFile, resultsFolder, isPlainName, type Claims } from './claims.ts';

/** Downloaded claims of a run, and the files that they are about. */
export interface Artifact {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly claims: Claims;
  /** Test results, relative to the folder, with `/`. */
  readonly files: readonly string[];
}

export interface Refusal {
  readonly artifact: string;
  readonly why: string;
  readonly fix: string;
}

export interface Downloads {
  readonly artifacts: readonly Artifact[];
  readonly refusals: readonly Refusal[];
}

/** GitHub makes at most 256 jobs of a matrix. */
export const most = { artifacts: 256, files: 10_000, depth: 20, bytes: 512 * 1024 * 1024, allBytes: 2 * 1024 * 1024 * 1024 };

/**
 * Each artifact has a folder of its own; a single one may lie there directly. Everything in them is hostile: links are not followed,
 * nothing is run, and no git looks into them. @throws {UsageError} where the path is not a folder.
 */
export async function readDownloads(folder: string): Promise<Downloads> {
  const stats = orNothing(() => lstatSync(folder));
  if (stats === undefined) return { artifacts: [], refusals: [] };
  if (!stats.isDirectory()) {
    throw new UsageError('invalid-input', `${JSON.stringify(folder)} is no folder`, {
      fix: 'Let `collected` name the folder that the artifacts were downloaded into',
    });
  }
  const names = entriesOf(folder, most.artifacts + 1);
  const isAlone = orNothing(() => lstatSync(join(folder, claimsFile)))?.isFile() === true;
  if (isAlone) return readAll([['the only artifact', folder]]);
  if (names.length > most.artifacts)
    return { artifacts: [], refusals: [refusal('all', `there are more than ${most.artifacts} of them`, 'Collect in fewer legs')] };
  return readAll(names.toSorted().map((name) => [name, join(folder, name)]));
}

async function readAll(folders: readonly (readonly [string, string])[]): Promise<Downloads> {
  const artifacts: Artifact[] = [];
  const refusals: Refusal[] = [];
  let left = most.allBytes;
  for (const [name, folder] of folders) {
    const read = await readArtifact(name, folder, Math.min(left, most.bytes));
    if ('why' in read) refusals.push(read);
    else {
      artifacts.push(read.artifact);
      left -= read.size;
    }
  }
  return { artifacts, refusals };
}

async function readArtifact(name: string, folder: string, mostBytes: number): Promise<{ artifact: Artifact; size: number } | Refusal> {
  const found = walk(folder, mostBytes);
  if ('why' in found) return refusal(name, found.why);
  const file = readRegularFile(join(folder, claimsFile), largestClaims);
  if (!Buffer.isBuffer(file)) {
    const why = file.kind === 'too-large' ? `is more than ${bytes(largestClaims)}` : 'is not there, or is no file';
    return refusal(name, `its ${claimsFile} ${why}`);
  }
  const read = readClaimsFile(file);
  if (read.kind === 'refused') return refusal(name, read.why);
  const files = found.files.filter((path) => path !== claimsFile);
  const stray = files.find((path) => !path.startsWith(`${resultsFolder}/`));
  if (stray !== undefined) return refusal(name, `it holds ${JSON.stringify(stray)}, which is neither claims nor a test result`);
  return { artifact: { name, folder, claims: read.claims, files }, size: found.size };
}

/** If the folder holds nothing but regular files, and not too much. */
function walk(root: string, mostBytes: number): { readonly files: readonly string[]; readonly size: number } | { readonly why: string } {
  const files: string[] = [];
  let size = 0;
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  if (orNothing(() => lstatSync(root))?.isDirectory() !== true) return { why: 'it is no folder, but a file or a link' };
  for (const { depth, path } of folders) {
    for (const name of entriesOf(join(root, path), most.files + 1)) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (!isPlainName(name)) return { why: `it holds a name that is not plain: ${JSON.stringify(inner)}` };
      const stats: Stats | undefined = orNothing(() => lstatSync(join(root, inner)));
      if (stats?.isDirectory() === true) {
        if (depth + 1 > most.depth) return { why: `its folders are more than ${most.depth} deep` };
        folders.push({ path: inner, depth: depth + 1 });
      } else if (stats?.isFile() === true) {
        files.push(inner);
        size += stats.size;
      } else return { why: `it holds something that is no regular file: ${JSON.stringify(inner)}` };
      if (files.length + folders.length > most.files) return { why: `it holds more than ${grouped(most.files)} files and folders` };
      if (size > mostBytes) return { why: `its files are too large: more than ${bytes(mostBytes)}` };
    }
  }
  return { files: files.toSorted(), size };
}

/** Read only as far as needed. */
function entriesOf(folder: string, limit: number): readonly string[] {
  const directory = opendirSync(folder);
  const names: string[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null && names.length < limit; entry = directory.readSync()) names.push(entry.name);
  } finally {
    directory.closeSync();
  }
  return names;
}

function refusal(
  artifact: string,
  why: string,
  fix = 'Let fork-collect of the same release make it, and nothing else upload an artifact of such a name',
): Refusal {
  return { artifact, why, fix };
}

/** `undefined` for a file that does not exist, or may not be read. */
function orNothing<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Only those of an attestation that the caller allows, and each job and leg once. */
export function acceptedClaims({ artifacts, refusals }: Downloads, allowed: ReadonlySet<string>): Downloads {
  const accepted = new Map<string, Artifact>();
  const refused = [...refusals];
  for (const artifact of artifacts) {
    const { attestationName, job, leg, matrix } = artifact.claims;
    // The same leg, in whatever order its keys were written.
    const key = sortedJson([attestationName, job, leg, matrix]);
    const first = accepted.get(key);
    if (!allowed.has(attestationName)) {
      refused.push({
        artifact: artifact.name,
        why: `it is about the attestation ${attestationName}, which the run of a pull request may not claim`,
        fix: `It may claim ${list([...allowed], 20)}: where this one is meant too, add it to attestation-names`,
      });
    } else if (first !== undefined) {
      refused.push({
        artifact: artifact.name,
        why: `it is about ${attestationName} of the same job and leg as ${JSON.stringify(first.name)}`,
        fix: 'Give each call of fork-collect a `leg` of its own',
      });
    } else accepted.set(key, artifact);
  }
  return { artifacts: [...accepted.values()], refusals: refused };
}
