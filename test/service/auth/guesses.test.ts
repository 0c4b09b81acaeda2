import { expect, test } from 'vitest';
import { mostWrong, openGuesses } from '../../../src/service/auth/principal.ts';
import { createToken } from '../../../src/service/index.ts';
import { folder, token, world, type World } from '../support.ts';

const short = 'short-one';

/** A service behind a proxy, so that requests come from any address; it knows a long token and a short one. */
async function guarded(): Promise<World> {
  const it = await world(undefined, { proxies: 1 });
  await createToken({ dataDir: it.dataDir, user: 'grace', orgs: ['acme'], role: 'reader', token: short });
  return it;
}

async function ask({ service }: World, secret: string | undefined, from: string, path = '/api/v2/flows/acme'): Promise<Response> {
  const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  return await fetch(`${service.url}${path}`, { headers: { 'x-forwarded-for': from, ...authorization } });
}

/** As many wrong tokens as one client may send, each another one. */
async function guess(it: World, from: string): Promise<ReadonlySet<number>> {
  const answers = Array.from({ length: mostWrong }, (_, index) => ask(it, `guess-${index}`, from));
  return new Set((await Promise.all(answers)).map(({ status }) => status));
}

test('wrong tokens of one client share a limit, also those for pages, and others are not in it', async () => {
  const it = await guarded();
  expect(await guess(it, '203.0.113.9')).toEqual(new Set([401]));
  for (const path of ['/api/v2/flows/acme', '/acme/flows/f']) {
    const refused = await ask(it, `ce_${'x'.repeat(43)}`, '203.0.113.9', path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(await refused.text()).toContain('Too many tokens that this service does not know came from this address.');
  }
  expect((await ask(it, 'guess', '203.0.113.10')).status).toBe(401);
  expect(it.log.filter((line) => line.includes('wrong token'))).toEqual([
    '203.0.113.9 sent more than 60 wrong tokens within a minute, and is answered with 429. See who that is.',
  ]);
});

test('a wrong token that comes again and again is no guess', async () => {
  const it = await guarded();
  const answers = Array.from({ length: mostWrong + 1 }, () => ask(it, 'mistyped', '203.0.113.9'));
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
  await guess(it, '203.0.113.9');
  expect((await ask(it, 'mistyped', '203.0.113.9')).status).toBe(429);
});

test('a right token passes beyond the limit, and a request without one is still asked for it', async () => {
  const it = await guarded();
  await guess(it, '203.0.113.9');
  expect((await ask(it, token, '203.0.113.9')).status).toBe(200);
  expect((await ask(it, undefined, '203.0.113.9')).status).toBe(401);
});

test('a short token passes beyond the limit where it passed before, and elsewhere is not even tried', async () => {
  const it = await guarded();
  expect((await ask(it, short, '203.0.113.9')).status).toBe(200);
  await guess(it, '203.0.113.9');
  await guess(it, '203.0.113.10');
  expect((await ask(it, short, '203.0.113.9')).status).toBe(200);
  const guessed = await ask(it, short, '203.0.113.10');
  expect([guessed.status, await guessed.json()]).toEqual([429, await (await ask(it, 'wrong', '203.0.113.10')).json()]);
});

test('the addresses of one IPv6 network are one client, and a lie before the address of the proxy makes none', async () => {
  const it = await guarded();
  const answers = Array.from({ length: mostWrong }, (_, index) => ask(it, `guess-${index}`, `198.51.100.${index}, 2001:db8::${index}`));
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await ask(it, 'guess', '203.0.113.9, 2001:db8::ffff')).status).toBe(429);
  expect((await ask(it, 'guess', '2001:db8::ffff, 2001:db8:0:1::1')).status).toBe(401);
});

test('without a proxy its header makes no other client', async () => {
  const it = await world(await folder());
  await guess(it, '203.0.113.9');
  expect((await ask(it, 'guess', '203.0.113.10')).status).toBe(429);
});

test('short tokens that passed do not cost ever more memory: the first ones are forgotten', () => {
  const { admit, right, wrong } = openGuesses(() => {});
  const passes = (secret: string): boolean => {
    try {
      admit('203.0.113.9', secret);
      return true;
    } catch {
      return false;
    }
  };
  for (let index = 0; index < 10_001; index += 1) right('203.0.113.9', `t${index}`);
  for (let index = 0; index < mostWrong; index += 1) wrong('203.0.113.9', `w${index}`);
  expect(['t0', 't1', 't10000'].map(passes)).toEqual([false, true, true]);
});
