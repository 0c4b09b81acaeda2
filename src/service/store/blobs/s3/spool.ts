import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for content on its way. It has no name, so that nothing of it stays, however the process ends. */
export interface Spool {
  readonly write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>;
  /** The content from its beginning. */
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'attached-'));
  try {
    const handle = await open(join(folder, 'file'), 'wx+', 0o600);
    return {
      write: async (chunks) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      },
      read: () => handle.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>,
      close: () => handle.close(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
