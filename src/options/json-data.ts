import { limits } from '../contract/limits.ts';
import { bytes, parseExact } from '../text/index.ts';
import { deepest, readJson, type JsonText } from './json-text.ts';
import type { OptionReader } from './reader.ts';

const howTo = 'Name a JSON file, by its path relative to the workspace';

/** The JSON in the file that an option names, of any shape. Throws where there is none. */
export async function readJsonFile<Name extends string>(read: OptionReader<Name>, option: Name): Promise<unknown> {
  const file = await read.file(read.required(option), limits.dataJsonBytes);
  switch (file.kind) {
    case 'too-large':
      throw read.invalid(option, `names a file of more than ${bytes(limits.dataJsonBytes)}`, 'Attach large files instead: attachments');
    case 'no-regular-file':
      throw read.invalid(option, 'names something that is no regular file: a directory, a pipe or a device', howTo);
    case 'unreadable':
      throw read.invalid(option, `names a file that cannot be read (${file.code})`, howTo);
    case 'text': {
      const json = readJson(file.text, parseExact);
      if (json.kind === 'json' && json.value !== null) return json.value;
      throw read.invalid(option, `names a file that ${wrongWith(json)}`, howTo);
    }
  }
}

function wrongWith(json: JsonText): string {
  switch (json.kind) {
    case 'json':
      return 'holds null';
    case 'too-deep':
      return `is nested more than ${deepest} deep`;
    case 'unclear':
      return `is not clear: ${json.why}`;
    case 'no-json':
      return `is not JSON: ${json.why}`;
  }
}
