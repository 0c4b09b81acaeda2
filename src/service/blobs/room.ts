import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isFull } from '../../errors/index.ts';

/** With less than this many bytes a disk is full. */
const least = 1024 * 1024;

export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Whether the folders have room. Where little is left or a write failed, a test writes: only the file system knows quotas and reserves. */
export async function hasRoom(folders: readonly string[], isSuspected: boolean): Promise<boolean> {
  for (const folder of folders) {
    const { bavail, bsize } = await statfs(folder);
    if ((isSuspected || bavail * bsize < least) && !(await takes(folder))) return false;
  }
  return true;
}

async function takes(folder: string): Promise<boolean> {
  const file = join(folder, 'room.tmp');
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(least));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}
