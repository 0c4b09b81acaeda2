import { hash } from 'node:crypto';
import { ContractError, ResponseError } from '../errors/index.ts';
import type { PostedStatus, RunAttempt, StatusMark, StatusSlot, StatusState, StatusWord } from '../gate/index.ts';
import { countAt, given, oneLine, stringAt, webAddress } from '../text/index.ts';
import { askGitHub, askGitHubPage, type GitHubAccess } from './api.ts';

/** A mark of another version is not read, and a no of it then holds as that of a stranger does. */
const version = '1';

const words: Readonly<Record<StatusWord, true>> = { yes: true, no: true, running: true, awaiting: true, unapproved: true };

/** GitHub documents no limit for the link of a status. A mark without its label, file and pull requests is some 150 characters long. */
const longestLabel = 80;
/** As they stand in the address, where one character may be twelve. */
const longestLabelText = 400;
const longestFileText = 600;
const mostPullRequests = 20;

/** Equal lists are one slot. */
export function slotKey(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * The link of a status with its mark, in the part after `#` that no server is sent: the status itself must say which slot it
 * belongs to, for the next one that posts. `page` is the target, if that is an address with room for the mark; else the target is
 * `run`.
 */
export function markedLink(mark: StatusMark, page: string | undefined, run: string | undefined): string | undefined {
  const text = markText(mark);
  for (const address of [page, run]) {
    const url = webAddress(address);
    if (url === undefined || url.hash !== '') continue;
    url.hash = text;
    const marked = webAddress(url.href);
    if (marked !== undefined) return marked.href;
  }
  return undefined;
}

/** `undefined` where there is none, or one that is not whole: it is foreign text. */
export function markOf(link: string | null | undefined): StatusMark | undefined {
  const hash = webAddress(link)?.hash ?? '';
  const at = new URLSearchParams(hash.slice(1));
  const word = at.get('word') ?? '';
  const of = runOf(at.get('run'));
  const by = at.has('by') ? runOf(at.get('by')) : undefined;
  const [key, org, flow] = [at.get('slot') ?? '', at.get('org') ?? '', at.get('flow')];
  if (at.get('evidence') !== version || !isWord(word) || of === undefined || (at.has('by') && by === undefined)) return undefined;
  if (key === '' || org === '' || flow === null) return undefined;
  const label = oneLine((at.get('label') ?? '').replaceAll('*', ' › '), longestLabel);
  return {
    slot: { key, org, flow, label, pullRequests: numbersOf(at.get('pull')), workflow: fileOf(at.get('file'), at.get('ref')) },
    of,
    by,
    word,
  };
}

/** Parts without room are left out: the slot is then not asked about, and holds. */
function markText({ by, of, slot, word }: StatusMark): string {
  const { path, ref } = slot.workflow ?? { path: '', ref: '' };
  // `*` stays as it is in an address, and `›` would be nine characters.
  const label = oneLine(slot.label, longestLabel).replaceAll(' › ', '*');
  const pulls = slot.pullRequests.length > mostPullRequests ? [] : slot.pullRequests;
  return new URLSearchParams({
    evidence: version,
    word,
    run: runText(of),
    ...(by === undefined ? {} : { by: runText(by) }),
    slot: slot.key,
    org: slot.org,
    flow: slot.flow,
    label: shortened(label, longestLabelText),
    ...(pulls.length === 0 ? {} : { pull: pulls.join('.') }),
    ...(path === '' || addressed(path + ref).length > longestFileText ? {} : { file: path, ref }),
  }).toString();
}

function shortened(text: string, longest: number): string {
  let short = text;
  while (addressed(short).length > longest) short = short.slice(0, -1);
  return short;
}

function addressed(text: string): string {
  return new URLSearchParams({ text }).toString();
}

function runText({ attempt, run }: RunAttempt): string {
  return `${run}.${attempt}`;
}

function runOf(text: string | null): RunAttempt | undefined {
  const [, run, attempt] = /^(0|[1-9]\d{0,30})\.(0|[1-9]\d{0,30})$/.exec(text ?? '') ?? [];
  return run === undefined || attempt === undefined ? undefined : { run, attempt };
}

function isWord(text: string): text is StatusWord {
  return Object.hasOwn(words, text);
}

function numbersOf(text: string | null): readonly number[] {
  return (text ?? '')
    .split('.')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);
}

function fileOf(path: string | null, ref: string | null): StatusSlot['workflow'] {
  return path === null || path === '' || ref === null || ref === '' ? undefined : { path, ref };
}

interface CommitStatus {
  readonly sha: string;
  /** The name that a ruleset requires: `compliance/<flow>`. */
  readonly context: string;
  readonly state: StatusState;
  readonly mark: StatusMark;
  /** Cut to the 140 characters that GitHub takes. */
  readonly description: string;
  /** Left out where it is no web address. */
  readonly page: string | undefined;
  /** Where `page` has no room for the mark. */
  readonly runPage: string | undefined;
}

