import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../errors/index.ts';
import type { RunContext } from '../run/context.ts';
import { codeOf } from './named-files.ts';
import type { Audited } from './result.ts';

/** A file that an audit leaves: a report, or the package. */
export interface WrittenFile {
  readonly option: string;
  readonly content: () => AsyncIterable<string | Uint8Array>;
  /** Compresses it. */
  readonly by?: Transform;
}

/** Writes each file. One that cannot be written does not stop the others. */
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
      failures.push(`The report ${option} could not be written: ${codeOf(error)}`);
    }
  }
  if (failures.length > 0) throw new UsageError('invalid-input', failures.join('; '), { fix: 'Look at the disk: is it full, or gone?' });
  return files.map(({ option }) => ({ option, path: paths.get(option) ?? '' }));
}

/**
 * Writes a file as its parts come, under another name until it is complete. A reader who finds the file finds all of it, and an older file
 * stays if the writing fails.
 */
export async function writeWhole(
  path: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
  by: Transform = new PassThrough(),
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await pipeline(Readable.from(parts), by, createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
