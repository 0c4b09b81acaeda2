import { relative } from 'node:path';
import { EvidenceError, type EvidenceProblem } from '../errors/index.ts';
import { readCheckout, readOrigin } from './checkout.ts';
import { relationOf } from './collect.ts';
import type { EventFacts } from './event-facts.ts';
import { valueAt } from '../text/index.ts';
import { lineAt } from './payload.ts';
import type { Subject } from './subject.ts';
import { otherWorkTrees, superprojectOf } from './work-trees.ts';
import { wrongCommit } from './wrong-commit.ts';

export interface HoldOptions {
  /** The commit that the evidence is for. */
  readonly sha: string;
  /** Held already; work trees are named relative to it. */
  readonly directory: string;
  readonly subject: Subject;
  readonly event: EventFacts;
}

/** Faults of the work trees that files come from, and notes about them. */
export interface Held {
  readonly problems: readonly EvidenceProblem[];
  readonly notices: readonly string[];
}

/**
 * Holds each work tree that files come from to the commit, but for the one around `directory`. One that is known to be of
 * another repository, or a submodule, is at a commit of its own by nature: that is said and no problem, but what has the
 * submodule is held in its place. Never throws for what the work trees are.
 */
export async function holdWorkTrees(files: readonly string[], options: HoldOptions): Promise<Held> {
  const roots = await otherWorkTrees(files, options.directory);
  if (roots.length === 0) return { problems: [], notices: [] };
  const names = await expectedNames(options);
  const seen = new Set(roots);
  const problems: EvidenceProblem[] = [];
  const notices: string[] = [];
  // It grows while it is gone through: by what has a submodule.
  for (const root of seen) {
    const wrong = await wrongIn(root, options);
    if (wrong === undefined) continue;
    const superproject = await superprojectOf(root);
    if (superproject !== undefined) {
      for (const above of await otherWorkTrees([`${superproject}/.git`], options.directory)) seen.add(above);
      notices.push(noticeOf(root, 'a submodule', options));
      continue;
    }
    const origin = await readOrigin(root);
    if (origin !== undefined && isOther(origin, names)) notices.push(noticeOf(root, `another repository, ${origin}`, options));
    else problems.push(...wrong.problems);
  }
  return { problems, notices };
}

async function wrongIn(root: string, { sha, directory, subject, event }: HoldOptions): Promise<EvidenceError | undefined> {
  try {
    const checkout = await readCheckout(root, undefined);
    if (checkout === undefined || relationOf(checkout, sha) !== undefined) return undefined;
    return wrongCommit(sha, checkout.head, subject, event, rootName(root, directory));
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    throw error;
  }
}

/**
 * The repositories whose commits the event is about, as `owner/name`: the one of the workflow, and the fork that a pull
 * request comes from. Away from GitHub it is that of the checkout around.
 */
async function expectedNames({ directory, subject, event }: HoldOptions): Promise<readonly string[]> {
  const { payload } = event;
  const origin = subject.repositoryName === undefined ? await readOrigin(directory) : undefined;
  return [
    subject.repositoryName ?? (origin === undefined ? undefined : new URL(origin).pathname.slice(1)),
    lineAt(valueAt(payload, 'pull_request'), 'head', 'repo', 'full_name'),
    lineAt(valueAt(payload, 'workflow_run'), 'head_repository', 'full_name'),
  ].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}

/** Only what says so is another repository. A mirror of the same name on another host is not: it has the same commits. */
function isOther(origin: string, names: readonly string[]): boolean {
  const path = new URL(origin).pathname.toLowerCase();
  return names.length > 0 && !names.some((name) => path.endsWith(`/${name}`));
}

function noticeOf(root: string, what: string, { directory, sha }: HoldOptions): string {
  return `The results in ${rootName(root, directory)} come from ${what}: they count for commit ${sha.slice(0, 12)} all the same. If they should not, leave them out of junit-paths.`;
}

function rootName(root: string, directory: string): string {
  const name = relative(directory, root);
  return name === '' || name.startsWith('..') ? root : name.replaceAll('\\', '/');
}
