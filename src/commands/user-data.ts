import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runKey } from '../gate/index.ts';
import { bytes } from '../text/index.ts';
import type { OptionReader } from './read-option.ts';

/** Largest `user-data`, in bytes: it is sent with every record and shown to people. */
const largest = 256 * 1024;

/** The caller's own `user_data`: a JSON object, inline or from a file of the workspace. */
export async function readUserData(read: OptionReader, workspace: string): Promise<Readonly<Record<string, unknown>>> {
  const text = read.text('user-data');
  if (text === undefined) return {};
  const value = parse(read, text.startsWith('{') ? text : await readJsonFile(read, resolve(workspace, text)));
  if (Object.hasOwn(value, runKey))
    throw read.invalid('user-data', `holds the key ${runKey}, under which the run is recorded`, 'Choose another key');
  return value;
}

async function readJsonFile(read: OptionReader, path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > largest)
      throw read.invalid('user-data', `is ${bytes(size)}, more than ${bytes(largest)}`, 'Attach large files instead: attachments');
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) {
      throw read.invalid(
        'user-data',
        `is neither a JSON object nor a readable file (${error.code})`,
        'Write {"key": "value"}, or a path relative to the workspace',
      );
    }
    throw error;
  }
}

function parse(read: OptionReader, text: string): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(text) > largest)
    throw read.invalid('user-data', `is more than ${bytes(largest)}`, 'Attach large files instead: attachments');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw read.invalid(
      'user-data',
      `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'Write a JSON object: {"key": "value"}',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw read.invalid('user-data', 'is JSON, but not an object', 'Write a JSON object: {"key": "value"}');
  return Object.fromEntries(Object.entries(value));
}
