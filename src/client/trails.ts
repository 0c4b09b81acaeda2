import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import { isNamed, isTrail } from '../contract/checks/trails.gen.ts';
import type { ParamsOf, QueryOf, Trail } from '../contract/index.ts';
import { limits } from '../contract/limits.ts';
import { ContractError, ResponseError } from '../errors/index.ts';
import { oneLine, stringAt, valueAt } from '../text/index.ts';
import { callOperation } from './operation.ts';
import { mayHaveMore, type ListPage } from './pages.ts';
import { expect, expectPage, refuseOtherFlow, refuseOtherOrganization, refuseOtherTrail } from './reply.ts';
import { one } from './resources.ts';
import { isNotThere, type Call } from './transport.ts';

/** A bad neighbour does not stop the search: the caller decides what it means. */
export type ListedTrail =
  | { readonly kind: 'trail'; readonly name: string; readonly trail: Trail }
  /** It names another flow or organization than the one asked for. */
  | { readonly kind: 'elsewhere'; readonly name: string; readonly error: ContractError }
  /** It is not in the contract. */
  | { readonly kind: 'unreadable'; readonly name: string | undefined; readonly error: ContractError };

/** A `ResponseError` with status 404 where there is none, or where the service does not know the path. */
export const getTrail = one('getTrail', isTrail, 'Trail', refuseOtherTrail);

/** Operation 1, newest first, in either shape: `{data, pagination}`, or the plain array. */
export async function listTrails(call: Call, params: ParamsOf<'listTrails'>, query: QueryOf<'listTrails'>): Promise<TrailPage> {
  const answer = await callOperation(call, 'listTrails', params, { query });
  const { data, pagination } = await expectPage(answer);
  const refuse = (trail: Trail): void => refuseOtherFlow(trail, params, answer.request);
  return { items: await Promise.all(data.map((item) => readItem(item, refuse, answer.request))), pagination };
}

/** Those of all flows; `next` is there where the service filtered. */
export async function listOrgTrails(call: Call, params: ParamsOf<'listOrgTrails'>, query: QueryOf<'listOrgTrails'>) {
  const answer = await callOperation(call, 'listOrgTrails', params, { query });
  const page = await expectPage(answer);
  const refuse = (trail: Trail): void => refuseOtherOrganization(trail, params.org, answer.request);
  const items = await Promise.all(page.data.map((item) => readItem(item, refuse, answer.request)));
  return { items, pagination: page.pagination, next: valueAt(page, 'next') };
}

async function readItem(item: unknown, refuse: (trail: Trail) => void, request: string): Promise<ListedTrail> {
  const name = isNamed(item) ? item.name : undefined;
  let trail: Trail;
  try {
    trail = await expect(isTrail, 'Trail', item, request);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { kind: 'unreadable', name, error };
  }
  try {
    refuse(trail);
    return { kind: 'trail', name: trail.name, trail };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { kind: 'elsewhere', name: trail.name, error };
  }
}

export interface FoundTrail {
  readonly found: Trail | undefined;
  /** Over all polls. */
  readonly read: number;
}

/** Remembers on which page the trail was, so that the next poll begins there. */
export interface TrailSearch {
  find(call: Call): Promise<FoundTrail>;
}

type TrailPage = ListPage<ListedTrail>;

export function searchTrail({ trail_name: wanted, ...flow }: ParamsOf<'getTrail'>, perPage: number = limits.pageSize): TrailSearch {
  let remembered = 1;
  let read = 0;
  /** Items of the fullest page: a page with fewer is the last. */
  let fullest = 0;

  async function find(call: Call): Promise<FoundTrail> {
    // New trails only push ours to later pages: a trail once on page n is on page n or later.
    let previous: TrailPage | undefined;
    for (let page = remembered; ; page += 1) {
      const answer = await listTrails(call, flow, { page, per_page: perPage });
      const found = pick(answer, wanted);
      for (const sentence of skipped(answer, page)) call.onNotice?.(sentence);
      const items = answer.items.length;
      // A service that ignores the page gives the same one again.
      if (previous !== undefined && firstName(previous) === firstName(answer)) break;
      read += items;
      if (found !== undefined) {
        remembered = page;
        return { found, read };
      }
      if (!mayHaveMore(answer, page, perPage) || items < fullest) break;
      fullest = items;
      previous = answer;
    }
    // It is not on the remembered page or later: it may have been deleted and made again, so the next search starts over.
    const startOver = remembered > 1;
    remembered = 1;
    return startOver ? await find(call) : { found: undefined, read };
  }

  return { find };
}

