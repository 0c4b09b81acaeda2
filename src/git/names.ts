import { runGit } from './run-git.ts';
import type { ObjectStore } from './object-store.ts';

/** The commit that a branch is at: as the remote has it, else as the clone does. Undefined where there is no such branch. */
export async function tipOf({ clone }: ObjectStore, branch: string): Promise<string | undefined> {
  for (const prefix of ['refs/remotes/origin/', 'refs/heads/']) {
    const found = await lineOf(clone, ['show-ref', '--verify', '--hash', '--', `${prefix}${branch}`]);
    if (found !== undefined && /^[0-9a-f]{40}$/.test(found)) return found;
  }
  return undefined;
}

/** The branch that the remote has as its default, else the one that is checked out. */
export async function defaultBranchOf({ clone }: ObjectStore): Promise<string | undefined> {
  const remote = await lineOf(clone, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  if (remote !== undefined) return remote.replace(/^refs\/remotes\/origin\//, '');
  return (await lineOf(clone, ['symbolic-ref', '--quiet', 'HEAD']))?.replace(/^refs\/heads\//, '');
}

/** The full SHA of the commit that a name stands for in the clone: a SHA in short, a tag, `HEAD~3`. */
export async function commitNamed({ clone }: ObjectStore, name: string): Promise<string | undefined> {
  const found = await lineOf(clone, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return found !== undefined && /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}

/** The commit of a tag in the clone, by the tag's whole name. */
export function commitOfTag(store: ObjectStore, tag: string): Promise<string | undefined> {
  return commitNamed(store, `refs/tags/${tag}`);
}

async function lineOf(clone: string, args: readonly string[]): Promise<string | undefined> {
  const ending = await runGit(clone, args);
  if (ending.kind !== 'done') return undefined;
  const line = ending.stdout.toString('utf8').trim();
  return line === '' ? undefined : line;
}
