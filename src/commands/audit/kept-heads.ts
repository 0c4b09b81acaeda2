import { readFile } from 'node:fs/promises';
import { UsageError } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';

/** A head of the log that somebody kept. */
export interface KeptHead {
  readonly link: string;
  /** Who keeps it; null where nobody is named. */
  readonly keeper: string | null;
}

/** Most heads in a file, and longest name of a keeper. */
const mostHeads = 10_000;
const longestKeeper = 200;

/**
 * The heads in a file, each once: `<64 hexadecimal digits>`, and after a space who keeps it. Empty lines are passed over.
 *
 * @throws {UsageError} that names the first line that is something else.
 */
export async function keptHeads(path: string): Promise<readonly KeptHead[]> {
  const heads = new Map<string, KeptHead>();
  for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
    const text = line.trim();
    if (text === '') continue;
    const [, link, keeper = ''] = /^([0-9a-f]{64})(?:\s+(.*))?$/i.exec(text) ?? [];
    if (link === undefined) throw wrong(`Line ${index + 1} of the file of witness is no head: ${JSON.stringify(oneLine(text, 80))}`);
    const one = { link: link.toLowerCase(), keeper: keeper === '' ? null : oneLine(keeper, longestKeeper) };
    if (!heads.has(one.link)) heads.set(one.link, one);
    if (heads.size > mostHeads) throw wrong(`The file of witness has more than ${mostHeads} heads`);
  }
  if (heads.size === 0) throw wrong('The file of witness has no head');
  return [...heads.values()];
}

function wrong(what: string): UsageError {
  return new UsageError('invalid-input', what, { fix: 'Write a head a line: 64 hexadecimal digits, and after a space who keeps it' });
}
