import { dirname, relative, resolve } from 'node:path';
import { EvidenceError, type EvidenceProblem } from '../errors/index.ts';
import { readCheckout, readOrigin } from './checkout.ts';
import { wrongCommit } from './commit-object.ts';
import { realFile, realPath, rootAbove, type KnownRoots } from './committed-files.ts';
import type { EventFacts } from './event-facts.ts';
import { subjectOf } from './events.ts';
import { lineAt } from './payload.ts';
import { relationOf } from './read-facts.ts';
import { printedBy } from './run-git.ts';

interface CheckOptions {
  readonly sha: string;
  /** Checked already; work trees are named relative to it. */
  readonly directory: string;
  readonly event: EventFacts;
}

export interface CheckedWorkTrees {
  readonly problems: readonly EvidenceProblem[];
  readonly notices: readonly string[];
}

/**
 * Checks that each work tree that files come from is at the commit, but for the one around `directory`. One that is known to be
 * of another repository, or a submodule, is at a commit of its own by nature: that is a notice and no problem, but the work tree
 * around the submodule is checked in its place. Never throws for what the work trees are.
 */
export async function checkWorkTrees(files: readonly string[], options: CheckOptions): Promise<CheckedWorkTrees> {
  const roots = await otherWorkTrees(files, options.directory);
  if (roots.length === 0) return { problems: [], notices: [] };
  const names = await expectedNames(options);
  const pending = new Set(roots);
  const problems: EvidenceProblem[] = [];
  const notices: string[] = [];
  // It grows while it is gone through: by the work trees around submodules.
  for (const root of pending) {
    const wrong = await wrongIn(root, options);
    if (wrong === undefined) continue;
    const superproject = await pathOf(root, '--show-superproject-working-tree');
    if (superproject !== undefined) {
      for (const above of await otherWorkTrees([`${superproject}/.git`], options.directory)) pending.add(above);
      notices.push(noticeOf(root, 'a submodule', options));
      continue;
    }
    const origin = await readOrigin(root);
    if (origin !== undefined && isOther(origin, names)) notices.push(noticeOf(root, `another repository, ${origin}`, options));
    else problems.push(...wrong.problems);
  }
  return { problems, notices };
}

async function wrongIn(root: string, { sha, directory, event }: CheckOptions): Promise<EvidenceError | undefined> {
  try {
    const checkout = await readCheckout(root, undefined);
    if (checkout === undefined || relationOf(checkout, sha) !== undefined) return undefined;
    return wrongCommit(sha, checkout.head, subjectOf(event), event, rootName(root, directory));
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    throw error;
  }
}

/** `owner/name` of the workflow's repository and of the fork of a pull request; away from GitHub that of the checkout around. */
async function expectedNames({ directory, event }: CheckOptions): Promise<readonly string[]> {
  const { payload } = event;
  const { repositoryName } = subjectOf(event);
  const origin = repositoryName === undefined ? await readOrigin(directory) : undefined;
  return [
    repositoryName ?? (origin === undefined ? undefined : new URL(origin).pathname.slice(1)),
    lineAt(payload, 'pull_request', 'head', 'repo', 'full_name'),
    lineAt(payload, 'workflow_run', 'head_repository', 'full_name'),
  ].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}

/** Only an origin that says so is another repository. A mirror of the same name on another host is not: it has the same commits. */
function isOther(origin: string, names: readonly string[]): boolean {
  const path = new URL(origin).pathname.toLowerCase();
  return names.length > 0 && !names.some((name) => path.endsWith(`/${name}`));
}

function noticeOf(root: string, what: string, { directory, sha }: CheckOptions): string {
  return `The results in ${rootName(root, directory)} come from ${what}: they count for commit ${sha.slice(0, 12)} all the same. If they should not, leave them out of junit-paths.`;
}

function rootName(root: string, directory: string): string {
  const name = relative(directory, root);
  return name === '' || name.startsWith('..') ? root : name.replaceAll('\\', '/');
}

/**
 * The roots of the work trees that files lie in, each once, but for the one around `directory`. Real paths decide: a
 * symbolic link belongs to the file that it leads to. Costs no call of git where no file lies in another work tree.
 */
async function otherWorkTrees(files: readonly string[], directory: string): Promise<readonly string[]> {
  const nearest: KnownRoots = new Map();
  const here = rootAbove(realPath(resolve(directory)), nearest);
  const candidates = new Set(files.map((path) => rootAbove(dirname(realFile(path, nearest)), nearest)));
  candidates.delete(here);
  candidates.delete(undefined);
  if (candidates.size === 0) return [];
  const around = await topLevel(directory);
  const roots = new Set<string>();
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    // A `.git` that is no repository does not end git's search. The code that reads it says why git cannot read it.
    const root = (await topLevel(candidate)) ?? candidate;
    if (root !== around) roots.add(root);
  }
  return [...roots].toSorted();
}

async function topLevel(directory: string): Promise<string | undefined> {
  return pathOf(directory, '--show-toplevel');
}

async function pathOf(directory: string, option: string): Promise<string | undefined> {
  const path = await printedBy(resolve(directory), ['rev-parse', option]);
  return path === undefined ? undefined : resolve(path);
}
