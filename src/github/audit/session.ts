import { setTimeout } from 'node:timers/promises';
import type { Listed, Query } from '../../audit/index.ts';
import { ResponseError, TransportError } from '../../errors/index.ts';
import { given, listAt, oneLine, stringAt, valueAt } from '../../text/index.ts';
import { askGitHub, askGitHubPage, askGraphQL, isNotFound, needing, refusal, secondsToWait } from '../api.ts';
import type { GitHubAccess, GitHubRequest } from '../api.ts';
import { keepingAnswers, type Keeping } from './keep-answers.ts';

/** Where GraphQL is, next to REST: on a server of one's own at `/api/graphql` (docs.github.com/enterprise-server/graphql). */
export function graphqlUrlOf(apiUrl: string): string {
  return `${apiUrl.replace(/\/+$/, '').replace(/\/api\/v3$/, '/api')}/graphql`;
}

export interface AuditAccess extends GitHubAccess {
  /** In milliseconds, for all that is asked and all that is waited for together; 15 min unless said otherwise. */
  readonly timeLimit?: number;
  /** Called when it waits, and with how far it is. */
  readonly report?: (what: string) => void;
  readonly keep?: Keeping;
}

export interface Question {
  /** The name of the operation, for those who read the list of requests. */
  readonly name: string;
  /** The text that stands within `repository(…) { … }`; or within `{ … }` where `atRoot` is set. */
  readonly body: string;
  readonly atRoot?: boolean;
  readonly fragments?: string;
  readonly purpose: string;
  readonly permission: string;
  /** How many things it is about: of more than one, fewer may be asked for where all are too much. */
  readonly about: number;
  /** Fields that may be refused, each with the permission that it takes: null then means "not known". */
  readonly optional?: Readonly<Record<string, string>>;
  /** Called for each of them that GitHub refused, or refused a part of. */
  readonly refused?: (one: RefusedField) => void;
}

export interface RefusedField {
  readonly field: string;
  /** The name in the question of what it belongs to: `p3`. */
  readonly part: string;
  /** With the permission that is missing. */
  readonly why: string;
}

/** The list of answers is more than GitHub can make in one go: half of it may do. */
export class TooMuch extends Error {}

/** The answer cannot be read, or GitHub says that it is not whole. */
export class NotWhole extends Error {}

type Asked = Omit<GitHubRequest, 'repeatable'>;

/** All that is asked for one audit: it has one time limit, and waits for rate limits within it. */
export interface Session {
  readonly repository: string;
  readonly report: (what: string) => void;
  readonly rest: (asked: Asked) => Promise<unknown>;
  /** A page of a list, whose items are counted; without items where the answer is no list. */
  readonly page: (asked: Asked) => Promise<{ readonly items: readonly unknown[] | undefined; readonly next: URL | null }>;
  /** The part of the answer that the question is about: `data.repository`, or `data`. */
  readonly ask: (question: Question) => Promise<unknown>;
  /** For the record: what was asked under a name answered with so many things. */
  readonly answered: (text: string, count: number) => void;
  readonly queries: () => readonly Query[];
}

/** In milliseconds. */
const longestRequest = 60_000;
/** Pauses after GitHub did not answer, all retries included, as multiples of the first: 9 s and 30 s. */
const outages = [30, 100] as const;

