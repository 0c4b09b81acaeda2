import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, createReadStream, mkdirSync, realpathSync, statSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Audit, KeptHead } from '../../audit/index.ts';
import { UsageError, codeOf, wrongUse } from '../../errors/index.ts';
import { readNamedText } from '../../files/index.ts';
import { encodedIn } from '../../text/index.ts';
import { allOrComplaints, type AuditSources } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Audited } from '../run/result.ts';
import type { AuditParts } from './parts.ts';

export interface NamedFile {
  readonly option: string;
  /** As it was given. */
  readonly path: string;
}

interface NamedFiles {
  readonly written: readonly NamedFile[];
  readonly read: readonly NamedFile[];
}

/** Those of which a path is given, by their options. */
export function filesIn(paths: Readonly<Record<string, string | undefined>>): readonly NamedFile[] {
  return Object.entries(paths).flatMap(([option, path]) => (path === undefined ? [] : [{ option, path }]));
}

/** The path in a setting that can be something else than a file, such as kept heads. */
export function pathIn(setting: { readonly kind: string; readonly path?: string } | undefined): string | undefined {
  return setting?.path;
}

/**
 * The absolute paths of the files that an audit writes, by their options. Missing folders are made. This happens before
 * the first request: a report that cannot be written must be known before an hour of requests, not after it.
 * @throws {UsageError} that names every file that cannot be written or read
 */
export function pathsOf(directory: string, { read, written }: NamedFiles): ReadonlyMap<string, string> {
  const paths = allOrComplaints<Record<string, string>>({
    ...Object.fromEntries(read.map((file) => [file.option, (): string => existing(directory, file)])),
    ...Object.fromEntries(written.map((file) => [file.option, (): string => writable(directory, file)])),
  });
  const owners = [...read.toReversed(), ...written];
  const refuseShared = ({ option }: NamedFile): void => {
    const path = paths[option] ?? '';
    const other = owners.find((file) => paths[file.option] === path);
    if (other !== undefined && other.option !== option)
      throw invalid(option, path, `is the file of ${other.option} too`, 'Give each a file of its own');
  };
  allOrComplaints(Object.fromEntries(written.map((file) => [file.option, (): void => refuseShared(file)])));
  return new Map(Object.entries(paths));
}

/** The path that a file has, or will have. Links in its folder are followed, so that one file has one name. */
function writable(directory: string, { option, path: given }: NamedFile): string {
  const path = resolve(directory, given);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true || /[/\\]$/.test(given)) throw invalid(option, given, 'is a directory', 'Name a file in it');
    if (found !== undefined && !found.isFile()) throw invalid(option, given, 'is no regular file', 'Name a file that can be written anew');
    makeFolder(dirname(path));
    const folder = realpathSync(dirname(path));
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (found !== undefined) accessSync(path, constants.W_OK);
    return join(folder, basename(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw invalid(option, given, `cannot be written: ${faultWord(error)}`, 'Choose a folder that this user may write to');
  }
}

/** Step by step: with `recursive`, Node loops for ever where a system denies an existing folder, as /proc does. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function existing(directory: string, { option, path: given }: NamedFile): string {
  const path = resolve(directory, given);
  try {
    if (!statSync(path).isFile()) throw invalid(option, given, 'is no regular file', 'Name the file that an audit wrote');
    accessSync(path, constants.R_OK);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw invalid(
      option,
      given,
      `cannot be read: ${faultWord(error)}`,
      'Name a file that is there and that this user may read, relative to the working directory',
    );
  }
}

export function faultWord(error: unknown): string {
  return codeOf(error) ?? String(error);
}

function invalid(option: string, path: string, what: string, fix: string): UsageError {
  return wrongUse(`The file of ${option}, ${JSON.stringify(path)}, ${what}`, fix);
}

export interface WrittenFile {
  readonly option: string;
  readonly content: () => AsyncIterable<Part> | Iterable<Part>;
  readonly by?: Transform;
}

/** One that cannot be written does not stop the others. */
export async function writeFiles(
  files: readonly WrittenFile[],
  paths: ReadonlyMap<string, string>,
  { report }: RunContext,
): Promise<Audited['reports']> {
  const failures: string[] = [];
  for (const { by, content, option } of files) {
    report({ kind: 'progress', message: `Writing the ${option === 'package' ? option : `report ${option}`}` });
    try {
      await writeWhole(paths.get(option) ?? '', content(), by);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      failures.push(`The report ${option} could not be written: ${faultWord(error)}`);
    }
  }
  // Whether they can be written was asked before: now the machine is at fault, not the use.
  if (failures.length > 0) throw new Error(`${failures.join('; ')}. Look at the disk: is it full, or gone?`);
  return files.map(({ option }) => ({ option, path: paths.get(option) ?? '' }));
}

/**
 * Writes a file as its parts come, under another name until it is complete. A reader who finds the file finds all of it,
 * and an older file stays if the writing fails.
 */
export async function writeWhole(path: string, parts: AsyncIterable<Part> | Iterable<Part>, by?: Transform): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await (by === undefined ? writeTo(handle, parts) : pipeline(Readable.from(parts), by, (packed) => writeTo(handle, packed)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

type Part = string | Uint8Array;

/** Text that is gathered before it is written, in characters. */
const atOnce = 64 * 1024;

async function writeTo(handle: FileHandle, parts: AsyncIterable<Part> | Iterable<Part>): Promise<void> {
  const room = new Uint8Array(4 * atOnce);
  let waiting = '';
  const write = async (): Promise<void> => {
    for (const piece of encodedIn(room, waiting)) await handle.appendFile(piece);
    waiting = '';
  };
  for await (const part of parts) {
    if (typeof part === 'string') waiting += part;
    if (typeof part !== 'string' || waiting.length >= atOnce) await write();
    if (typeof part !== 'string') await handle.appendFile(part);
  }
  await write();
}

/** The most heads that are read, each with the longest name of a keeper, take less. */
const largest = 4 * 1024 * 1024;

/** The kept heads of the option `witness`; none where it was not given. */
export async function keptHeads(
  witness: AuditSources['witness'],
  path: string | undefined,
  { readHeads }: Pick<AuditParts, 'readHeads'>,
): Promise<readonly KeptHead[]> {
  if (witness === undefined) return [];
  if (witness.kind === 'heads') return readHeads(witness.text, 'witness');
  const fix = 'Name the file with the heads that somebody kept, or write the heads themselves';
  return readHeads(readNamedText('witness', path ?? witness.path, largest, fix), 'the file of witness');
}

/** The file with the head of the log, which names the package that was written before it. */
export async function* headFileOf(audit: Audit, packed: string, { headFile }: Pick<AuditParts, 'headFile'>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(packed), hash);
  yield headFile(audit, { name: basename(packed), sha256: hash.digest('hex') });
}
