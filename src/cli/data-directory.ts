import { resolve } from 'node:path';
import { UsageError } from '../errors/index.ts';

/**
 * The data directory that an option names, as an absolute path. Throws a `UsageError` where no service keeps anything there:
 * a mistyped name must not become a new store. `isNew`: one that is not there is made.
 */
export async function dataDirectory(data: string, isNew: boolean): Promise<string> {
  const directory = resolve(data);
  if (isNew) return directory;
  const { databaseFile } = await import('../service/index.ts');
  await databaseFile(directory).catch((cause: unknown) => {
    throw new UsageError('invalid-input', `No service keeps its data in ${directory}. Nothing was made`, {
      cause,
      fix: 'Look at the spelling of --data; to begin a new store there, add --init',
    });
  });
  return directory;
}