export function openSession({ keep, ...given }: AuditAccess): Session {
  const access = keep === undefined ? given : { ...given, fetch: keepingAnswers(given.fetch ?? fetch, keep) };
  const { apiUrl, firstPause = 300, report = () => {}, repository, signal, timeLimit = 900_000 } = access;
  const url = graphqlUrlOf(apiUrl);
  const end = Date.now() + timeLimit;
  const counted = new Map<string, { times: number; answered: number }>();
  const count = (text: string, times: number, answered: number): void => {
    const old = counted.get(text) ?? { times: 0, answered: 0 };
    counted.set(text, { times: old.times + times, answered: old.answered + answered });
  };

  /** As `within`; where GitHub refuses, the message names the permission too, because it is all that the reason of a rule has. */
  async function permitted<Answer>(permission: string, work: (access: GitHubAccess) => Promise<Answer>): Promise<Answer> {
    try {
      return await within(work);
    } catch (error) {
      throw needing(error, permission);
    }
  }

  /** A refusal for the rate limit alone is asked again, and outages are sat out for a while. */
  async function within<Answer>(work: (access: GitHubAccess) => Promise<Answer>): Promise<Answer> {
    const patience = [...outages];
    for (;;) {
      const left = end - Date.now();
      if (left <= 0) throw over(timeLimit);
      try {
        return await work({ ...access, timeLimit: Math.min(left, longestRequest) });
      } catch (error) {
        const isLimit = error instanceof ResponseError && error.code === 'rate-limited';
        const times = isLimit || !isOutage(error) ? undefined : patience.shift();
        if (!isLimit && times === undefined) throw error;
        const wait = isLimit ? secondsToWait(error) * 1000 : (times ?? 0) * firstPause;
        if (Date.now() + wait >= end) throw isLimit ? over(timeLimit, error) : error;
        const why = isLimit ? 'GitHub takes no more requests now' : 'GitHub does not answer';
        report(`${why}: waiting ${Math.ceil(wait / 1000)} s, then going on`);
        await pause(wait, signal);
      }
    }
  }

  function rest(asked: Asked): Promise<unknown> {
    count(spelled(asked, repository), 1, 0);
    return permitted(asked.permission, (limited) => askGitHub(limited, { ...asked, repeatable: true }));
  }

  /** A 404 may be about the list alone; where the repository is not there either, nothing can be asked with this token. */
  async function orNoRepository<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const asked = {
        route: 'GET /repos/{owner}/{repo}',
        parameters: {},
        purpose: 'tell about the repository',
        permission: 'contents: read',
      };
      try {
        await rest(asked);
      } catch (cause) {
        throw isNotFound(cause) ? noRepository(repository, cause) : cause;
      }
      throw error;
    }
  }

  return {
    repository,
    report,
    rest,
    async page(asked) {
      count(spelled(asked, repository), 1, 0);
      const { data, next } = await orNoRepository(() =>
        permitted(asked.permission, (limited) => askGitHubPage(limited, { ...asked, repeatable: true })),
      );
      const items: readonly unknown[] | undefined = Array.isArray(data) ? data : undefined;
      count(spelled(asked, repository), 0, items?.length ?? 0);
      return { items, next };
    },
    async ask(question) {
      count(`POST /graphql ${question.name}`, 1, 0);
      const asked = { ...question, url, query: queryOf(question, repository) };
      const answer = await permitted(question.permission, (limited) => {
        const asking = askGraphQL(limited, asked);
        return question.about > 1 ? asking.catch(tooMuch) : asking;
      });
      if (listAt(answer, 'errors')?.some(isNoRepository) === true) throw noRepository(repository, answer);
      try {
        return dataOf(answer, question, `POST ${url}`, apiUrl);
      } catch (error) {
        throw needing(error, question.permission);
      }
    },
    answered: (text, answered) => count(text, 0, answered),
    queries: () => [...counted].map(([text, { answered, times }]) => ({ kind: 'query', of: 'GitHub', text, times, answered })),
  };
}

/** The request for people: without the page. */
function spelled({ parameters, route }: Pick<GitHubRequest, 'route' | 'parameters'>, repository: string): string {
  const rest = Object.entries(parameters).filter(([name]) => !route.includes(`{${name}}`) && !['per_page', 'page', 'after'].includes(name));
  const query = rest.map(([name, value]) => `${name}=${value}`).join('&');
  return `${route.replace('{owner}/{repo}', repository)}${query === '' ? '' : `?${query}`}`;
}

