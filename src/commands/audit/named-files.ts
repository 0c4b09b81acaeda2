import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { allOrComplaints } from '../../options/index.ts';

/** A file that an option names. */
export interface NamedFile {
  readonly option: string;
  /** As it was given. */
  readonly path: string;
}

export interface NamedFiles {
  readonly written: readonly NamedFile[];
  readonly read: readonly NamedFile[];
}

/**
 * The absolute paths of the files that an audit writes, by their options. Missing folders are made. This happens before the first request:
 * a report that cannot be written must be known before an hour of requests, not after it.
 *
 * @throws {UsageError} that names every file that cannot be written or read.
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
    throw invalid(option, given, `cannot be written: ${codeOf(error)}`, 'Choose a folder that this user may write to');
  }
}

/** Step by step: with `recursive`, Node never ends where a system says of a folder in one that is there that it is not, as /proc does. */
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
      `cannot be read: ${codeOf(error)}`,
      'Name a file that is there and that this user may read, relative to the working directory',
    );
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function invalid(option: string, path: string, what: string, fix: string): UsageError {
  return new UsageError('invalid-input', `The file of ${option}, ${JSON.stringify(path)}, ${what}`, { fix });
}
