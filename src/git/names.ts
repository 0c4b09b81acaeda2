import { readBranch } from './checkout.ts';
import type { ObjectStore } from './object-store.ts';
import { printedBy, runGit, shaPrinted } from './run-git.ts';

/** The commit that a branch is at: as the remote has it, else as the clone does. Undefined where there is no such branch. */
export async function tipOf({ clone }: ObjectStore, branch: string): Promise<string | undefined> {
  for (const prefix of ['refs/remotes/origin/', 'refs/heads/']) {
    const found = shaPrinted(await runGit(clone, ['show-ref', '--verify', '--hash', '--', `${prefix}${branch}`]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The branch that the remote has as its default, else the one that is checked out. */
export async function defaultBranchOf({ clone }: ObjectStore): Promise<string | undefined> {
  const remote = await printedBy(clone, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  return remote === undefined ? readBranch(clone) : remote.replace(/^refs\/remotes\/origin\//, '');
}

/** The full SHA of the commit that a name stands for in the clone: a SHA in short, a tag, `HEAD~3`. */
export async function commitNamed({ clone }: ObjectStore, name: string): Promise<string | undefined> {
  return shaPrinted(await runGit(clone, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]));
}

/** The commit of a tag in the clone, by the tag's whole name. */
export function commitOfTag(store: ObjectStore, tag: string): Promise<string | undefined> {
  return commitNamed(store, `refs/tags/${tag}`);
}
