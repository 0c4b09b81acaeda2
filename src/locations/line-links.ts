import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The one that was asked for, or a merge with it. */
interface Built {
  readonly checkout: 'subject' | 'merge' | 'none';
  readonly builtSha: string | undefined;
  readonly commit: { readonly sha1: string };
}

/**
 * The commit on whose page the lines of the checkout stand: the one that is checked out, where the event names it (`known`). On a
 * pull request that is mostly the merge commit of `GITHUB_SHA`, which GitHub made itself and has a page of. A merge that the job
 * made has none: there it is the commit that was merged. `undefined` where GitHub may have neither.
 */
export function shownCommit({ builtSha, checkout, commit }: Built, known: readonly (string | undefined)[]): string | undefined {
  return checkout === 'none' ? undefined : [builtSha, commit.sha1].find((sha) => sha !== undefined && known.includes(sha));
}

interface ShownCommit {
  readonly repositoryUrl: string;
  readonly sha: string;
  /** Ids of contents by path, for some files of the checkout. */
  readonly contents: ReadonlyMap<string, string>;
}

/** In bytes. Larger files are not compared: tests are not written in them. */
const largest = 5 * 1024 * 1024;

/** Only in files that the checkout (`root`) has as the commit has them: in others the line may be another. */
export async function lineLinks(
  root: string,
  { contents, repositoryUrl, sha }: ShownCommit,
): Promise<(place: { readonly file?: string; readonly line?: number }) => { readonly url?: string }> {
  const same = await Promise.all([...contents].map(async ([file, id]) => ((await hasContent(join(root, file), id)) ? [file] : [])));
  const unchanged = new Set(same.flat());
  return ({ file, line }) => {
    if (file === undefined || !unchanged.has(file)) return {};
    const path = file.split('/').map(encodeURIComponent).join('/');
    return { url: `${repositoryUrl}/blob/${sha}/${path}${line === undefined ? '' : `#L${line}`}` };
  };
}

/** Line breaks aside: on Windows git may write others than it keeps. */
async function hasContent(path: string, id: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > largest) return false;
    const content = await readFile(path);
    return id === idOf(content) || id === idOf(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
  } catch {
    return false;
  }
}

function idOf(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
