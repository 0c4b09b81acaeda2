import type * as client from '../../client/index.ts';
import type { Call, ListPage } from '../../client/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import type { Hole, Query, Source, Untold } from '../facts/line.ts';

export type ServiceAccess = Pick<Call, 'transport' | 'deadline'> & { readonly org: string; readonly questions: Questions };

/** Other commands ask the service these too: they are handed in, as the bundle has them where those commands are. */
type Questions = Pick<
  typeof client,
  | 'attestationsOfName'
  | 'findAttestations'
  | 'getFlow'
  | 'getTrail'
  | 'isNotThere'
  | 'listArtifacts'
  | 'listFlowApprovals'
  | 'listFlows'
  | 'listTrails'
>;

/** Asks the service a few questions at a time, counts each, and notes what was not answered. */
export interface Asking {
  readonly org: string;
  readonly questions: Questions;
  /**
   * Asks when its turn comes. `text` is the kind of question, in a form that can be repeated; `answered` counts the answers,
   * 1 if left out.
   */
  ask<Answer>(text: string, question: (call: Call) => Promise<Answer>, answered?: (answer: Answer) => number): Promise<Answer>;
  /** Undefined, and a hole, where the answer is not in the contract. */
  orHole<Answer>(what: string, answer: Promise<Answer>): Promise<Answer | undefined>;
  /** The same, and an untold source where the service lacks the operation, or the token may not ask it. */
  orUntold<Answer>(source: Source, what: string, answer: Promise<Answer>): Promise<Answer | undefined>;
  hole(what: string, why: string, fix?: string): void;
  untell(source: Source, why: string, fix: string): void;
  readonly holes: readonly Hole[];
  readonly untold: readonly Untold[];
  queries(): readonly Query[];
  /** No further question is asked. */
  stop(): void;
}

const atOnce = 8;

const again = 'Run the audit again when nothing else is being recorded; if it happens again, look at the service';

