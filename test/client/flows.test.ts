import { afterEach, describe, expect, it } from 'vitest';
import { getFlow, listFlows } from '../../src/client/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve } from './setup.ts';

afterEach(closeAll);

const shop = { name: 'shop', description: null, template: 'version: 1\n', created_at: 1.5, extra: { kept: true } };

describe('flows', () => {
  it('are read in both shapes of a page', async () => {
    const pagination = { total: 1, page: 1, per_page: 100, page_count: 1 };
    const { call, server } = await serve((_, n) => fault.status(200, {}, n === 1 ? [shop] : { data: [shop], pagination }));
    expect(await listFlows(call, { org: 'acme' }, {})).toEqual({ items: [shop], pagination: undefined });
    const query = { search_by_name: 's & p', case_sensitive: false, page: 2, per_page: 100 };
    expect(await listFlows(call, { org: 'acme' }, query)).toEqual({ items: [shop], pagination });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v2/flows/acme',
      '/api/v2/flows/acme?search_by_name=s+%26+p&case_sensitive=false&page=2&per_page=100',
    ]);
  });

  it('that are not in the contract are named by their place', async () => {
    const { call } = await serve(() => fault.status(200, {}, [shop, { name: 7 }]));
    expect(await failureOf(listFlows(call, { org: 'acme' }, {}))).toMatchObject({ name: 'ContractError', path: '$.name' });
  });

  it('are read alone', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, shop));
    expect(await getFlow(call, { org: 'acme', flow_name: 'shop' })).toEqual(shop);
    expect(server.requests[0]?.url).toBe('/api/v2/flows/acme/shop');
  });
});
