import { open } from 'node:fs/promises';
import { openBytes } from './byte-source.ts';
import type { PackedMember } from './manifest.ts';
import { sha256 } from './node-sha256.ts';
import { OddArchive, readTar } from './tar.ts';

/**
 * Writes one member of a package to a file. The package was checked before: one that has other bytes by now is refused with
 * `OddArchive`.
 *
 * @param file does not exist yet
 */
export async function unpackMember(
  archive: AsyncIterable<Uint8Array>,
  { path, sha256: digest }: PackedMember,
  file: string,
): Promise<void> {
  for await (const member of readTar(openBytes(archive))) {
    if (member.path !== path) {
      for await (const _ of member.content);
      continue;
    }
    const hash = sha256();
    const handle = await open(file, 'wx');
    try {
      for await (const piece of member.content) {
        hash.update(piece);
        await handle.appendFile(piece);
      }
    } finally {
      await handle.close();
    }
    if (hash.hex() === digest) return;
    break;
  }
  throw new OddArchive(`${path} was changed while the package was read`);
}