/** @param report takes sentences on retries, for the log */
export function openAsking({ deadline, org, questions, transport }: ServiceAccess, report: (sentence: string) => void): Asking {
  const call: Call = { transport, deadline, onNotice: report };
  const holes: Hole[] = [];
  const untold = new Map<Source, Untold>();
  const queries = new Map<string, { times: number; answered: number }>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isStopped = false;

  function hole(what: string, why: string, fix: string = again): void {
    holes.push({ kind: 'hole', what, why, fix });
  }

  function untell(source: Source, why: string, fix: string): void {
    if (!untold.has(source)) untold.set(source, { kind: 'untold', source, why, fix });
  }

  async function orHole<Answer>(what: string, answer: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      hole(what, error.message, error.fix);
      return undefined;
    }
  }

  return {
    org,
    questions,
    holes,
    get untold() {
      return [...untold.values()];
    },
    hole,
    untell,
    orHole,
    async ask(text, question, answered = () => 1) {
      if (running >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
      else running += 1;
      try {
        if (isStopped) throw new Error(`${text} is not asked any more`);
        const counted = queries.get(text) ?? { times: 0, answered: 0 };
        queries.set(text, counted);
        counted.times += 1;
        const answer = await question(call);
        counted.answered += answered(answer);
        return answer;
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    async orUntold(source, what, answer) {
      try {
        return await orHole(what, answer);
      } catch (error) {
        const isRefused = error instanceof ResponseError && error.status === 403;
        if (!questions.isNotThere(error) && !isRefused) throw error;
        const fix = isRefused ? 'Give the audit a token that may read them' : 'Nothing to do where the service has none; else update it';
        untell(source, `${what} could not be asked for: ${error.message}`, fix);
        return undefined;
      }
    },
    queries: () =>
      [...queries]
        .map(([text, counted]): Query => ({ kind: 'query', of: 'service', text, ...counted }))
        .toSorted((one, other) => (one.text < other.text ? -1 : 1)),
    stop() {
      isStopped = true;
    },
  };
}

export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

interface Listing<Item> {
  /** Its name in a message. */
  readonly what: string;
  /** The kind of question, in a form that can be repeated. */
  readonly text: string;
  readonly read: (call: Call, query: PageQuery) => Promise<ListPage<Item>>;
  readonly keyOf: (item: Item) => string | undefined;
  /** Whether no later page is needed: the latest items come first. */
  readonly isEnough?: (items: readonly Item[]) => boolean;
}

const perPage = 100;
/** A service that always has one more page is not followed for ever. */
const mostPages = 10_000;
const mostReadings = 3;

/**
 * Every item of a listing. One that changed during the reading is read again. Where it goes on changing, or a page is gone
 * or came twice, that is a hole: a part is never taken for all.
 */
export async function listingOrHole<Item>(asking: Asking, listing: Listing<Item>): Promise<readonly Item[]> {
  let items: readonly Item[] = [];
  let fault = '';
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const pages = await pagesOf(asking, listing);
    items = pages.flatMap((page) => page.items);
    fault = faultIn(pages, listing) ?? '';
    if (fault === '') return items;
  }
  asking.hole(listing.what, `It could not be read whole: ${fault}`);
  return items;
}

/** A page that gives the total lets all others be asked for at once; else pages are asked for until one is short. */
async function pagesOf<Item>(asking: Asking, { isEnough, keyOf, read, text }: Listing<Item>): Promise<readonly ListPage<Item>[]> {
  const pageAt = (page: number): Promise<ListPage<Item>> =>
    asking.ask(
      text,
      (call) => read(call, { page, per_page: perPage }),
      ({ items }) => items.length,
    );
  const first = await pageAt(1);
  if (first.pagination !== undefined && isEnough === undefined) {
    const others = isPlausible(first) ? Math.min(first.pagination.page_count, mostPages) - 1 : 0;
    return [first, ...(await Promise.all(Array.from({ length: Math.max(0, others) }, (_, index) => pageAt(index + 2))))];
  }
  const pages = [first];
  const seen = new Set(keysOf(first));
  for (let last = first, fullest = 0; mayGoOn(last, pages.length, fullest) && isEnough?.(last.items) !== true;) {
    fullest = Math.max(fullest, last.items.length);
    last = await pageAt(pages.length + 1);
    pages.push(last);
    // A service that repeats the same page is left.
    const keys = keysOf(last);
    if (keys.some((key) => seen.has(key))) return pages;
    for (const key of keys) seen.add(key);
  }
  return pages;

  function keysOf({ items }: ListPage<Item>): readonly string[] {
    return items.flatMap((item) => keyOf(item) ?? []);
  }
}

/** Whether the numbers of pages and items that a page claims fit together; else the others are not asked for. */
function isPlausible({ items, pagination }: ListPage<unknown>): boolean {
  if (items.length === 0 || pagination === undefined) return false;
  return typeof pagination.total !== 'number' || Math.ceil(pagination.total / items.length) === pagination.page_count;
}

/** A service may keep to its own page size: a page is short where it has fewer items than an earlier one. */
function mayGoOn({ items, pagination }: ListPage<unknown>, page: number, fullest: number): boolean {
  if (items.length === 0 || page >= mostPages) return false;
  return pagination === undefined ? items.length <= perPage && items.length >= fullest : page < pagination.page_count;
}

function faultIn<Item>(pages: readonly ListPage<Item>[], { isEnough, keyOf }: Listing<Item>): string | undefined {
  const [first] = pages;
  const size = first?.items.length ?? 0;
  const seen = new Set<string>();
  for (const [index, { items, pagination }] of pages.entries()) {
    const keys = items.flatMap((item) => keyOf(item) ?? []);
    for (const key of keys) {
      if (seen.has(key)) return `page ${index + 1} repeats what came before`;
      seen.add(key);
    }
    if (index < pages.length - 1 && items.length !== size) return `page ${index + 1} is not as long as page 1, and not the last`;
    if (pagination?.page_count !== first?.pagination?.page_count || pagination?.total !== first?.pagination?.total)
      return `it changed between page 1 and page ${index + 1}`;
  }
  const held = pages.reduce((sum, { items }) => sum + items.length, 0);
  const { page_count: count, total } = first?.pagination ?? {};
  if (isEnough !== undefined && pages.some(({ items }) => isEnough(items))) return undefined;
  if (pages.length >= mostPages) return 'it does not end';
  if (typeof total === 'number' && total !== held) return `it tells of ${total} items, and shows ${held}`;
  if (count !== undefined && count > pages.length) return `it tells of ${count} pages, and shows ${pages.length}`;
  if (count !== undefined && count > 1 && pages.at(-1)?.items.length === 0) return `page ${count} of ${count} is empty`;
  return undefined;
}

interface ServiceClock {
  readonly call: Call;
  /** The `Date` of the latest answer, ISO 8601 in UTC; null where none had a date. */
  readonly latest: () => string | null;
}

export function openClock(call: Call): ServiceClock {
  let latest = Number.NEGATIVE_INFINITY;
  const { transport } = call;
  return {
    call: {
      ...call,
      transport: {
        ...transport,
        async exchange(request, limits) {
          const answer = await transport.exchange(request, limits);
          const at = Date.parse(String(answer.headers['date']));
          if (at > latest) latest = at;
          return answer;
        },
      },
    },
    latest: () => (latest === Number.NEGATIVE_INFINITY ? null : new Date(latest).toISOString()),
  };
}
