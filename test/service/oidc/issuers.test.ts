import { describe, expect, test } from 'vitest';
import { door, words } from './setup.ts';

const [config, keys] = ['/.well-known/openid-configuration', '/.well-known/jwks'];

describe('the keys of an issuer', () => {
  test('are asked for once, however many jobs come together, and kept', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => exchange()))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect((await exchange()).status).toBe(201);
    expect(issuer.asked).toEqual([config, keys]);
  });

  test('are asked for again when the issuer signs with a new one', async () => {
    const { exchange, issuer, rule } = await door({ cooldownMs: 0 });
    await rule();
    const old = await issuer.idToken();
    expect((await exchange()).status).toBe(201);
    await issuer.rotate();
    expect((await exchange()).status).toBe(201);
    expect(words(await exchange(old))).toMatch(/^401 The ID token is signed with a key that/);
  });

  test('are not asked for each time that somebody sends a token with a key that nobody has', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    expect((await exchange()).status).toBe(201);
    await issuer.rotate();
    for (let n = 0; n < 5; n += 1) expect(words(await exchange())).toMatch(/^401 The ID token is signed with a key/);
    expect(issuer.asked).toEqual([config, keys]);
  });

  test('are asked for anew when they are old, and used a while longer if the issuer does not answer', async () => {
    const { exchange, issuer, rule } = await door({ freshMs: 0, cooldownMs: 0 });
    await rule();
    await exchange();
    expect((await exchange()).status).toBe(201);
    expect(issuer.asked).toEqual([config, keys, config, keys]);
    issuer.behave('down');
    expect((await exchange()).status).toBe(201);
  });

  test('are not used for ever while the issuer does not answer', async () => {
    const { exchange, issuer, rule } = await door({ freshMs: 0, staleMs: 0, cooldownMs: 0 });
    await rule();
    await exchange();
    issuer.behave('down');
    expect(words(await exchange())).toMatch(/^503 The issuer .* cannot be asked for its keys: .* answered 503/);
  });
});

describe('an issuer', () => {
  test.each([
    ['down', /openid-configuration answered 503/],
    ['redirecting', /openid-configuration answered 302/],
    ['no-json', /openid-configuration is not JSON/],
    ['other-issuer', /its configuration is of another issuer/],
    ['keys-elsewhere', /its configuration names keys at another place/],
    ['huge', /jwks is larger than 256 KiB/],
    ['many', /it has more than 100 keys/],
    ['slow', /openid-configuration did not answer in time/],
    ['broken', /one of its keys is not put together as a key is/],
    ['weak', /one of its keys has fewer than 2048 bits/],
  ] as const)('that is %s lets nobody in, and is asked again only after a while', async (manner, why) => {
    const { exchange, issuer, rule } = await door({ patienceMs: 200 });
    await rule();
    issuer.behave(manner);
    const answer = await exchange();
    expect(words(answer)).toMatch(/^503 The issuer http:\/\/127\.0\.0\.1:\d+ cannot be asked for its keys: /);
    expect(words(answer)).toMatch(why);
    expect(answer.headers.get('retry-after')).toBe('1');
    const before = issuer.asked.length;
    issuer.behave('well');
    expect(words(await exchange())).toMatch(why);
    expect(issuer.asked).toHaveLength(before);
    expect(issuer.asked).not.toContain('/elsewhere');
  });

  test('that recovers is asked again after the pause', async () => {
    const { exchange, issuer, rule } = await door({ cooldownMs: 0 });
    await rule();
    issuer.behave('down');
    expect((await exchange()).status).toBe(503);
    issuer.behave('well');
    expect((await exchange()).status).toBe(201);
  });

  test('of plain HTTP on this machine is asked only where the operator says so', async () => {
    const { exchange, issuer, rule } = await door({ allowsLoopback: false });
    await rule();
    expect(words(await exchange())).toMatch(/^503 .*its address is not one that begins with https/);
    expect(issuer.asked).toEqual([]);
  });
});
