import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Most bytes of all kept members together: the facts and the records of some million changes. */
const mostBytes = 16 * 1024 ** 3;

/** Members of a package that are written to a folder while the package is read. */
export interface KeptMembers {
  readonly keep: (path: string) => ((piece: Uint8Array) => Promise<void>) | undefined;
  /** They are larger together than is kept: the folder does not have all of them. */
  readonly isCut: () => boolean;
}

/** @param wanted paths without folders: nothing of a package names a file outside of the folder */
export function keepMembers(folder: string, wanted: ReadonlySet<string>): KeptMembers {
  let bytes = 0;
  return {
    keep(path) {
      if (!wanted.has(path)) return undefined;
      return async (piece) => {
        bytes += piece.length;
        if (bytes <= mostBytes) await appendFile(join(folder, path), piece);
      };
    },
    isCut: () => bytes > mostBytes,
  };
}
