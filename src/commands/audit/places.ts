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
export function openPlaces(directory: string, { read, written }: NamedFiles): ReadonlyMap<string, string> {
  const readable = Object.fromEntries(read.map((file) => [`read ${file.option}`, (): string => existing(directory, file)]));
  const writable = Object.fromEntries(written.map((file) => [file.option, (): string => place(directory, file)]));
  const places = allOrComplaints<Record<string, string>>({ ...readable, ...writable });
  const taken = new Map<string, string>();
  allOrComplaints(
    Object.fromEntries(
      [...read.map(({ option }) => [`read ${option}`, option] as const), ...written.map(({ option }) => [option, option] as const)].map(
        ([key, option]) => [
          key,
          (): void => {
            const path = places[key] ?? '';
            const other = taken.get(path);
            if (other !== undefined && !key.startsWith('read '))
              throw invalid(option, path, `is the file of ${other} too`, 'Give each a file of its own');
            taken.set(path, option);
          },
        ],
      ),
    ),
  );
  return new Map([...read, ...written].map(({ option }) => [option, places[option] ?? places[`read ${option}`] ?? '']));
}

/** The path that a file has, or will have. Links in its folder are followed, so that one file has one name. */
function place(directory: string, { option, path: given }: NamedFile): string {
  const path = resolve(directory, given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true || /[/\\]$/.test(given)) throw invalid(option, given, 'is a directory', 'Name a file in it');
  if (found !== undefined && !found.isFile()) throw invalid(option, given, 'is no regular file', 'Name a file that can be written anew');
  try {
    mkdirSync(dirname(path), { recursive: true });
    const folder = realpathSync(dirname(path));
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (found !== undefined) accessSync(path, constants.W_OK);
    return join(folder, basename(path));
  } catch (error) {
    throw invalid(option, given, `cannot be written: ${codeOf(error)}`, 'Choose a folder that this user may write to');
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
      'Name the file that an audit wrote, relative to the working directory',
    );
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function invalid(option: string, path: string, what: string, fix: string): UsageError {
  return new UsageError('invalid-input', `The file of ${option}, ${JSON.stringify(path)}, ${what}`, { fix });
}
