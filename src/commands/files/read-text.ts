import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import type { OptionReader } from '../../options/index.ts';
import { bytes, nearest } from '../../text/index.ts';
import type { Keys } from './read-yaml.ts';

/** The text of the file that an option names. Throws a `UsageError`; `howTo` says what to put into the file. */
export async function readText(read: OptionReader<'file'>, largest: number, howTo: string): Promise<string> {
  const file = read.required('file');
  const content = await read.file(file, largest);
  const refused = (why: string, fix: string): UsageError => new UsageError('invalid-input', `${file} ${why}`, { fix });
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'too-large':
      throw refused(`is more than ${bytes(largest)}`, `Give a file with ${howTo}`);
    case 'no-regular-file':
      throw refused('is no regular file, but a directory, a pipe or a device', `Give a regular file with ${howTo}`);
    case 'unreadable':
      throw content.code === 'ENOENT'
        ? refused('is not there', absentFix(file, content.folder ?? []))
        : refused(`cannot be read (${content.code})`, 'Look at the path: it is relative to the working directory');
  }
}

function absentFix(file: string, folder: readonly string[]): string {
  if (/[*?[\]{}]/.test(file)) return 'Patterns are not read: name the file itself';
  const meant = nearest(basename(file), folder);
  const path = 'The path is relative to the working directory';
  return meant === undefined ? path : `Did you mean ${join(dirname(file), meant)}? ${path}`;
}

/** A kind of YAML file. */
interface YamlKind {
  /** In bytes. */
  readonly largest: number;
  readonly holds: string;
  readonly keys: Keys;
  readonly example: string;
}

/** The mapping in the YAML file that an option names. Throws a `UsageError`; `wrong` makes others, which show how such a file is written. */
export async function readYamlFile(
  read: OptionReader<'file'>,
  { example, holds, keys, largest }: YamlKind,
): Promise<{ readonly text: string; readonly fields: Readonly<Record<string, unknown>>; readonly wrong: (what: string) => UsageError }> {
  const file = read.required('file');
  const text = await readText(read, largest, holds);
  // Only commands about such files read YAML.
  const { readYaml } = await import('./read-yaml.ts');
  const value = readYaml(text, file, keys);
  const wrong = (what: string): UsageError => new UsageError('invalid-input', `${file} ${what}`, { fix: `Write it so:\n\n${example}` });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('is not a mapping');
  return { text, fields: { ...value }, wrong };
}