/** docs.github.com/rest/commits/statuses: a longer description is refused with 422. */
export const longestDescription = 140;

/** Resolves to the account of the token where GitHub gives it. Errors as those of `askGitHub`. */
export async function postStatus(access: GitHubAccess, status: CommitStatus): Promise<string | undefined> {
  const { context, description, mark, page, runPage, sha, state } = status;
  const link = markedLink(mark, page, runPage);
  const reply = await askGitHub(access, {
    route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
    parameters: {
      sha,
      state,
      context,
      description: oneLine(description, longestDescription),
      ...given({ target_url: link }),
    },
    purpose: `set the status ${context}`,
    permission: 'statuses: write',
    // The last one of a name counts: the same one twice changes nothing.
    repeatable: true,
    unprocessable: `Commit ${sha} is not one of this repository, or has 1,000 statuses of this name: push a new commit.`,
  });
  return stringAt(reply, 'creator', 'login');
}

const perPage = 100;
/** GitHub takes 1,000 statuses of one name at a commit; so many pages are full with ten names. */
const mostPages = 100;
const states: readonly string[] = ['success', 'failure', 'error', 'pending'] satisfies readonly StatusState[];

/**
 * The statuses of a commit in one context, newest first: all pages, because one that is left out may say no. Contexts that differ
 * by case alone are one to GitHub (docs.github.com/rest/commits/statuses), and so are they here.
 *
 * @throws {ContractError} where the answer is no list of statuses, or has no end. Else errors as those of `askGitHub`.
 */
export async function readStatuses(access: GitHubAccess, sha: string, context: string): Promise<readonly PostedStatus[]> {
  const found: PostedStatus[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { data: answer, hasNext } = await askGitHubPage(access, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
      parameters: { ref: sha, per_page: perPage, page },
      purpose: `list the statuses of commit ${sha.slice(0, 12)}`,
      permission: 'statuses: write',
    });
    if (!Array.isArray(answer)) throw strange('GitHub answered with no list of statuses', 'a list of statuses');
    found.push(...answer.flatMap((status: unknown) => statusIn(status, context)));
    if (answer.length < perPage && !hasNext) return found;
  }
  throw strange(`Commit ${sha} has more than ${mostPages * perPage} statuses`, 'an end of the list');
}

function statusIn(status: unknown, asked: string): readonly PostedStatus[] {
  const [state, context] = [stringAt(status, 'state'), stringAt(status, 'context')];
  if (state === undefined || context === undefined || !isState(state)) throw strange('GitHub told a status of no known form', 'a status');
  if (context.toLowerCase() !== asked.toLowerCase()) return [];
  return [{ state, context, account: stringAt(status, 'creator', 'login'), mark: markOf(stringAt(status, 'target_url')) }];
}

function isState(state: string): state is StatusState {
  return states.includes(state);
}

function strange(message: string, expected: string): ContractError {
  return new ContractError('wrong-shape', message, { expected, fix: 'Run the job again; if it happens again, report it with the log' });
}

export interface FileAt {
  readonly path: string;
  readonly ref: string;
}

/**
 * Whether GitHub says that a slot is over: every pull request of it is closed, or the file of its workflow is gone from where
 * GitHub reads it. A slot that the token may not see, or that GitHub does not answer about, is not over. `file` is that of the
 * workflow that asks: only a token that can read that one can see that another one is gone.
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

/** A run that follows another one has begun so long after its end, in milliseconds. */
const followedWithin = 60 * 60 * 1000;

/** Whether GitHub says that the run of a mark has ended. */
export async function isGoingOver(access: GitHubAccess, { by, of, word }: StatusMark): Promise<boolean> {
  const { attempt, run } = by ?? of;
  const asked = word === 'running' ? { attempt, run } : of;
  const facts = await answerTo(access, 'GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: asked.run }, 'actions: read');
  const isLater = (countAt(facts, 'run_attempt') ?? 0) > Number(asked.attempt);
  if (word === 'running') return isLater || stringAt(facts, 'status') === 'completed';
  // GitHub also calls a run completed that waits for an approval.
  if (stringAt(facts, 'conclusion') === 'action_required') return false;
  // The run that was waited for is over, but the one that judges it may be about to begin.
  const ended = stringAt(facts, 'status') === 'completed' ? Date.parse(stringAt(facts, 'updated_at') ?? '') : Number.NaN;
  return Date.now() - ended > followedWithin;
}

/** A branch by its name; a tag or a commit is never without a file that it once had. */
function branchOf(ref: string): readonly string[] {
  return ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : [];
}

/** `undefined` where GitHub does not say: a file that a token may not see is a 404, too. */
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
