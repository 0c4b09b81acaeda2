import { createHash, hash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitHubPort } from '../../audit/index.ts';
import { openAuditPort } from '../../github/audit/index.ts';

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
  for (const name of names) all.update(`${hash('sha256', await readFile(join(folder, name)))}  ${name}\n`);
  return all.digest('hex');
}

/** As long as a replayed service may be asked, in milliseconds. */
const longest = 30 * 60_000;

/** The questions of an audit to GitHub, over answers that are there already: nothing leaves this machine. */
export function openReplayedPort(access: {
  readonly repository: string;
  readonly fetch: (url: string, init?: object) => Promise<unknown>;
  readonly signal: AbortSignal;
}): GitHubPort {
  // A replayed answer never changes, so it is not waited for.
  return openAuditPort({ ...access, token: 'replayed', apiUrl: 'https://replayed.invalid', timeLimit: longest, firstPause: 0 });
}
