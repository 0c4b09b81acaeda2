import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Attachment } from '../client/index.ts';
import { limits } from '../contract/limits.ts';
import { discover } from '../junit/index.ts';
import { bytes } from '../text/index.ts';
import type { RunContext } from './context.ts';

/** A file ready to go along, and how to clear away what was made for it. */
export interface PackedAttachment {
  readonly attachment: Attachment & { readonly name: string };
  readonly bytes: number;
  remove(): Promise<void>;
}

/**
 * Packs the attachments: one file goes as it is, several as a `.tgz` whose entries keep their path below the
 * workspace. What is too large for the interface (10 MiB) or cannot be read is warned about and stays behind: bad
 * attachments never hold evidence back.
 */
export async function pack(patterns: readonly string[], context: RunContext): Promise<PackedAttachment | undefined> {
  if (patterns.length === 0) return undefined;
  const found = await discover(patterns, { workspace: context.workspace });
  for (const problem of found.problems) context.report({ kind: 'warning', message: `attachments: ${problem.message}` });
  const [only, ...more] = found.files;
  if (only === undefined) return undefined;
  const packed = more.length === 0 ? await single(only.path) : await tarball(found.files, context.temporary);
  if (packed.bytes <= limits.attachmentBytes) return packed;
  await packed.remove();
  context.report({
    kind: 'warning',
    message: `attachments: ${bytes(packed.bytes)} is more than the ${bytes(limits.attachmentBytes)} that the service takes, so nothing is attached; name fewer or smaller files`,
  });
  return undefined;
}

async function single(path: string): Promise<PackedAttachment> {
  return { attachment: { name: basename(path), path }, bytes: (await stat(path)).size, remove: async () => {} };
}

async function tarball(files: readonly { readonly path: string; readonly name: string }[], temporary: string): Promise<PackedAttachment> {
  const { pack: startTar } = await import('tar-stream');
  const folder = await mkdtemp(join(temporary, 'compliance-evidence-'));
  const path = join(folder, 'evidence.tgz');
  const tar = startTar();
  const written = pipeline(tar, createGzip(), createWriteStream(path));
  try {
    for (const file of files) {
      const { size, mtime } = await stat(file.path);
      const entry = tar.entry({ name: file.name, size, mtime, mode: 0o644 });
      await pipeline(createReadStream(file.path, { end: Math.max(0, size - 1) }), entry);
    }
    tar.finalize();
    await written;
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    attachment: { name: 'evidence.tgz', path },
    bytes: (await stat(path)).size,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
