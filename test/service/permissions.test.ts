import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Method, Permission } from '../../src/contract/index.ts';
import { route, userRoute } from '../../src/service/http/route.ts';
import { everyRole, mounted, tokenOf, type RoleName } from './mounted.ts';

async function ask(app: FastifyInstance, method: Method, url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await app.inject({ method, url, headers })).statusCode;
}

describe('what an operation may need', () => {
  const needed: Readonly<Record<Permission, readonly RoleName[]>> = {
    administer: ['admin'],
    evidence: ['admin', 'member', 'recorder'],
    override: ['admin', 'member', 'approver'],
    approve: ['admin', 'member', 'approver'],
    define: ['admin', 'member'],
    snapshot: ['admin', 'member', 'snapshotter'],
    log: ['admin', 'auditor'],
    read: everyRole,
  };

  test.each(['administer', 'evidence', 'override', 'approve', 'define', 'snapshot', 'log', 'read'] as const)(
    '%s is what exactly these roles have',
    async (need) => {
      const app = await mounted([route({ method: 'GET', path: '/needs/:org', need }, async () => ({}))]);
      for (const role of everyRole) {
        const { statusCode, body } = await app.inject({ url: '/api/v2/needs/acme', headers: { authorization: `Bearer ${tokenOf(role)}` } });
        const permitted = needed[need].includes(role);
        const refusal = new RegExp(`The role ${role} in the organization 'acme' may not .* Use the token of `);
        expect(statusCode, `as ${role}`).toBe(permitted ? 200 : 403);
        expect(body).toMatch(permitted ? /^\{\}$/ : refusal);
      }
    },
  );
});

describe('a route outside of any organization', () => {
  const params = { name: Type.String({ pattern: '^[a-z]+$' }) };
  const whoami = userRoute({ method: 'GET', path: '/user/:name', need: 'token', params }, async ({ principal, params }) => ({
    user: principal.userName,
    orgs: [...principal.grants.keys()],
    asked: params.name,
  }));

  test('is open to whoever has a token, wherever they are, and tells the route who asks', async () => {
    const app = await mounted([whoami]);
    for (const user of [...everyRole, 'stranger'] as const) {
      const answer = await app.inject({ url: '/api/v2/user/me', headers: { authorization: `Bearer ${tokenOf(user)}` } });
      expect([answer.statusCode, answer.json()]).toEqual([200, { user, orgs: [user === 'stranger' ? 'other' : 'acme'], asked: 'me' }]);
    }
    expect(await ask(app, 'GET', '/api/v2/user/me')).toBe(401);
    expect(await ask(app, 'GET', '/api/v2/user/me', 'nobody-has-this')).toBe(401);
  });

  test('holds its path and its query to the contract', async () => {
    const app = await mounted([whoami]);
    expect(await ask(app, 'GET', '/api/v2/user/M3', tokenOf('reader'))).toBe(400);
    expect(await ask(app, 'GET', '/api/v2/user/me?x=1', tokenOf('reader'))).toBe(400);
  });
});

test('what a route does is not begun before its caller is known to be somebody who may', async () => {
  let begun = 0;
  const operation = { method: 'POST', path: '/x/:org', need: 'administer', query: Type.Object({}) } as const;
  const app = await mounted([route(operation, async () => ({ begun: (begun += 1) }))]);
  for (const user of ['member', 'stranger'] as const) expect(await ask(app, 'POST', '/api/v2/x/acme', tokenOf(user))).toBe(403);
  expect([begun, await ask(app, 'POST', '/api/v2/x/acme', tokenOf('admin')), begun]).toEqual([0, 200, 1]);
});
