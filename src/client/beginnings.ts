import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import type { ParamsOf } from '../contract/index.ts';
import { ResponseError } from '../errors/index.ts';
import { stringAt } from '../text/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { isNotThere, type Call } from './transport.ts';
import { listTrails } from './trails.ts';

/** The names that begin with a text. */
export type Beginning =
  /** Some of them, the latest first, and how many there are in all. */
  | { readonly kind: 'found'; readonly names: readonly string[]; readonly total: number }
  /** The service does not look for beginnings: it refuses to, or answers with names that begin otherwise. */
  | { readonly kind: 'unsupported' };

/** Most names that are asked for at once: more are too many to choose from. */
const mostNames = 10;

/** The trails of a flow whose name begins with the prefix. */
export function trailsBeginning(call: Call, params: ParamsOf<'listTrails'>, prefix: string): Promise<Beginning> {
  return beginning(prefix, async () => {
    const { items, pagination } = await listTrails(call, params, { prefix, page: 1, per_page: mostNames });
    const elsewhere = items.find((item) => item.kind === 'elsewhere');
    if (elsewhere !== undefined) throw elsewhere.error;
    return { items: items.map(({ name }) => name), pagination };
  });
}

/** The attestations of an organization whose id begins with the prefix. */
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