function queryOf({ atRoot = false, body, fragments = '', name }: Question, repository: string): string {
  const [owner, repo] = repository.split('/');
  const whole = atRoot ? body : `repository(owner: ${JSON.stringify(owner)}, name: ${JSON.stringify(repo)}) { ${body} }`;
  return `query ${name} { ${whole} }\n${fragments}`;
}

/** `errors` next to `data` are never an empty list: what they are about is missing. */
function dataOf(answer: unknown, question: Question, request: string, apiUrl: string): unknown {
  const { atRoot = false, purpose } = question;
  for (const error of listAt(answer, 'errors') ?? []) {
    const message = oneLine(stringAt(error, 'message') ?? 'an error without a message', 300);
    if (isRefused(error)) {
      const no = refusal({ status: 403, message, headers: {} }, request, question, apiUrl, error);
      if (isOptional(error, question, no)) continue;
      throw no;
    }
    if (/too many|timeout|timed out|something went wrong|limits? exceeded|_LIMIT/i.test(`${stringAt(error, 'type')} ${message}`))
      throw new TooMuch(message);
    throw new NotWhole(`GitHub could not ${purpose}: ${message}`);
  }
  const data = valueAt(answer, 'data');
  const found = atRoot || valueAt(data, 'repository') === undefined ? data : valueAt(data, 'repository');
  if (typeof found !== 'object' || found === null) throw new NotWhole(`GitHub's answer holds no data: it was asked to ${purpose}`);
  return found;
}

/** GitHub may refuse a field as a whole, or what stands in it: a null then takes the place of the nearest field that may be one. */
function isOptional(error: unknown, { optional = {}, refused }: Question, no: ResponseError): boolean {
  const path = (listAt(error, 'path') ?? []).map(String);
  const field = path.find((one) => Object.hasOwn(optional, one));
  if (field === undefined) return false;
  const told = needing(no, optional[field] ?? '');
  refused?.({ field, part: path.find((one) => /^p\d+$/.test(one)) ?? '', why: told instanceof Error ? told.message : no.message });
  return true;
}

function isRefused(error: unknown): boolean {
  return ['FORBIDDEN', 'INSUFFICIENT_SCOPES', 'NOT_FOUND'].includes(stringAt(error, 'type') ?? '');
}

/** Behind 502 to 504, and behind no answer, there may be a question that takes GitHub longer than it allows itself. */
function tooMuch(error: unknown): never {
  const isSlow = error instanceof TransportError && error.code === 'timeout';
  if (isSlow || (error instanceof ResponseError && error.status >= 502 && error.status <= 504))
    throw new TooMuch(error.message, { cause: error });
  throw error;
}

function isOutage(error: unknown): boolean {
  if (error instanceof TransportError) return error.code === 'timeout' || error.code === 'unreachable';
  return error instanceof ResponseError && error.status >= 500;
}

function isNoRepository(error: unknown): boolean {
  return stringAt(error, 'type') === 'NOT_FOUND' && listAt(error, 'path')?.join('.') === 'repository';
}

function noRepository(repository: string, cause: unknown): ResponseError {
  return new ResponseError('unauthorized', `GitHub shows no repository ${repository} to this token`, {
    status: 404,
    request: 'GitHub',
    cause,
    fix: `Look at the name of the repository, and give a token that may read it. In a job of it: pass \`github-token: \${{ github.token }}\`, and\npermissions:\n  contents: read`,
  });
}

function over(timeLimit: number, cause?: unknown): TransportError {
  const why = cause instanceof ResponseError ? 'GitHub takes no more requests until after that' : 'GitHub was not asked for all';
  return new TransportError('deadline', `The time limit of ${Math.round(timeLimit / 1000)} s is over: ${why}`, {
    request: 'GitHub',
    cause,
    fix: 'Run the audit again with a longer `timeout`, a shorter period, or a token of its own: those of jobs share 1,000 requests an hour.',
  });
}

