import { describe, expect, test } from 'vitest';
import { listOidcRules, removeOidcRule } from '../../../src/service/index.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';
import { field, green } from '../support.ts';
import { door, words } from './setup.ts';

const oneAttestation = { attestation_name: 'unit', junit_results: [green] };

describe('a job that a rule lets in', () => {
  test.each(['RS256', 'ES256'] as const)('gets access for its ID token, signed with %s, and records with it', async (algorithm) => {
    const { exchange, it, issuer, rule } = await door({}, algorithm);
    const id = await rule();
    const { body, status } = await exchange();
    expect([status, body]).toEqual([
      201,
      {
        access_token: expect.stringMatching(/^ce_job_[\w-]{43}$/),
        expires_at: expect.any(Number),
        expires_in: 900,
        role: 'member',
        rule_id: id,
      },
    ]);
    expect(Math.abs(Number(field(body, 'expires_at')) - 900 - Date.now() / 1000)).toBeLessThan(60);
    const job = it.as(String(field(body, 'access_token')));
    const recorded = await job.form('POST', '/attestations/acme/shop/trail/t/junit', oneAttestation);
    expect(recorded.status).toBe(201);
    const { body: log } = await it.as('a-token-for-tests-only-admin').get('/records/acme?limit=100');
    const bodies = (listAt(log, 'records') ?? []).map((record): unknown => JSON.parse(stringAt(record, 'body') ?? ''));
    expect(bodies.at(-1)).toMatchObject({
      kind: 'attestation',
      reported_by: `github:${new URL(issuer.url).host}/acme/shop`,
      credential: {
        kind: 'oidc',
        id,
        claims: {
          issuer: issuer.url,
          subject: 'repo:acme/shop:ref:refs/heads/main',
          repository: 'acme/shop',
          repository_id: '4711',
          workflow: 'acme/shop/.github/workflows/tests.yml@refs/heads/main',
          ref: 'refs/heads/main',
          event: 'push',
          run_id: '99',
          run_attempt: '2',
          actor: 'ada',
        },
      },
    });
    expect(JSON.stringify(bodies)).not.toContain(String(field(body, 'access_token')));
  });

  test('has the role of the rule, in its organization and nowhere else', async () => {
    const { exchange, it, rule } = await door();
    await rule({ role: 'reader' });
    const job = it.as(String(field((await exchange()).body, 'access_token')));
    expect((await job.get('/flows/acme')).status).toBe(200);
    expect((await job.get('/flows/globex')).status).toBe(403);
    expect(words(await job.form('PUT', '/flows/acme/template_file', { name: 'f' }))).toMatch(/^403 The role reader/);
    expect(words(await job.json('PUT', '/user/acme', null))).toMatch(/^403 A job has no default organization/);
  });

  test('has the role that permits most where several rules let it in', async () => {
    const { exchange, rule } = await door();
    await rule({ role: 'reader' });
    await rule({ role: 'admin', ref: 'refs/heads/main' });
    await rule({ role: 'member' });
    expect(field((await exchange()).body, 'role')).toBe('admin');
    expect(field((await exchange({ ref: 'refs/heads/topic' })).body, 'role')).toBe('member');
  });

  test('reaches the flows of the rule alone, and by one rule only', async () => {
    const { exchange, it, rule } = await door();
    await rule({ role: 'recorder', flows: ['shop'] });
    const admin = it.as('a-token-for-tests-only-admin');
    for (const name of ['shop', 'cart']) expect((await admin.json('PUT', '/flows/acme', { name })).status).toBe(201);
    const job = it.as(String(field((await exchange()).body, 'access_token')));
    expect((await job.form('POST', '/attestations/acme/shop/trail/t/junit', oneAttestation)).status).toBe(201);
    expect(words(await job.form('POST', '/attestations/acme/cart/trail/t/junit', oneAttestation))).toMatch(
      /^403 This token is only for the flow 'shop' of the organization 'acme', and not for 'cart'/,
    );
    await rule({ role: 'recorder', flows: ['cart', 'till'] });
    const other = it.as(String(field((await exchange()).body, 'access_token')));
    expect((await other.form('POST', '/attestations/acme/cart/trail/t/junit', oneAttestation)).status).toBe(201);
    expect((await other.form('POST', '/attestations/acme/shop/trail/t/junit', oneAttestation)).status).toBe(403);
    await rule({ role: 'recorder' });
    const whole = it.as(String(field((await exchange()).body, 'access_token')));
    expect((await whole.form('POST', '/attestations/acme/shop/trail/t/junit', oneAttestation)).status).toBe(201);
    await rule({ role: 'member', flows: ['till'] });
    expect(field((await exchange()).body, 'role')).toBe('member');
  });

  test('is refused once its time is over, and told so', async () => {
    const { exchange, it, rule } = await door({ lifetime: 1 });
    await rule();
    const { body } = await exchange();
    const access = String(field(body, 'access_token'));
    expect(field(body, 'expires_in')).toBe(1);
    expect((await it.as(access).get('/flows/acme')).status).toBe(200);
    await new Promise((over) => setTimeout(over, 1_050));
    expect(words(await it.as(access).get('/flows/acme'))).toMatch(/^401 The access of this job has expired\. Exchange a new ID token/);
    expect(words(await it.as('ce_job_never').get('/flows/acme'))).toMatch(/^401 The access of this job has expired long ago, or was never/);
  });

  test('is refused as soon as its rule is removed, also with access that it has', async () => {
    const { exchange, it, rule } = await door();
    const id = await rule();
    const access = String(field((await exchange()).body, 'access_token'));
    expect((await removeOidcRule(it.dataDir, id)).repository).toBe('acme/shop');
    expect(words(await it.as(access).get('/flows/acme'))).toMatch(/^401 The rule that this job was let in by was removed/);
    expect(words(await exchange())).toMatch(/^403 No rule of this service is for ID tokens of the issuer/);
    expect(await listOidcRules(it.dataDir)).toEqual([]);
    await expect(removeOidcRule(it.dataDir, id)).rejects.toThrow(/No rule has the identifier/);
  });
});

describe('an ID token', () => {
  test('is taken once, and a new one of the same job again', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const idToken = await issuer.idToken();
    expect((await exchange(idToken)).status).toBe(201);
    expect(words(await exchange(idToken))).toMatch(/^401 This ID token was used before, and each is taken once\. Ask GitHub for a new one/);
    expect((await exchange()).status).toBe(201);
  });

  test('is taken once by whichever of the requests that come together', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const idToken = await issuer.idToken();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => exchange(idToken)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(7);
  });

  test('that is too large, or none, is refused before anybody is asked', async () => {
    const { exchange, issuer, it, rule } = await door();
    await rule();
    expect((await exchange('x'.repeat(17 * 1024))).status).toBe(413);
    for (const text of ['x', 'a.b.c', '', `${Buffer.from('{}').toString('base64url')}.${Buffer.from('[]').toString('base64url')}.`])
      expect((await exchange(text)).status, `of ${text}`).toBe(400);
    expect((await it.json('POST', '/oidc/token/acme', { token: 'x', more: 1 })).status).toBe(400);
    expect((await it.form('POST', '/oidc/token/acme', { token: 'x' })).status).toBe(400);
    expect(issuer.asked).toEqual([]);
  });
});
