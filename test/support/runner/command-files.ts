import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failCommand, setOutput, type Step } from './step.ts';

/**
 * Reads `KEY=VALUE` and `KEY<<DELIMITER` pairs as EnvFileKeyValuePairs in the runner's FileCommandManager.cs does: one by one, so
 * that those before a mistake count.
 */
function* envFilePairs(text: string): Generator<readonly [key: string, value: string]> {
  const reader = createReader(text.replace(/^\uFEFF/, ''));
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    if (line.text === '') continue;
    const equals = position(line.text, '=');
    const heredoc = position(line.text, '<<');
    if (equals < heredoc) {
      yield [line.text.slice(0, equals), line.text.slice(equals + 1)];
    } else if (heredoc < equals) {
      const key = line.text.slice(0, heredoc);
      const delimiter = line.text.slice(heredoc + 2);
      if (key === '' || delimiter === '')
        throw new Error(`Invalid format '${line.text}'. Name must not be empty and delimiter must not be empty`);
      yield [key, readUntil(reader, delimiter)];
    } else {
      throw new Error(`Invalid format '${line.text}'`);
    }
  }
}

function readUntil(reader: Reader, delimiter: string): string {
  const value: string[] = [];
  for (let line = reader.next(); line?.text !== delimiter; line = reader.next()) {
    if (line === undefined) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
    if (!line.ended) throw new Error('Invalid value. EOF marker missing new line.');
    value.push(line.text);
  }
  return value.join('\n');
}

/** Lines end at LF alone: on Linux and macOS a CR is part of the value. */
interface Reader {
  next(): { readonly text: string; readonly ended: boolean } | undefined;
}

function createReader(text: string): Reader {
  let index = 0;
  return {
    next() {
      if (index >= text.length) return undefined;
      const end = text.indexOf('\n', index);
      const line = { text: text.slice(index, end < 0 ? undefined : end), ended: end >= 0 };
      index = end < 0 ? text.length : end + 1;
      return line;
    },
  };
}

function position(text: string, part: string): number {
  const index = text.indexOf(part);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

/** Names of the command files as they appear in the `github` context; each is exported as `GITHUB_<NAME>`. */
const names = ['path', 'env', 'step_summary', 'state', 'output'] as const;
type CommandFile = (typeof names)[number];
type CommandFiles = Readonly<Record<CommandFile, string>>;

/** CreateStepSummaryCommand.AttachmentSizeLimit, in bytes. */
const summaryLimit = 1024 * 1024;

/** Makes the empty files of one step. */
export async function createCommandFiles(directory: string): Promise<CommandFiles> {
  const suffix = randomUUID();
  const file = (prefix: string): string => join(directory, `${prefix}_${suffix}`);
  const files = {
    path: file('add_path'),
    env: file('set_env'),
    step_summary: file('step_summary'),
    state: file('save_state'),
    output: file('set_output'),
  };
  await Promise.all(Object.values(files).map((path) => writeFile(path, '')));
  return files;
}

/** Applies the files once the process has ended, which is why a value written to a file wins over one of a command. */
export async function processCommandFiles(step: Step, files: CommandFiles): Promise<{ summary: string; summaryDropped: boolean }> {
  let summary = { summary: '', summaryDropped: false };
  for (const name of names) {
    try {
      if (name === 'step_summary') summary = await readSummary(step, files[name]);
      else for (const apply of changes(step, name, await read(files[name]))) apply();
    } catch (error) {
      failCommand(step, `Unable to process file command '${name}' successfully.`, error);
    }
  }
  return summary;
}

/** Lazy, because what stands before a mistake in a file counts. */
function* changes(step: Step, name: Exclude<CommandFile, 'step_summary'>, text: string): Generator<() => void> {
  if (name === 'path') {
    for (const line of text.split(/\r\n|\n|\r/)) if (line !== '') yield () => prepend(step.path, line);
    return;
  }
  for (const [key, value] of envFilePairs(text)) {
    if (name === 'output') yield () => setOutput(step, key, value);
    else if (name === 'state') yield () => step.state.set(key, value);
    else if (key.toUpperCase() === 'NODE_OPTIONS') {
      yield () => step.journal.issue('error', "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.");
    } else yield () => void step.env.set(key, value);
  }
}

function prepend(path: string[], line: string): void {
  const index = path.indexOf(line);
  if (index >= 0) path.splice(index, 1);
  path.push(line);
}

/** A file that the action has deleted is an empty one. */
async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

async function readSummary({ journal, masker }: Step, path: string): Promise<{ summary: string; summaryDropped: boolean }> {
  const text = await read(path);
  if (text === '') return { summary: '', summaryDropped: false };
  const { size } = await stat(path);
  if (size > summaryLimit) {
    journal.issue(
      'error',
      `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${summaryLimit / 1024}k, got ${Math.floor(size / 1024)}k.`,
    );
    return { summary: '', summaryDropped: true };
  }
  const lines = text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
  return { summary: lines.map((line) => `${masker.mask(line)}\n`).join(''), summaryDropped: false };
}