/** Ends early where the run is stopped: the next request says so. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(milliseconds, undefined, given({ signal })).catch(() => {});
}

/**
 * Works in batches of a size. One that is too much for GitHub is done in halves; those after it grow again by and by. `isBig` tells of one
 * item that was too much alone, where `canShrink` says that less can be asked of it.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  size: number,
  work: (batch: readonly Item[], isBig: boolean) => Promise<void>,
  canShrink = false,
): Promise<void> {
  let most = size;
  let isBig = false;
  for (let start = 0; start < items.length;) {
    const batch = items.slice(start, start + most);
    try {
      await work(batch, isBig);
      start += batch.length;
      isBig = false;
      most = Math.min(size, most + Math.ceil(size / 10));
    } catch (error) {
      const isAlone = batch.length === 1;
      if (!(error instanceof TooMuch) || (isAlone && (isBig || !canShrink))) throw error;
      isBig = isAlone;
      most = Math.ceil(batch.length / 2);
    }
  }
}

interface EachPart<Item> {
  readonly part: (item: Item) => string;
  /** Where they differ from batch to batch: one that nothing uses makes a question invalid. */
  readonly fragmentsOf?: (batch: readonly Item[]) => string;
  /** Less of one that is too much alone. */
  readonly smallPart?: (item: Item) => string;
  readonly read: (item: Item, answer: unknown) => void;
  /** Called for an optional field that GitHub refused, before `read`. */
  readonly refused?: (item: Item, one: RefusedField) => void;
  /** Called for what GitHub cannot answer; if left out, that is an error of the whole. */
  readonly failed?: (item: Item, why: string) => void;
}

export async function askEach<Item>(
  session: Session,
  items: readonly Item[],
  size: number,
  { failed, fragmentsOf, part, read, refused, smallPart, ...question }: Omit<Question, 'about' | 'body' | 'refused'> & EachPart<Item>,
): Promise<void> {
  async function work(batch: readonly Item[], isBig: boolean): Promise<void> {
    const partOf = (isBig ? smallPart : undefined) ?? part;
    const canBeLess = batch.length > 1 || (smallPart !== undefined && !isBig);
    const told = (one: RefusedField): void => {
      const item = batch[Number(one.part.slice(1))];
      if (item !== undefined) refused?.(item, one);
    };
    try {
      const data = await session.ask({
        ...question,
        ...given({ fragments: fragmentsOf?.(batch) }),
        body: batch.map((item, index) => `p${index}: ${partOf(item)}`).join('\n'),
        about: canBeLess ? Math.max(2, batch.length) : batch.length,
        ...(refused === undefined ? {} : { refused: told }),
      });
      for (const [index, item] of batch.entries()) read(item, valueAt(data, `p${index}`));
    } catch (error) {
      const costsOnlyThese = error instanceof NotWhole || (error instanceof TooMuch && !canBeLess);
      if (failed === undefined || !costsOnlyThese) throw error;
      for (const item of batch) failed(item, error.message);
    }
  }
  await inHalves(items, size, work, smallPart !== undefined);
}

const cutFix = 'Run the audit again; if it says the same, look at githubstatus.com, or audit a shorter period.';

/** A list that is whole but for a reason. */
export function listOf<Item>(items: readonly Item[], why: string | undefined, fix = cutFix): Listed<Item> {
  return why === undefined ? { kind: 'whole', items } : { kind: 'cut', items, why, fix };
}

/**
 * A refusal becomes `refused`, with the permission that is missing; an answer that is not whole, a list that is cut. All else is for the
 * caller: GitHub did not answer.
 */
export async function listed<Item>(work: () => Promise<Listed<Item>>): Promise<Listed<Item>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotWhole || error instanceof TooMuch) return { kind: 'cut', items: [], why: error.message, fix: cutFix };
    if (isRefusal(error)) return { kind: 'refused', why: error.message, fix: error.fix ?? cutFix };
    throw error;
  }
}

/** GitHub will say no again. A token that is not valid, or does not see the repository, is more than a missing permission. */
export function isRefusal(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.code === 'forbidden' || error.code === 'not-found');
}