/** Throws where the trail is there, but not in the contract, or of another flow. */
function pick({ items }: TrailPage, wanted: string): Trail | undefined {
  const item = items.find(({ name }) => name === wanted);
  if (item === undefined || item.kind === 'trail') return item?.trail;
  throw item.error;
}

/** A service that ignores `page` answers with the same one again. */
function firstName({ items }: TrailPage): string | undefined {
  return items.find(({ name }) => name !== undefined)?.name;
}

function skipped({ items }: TrailPage, page: number): readonly string[] {
  return items.flatMap(({ kind, name }, index) => {
    if (kind !== 'unreadable') return [];
    return name === undefined
      ? [`In the listing of trails item ${index + 1} of page ${page} has no name and was skipped`]
      : [`In the listing of trails ${oneLine(name, 100)} on page ${page} is not in the contract and was skipped`];
  });
}

export type Beginning =
  /** Some of them, the latest first, and how many there are in all. */
  | { readonly kind: 'found'; readonly names: readonly string[]; readonly total: number }
  /** The service does not look for beginnings: it refuses to, or answers with names that begin otherwise. */
  | { readonly kind: 'unsupported' };

/** More are too many to choose from. */
const mostNames = 10;

export function trailsBeginning(call: Call, params: ParamsOf<'listTrails'>, prefix: string): Promise<Beginning> {
  return beginning(prefix, async () => {
    const { items, pagination } = await listTrails(call, params, { prefix, page: 1, per_page: mostNames });
    const elsewhere = items.find((item) => item.kind === 'elsewhere');
    if (elsewhere !== undefined) throw elsewhere.error;
    return { items: items.map(({ name }) => name), pagination };
  });
}

export function attestationsBeginning(call: Call, params: ParamsOf<'findAttestations'>, prefix: string): Promise<Beginning> {
  return beginning(prefix, async () => {
    const reply = (await callOperation(call, 'findAttestations', params, { query: { prefix, page: 1, per_page: mostNames } })).reply();
    // Some services only know the search by commit, and answer it with an object.
    if (!isItems(reply) && !isPage(reply)) return undefined;
    const { data, pagination } = isItems(reply) ? { data: reply, pagination: undefined } : reply;
    return { items: data.map((item) => stringAt(item, 'attestation_id')), pagination };
  });
}

/** A service that does not know the question mostly answers another one, so only names with the prefix are taken. */
async function beginning(prefix: string, ask: () => Promise<ListPage<string | undefined> | undefined>): Promise<Beginning> {
  let page: ListPage<string | undefined> | undefined;
  try {
    page = await ask();
  } catch (error) {
    if (isNotThere(error)) return { kind: 'found', names: [], total: 0 };
    if (!(error instanceof ResponseError) || (error.status !== 400 && error.status !== 422)) throw error;
  }
  if (page === undefined) return { kind: 'unsupported' };
  const names = page.items.flatMap((name) => (name?.startsWith(prefix) === true && /^[\w.~-]+$/.test(name) ? [name] : []));
  if (names.length < page.items.length) return { kind: 'unsupported' };
  // The records of one id on several artifacts count once.
  const distinct = [...new Set(names)];
  const { page_count: pages = 1, total } = page.pagination ?? {};
  const counted = typeof total === 'number' && names.length < total ? total : distinct.length;
  return { kind: 'found', names: distinct, total: pages > 1 ? Math.max(counted, distinct.length + 1) : counted };
}
