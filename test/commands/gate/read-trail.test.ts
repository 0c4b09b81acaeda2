import { afterEach, describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/client/index.ts';
import { trailReader } from '../../../src/commands/gate/read-trail.ts';
import { clientOf, closeAll, failureOf, serve, sha, trailNamed } from '../../client/setup.ts';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';

afterEach(closeAll);

const question = { org: 'acme', flow: 'shop', trail: sha } as const;
const isListing = ({ url }: RecordedRequest): boolean => url.includes('?page=');
const there = fault.status(200, {}, trailNamed(sha));
const notThere = (message: string): Fault => fault.status(404, {}, { message });
const listing = (...names: readonly string[]): Fault =>
  fault.status(
    200,
    {},
    { data: names.map((name) => trailNamed(name)), pagination: { page: 1, page_count: 1, per_page: 100, total: names.length } },
  );

describe('a service that knows the path of one trail', () => {
  it('gives the trail', async () => {
    const { call, server } = await serve(() => there);
    expect(await trailReader(question)(call)).toMatchObject({ kind: 'trail', trail: { name: sha } });
    expect(server.requests.map(({ url }) => url)).toEqual([`/api/v2/trails/acme/shop/${sha}`]);
  });

  it.each([`Trail ${sha} does not exist`, "Flow 'shop' has no such trail"])('says that there is none: %s', async (message) => {
    const { call, notices } = await serve((request) => (isListing(request) ? listing() : notThere(message)));
    expect(await trailReader(question)(call)).toEqual({ kind: 'no-trail' });
    expect(notices).toEqual([]);
  });

  it('says that there is no such flow', async () => {
    const { call, server } = await serve(() => notThere('Flow shop was not found'));
    expect(await trailReader(question)(call)).toEqual({ kind: 'no-flow' });
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/api/v2/trails/acme/shop/${sha}`,
      '/api/v2/trails/acme/shop?page=1&per_page=1',
    ]);
  });

  it('is believed when it has answered for a trail before, whatever it then calls what is missing', async () => {
    const { call, notices } = await serve((request, n) => (isListing(request) ? listing() : n === 1 ? there : notThere('gone')));
    const reader = trailReader(question);
    await reader(call);
    expect(await reader(call)).toEqual({ kind: 'no-trail' });
    expect(notices).toEqual([]);
  });

  it('that cannot say whether the flow is there has failed', async () => {
    const { call } = await serve((request) =>
      isListing(request) ? fault.status(403, {}, { message: 'readers only' }) : notThere(`no ${sha}`),
    );
    expect(await trailReader(question)(call)).toMatchObject({ kind: 'failed', fault: { code: 'forbidden' } });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [400, 'invalid-request'],
  ])('that answers %i has failed, and its listing is not asked', async (status, code) => {
    const { call, server } = await serve(() => fault.status(status));
    expect(await trailReader(question)(call)).toMatchObject({ kind: 'failed', fault: { code } });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a service that does not know that path', () => {
  it.each([
    ['404', notThere('Not found')],
    ['404 without words', fault.status(404)],
    ['405', fault.status(405, {}, { message: `${sha} of shop` })],
    ['501', fault.status(501, {}, { message: `${sha} of shop` })],
  ])('and answers %s is read by its listing, which is said once', async (_, answer) => {
    const { call, notices, server } = await serve((request) => (isListing(request) ? listing('other', sha) : answer));
    const reader = trailReader(question);
    expect(await reader(call)).toMatchObject({ kind: 'trail', trail: { name: sha } });
    expect(await reader(call)).toMatchObject({ kind: 'trail' });
    expect(notices).toEqual(['The service does not answer for a single trail: reading the trails of flow shop, newest first']);
    expect(server.requests.filter((request) => !isListing(request))).toHaveLength(1);
  });

  it('says how many trails were read where it is not among them', async () => {
    const { call } = await serve((request) => (isListing(request) ? listing('a', 'b') : fault.status(405)));
    const reader = trailReader(question);
    expect(await reader(call)).toEqual({ kind: 'no-trail', read: 2 });
    // Over all polls.
    expect(await reader(call)).toEqual({ kind: 'no-trail', read: 4 });
  });

  it('says that there is no such flow', async () => {
    const { call } = await serve((request) => (isListing(request) ? notThere('Flow shop was not found') : fault.status(405)));
    expect(await trailReader(question)(call)).toEqual({ kind: 'no-flow' });
  });

  it.each([
    ['a page', fault.status(404, { 'content-type': 'text/html' }, `<h1>Cannot GET /api/v2/trails/acme/shop/${sha}</h1>`)],
    ['another service', fault.status(404, {}, { message: 'no route' })],
    ['nothing at all', fault.status(404)],
  ])('says what it said instead where it may be no service of evidence: %s', async (_, answer) => {
    const { call } = await serve(() => answer);
    expect(await trailReader(question)(call)).toEqual({
      kind: 'no-flow',
      said: expect.stringMatching(/^GET http.*\/trails\/acme\/shop answered 404/),
    });
  });

  it('has failed where its listing cannot be read', async () => {
    const { call } = await serve((request) => (isListing(request) ? fault.wrongContentType() : fault.status(405)));
    expect(await trailReader(question)(call)).toMatchObject({ kind: 'failed', fault: { code: 'not-json' } });
  });
});

it('a read that is interrupted is no answer', async () => {
  const interrupt = new AbortController();
  interrupt.abort();
  const { call } = clientOf('http://127.0.0.1:9', { deadline: startDeadline(1_000, interrupt.signal) });
  expect(await failureOf(trailReader(question)(call))).toMatchObject({ code: 'interrupted' });
});
