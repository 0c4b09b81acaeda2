import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * SHA-256 of the running program, over the digests of its files. Anybody can repeat it in that folder:
 * `find . -name '*.js' | LC_ALL=C sort | xargs sha256sum | sha256sum`. Null where the program was not built.
 */
export async function programDigest(folder: string | undefined): Promise<string | null> {
  if (folder === undefined) return null;
  const names = (await readdir(folder, { recursive: true }).catch(() => []))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `./${name.replaceAll('\\', '/')}`)
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  if (names.length === 0) return null;
  const all = createHash('sha256');
  for (const name of names) all.update(`${sha256(await readFile(join(folder, name)))}  ${name}\n`);
  return all.digest('hex');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
