import { bytes } from '../text/index.ts';
import { givenText, type OptionReader } from './reader.ts';
import type { OptionSpec } from './spec.ts';

/** The trail's own template, in place of that of its flow. */
export const templateFileOption = {
  name: 'template-file',
  kind: 'text',
  decides: 'asked',
  default: 'none',
  whenEmpty: 'error',
  placeholder: 'FILE',
  description: 'YAML file with the template of this trail alone. With `none` it has that of its flow.',
} as const satisfies OptionSpec;

/** Largest template, in bytes, that a service is known to accept. */
const largest = 256 * 1024;

type Reader = OptionReader<'template-file'>;

/** The text of the template; `undefined` where none is named. An empty one would require nothing, so it is refused. */
export async function readTemplateFile(read: Reader): Promise<string | undefined> {
  const path = givenText(read, 'template-file');
  if (path === undefined) return undefined;
  const howTo = 'Name a YAML file, by its path relative to the workspace';
  const file = await read.file(path, largest);
  switch (file.kind) {
    case 'text':
      if (file.text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)))
        throw read.invalid(
          'template-file',
          'names a file without a template: the trail would require nothing',
          'Write the template, or leave template-file out',
        );
      return file.text;
    case 'too-large':
      throw read.invalid('template-file', `names a file of more than ${bytes(largest)}`, howTo);
    case 'no-regular-file':
      throw read.invalid('template-file', 'names something that is no regular file: a directory, a pipe or a device', howTo);
    case 'unreadable':
      throw read.invalid('template-file', `names a file that cannot be read (${file.code})`, howTo);
  }
}
