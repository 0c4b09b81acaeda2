import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../errors/index.ts';
import type { RunContext } from '../run/context.ts';
import { codeOf } from './named-files.ts';
import type { Audited } from './result.ts';

/** A file that an audit leaves: a report, or the package. */
export interface WrittenFile {
  readonly option: string;
  readonly content: () => AsyncIterable<Part>;
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
export async function writeWhole(path: string, parts: AsyncIterable<Part> | Iterable<Part>, by?: Transform): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await (by === undefined ? writeTo(handle, parts) : pipeline(Readable.from(parts), by, (packed) => writeTo(handle, packed)));
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

/** All text goes through the same room: memory of its own for each part is given back late. */
async function writeTo(handle: FileHandle, parts: AsyncIterable<Part> | Iterable<Part>): Promise<void> {
  const room = new Uint8Array(4 * atOnce);
  const encoder = new TextEncoder();
  let waiting = '';
  const write = async (): Promise<void> => {
    for (let text = waiting; text !== '';) {
      const { read, written } = encoder.encodeInto(text, room);
      await handle.appendFile(room.subarray(0, written));
      text = text.slice(read);
    }
    waiting = '';
  };
  for await (const part of parts) {
    if (typeof part === 'string') waiting += part;
    if (typeof part !== 'string' || waiting.length >= atOnce) await write();
    if (typeof part !== 'string') await handle.appendFile(part);
  }
  await write();
}
