import { afterEach, describe, expect, it } from 'vitest';
import { searchTrail, type Call, type FoundTrail } from '../../src/client/index.ts';
import { ContractError } from '../../src/errors/index.ts';
import { fault, type Fault, type RecordedRequest } from '../support/fault-server.ts';
import { closeAll, failureOf, serve, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

type Shape = 'enveloped' | 'plain';

/** The page that a request asks for, from all trails, newest first. */
function page(all: readonly unknown[], shape: Shape, { url }: RecordedRequest): Fault {
  const query = new URL(url, 'http://x').searchParams;
  const [number, size] = [Number(query.get('page')), Number(query.get('per_page'))];
  const data = all.slice((number - 1) * size, number * size);
  const pagination = { total: all.length, page: number, per_page: size, page_count: Math.ceil(all.length / size) };
  return fault.status(200, {}, shape === 'plain' ? data : { data, pagination });
}

const trails = (count: number, name = 'trail'): object[] => Array.from({ length: count }, (_, index) => trailNamed(`${name}-${index}`));
const pagesOf = (requests: readonly RecordedRequest[]): readonly (string | null)[] =>
  requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('page'));
/** Searches for one trail, as often as `find` is called. */
const search = (call: Call, trail = 'wanted', perPage?: number): { find(): Promise<FoundTrail> } => {
  const found = searchTrail({ ...shop, trail_name: trail }, perPage);
  return { find: () => found.find(call) };
};

describe.each(['enveloped', 'plain'] as const)('a listing in %s pages', (shape) => {
  it('is read page by page from the newest until the trail is there', async () => {
    const all = [...trails(230), trailNamed('wanted'), ...trails(100, 'older')];
    const { call, server } = await serve((request) => page(all, shape, request));
    await expect(search(call).find()).resolves.toMatchObject({ found: { name: 'wanted' }, read: 300 });
    expect(pagesOf(server.requests)).toEqual(['1', '2', '3']);
    expect(server.requests[0]?.url).toBe('/api/v2/trails/acme/shop?page=1&per_page=100');
  });

  it('is read to its end when the trail is not there, and says how many were read', async () => {
    const { call, server } = await serve((request) => page(trails(250), shape, request));
    await expect(search(call).find()).resolves.toEqual({ found: undefined, read: 250 });
    expect(pagesOf(server.requests)).toEqual(['1', '2', '3']);
  });

  it('may end with a page that is exactly full', async () => {
    const { call } = await serve((request) => page(trails(200), shape, request));
    await expect(search(call).find()).resolves.toEqual({ found: undefined, read: 200 });
  });

  it('may be empty', async () => {
    const { call, server } = await serve((request) => page([], shape, request));
    await expect(search(call).find()).resolves.toEqual({ found: undefined, read: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it('remembers the page between polls, follows the trail to later ones, and starts over when it is gone', async () => {
    let all = [...trails(120), trailNamed('wanted')];
    const { call, server } = await serve((request) => page(all, shape, request));
    const listing = search(call);
    await listing.find();
    await listing.find();
    expect(pagesOf(server.requests)).toEqual(['1', '2', '2']);
    all = [...trails(90, 'newer'), ...all];
    await expect(listing.find()).resolves.toMatchObject({ found: { name: 'wanted' } });
    expect(pagesOf(server.requests).slice(3)).toEqual(['2', '3']);
    all = [trailNamed('wanted'), ...trails(250)];
    await expect(listing.find()).resolves.toMatchObject({ found: { name: 'wanted' } });
    expect(pagesOf(server.requests).slice(5)).toEqual(['3', '1']);
  });

  it.each([
    ['that has a name', trails(100)],
    ['that has none', [{ nameless: true }, ...trails(99)]],
  ])('of a service that ignores `page` ends after two equal pages, with a first item %s', async (_, same) => {
    const { call, server } = await serve(() => fault.status(200, {}, shape === 'plain' ? same : { data: same }));
    await expect(search(call).find()).resolves.toMatchObject({ found: undefined });
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('skips a bad neighbour with a notice, and needs nothing of it', async () => {
    const neighbours = [{ name: 'no status' }, 'no object', { compliance_status: {} }, trailNamed('##[error]x', { is_compliant: 'yes' })];
    const { call, notices } = await serve((request) => page([...neighbours, trailNamed('wanted')], shape, request));
    await expect(search(call).find()).resolves.toMatchObject({ found: { name: 'wanted' } });
    expect(notices).toHaveLength(4);
    expect(notices[0]).toContain('no status');
    expect(notices[1]).toContain('item 2 of page 1 has no name');
    expect(notices.join('\n')).not.toContain('##[');
  });

  it('with a bad record of the trail asked for is not in the contract, with the place', async () => {
    const bad = { name: 'wanted', compliance_status: { status: 'COMPLIANT', attestations_statuses: [{ attestation_name: 'a' }, {}] } };
    const { call } = await serve((request) => page([trailNamed('first'), bad], shape, request));
    const error = await failureOf(search(call).find());
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      code: 'wrong-shape',
      path: '$.compliance_status.attestations_statuses[1].attestation_name',
      expected: 'a string',
    });
  });
});

describe('a listing', () => {
  const ofAnotherFlow = { flow: { name: 'till' } };

  it('with the trail of that name in another flow is no answer', async () => {
    const { call } = await serve(() => fault.status(200, {}, [trailNamed('first'), trailNamed('wanted', ofAnotherFlow)]));
    expect(await failureOf(search(call).find())).toMatchObject({ name: 'ContractError', path: '$.flow.name', expected: 'shop' });
  });

  it('with other trails of another flow is read on: they are not the one asked for', async () => {
    const { call, notices } = await serve(() => fault.status(200, {}, [trailNamed('first', ofAnotherFlow), trailNamed('wanted')]));
    expect(await search(call).find()).toMatchObject({ found: { name: 'wanted' } });
    expect(notices).toEqual([]);
  });

  it.each([
    ['an object without data', { items: [] }, '$.data'],
    ['data that is no list', { data: {} }, '$.data'],
    ['broken pagination', { data: [], pagination: { total: 1, page: 1, per_page: 1 } }, '$.pagination.page_count'],
    ['a text', '"OK"', '$'],
  ])('that is %s is not in the contract', async (_, body, path) => {
    const { call } = await serve(() => fault.status(200, { 'content-type': 'application/json' }, body));
    expect(await failureOf(search(call).find())).toMatchObject({ name: 'ContractError', path });
  });

  it('that gives more than was asked for, in a plain array, is the whole', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, trails(340)));
    await expect(search(call).find()).resolves.toEqual({ found: undefined, read: 340 });
    expect(server.requests).toHaveLength(1);
  });
});

it('no page is asked for behind the last one that the service counts', async () => {
  const { call, server } = await serve(({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    return fault.status(
      200,
      {},
      {
        data: [trailNamed(`other-${page}`)],
        pagination: { page, per_page: 1, page_count: 2, total: 2 },
      },
    );
  });
  await expect(search(call, 'x', 1).find()).resolves.toEqual({ found: undefined, read: 2 });
  expect(pagesOf(server.requests)).toEqual(['1', '2']);
});
