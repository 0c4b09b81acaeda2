import { afterEach, describe, expect, it } from 'vitest';
import {
  getDefaultOrganization,
  getFlow,
  getNotification,
  getType,
  listApprovals,
  listArtifacts,
  listFlows,
  listNotifications,
  listRecords,
  listTypes,
  searchSha,
  write,
  type Call,
} from '../../src/client/index.ts';
import { approval, artifact, fingerprint, found, rule, sha, type } from '../commands/answers.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve } from './setup.ts';

afterEach(closeAll);

const org = 'acme';
const flow = { name: 'shop', description: 'What it delivers', visibility: 'private', template: 'version: 1\n' };
const page = { page: 2, per_page: 5 };

const logged = (sequence: number) => ({ sequence, link: 'a'.repeat(64), body: '{}' });
const someRecords = { org, org_id: '1', head: { sequence: 9, link: 'b'.repeat(64) }, records: [logged(7), logged(8)] };

/** Readings: the name, the call, the path that is asked, an answer, and the value that it is read as. */
const readings: readonly (readonly [string, (call: Call) => Promise<unknown>, string, unknown, unknown])[] = [
  [
    'approvals',
    (call) => listApprovals(call, { org, flow_name: 'shop', fingerprint }),
    `/artifacts/acme/shop/${fingerprint}/approvals`,
    [approval],
    [approval],
  ],
  [
    'artifacts',
    (call) => listArtifacts(call, { org }, { ...page, flow_name: 'shop' }),
    '/artifacts/acme?page=2&per_page=5&flow_name=shop',
    [artifact],
    { items: [artifact], pagination: undefined },
  ],
  ['types', (call) => listTypes(call, { org }), '/custom-attestation-types/acme', [type], [type]],
  ['type', (call) => getType(call, { org, type_name: 'coverage' }), '/custom-attestation-types/acme/coverage', type, type],
  ['rules', (call) => listNotifications(call, { org }), '/organizations/acme/environments_notifications', [rule], [rule]],
  [
    'rule',
    (call) => getNotification(call, { org, notification_number: '7' }),
    '/organizations/acme/environments_notifications/7',
    rule,
    rule,
  ],
  ['records', (call) => listRecords(call, { org }, { after: 6, limit: 2 }), '/records/acme?after=6&limit=2', someRecords, someRecords],
  ['search', (call) => searchSha(call, { org, search_value: sha }), `/search/acme/sha/${sha}`, found, found],
  ['default organization', (call) => getDefaultOrganization(call), '/user/default-org', { default_org_name: 'acme' }, 'acme'],
  ['flow', (call) => getFlow(call, { org, flow_name: 'shop' }), '/flows/acme/shop', flow, flow],
  [
    'flows',
    (call) => listFlows(call, { org }, { ...page, case_sensitive: false }),
    '/flows/acme?page=2&per_page=5&case_sensitive=false',
    [flow],
    { items: [flow], pagination: undefined },
  ],
];

describe.each(readings)('what is read: %s', (_, read, path, answer, expected) => {
  it('is asked for at its place, and given as it came', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, answer));
    expect(await read(call)).toEqual(expected);
    expect(server.requests.map(({ method, url }) => `${method} ${url.replace('/api/v2', '')}`)).toEqual([`GET ${path}`]);
    expect(server.requests[0]).toMatchObject({ body: Buffer.alloc(0) });
  });

  it('is a fault where it is not in the contract', async () => {
    const { call } = await serve(() => fault.status(200, {}, Array.isArray(answer) ? [7] : 7));
    expect(await failureOf(read(call))).toMatchObject({ code: 'wrong-shape', path: '$', message: expect.stringContaining('GET http') });
  });

  it('is a fault where the service says no', async () => {
    const { call } = await serve(() => fault.status(404, {}, { message: 'none' }));
    expect(await failureOf(read(call))).toMatchObject({ code: 'not-found', status: 404 });
  });
});

it.each([null, ''])('there is no default organization where its name is %j', async (name) => {
  const { call } = await serve(() => fault.status(200, {}, { default_org_name: name }));
  expect(await getDefaultOrganization(call)).toBeUndefined();
});

it('the default organization is set whatever the answer says', async () => {
  const { call, server } = await serve(() => fault.status(200, {}, 'OK'));
  await write(call, 'setDefaultOrganization', { org });
  expect(server.requests.map(({ method, url, body }) => `${method} ${url} ${String(body)}`)).toEqual(['PUT /api/v2/user/acme null']);
  expect(server.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
});

it('a rule that is not the one asked for is a fault', async () => {
  const { call } = await serve(() => fault.status(200, {}, rule));
  expect(await failureOf(getNotification(call, { org, notification_number: '8' }))).toMatchObject({
    path: '$.number',
    message: expect.stringContaining('$.number is "7", not "8"'),
  });
});

it.each(['07', '7.0'])('a rule is the one asked for, however its number is written (%s)', async (number) => {
  const { call } = await serve(() => fault.status(200, {}, rule));
  expect(await getNotification(call, { org, notification_number: number })).toEqual(rule);
});

describe('records that do not follow each other are a fault', () => {
  it.each([
    ['one is left out', [logged(7), logged(9)]],
    ['the first is left out', [logged(8)]],
    ['one comes again', [logged(7), logged(7)]],
    ['there are more, and none comes', []],
  ])('%s', async (_, records) => {
    const { call } = await serve(() => fault.status(200, {}, { ...someRecords, records }));
    expect(await failureOf(listRecords(call, { org }, { after: 6 }))).toMatchObject({
      code: 'wrong-shape',
      message: expect.stringContaining('without the record 7'),
    });
  });

  it('but not where the log ends', async () => {
    const { call } = await serve(() => fault.status(200, {}, { ...someRecords, records: [] }));
    expect((await listRecords(call, { org }, { after: 9 })).records).toEqual([]);
  });
});
