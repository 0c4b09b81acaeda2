import type { CheckRun, CheckSuite, CommitStatus } from '../../audit/index.ts';
import { given, listAt, stringAt, valueAt } from '../../text/index.ts';
import { actorAt, complete, connectionAt, from, momentAt, numberAt, page, userAt } from './values.ts';

/*
 * Checks and statuses of a commit, as GitHub publishes them: docs.github.com/graphql/reference/objects, `CheckSuite`, `CheckRun`,
 * `WorkflowRun`, `StatusContext`; docs.github.com/rest/commits/statuses.
 */

/** How many runs come with a suite: most have no more. */
const firstRuns = 50;
/** Where a list is too much in larger pages. */
export const smallPage = { suites: 5, runs: 25 } as const;

export function runsField(first: number, after?: string): string {
  const fields = 'id databaseId name status conclusion startedAt completedAt permalink';
  return `checkRuns(first: ${first}${from(after)}, filterBy: { checkType: ALL }) { totalCount ${page} nodes { ${fields} } }`;
}

export function suitesField(first: number, after?: string): string {
  return `checkSuites(first: ${first}${from(after)}) { totalCount ${page} nodes { ...S } }`;
}

export const suiteFragment = `fragment S on CheckSuite { id databaseId createdAt app { databaseId slug }
  workflowRun { id databaseId createdAt updatedAt event url file { path repositoryName } }
  ${runsField(firstRuns)} }`;

/** Only the newest of each context. */
export const statusField = 'status { contexts { context state createdAt creator { ...A } targetUrl } }';

/** A list of which pages are read. */
export interface ListSoFar<Item> {
  /** For people: `check suites`. */
  readonly name: string;
  /** By their nodes: one that comes twice is one. */
  readonly items: ReadonlyMap<string, Item>;
  /** As GitHub counted at its first page. */
  readonly total: number | undefined;
  readonly next: string | null;
  readonly cursors: ReadonlySet<string>;
  readonly isAgain: boolean;
  readonly why?: string;
}

export function emptyList<Item>(name: string, isAgain = false): ListSoFar<Item> {
  return { name, items: new Map<string, Item>(), total: undefined, next: null, cursors: new Set(), isAgain };
}

/** `value` is GitHub's page of it. */
export function withPage<Item extends { readonly node: string }>(
  list: ListSoFar<Item>,
  value: unknown,
  read: (node: unknown) => Item | undefined,
): ListSoFar<Item> {
  const { cursors, items, name, total: counted } = list;
  const found = connectionAt(value);
  const total = counted ?? found?.total;
  if (found === undefined || total === undefined) return { ...list, next: null, why: `the ${name} of it cannot be read` };
  const { next, nodes } = found;
  const known = nodes.map(read);
  const all = new Map([...items, ...known.flatMap((one) => (one === undefined ? [] : [[one.node, one] as const]))]);
  const goesOn = next === null || (!cursors.has(next) && nodes.length > 0);
  const faults = [
    known.includes(undefined) ? `one of the ${name} of it cannot be read` : undefined,
    goesOn ? undefined : `GitHub says that the ${name} of it go on, and they do not`,
    nodes.length > (found.total ?? total) ? `GitHub counts ${found.total} ${name} of it, and lists ${nodes.length}` : undefined,
  ];
  return {
    ...list,
    items: all,
    total,
    next: goesOn ? next : null,
    cursors: next === null ? cursors : new Set([...cursors, next]),
    ...given({ why: faults.find((why) => why !== undefined) }),
  };
}

/** More is to be asked: its next page, or all of it once more, where it is shorter than its count. */
export function isOpen({ isAgain, items, next, total = 0, why }: ListSoFar<unknown>): boolean {
  return why === undefined && (next !== null || (!isAgain && items.size < total));
}

/** `undefined`: it is whole. */
export function whyCut({ items, name, total = 0, why }: ListSoFar<unknown>): string | undefined {
  return why ?? (items.size < total ? `GitHub counts ${total} ${name} of it, and lists ${items.size}` : undefined);
}

export interface RunSoFar {
  readonly node: string;
  readonly fact: CheckRun;
}

export interface SuiteSoFar {
  readonly node: string;
  readonly fact: Omit<CheckSuite, 'runs'>;
  runs: ListSoFar<RunSoFar>;
}

/**
 * GitHub's number. Its schema says `Int`, and it tells numbers beyond that too (github.com/obmarg/cynic/issues/711); where it tells none,
 * the node stands for it.
 */
function idAt(value: unknown): string | undefined {
  const number = numberAt(value, 'databaseId');
  const node = stringAt(value, 'id');
  return node === '' ? undefined : (number?.toString() ?? node);
}

