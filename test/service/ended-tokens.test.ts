import { expect, test } from 'vitest';
import { utcTime } from '../../src/presentation/index.ts';
import { createToken, listTokens, replaceToken, verifyData, type TokenRequest } from '../../src/service/index.ts';
import { bearer, open } from './pages/reader.ts';
import { attest, field, world, type World } from './support.ts';

const now = () => Date.now() / 1000;

/** A service and a token of `ci`, with its identifier. */
async function withToken(more: Partial<TokenRequest>): Promise<{ readonly it: World; readonly token: string; readonly id: string }> {
  const it = await world();
  const token = await createToken({ dataDir: it.dataDir, user: 'ci', orgs: ['acme'], role: 'recorder', ...more });
  const made = (await listTokens(it.dataDir)).find(({ user }) => user === 'ci');
  return { it, token, id: made?.id ?? '' };
}

test('a token that has ended is refused with its name, its end and the fix, and nothing of its secret', async () => {
  const expiresAt = Math.floor(now()) - 60;
  const { id, it, token } = await withToken({ expiresAt, label: 'tests of f' });
  const answer = await it.as(token).get('/flows/acme');
  expect([answer.status, answer.headers.get('www-authenticate'), answer.body]).toEqual([
    401,
    'Bearer',
    {
      message: `The token ${id} (tests of f) ended on ${utcTime(expiresAt)}. Use the one that replaced it, or have another one made like it: compliance-evidence token rotate ${id}`,
    },
  ]);
  expect(JSON.stringify(answer.body)).not.toContain(token);
  expect((await attest(it.as(token), 'f/t')).status).toBe(401);
});

test('somebody else is told no more of it than of a token that never was', async () => {
  const { id, it, token } = await withToken({ expiresAt: 1 });
  const [guess, other] = [await it.as(`${token}x`).get('/flows/acme'), await it.as('nobody').get('/flows/acme')];
  expect([guess.status, guess.body]).toEqual([other.status, other.body]);
  expect(JSON.stringify(guess.body)).not.toContain(id);
});

test('its holder reads on a page that it has ended', async () => {
  const { id, it, token } = await withToken({ expiresAt: 1, role: 'reader' });
  await attest(it, 'f/t');
  const page = await open(it, '/acme/flows/f', bearer(token));
  expect([page.status, page.text.includes(`The token ${id} ended on`)]).toEqual([401, true]);
});

test('a running service stops to take it at that moment, and takes the one that replaces it', async () => {
  const { id, it, token } = await withToken({});
  await attest(it, 'f/t');
  const { token: next } = await replaceToken({ dataDir: it.dataDir, id, command: 'token rotate', overlap: 1.5 });
  const statuses = async () => [(await attest(it.as(token), 'f/t')).status, (await attest(it.as(next), 'f/t')).status];
  expect(await statuses()).toEqual([201, 201]);
  await expect.poll(async () => (await statuses())[0], { timeout: 5000, interval: 300 }).toBe(401);
  expect(await statuses()).toEqual([401, 201]);
  const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
  expect([problem, organizations.map(({ problem: each }) => each)]).toEqual([undefined, [undefined]]);
});

test('the records name the token that recorded, and the list says when it was last used', async () => {
  const { id, it, token } = await withToken({});
  await attest(it, 'f/t');
  await attest(it.as(token), 'f/t');
  expect(field((await it.get('/attestations/acme/f/trail/t/unit')).body, '0.reported_by')).toBe('ci');
  const lastUsed = async () => (await listTokens(it.dataDir)).find((each) => each.id === id)?.lastUsedAt ?? 0;
  // A service that ends keeps it at once, and one that runs within a minute.
  await it.service.close();
  expect(await lastUsed()).toBeGreaterThan(now() - 60);
});
