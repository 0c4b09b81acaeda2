import { UsageError } from '../errors/index.ts';
import type { OptionReader } from '../options/index.ts';
import { bytes } from '../text/index.ts';

/** The text of a file of at most `largest` bytes that describes a flow or a type by these keys. Throws a `UsageError`. */
export async function fileText(
  read: OptionReader<'file'>,
  file: string,
  { keys, largest, what }: { readonly what: 'flow' | 'type'; readonly keys: string; readonly largest: number },
): Promise<string> {
  const content = await read.file(file, largest);
  const refused = (why: string, fix: string): UsageError => new UsageError('invalid-input', `${file} ${why}`, { fix });
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'too-large':
      throw refused(`is more than ${bytes(largest)}`, `Give the file of a ${what}: ${keys}`);
    case 'no-regular-file':
      throw refused('is no regular file, but a directory, a pipe or a device', `Write the ${what} into a file, and name that`);
    case 'unreadable':
      throw refused(`cannot be read (${content.code})`, 'Look at the path: it is relative to the working directory');
  }
}
