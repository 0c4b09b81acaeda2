import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

/** An entry of a backup as it stands in the tar file. */
export interface Part {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: 'symlink' | 'link' | 'directory';
}

/** The entries of a backup without its seal. */
export async function partsOf(bytes: Uint8Array): Promise<readonly Part[]> {
  const archive = extract();
  Readable.from([bytes]).pipe(archive);
  const parts: Part[] = [];
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) if (chunk instanceof Buffer) chunks.push(chunk);
    parts.push({ name: entry.header.name, content: Buffer.concat(chunks) });
  }
  return parts.filter(({ name }) => name !== 'end.json');
}

/** A backup of such entries, with a seal that fits: whoever changes a backup can make it. */
export async function sealedParts(parts: readonly Part[]): Promise<Buffer> {
  const [tar, all] = [pack(), createHash('sha256')];
  const bytes = buffer(tar);
  for (const { content, name, type } of parts) {
    all.update(`${name} ${content.length} ${createHash('sha256').update(content).digest('hex')}\n`);
    tar.entry({ name, size: content.length, ...(type === undefined ? {} : { type, linkname: '/etc/passwd' }) }, content);
  }
  tar.entry({ name: 'end.json' }, `${JSON.stringify({ entries: parts.length, sha256: all.digest('hex') })}\n`);
  tar.finalize();
  return await bytes;
}
