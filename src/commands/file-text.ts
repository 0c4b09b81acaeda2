import { UsageError } from '../errors/index.ts';
import type { OptionReader } from '../options/index.ts';
import { bytes } from '../text/index.ts';

/** The text of a file that describes something; `what` is how such a file is to be. Throws a `UsageError`. */
export async function fileText(read: OptionReader<'file'>, file: string, largest: number, what: string): Promise<string> {
  const content = await read.file(file, largest);
  const refused = (why: string, fix: string): UsageError => new UsageError('invalid-input', `${file} ${why}`, { fix });
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'too-large':
      throw refused(`is more than ${bytes(largest)}`, `Give ${what}`);
    case 'no-regular-file':
      throw refused('is no regular file, but a directory, a pipe or a device', 'Write it into a file, and name that');
    case 'unreadable':
      throw refused(`cannot be read (${content.code})`, 'Look at the path: it is relative to the working directory');
  }
}
