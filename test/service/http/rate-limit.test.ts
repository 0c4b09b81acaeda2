import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequestCounts } from '../../../src/service/backend.ts';
import { limitRequests } from '../../../src/service/http/requests.ts';

/** A service that takes two requests of a caller a minute; answers the status of one. */
function service(counts?: RequestCounts): (token: string) => Promise<number> {
  const app = fastify();
  onTestFinished(() => app.close());
  limitRequests(app, 2, counts);
  app.register(async (scope) => scope.get('/', async () => 'OK'));
  return async (token) => (await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })).statusCode;
}

/** The counts that several services keep together. */
function together(): RequestCounts & { readonly callers: ReadonlyMap<string, number> } {
  const callers = new Map<string, number>();
  return {
    callers,
    add: async (caller, windowMs) => {
      const count = (callers.get(caller) ?? 0) + 1;
      callers.set(caller, count);
      return { count, leftMs: windowMs };
    },
  };
}

test('a service by itself counts in its own memory', async () => {
  const [one, other] = [service(), service()];
  expect([await one('a'), await one('a'), await one('a'), await one('b'), await other('a')]).toEqual([200, 200, 429, 200, 200]);
});

test('services that share their counts bound a caller together, and keep no token', async () => {
  const counts = together();
  const [one, other] = [service(counts), service(counts)];
  expect([await one('a'), await other('a'), await one('a'), await other('a'), await other('b')]).toEqual([200, 200, 429, 429, 200]);
  expect([...counts.callers.keys()].join()).toMatch(/^[a-f0-9]{64},[a-f0-9]{64}$/);
});

test('a request that cannot be counted is not let in', async () => {
  const broken = service({ add: () => Promise.reject(new Error('the database is gone')) });
  expect(await broken('a')).toBe(500);
});

test.each([
  ['spaces', 'Bearer   a '],
  ['letters of another size', 'bEARER a'],
  ['another scheme', `Basic ${btoa('a:x')}`],
])('a token has one limit, also if its header is written with %s', async (_, authorization) => {
  const app = fastify();
  onTestFinished(() => app.close());
  limitRequests(app, 2, undefined);
  app.register(async (scope) => scope.get('/api/v2', async () => 'OK'));
  const ask = async (header: string) => (await app.inject({ url: '/api/v2', headers: { authorization: header } })).statusCode;
  expect([await ask('Bearer a'), await ask('Bearer a'), await ask(authorization), await ask('Bearer b')]).toEqual([200, 200, 429, 200]);
});

test('a clock that is put back locks nobody out', async () => {
  const ask = service();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  onTestFinished(() => clock.mockRestore());
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([200, 200, 429]);
});
