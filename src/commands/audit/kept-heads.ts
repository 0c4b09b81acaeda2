import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Audit, KeptHead } from '../../audit/index.ts';
import { UsageError } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import type { AuditSources } from '../../options/index.ts';
import { bytes, decodeText } from '../../text/index.ts';
import type { AuditParts } from './parts.ts';

/** As many heads as are read, each with the longest name of a keeper, have less. */
const largest = 4 * 1024 * 1024;

/** The heads that somebody kept, from the option `witness`; none where it was not given. */
export async function keptHeads(
  witness: AuditSources['witness'],
  path: string | undefined,
  { readHeads }: Pick<AuditParts, 'readHeads'>,
): Promise<readonly KeptHead[]> {
  if (witness === undefined) return [];
  if (witness.kind === 'heads') return readHeads(witness.text, 'witness');
  const file = await readRegularFile(path ?? witness.path, largest);
  if (Buffer.isBuffer(file)) return readHeads(decodeText(file), 'the file of witness');
  const why = { 'too-large': `it is larger than ${bytes(largest)}`, 'no-regular-file': 'it is no regular file' };
  throw new UsageError('invalid-input', `The file of witness cannot be read: ${file.kind === 'unreadable' ? file.code : why[file.kind]}`, {
    fix: 'Name the file with the heads that somebody kept, or write the heads themselves',
  });
}

/** The file with the head of the log, which names the package that was written before it. */
export async function* headFileOf(audit: Audit, packed: string, { headFile }: Pick<AuditParts, 'headFile'>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(packed), hash);
  yield headFile(audit, { name: basename(packed), sha256: hash.digest('hex') });
}
