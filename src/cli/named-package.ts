import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Terminal } from './terminal.ts';

/**
 * The exit code of `verify --package`, after a comparison with the package that the file of `--head` names. A head proves the records
 * alone; a package that was made anew around them, with other facts and reports, is found by its SHA-256.
 * @param code where nothing is named
 * @param named SHA-256 of a package
 */
export async function heldAgainst(
  named: string,
  { code, isJson, path, terminal }: { readonly code: number; readonly path: string; readonly isJson: boolean; readonly terminal: Terminal },
): Promise<number> {
  // A package that does not hold, or that was not read, cannot be the named one.
  if (code !== 0 && code !== 2) return code;
  const hash = createHash('sha256');
  const { readPieces } = await import('../service/index.ts');
  await pipeline(readPieces('--package', path), hash);
  // With JSON, stdout has nothing else.
  const say = (sentence: string): void => (isJson ? terminal.err(sentence) : terminal.out(sentence));
  if (hash.digest('hex') === named) {
    say('The file of --head names this very package: its facts and its reports are as the audit left them, too.');
    return code;
  }
  say(
    `The file of --head names another package, SHA-256 ${named}: its head proves records of this one, and neither its facts nor its reports. Take the file of the audit that made this package, or the head alone.`,
  );
  return 2;
}
