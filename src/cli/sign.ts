import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ContractError, EvidenceError, type UsageError, hasCode, isFull, messageOf, wrongUse } from '../errors/index.ts';
import type { FoundStatement } from '../statement/index.ts';
import { oneLine, orNothing, parseJson } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/** Each takes time to verify. */
const mostLines = 100;

type Read = Readonly<{ name: string; bytes: Buffer; found: FoundStatement }>;

/**
 * The one statement of a file; or those of its lines, `FILE:2`, as `gh attestation download` writes them, without lines that have none.
 * @throws {UsageError} where the file cannot be read, {EvidenceError} where it has no statement
 */
export async function readStatements(file: string): Promise<readonly Read[]> {
  const [files, { limits, readStatement }] = await Promise.all([import('../files/index.ts'), import('../statement/index.ts')]);
  const bytes = files.readRegularFile(file, limits.fileBytes);
  if (!Buffer.isBuffer(bytes)) throw wrong(`${file} cannot be read: ${files.refusalWords(bytes, limits.fileBytes)}`, 'Name a statement');
  const lines = bytes
    .toString('latin1')
    .trim()
    .split('\n', mostLines + 1);
  const [first = ''] = lines;
  if (lines.length > 1 && parseJson(first) !== undefined) {
    if (lines.length > mostLines) throw wrong(`${file} has more than ${mostLines} lines`, `Make several of it: split -l ${mostLines} FILE`);
    return lines.flatMap((line, at) => {
      const part = Buffer.from(line, 'latin1');
      return orNothing(() => ({ name: `${file}:${at + 1}`, bytes: part, found: readStatement(part) })) ?? [];
    });
  }
  try {
    return [{ name: file, bytes, found: readStatement(bytes) }];
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause;
    throw new EvidenceError('broken-file', `${oneLine(file, 200)}: ${cause.message}`, { cause, fix: cause.fix ?? '' });
  }
}

function wrong(message: string, fix: string): UsageError {
  return wrongUse(oneLine(message, 500), fix);
}

export type SignOptions = Readonly<{ key: string; out?: string }>;

/** Writes two files for each statement: a bundle of Sigstore, and the envelope alone. */
export async function sign({ key, out }: SignOptions, files: readonly string[], terminal: Terminal): Promise<number> {
  const [signing, statements] = await Promise.all([import('../signing/index.ts'), import('../statement/index.ts')]);
  const { hint, sign } = signing.readSigner('--key', key);
  const signed: (readonly [file: string, text: string])[] = [];
  for (const file of files) {
    const [one] = await readStatements(file);
    if (one?.name !== file) throw wrong(`${file} has several lines`, 'Make a file of each: split -l 1 FILE');
    if (one.found.envelope !== undefined) throw wrong(`${file} is signed already`, 'Name the bare statement');
    const envelope = statements.signStatement(one.bytes.toString(), sign);
    const name = join(out ?? dirname(file), basename(file).replace(/\.json$/, ''));
    signed.push([`${name}.sigstore.json`, statements.keyBundle(envelope, hint)]);
    signed.push([`${name}.intoto.jsonl`, statements.envelopeLine(envelope)]);
  }
  for (const [file, text] of signed) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    } catch (cause) {
      // Half a file would be in the way of the next try.
      if (isFull(cause)) rmSync(file, { force: true });
      const why = hasCode(cause, 'EEXIST') ? `${file} is there already` : messageOf(cause);
      const fix = 'Remove what is there, or name another folder with --out';
      throw isFull(cause) ? cause : wrong(`The signature cannot be written: ${why}`, fix);
    }
    terminal.out(`Wrote ${file}`);
  }
  terminal.out(`Signed with the key ${hint}`);
  return 0;
}
