import { isNamed, isTrail } from '../contract/checks/trails.gen.ts';
import type { AsSent, ParamsOf, QueryOf, Trail, TrailInput } from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import { refuseOtherFlow, refuseOtherTrail } from './about.ts';
import { fileOf, one, put } from './asking.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectPage } from './reply.ts';
import type { Call } from './transport.ts';

/** One item of a listing of trails. A bad neighbour does not stop the search: the caller decides what it means. */
export type ListedTrail =
  | { readonly kind: 'trail'; readonly name: string; readonly trail: Trail }
  /** It names another flow or organization than the one asked for. */
  | { readonly kind: 'elsewhere'; readonly name: string; readonly error: ContractError }
  /** It is not in the contract. */
  | { readonly kind: 'unreadable'; readonly name: string | undefined; readonly error: ContractError };

/** One trail; a `ResponseError` with status 404 where there is none, or where the service does not know the path. */
export const getTrail = one('getTrail', isTrail, 'Trail', refuseOtherTrail);

/** Begins a trail, or adds to it (a template is YAML text; without one a new trail takes that of its flow). */
export async function putTrail(
  call: Call,
  params: ParamsOf<'putTrail'>,
  trail: AsSent<TrailInput>,
  template: string | undefined,
): Promise<'begun' | 'updated'> {
  const file = fileOf('template_file', 'template.yml', template);
  const change = await put(call, 'putTrail', params, { data: trail, file });
  return change === 'created' ? 'begun' : change;
}

/** Operation 1: one page of a flow's trails, newest first, in either shape: `{data, pagination}`, or the plain array. */
export async function listTrails(call: Call, params: ParamsOf<'listTrails'>, query: QueryOf<'listTrails'>): Promise<ListPage<ListedTrail>> {
  const answer = await callOperation(call, 'listTrails', params, { query });
  const { data, pagination } = await expectPage(answer);
  return { items: await Promise.all(data.map((item) => readItem(item, params, answer.request))), pagination };
}

async function readItem(item: unknown, of: ParamsOf<'listTrails'>, request: string): Promise<ListedTrail> {
  const name = isNamed(item) ? item.name : undefined;
  let trail: Trail;
  try {
    trail = await expect(isTrail, 'Trail', item, request);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { kind: 'unreadable', name, error };
  }
  try {
    refuseOtherFlow(trail, of, request);
    return { kind: 'trail', name: trail.name, trail };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { kind: 'elsewhere', name: trail.name, error };
  }
}
