import { isAbsolute } from 'node:path';
import { askHalves, type ObjectStore } from './object-store.ts';
import { present } from './objects.ts';
import { protocolsOf, webProtocols } from './protocols.ts';
import { webUrlOf } from './remote-url.ts';
import { printedBy } from './run-git.ts';

/** Where commits are fetched from, and the header that lets us in; null: none is needed. */
export interface FetchFrom {
  readonly url: string;
  readonly authorization: string | null;
}

/** Most commits that one call fetches. */
const atOnce = 200;

/**
 * Fetches commits that the clone does not have into the temporary directory, and gives those that are still missing. GitHub
 * keeps the heads of pull requests, and for a while what was pushed away by force. Only HTTPS and files are asked, and no
 * program that a configuration names is started.
 */
export async function fetchMissing(store: ObjectStore, shas: readonly string[], from: FetchFrom | null): Promise<ReadonlySet<string>> {
  const missing = await absent(store, shas);
  const source = missing.length === 0 ? undefined : (from ?? (await originOf(store)));
  if (source === undefined) return new Set(missing);
  // The configuration of a clone names no program or service of this machine.
  const protocols = from === null ? webProtocols : protocolsOf(from.url);
  for (let at = 0; at < missing.length; at += atOnce) {
    await askHalves(missing.slice(at, at + atOnce), (some) => fetchSome(store, some, source, protocols));
  }
  return new Set(await absent(store, missing));
}

async function absent(store: ObjectStore, shas: readonly string[]): Promise<readonly string[]> {
  const here = await present(store, shas);
  return [...new Set(shas)].filter((sha) => !here.has(sha));
}

/** False where the server refused the whole call for one commit that it does not have. */
async function fetchSome(
  store: ObjectStore,
  shas: readonly string[],
  { authorization, url }: FetchFrom,
  protocols: string,
): Promise<boolean> {
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'];
  const ending = await store.run(['-c', 'http.followRedirects=false', 'fetch', ...options, '--', url, ...shas], {
    timeLimit: 120_000,
    env: {
      GIT_ALLOW_PROTOCOL: protocols,
      // In the environment, where other users of the machine do not see it.
      ...(authorization === null
        ? {}
        : { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: `authorization: ${authorization}` }),
    },
  });
  return ending.kind !== 'failed' || !/not our ref|remote ref/i.test(ending.stderr);
}

/** The remote that the clone came from, with the header that actions/checkout left for it. */
async function originOf({ clone }: ObjectStore): Promise<FetchFrom | undefined> {
  const written = (await printedBy(clone, ['ls-remote', '--get-url', 'origin'])) ?? '';
  const url = /^(?:https|file):/.test(written) || isAbsolute(written) ? written : webUrlOf(written);
  if (url === undefined) return undefined;
  const header = (await printedBy(clone, ['config', '--get-urlmatch', 'http.extraheader', url])) ?? '';
  return { url, authorization: /^authorization:\s*(.+)$/i.exec(header.trim())?.[1] ?? null };
}
