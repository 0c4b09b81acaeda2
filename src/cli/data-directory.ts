import { UsageError } from '../errors/index.ts';

/**
 * The directory that an option names. Throws a `UsageError` where no service keeps its data there, because a mistyped name must
 * not become a new store. With `isNew`, a missing directory is made.
 */
export async function dataDirectory(data: string, isNew: boolean): Promise<string> {
  const { openBackend } = await import('../service/index.ts');
  const { find, name } = openBackend(data);
  if (isNew) return data;
  await find().catch((cause: unknown) => {
    throw new UsageError('invalid-input', `No service keeps its data in ${name}. Nothing was made`, {
      cause,
      fix: 'Look at the spelling of --data; to begin a new store there, add --init',
    });
  });
  return data;
}
