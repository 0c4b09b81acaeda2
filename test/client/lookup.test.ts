import { afterEach, describe, expect, it } from 'vitest';
import { getAttestation, getTrail, searchTrail } from '../../src/client/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, recordsOfUnit, serve, sha, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

const record = (facts: object = {}): object => ({
  attestation_id: 'x',
  attestation_name: 'unit',
  is_compliant: true,
  created_at: 1,
  ...facts,
});

describe('a record by its id', () => {
  it.each([
    ['an empty list of a page', fault.status(200, {}, { data: [], pagination: {} })],
    ['an empty list', fault.status(200, {}, [])],
    ['404 in JSON', fault.status(404, {}, { message: 'no such path' })],
    ['405', fault.status(405, {}, 'no')],
    ['501', fault.status(501, { 'content-type': 'text/html' }, '<h1>no</h1>')],
  ])('is absent where the service answers with %s', async (_, answer) => {
    const { call } = await serve(() => answer);
    await expect(getAttestation(call, { org: 'acme' }, 'x')).resolves.toEqual([]);
  });

  it.each([
    ['404 in HTML', fault.status(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'), 'not-found'],
    ['404 without a body', fault.status(404, {}, ''), 'not-found'],
    ['500', fault.status(500, {}, { message: 'oh' }), 'unavailable'],
    ['429', fault.status(429, {}, { message: 'slowly' }), 'rate-limited'],
    ['401', fault.status(401, {}, { message: 'who' }), 'unauthorized'],
    ['403', fault.status(403, {}, { message: 'no' }), 'forbidden'],
    ['a page', fault.wrongContentType(), 'not-json'],
    ['an object without a list', fault.status(200, {}, {}), 'wrong-shape'],
    ['null', fault.status(200, { 'content-type': 'application/json' }, 'null'), 'wrong-shape'],
    ['a number', fault.status(200, { 'content-type': 'application/json' }, '7'), 'wrong-shape'],
    ['a record of the wrong shape', fault.status(200, {}, { data: [record({ is_compliant: 'yes' })] }), 'wrong-shape'],
    ['one reading that can be read, and one that cannot', fault.status(200, {}, [record(), record({ is_compliant: 'no' })]), 'wrong-shape'],
    ['what does not tell whose it is', fault.status(200, {}, [record(), null]), 'wrong-shape'],
    ['another record', fault.status(200, {}, { data: [record({ attestation_id: 'y' })] }), 'wrong-shape'],
    ['a record of another organization', fault.status(200, {}, { data: [record({ org_name: 'globex' })] }), 'wrong-shape'],
  ])('is a fault where the service answers with %s', async (_, answer, code) => {
    const { call } = await serve(() => answer);
    expect(await failureOf(getAttestation(call, { org: 'acme' }, 'x'))).toMatchObject({ code });
  });

  it.each([
    ['of another id', record({ attestation_id: 'y' }), '"y", not "x"'],
    ['whose id is longer than a line', record({ attestation_id: 'y'.repeat(200) }), `"${'y'.repeat(79)}…", not "x"`],
  ])('%s is named with its place', async (_, answer, said) => {
    const { call } = await serve(() => fault.status(200, {}, [answer]));
    expect(await failureOf(getAttestation(call, { org: 'acme' }, 'x'))).toMatchObject({
      path: '$.data[0].attestation_id',
      message: expect.stringContaining(`answered about something else: $.data[0].attestation_id is ${said}`),
    });
  });

  it('is found among others, and in each of its readings', async () => {
    const all = [
      record({ attestation_id: 'y', is_compliant: 'yes' }),
      record({ artifact_fingerprint: 'a' }),
      record({ artifact_fingerprint: 'b' }),
    ];
    const { call, server } = await serve(() => fault.status(200, {}, { data: all }));
    await expect(getAttestation(call, { org: 'acme' }, 'x')).resolves.toEqual(all.slice(1));
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/v2/attestations/acme?attestation_id=x']);
  });
});

describe('a trail', () => {
  it.each([
    ['another flow', { flow: { name: 'till' } }, '$.flow.name'],
    ['another flow, in one word', { flow: 'till' }, '$.flow'],
    ['another flow, in a field of its own', { flow_name: 'till' }, '$.flow_name'],
    ['the flow asked for, and another one', { flow: { name: 'shop' }, flow_name: 'till' }, '$.flow_name'],
    ['a flow by what is no name', { flow: { name: ['shop'] } }, '$.flow.name'],
    ['another organization', { org: 'globex' }, '$.org'],
    ['another organization, as an object', { organization: { name: 'globex' } }, '$.organization'],
  ])('that names %s is not the one asked for', async (_, facts, path) => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed(sha, facts)));
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ name: 'ContractError', path });
    const listing = await serve(() => fault.status(200, {}, [trailNamed(sha, facts)]));
    expect(await failureOf(searchTrail(shop).find(listing.call))).toMatchObject({ name: 'ContractError', path });
  });

  it('that names itself in two ways is not the one asked for', async () => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed(sha, { trail_name: 'another' })));
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ name: 'ContractError', path: '$.trail_name' });
  });

  it.each([
    ['names both as asked', { flow: { name: 'shop' }, org: 'acme' }],
    ['gives the number of the flow', { flow: 7, flow_name: 'shop' }],
    ['names neither', { flow: null, flow_name: null, trail_name: null, org: null, organization: {} }],
    ['shows the organization by a name for people', { organization: 'Acme Inc.' }],
    ['has its page elsewhere', { html_url: 'https://elsewhere.example/globex/flows/till' }],
  ])('that %s is the one asked for', async (_, facts) => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed(sha, facts)));
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: sha });
  });
});

describe('a record that was found by its commit', () => {
  it.each([
    ['another commit', { git_commit_info: { sha1: 'e'.repeat(40) } }],
    ['what is no commit', { git_commit_info: { sha1: 7 } }],
    ['another organization', { org_name: 'globex' }],
  ])('and says that it is of %s is not believed', async (_, facts) => {
    const { call } = await serve(() => fault.status(200, {}, { [sha]: [record(facts)] }));
    expect(await failureOf(recordsOfUnit(call))).toMatchObject({ code: 'wrong-shape' });
  });

  it.each([
    ['in capitals', { git_commit_info: { sha1: sha.toUpperCase() } }],
    ['as null', { git_commit_info: null }],
    ['not at all', { git_commit_info: { message: 'x' } }],
  ])('and tells its commit %s is believed', async (_, facts) => {
    const { call } = await serve(() => fault.status(200, {}, { [sha]: [record(facts)] }));
    await expect(recordsOfUnit(call)).resolves.toHaveLength(1);
  });
});
