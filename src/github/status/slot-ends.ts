import type { StatusMark, StatusSlot } from '../../gate/index.ts';
import { ResponseError } from '../../errors/index.ts';
import { countAt, stringAt } from '../../text/index.ts';
import { askGitHub, type GitHubAccess } from '../api.ts';

/** A file of a repository. */
export interface FileAt {
  readonly path: string;
  /** Name of a branch, or a commit. */
  readonly ref: string;
}

/**
 * Whether GitHub says that a slot is over: every pull request of it is closed, or the file of its workflow is gone from where
 * GitHub reads it. A slot that the token may not see, or that GitHub does not answer about, is not over. `file` is that of the
 * workflow that asks: only a token that can read that one can tell that another one is gone.
 */
export async function isSlotOver(access: GitHubAccess, { pullRequests, workflow }: StatusSlot, file: FileAt | undefined): Promise<boolean> {
  const bases: string[] = [];
  const states = new Set<string | undefined>();
  for (const number of pullRequests) {
    const pull = await answerTo(access, 'GET /repos/{owner}/{repo}/pulls/{pull_number}', { pull_number: number }, 'pull-requests: read');
    states.add(stringAt(pull, 'state'));
    const [head, base] = [stringAt(pull, 'head', 'sha'), stringAt(pull, 'base', 'ref')];
    if (head !== undefined && base !== undefined) bases.push(head, base);
  }
  if (pullRequests.length > 0 && states.size === 1 && states.has('closed')) return true;
  if (workflow === undefined || file === undefined) return false;
  const isOfPull = workflow.ref.startsWith('refs/pull/');
  // The run of a pull request reads the file from the merge of head and base: it is gone where both do not have it.
  const refs = isOfPull ? bases : branchOf(workflow.ref);
  if (refs.length === 0) return false;
  for (const ref of refs) if ((await hasFile(access, { path: workflow.path, ref })) !== false) return false;
  return (await hasFile(access, file)) === true;
}

/** So long after the end of a run whoever follows it has begun, if anybody does. */
const followedWithin = 60 * 60 * 1000;

/** Whether GitHub says that what a mark tells of goes on no longer. */
export async function isGoingOver(access: GitHubAccess, { by, of, word }: StatusMark): Promise<boolean> {
  const { attempt, run } = by ?? of;
  const asked = word === 'running' ? { attempt, run } : of;
  const facts = await answerTo(access, 'GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: asked.run }, 'actions: read');
  const isLater = (countAt(facts, 'run_attempt') ?? 0) > Number(asked.attempt);
  if (word === 'running') return isLater || stringAt(facts, 'status') === 'completed';
  // GitHub calls a run completed, too, that waits until somebody approves it.
  if (stringAt(facts, 'conclusion') === 'action_required') return false;
  // The run that was waited for is over, but the one that judges it may be about to begin.
  const ended = stringAt(facts, 'status') === 'completed' ? Date.parse(stringAt(facts, 'updated_at') ?? '') : Number.NaN;
  return Date.now() - ended > followedWithin;
}

/** A branch by its name; a tag or a commit is never without a file that it once had. */
function branchOf(ref: string): readonly string[] {
  return ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : [];
}

/** `undefined` where GitHub does not tell: it says 404 of what a token may not see, too. */
async function hasFile(access: GitHubAccess, { path, ref }: FileAt): Promise<boolean | undefined> {
  try {
    await ask(access, 'GET /repos/{owner}/{repo}/contents/{path}', { path, ref }, 'contents: read');
    return true;
  } catch (error) {
    return error instanceof ResponseError && error.status === 404 ? false : undefined;
  }
}

async function answerTo(...question: Parameters<typeof ask>): Promise<unknown> {
  try {
    return await ask(...question);
  } catch {
    // The status holds, then: docs/events.md says for whom.
    return undefined;
  }
}

function ask(
  access: GitHubAccess,
  route: string,
  parameters: Readonly<Record<string, string | number>>,
  permission: string,
): Promise<unknown> {
  return askGitHub(access, { route, parameters, purpose: 'look whether an older status still holds', permission });
}
