import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../errors/index.ts';

/** The database of a data directory that is there already. Throws a UsageError where there is none, and makes nothing. */
export async function databaseFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'evidence.db');
  await access(file).catch((error: unknown) => {
    throw new UsageError('invalid-input', `There is no database ${file}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
      fix: 'Name with --data the directory that `serve` keeps its data in. Nothing was made.',
    });
  });
  return file;
}
