import type { UsageError } from '../errors/index.ts';
import type { runKey } from '../gate/index.ts';
import { bytes, parseExact } from '../text/index.ts';
import { deepest, readJson } from './json-text.ts';
import type { OptionReader } from './reader.ts';
import type { OptionSpec } from './spec.ts';

export const userDataOption = {
  name: 'user-data',
  kind: 'json-object',
  placeholder: 'JSON',
  description: 'A JSON object to go with the record, inline or the path of a file. The key `compliance_evidence` is ours.',
} as const satisfies OptionSpec;

/** Largest `user-data`, in bytes: it is sent with every record and shown to people. */
const largest = 256 * 1024;

/** The key under which the run is recorded. */
const taken: typeof runKey = 'compliance_evidence';

type Reader = OptionReader<'user-data'>;

/** The caller's `user_data`: a JSON object, inline or from a file of the workspace. */
export async function readUserData(read: Reader): Promise<Readonly<Record<string, unknown>>> {
  const text = read.text('user-data');
  if (text === undefined) return {};
  const value = parse(read, text.startsWith('{') ? text : await readFileOf(read, text));
  if (Object.hasOwn(value, taken))
    throw read.invalid('user-data', `holds the key ${taken}, under which the run is recorded`, 'Choose another key');
  return value;
}

async function readFileOf(read: Reader, path: string): Promise<string> {
  const file = await read.file(path, largest);
  switch (file.kind) {
    case 'text':
      return file.text;
    case 'too-large':
      throw tooLarge(read);
    case 'no-regular-file':
      throw read.invalid('user-data', 'names something that is no regular file: a directory, a pipe or a device', howTo);
    case 'unreadable':
      throw read.invalid('user-data', `is neither a JSON object nor a readable file (${file.code})`, howTo);
  }
}

const howTo = 'Write {"key": "value"}, or a path relative to the workspace';

function parse(read: Reader, text: string): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(text) > largest) throw tooLarge(read);
  const json = readJson(text, parseExact);
  switch (json.kind) {
    case 'unclear':
      throw read.invalid('user-data', `is not clear: ${json.why}`, 'Write each name once');
    case 'no-json':
      throw read.invalid('user-data', `is not JSON: ${json.why}`, 'Write a JSON object: {"key": "value"}');
    case 'too-deep':
      throw read.invalid('user-data', `is nested more than ${deepest} deep`, 'Attach such data as a file instead: attachments');
    case 'json':
      if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
        throw read.invalid('user-data', 'is JSON, but not an object', 'Write a JSON object: {"key": "value"}');
      return Object.fromEntries(Object.entries(json.value));
  }
}

function tooLarge(read: Reader): UsageError {
  return read.invalid('user-data', `is more than ${bytes(largest)}`, 'Attach large files instead: attachments');
}
