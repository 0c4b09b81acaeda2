import { firstOf } from '../../operations.ts';
import { countAt, listAt, stringAt, valueAt } from '../../../../../src/text/index.ts';
import type { GitHubWorld, WorldIssue } from '../model.ts';
import { nextId } from '../make.ts';
import { accountOf } from '../graphql/accounts.ts';
import { simpleUser } from './account.ts';
import type { Reply } from './answer.ts';
import { numbered, type Asked } from './pages.ts';

const notFound: Reply = { status: 404, body: { message: 'Not Found' } };
const longest = 65_536;

/** Issues and, as GitHub has it, pull requests among them; the newest first. */
export function listIssues(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const query = asked.url.searchParams;
  const [state, creator, labels] = [query.get('state') ?? 'open', query.get('creator'), query.get('labels')?.split(',') ?? []];
  const found = world.issues.filter(
    (one) =>
      (state === 'all' || one.state === state) &&
      (creator === null || loginOf(world, one.by) === creator || one.by === creator) &&
      labels.every((label) => one.labels.some((name) => name.toLowerCase() === label.toLowerCase())),
  );
  const { headers, items } = numbered(
    found.toSorted((one, other) => other.number - one.number),
    asked,
  );
  return { status: 200, headers, body: items.map((one) => shown(world, one, firstOf(example))) };
}

export function createIssue(world: GitHubWorld, body: unknown, example: unknown): Reply {
  const text = stringAt(body, 'body') ?? '';
  if (text.length > longest) return tooLong;
  const one: WorldIssue = {
    number: Math.max(0, ...world.issues.map(({ number }) => number), ...world.pulls.map(({ number }) => number)) + 1,
    title: String(valueAt(body, 'title')),
    body: text,
    state: 'open',
    labels: namesIn(body, 'labels') ?? [],
    assignees: namesIn(body, 'assignees') ?? [],
    by: world.asker,
    comments: [],
  };
  world.issues.push(one);
  return { status: 201, body: shown(world, one, firstOf(example)) };
}

export function updateIssue(world: GitHubWorld, number: number, body: unknown, example: unknown): Reply {
  const one = world.issues.find((issue) => issue.number === number);
  if (one === undefined) return notFound;
  const [text, title, state] = [stringAt(body, 'body'), stringAt(body, 'title'), stringAt(body, 'state')];
  if ((text?.length ?? 0) > longest) return tooLong;
  if (text !== undefined) one.body = text;
  if (title !== undefined) one.title = title;
  if (state === 'open' || state === 'closed') one.state = state;
  one.labels = namesIn(body, 'labels') ?? one.labels;
  one.assignees = namesIn(body, 'assignees') ?? one.assignees;
  return { status: 200, body: shown(world, one, firstOf(example)) };
}

export function listComments(world: GitHubWorld, number: number, asked: Asked, example: unknown): Reply {
  const found = world.issues.find((issue) => issue.number === number);
  if (found === undefined) return notFound;
  const { headers, items } = numbered(found.comments, asked);
  return {
    status: 200,
    headers,
    body: items.map((comment) => ({ ...firstOf(example), id: comment.id, body: comment.body, user: simpleUser(world, comment.by) })),
  };
}

export function addComment(world: GitHubWorld, number: number, body: unknown, example: unknown): Reply {
  const found = world.issues.find((issue) => issue.number === number);
  if (found === undefined) return notFound;
  const comment = { id: nextId(), by: world.asker, body: String(valueAt(body, 'body')) };
  if (comment.body.length > longest) return tooLong;
  found.comments.push(comment);
  return { status: 201, body: { ...firstOf(example), id: comment.id, body: comment.body, user: simpleUser(world, comment.by) } };
}

const tooLong: Reply = { status: 422, body: { message: 'Validation Failed: body is too long (maximum is 65536 characters)' } };

function loginOf(world: GitHubWorld, login: string): string {
  return accountOf(world, login).kind === 'bot' ? `${login}[bot]` : login;
}

function namesIn(body: unknown, key: string): readonly string[] | undefined {
  return listAt(body, key)?.map((one) => stringAt({ one }, 'one') ?? stringAt(one, 'name') ?? stringAt(one, 'login') ?? '');
}

function shown(world: GitHubWorld, one: WorldIssue, example: object): object {
  const url = `https://github.com/${world.repository}/issues/${one.number}`;
  const { pull_request: _, ...rest } = { pull_request: undefined, ...example };
  return {
    ...rest,
    id: 9_000 + one.number,
    number: one.number,
    url: `https://api.github.com/repos/${world.repository}/issues/${one.number}`,
    html_url: url,
    title: one.title,
    body: one.body,
    state: one.state,
    user: simpleUser(world, one.by),
    labels: one.labels.map((name, index) => ({
      id: index + 1,
      node_id: `L_${name}`,
      url: `${url}/labels`,
      name,
      description: null,
      color: 'ededed',
      default: false,
    })),
    assignee: null,
    assignees: [],
    milestone: null,
    closed_at: one.state === 'closed' ? world.now : null,
    comments: countAt({ n: one.comments.length }, 'n') ?? 0,
  };
}
