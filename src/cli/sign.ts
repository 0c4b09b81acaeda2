import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ContractError, EvidenceError, UsageError } from '../errors/index.ts';
import type { FoundStatement } from '../statement/index.ts';
import { oneLine } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/** @throws {UsageError} where the file cannot be read, {EvidenceError} where it has no statement */
export async function readStatementFile(file: string): Promise<FoundStatement & { readonly bytes: Buffer }> {
  const [files, { limits, readStatement }] = await Promise.all([import('../files/index.ts'), import('../statement/index.ts')]);
  const bytes = files.readRegularFile(file, limits.fileBytes);
  if (!Buffer.isBuffer(bytes)) throw wrong(`${file} cannot be read: ${files.refusalWords(bytes, limits.fileBytes)}`, 'Name a statement');
  try {
    return { ...readStatement(bytes), bytes };
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause;
    throw new EvidenceError('broken-file', `${oneLine(file, 200)}: ${cause.message}`, { cause, fix: cause.fix ?? '' });
  }
}

function wrong(message: string, fix: string): UsageError {
  return new UsageError('invalid-input', oneLine(message, 500), { fix });
}

export type SignOptions = Readonly<{ key: string; out?: string }>;

/** Writes two files for each statement: a bundle of Sigstore, and the envelope alone. */
export async function sign({ key, out }: SignOptions, files: readonly string[], terminal: Terminal): Promise<number> {
  const [signing, statements] = await Promise.all([import('../signing/index.ts'), import('../statement/index.ts')]);
  const { hint, sign } = signing.readSigner('--key', key);
  const signed: (readonly [file: string, text: string])[] = [];
  for (const file of files) {
    const { bytes, envelope: before } = await readStatementFile(file);
    if (before !== undefined) throw wrong(`${file} is signed already`, 'Name the bare statement');
    const envelope = statements.signStatement(bytes.toString(), sign);
    const name = join(out ?? dirname(file), basename(file).replace(/\.json$/, ''));
    signed.push([`${name}.sigstore.json`, statements.keyBundle(envelope, hint)]);
    signed.push([`${name}.intoto.jsonl`, statements.envelopeLine(envelope)]);
  }
  for (const [file, text] of signed) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    } catch (cause) {
      throw wrong(`The signature cannot be written: ${String(cause)}`, 'Remove what is there, or name another folder with --out');
    }
    terminal.out(`Wrote ${file}`);
  }
  terminal.out(`Signed with the key ${hint}`);
  return 0;
}