export function readSuite(value: unknown): SuiteSoFar | undefined {
  const found = complete({
    node: stringAt(value, 'id'),
    id: idAt(value),
    app: appAt(value),
    at: momentAt(value, 'createdAt'),
    workflow: workflowAt(value),
  });
  if (found === undefined) return undefined;
  const { node, ...fact } = found;
  return { node, fact, runs: withPage(emptyList<RunSoFar>(`runs in check suite ${fact.id}`), valueAt(value, 'checkRuns'), readRun) };
}

function appAt(value: unknown): CheckSuite['app'] | undefined {
  if (valueAt(value, 'app') === null) return null;
  return complete({ id: numberAt(value, 'app', 'databaseId'), slug: stringAt(value, 'app', 'slug') });
}

function workflowAt(suite: unknown): CheckSuite['workflow'] | undefined {
  const run = valueAt(suite, 'workflowRun');
  if (run === null) return null;
  return complete({
    id: idAt(run),
    path: valueAt(run, 'file') === null ? null : pathAt(run),
    event: stringAt(run, 'event'),
    at: momentAt(run, 'createdAt'),
    changedAt: momentAt(run, 'updatedAt'),
    url: stringAt(run, 'url'),
  });
}

/**
 * A required workflow may be that of another repository, whose name stands before its path then. GitHub's schema calls it the "name and
 * owner", of the type URI: an address and a name alone are read too.
 */
function pathAt(run: unknown): string | undefined {
  const path = stringAt(run, 'file', 'path');
  const repository = stringAt(run, 'file', 'repositoryName')?.replace(/^(?:https?:\/\/[^/]+)?\//, '');
  if (path === undefined || repository === undefined) return undefined;
  const [, owner = '', name = ''] =
    URL.parse(stringAt(run, 'url') ?? '')
      ?.pathname.toLowerCase()
      .split('/') ?? [];
  return [name, `${owner}/${name}`].includes(repository.toLowerCase()) ? path : `${repository}/${path}`;
}

/** GitHub's GraphQL, `CheckStatusState`: one that is not known may be an end. */
const knownStatus = /^(?:COMPLETED|IN_PROGRESS|PENDING|QUEUED|REQUESTED|WAITING)$/;

export function readRun(value: unknown): RunSoFar | undefined {
  const status = stringAt(value, 'status') ?? '';
  const isDone = status === 'COMPLETED';
  const found = complete({
    node: stringAt(value, 'id'),
    id: idAt(value),
    name: stringAt(value, 'name'),
    // One that has not ended says nothing yet, whatever stands there.
    conclusion: isDone ? stringAt(value, 'conclusion')?.toLowerCase() : null,
    startedAt: momentOrNull(value, 'startedAt'),
    endedAt: isDone ? momentOrNull(value, 'completedAt') : null,
  });
  if (found === undefined || !knownStatus.test(status)) return undefined;
  const { node, ...fact } = found;
  return { node, fact: { ...fact, url: stringAt(value, 'permalink') ?? null } };
}

function momentOrNull(value: unknown, name: string): string | null | undefined {
  return valueAt(value, name) === null ? null : momentAt(value, name);
}

/** `undefined` where one of them cannot be read. A commit without any has no `status`, so that none in one is not all. */
export function readContexts(status: unknown): readonly CommitStatus[] | undefined {
  if (status === null) return [];
  const nodes = listAt(status, 'contexts') ?? [];
  const read = nodes.map((node) =>
    complete({
      context: stringAt(node, 'context'),
      state: stringAt(node, 'state')?.toLowerCase(),
      at: momentAt(node, 'createdAt'),
      by: actorAt(node, 'creator'),
      url: urlAt(node, 'targetUrl'),
    }),
  );
  const known = read.flatMap((one) => one ?? []);
  return known.length === 0 || known.length < nodes.length ? undefined : known;
}

/** From REST, with its number. */
export function readStatus(value: unknown): { readonly number: number; readonly status: CommitStatus } | undefined {
  const found = complete({
    number: numberAt(value, 'id'),
    context: stringAt(value, 'context'),
    state: stringAt(value, 'state')?.toLowerCase(),
    at: momentAt(value, 'created_at'),
    by: userAt(value, 'creator'),
    url: urlAt(value, 'target_url'),
  });
  if (found === undefined) return undefined;
  const { number, ...status } = found;
  return { number, status };
}

function urlAt(value: unknown, name: string): string | null | undefined {
  return valueAt(value, name) === null ? null : stringAt(value, name);
}
