import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listTokens, revokeToken, verifyData } from '../../../src/service/index.ts';
import { attest, token } from '../support.ts';
import { hiddenIn, textOf } from './reader.ts';
import { page, scene, opened, signIn, bodies } from './scene.ts';

describe('a terminal', () => {
  const secret = `ce_terminal_${'t'.repeat(43)}`;
  const mark = createHash('sha256').update(secret).digest('hex');
  const terminal = `/sign-in/terminal/${mark}`;

  async function admitted(who: Readonly<Record<string, unknown>> = {}) {
    const on = await scene({ organizations: { acme: { developers: 'member' } } });
    Object.assign(on.provider.person, who);
    const own = opened(on);
    const before = await on.it.as(secret).get('/flows/acme');
    expect([before.status, before.body]).toMatchObject([401, { message: expect.stringContaining('This terminal is not signed in') }]);
    expect((await signIn(on, own, terminal)).location).toBe(terminal);
    const shown = await own.get(terminal);
    expect(textOf(shown.text)).toContain(`${mark.slice(0, 4)}-${mark.slice(4, 8)}`.toUpperCase());
    expect((await on.it.as(secret).get('/flows/acme')).status, 'by looking at the page').toBe(401);
    const send = (headers = {}) => own.post(terminal, hiddenIn(shown.text), headers);
    return { on, own, send, shown };
  }

  test('is let in by a person with a browser, works with the roles of their groups, and no longer than they have them', async () => {
    const { on, send } = await admitted();
    const answer = await send();
    expect([answer.status, textOf(answer.text)]).toEqual([
      200,
      expect.stringMatching(/^Skip to the content Home .* Sign out The terminal is signed in /),
    ]);
    const own = on.it.as(secret);
    expect((await own.get('/flows/acme')).status).toBe(200);
    expect((await own.get('/flows/other')).status, 'of another organization').toBe(403);
    expect((await own.get('/records/acme')).status, 'of other roles').toBe(403);
    await attest(own, 'f/t');
    const [record] = await bodies(on.it, `body like '%"kind":"person"%' and kind = 'attestation'`);
    expect(record).toMatchObject({ reported_by: expect.stringMatching(/^oidc:127\.0\.0\.1:\d+:sub-of-ada$/) });
    expect((await send()).status, 'once more').toBe(200);
    vi.useFakeTimers({ now: Date.now() + 3601_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await own.get('/flows/acme')).status, 'an hour later').toBe(401);
    expect((await verifyData({ dataDir: on.it.dataDir })).problem).toBeUndefined();
  });

  test('is not let in by a form of another site or of nobody, by a token, nor by anything that is no hash', async () => {
    const { on, own, send, shown } = await admitted();
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await own.post(terminal, {})).status, 'without the token of the form').toBe(403);
    expect((await opened(on).post(terminal, hiddenIn(shown.text))).status, 'of nobody').toBe(401);
    expect((await opened(on).post(terminal, hiddenIn(shown.text), { authorization: `Bearer ${token}` })).status).toBe(401);
    for (const other of ['x', `${mark}0`, mark.toUpperCase()])
      expect([other, (await own.post(`/sign-in/terminal/${other}`, hiddenIn(shown.text))).status]).toEqual([other, 400]);
    expect((await on.it.as(secret).get('/flows/acme')).status).toBe(401);
  });

  test('is not a browser, and a browser is not a terminal', async () => {
    const { on, own, send } = await admitted();
    expect((await send()).status).toBe(200);
    const other = opened(on);
    expect((await other.signIn(secret)).status).toBe(401);
    for (const [name, value] of own.kept) {
      expect([name, (await on.it.as(value).get('/flows/acme')).status]).toEqual([name, 401]);
      other.kept.set(name, secret);
    }
    expect((await other.get(page)).status).toBe(303);
  });

  test('of somebody with a token has the rights of that token, and ends with it', async () => {
    const on = await scene();
    const own = opened(on);
    await own.signIn(token);
    const shown = await own.get(terminal);
    expect((await own.post(terminal, hiddenIn(shown.text))).status).toBe(200);
    expect((await own.post(terminal, hiddenIn(shown.text))).status, 'once more').toBe(200);
    expect((await on.it.as(secret).get('/flows/acme')).status).toBe(200);
    expect((await opened(on).signIn(secret)).status, 'for a browser').toBe(401);
    const [made] = await listTokens(on.it.dataDir);
    await revokeToken(on.it.dataDir, made?.id ?? '');
    expect((await on.it.as(secret).get('/flows/acme')).status).toBe(401);
  });
});
