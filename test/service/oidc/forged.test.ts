import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { utcTime } from '../../../src/presentation/index.ts';
import { startIssuer, usualClaims, type Claims } from '../../support/issuer.ts';
import { door, words } from './setup.ts';

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1000);

/** A clock that lags makes every honest token one of the future: the refusal names both times. */
function behind(name: string, at: number): RegExp {
  const words = `does not hold yet by the clock of this service, which may be behind: its ${name} is ${utcTime(at)}, and here it is`;
  return new RegExp(String.raw`^401 The ID token ${words} ${utcTime(now).slice(0, 10)} [\d:]+ UTC\. .* set its clock`);
}

const wrongClaims: readonly (readonly [what: string, claims: Claims, refusal: RegExp])[] = [
  ['expired', { iat: now - 500, nbf: now - 500, exp: now - 60 }, /^401 The ID token has ended/],
  ['not valid yet', { nbf: now + 120 }, behind('nbf', now + 120)],
  ['issued in the future', { iat: now + 120, nbf: now }, behind('iat', now + 120)],
  ['issued in the future and before it holds', { iat: now + 120, nbf: now + 60, exp: now + 600 }, behind('nbf', now + 60)],
  ['issued at no time', { iat: 'soon' }, /^401 The ID token has a claim iat that is not accepted/],
  ['issued long ago, though it lasts', { iat: now - 3600, exp: now + 3600 }, /^401 The ID token has ended, or was issued too long ago/],
  ['without an end', { exp: undefined }, /^401 The ID token has a claim exp/],
  ['without a time', { iat: undefined }, /^401 The ID token has a claim iat/],
  ['without a number of its own', { jti: undefined }, /^401 The ID token has a claim jti/],
  ['without an audience', { aud: undefined }, /^401 The ID token has a claim aud/],
  ['for several audiences', { aud: ['https://evidence.example', 'https://other.example'] }, /^401 The ID token has no claim aud/],
  ['for a list of audiences in a list', { aud: [['https://evidence.example']] }, /^401 The ID token has no claim aud/],
  ['without a repository', { repository: undefined }, /^401 The ID token has no claim repository,/],
  ['without a run', { run_id: undefined }, /^401 The ID token has no claim run_id/],
  ['with an event that is no text', { event_name: ['push'] }, /^401 The ID token has no claim event_name/],
  ['with a ref of a megabyte', { ref: 'refs/heads/main'.padEnd(1025, 'x') }, /^401 The ID token has no claim ref,/],
  ['with half a character', { repository: 'acme/\uD800' }, /^401 The ID token has no claim repository,/],
  ['with a repository on two lines', { repository: 'acme/shop\nlevel=error' }, /^401 The ID token has no claim repository,/],
];

describe('an ID token is not believed', () => {
  test('when it is signed with a key that the issuer does not have', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const other = await startIssuer();
    onTestFinished(() => other.close());
    expect(words(await exchange(await other.idToken({ iss: issuer.url })))).toMatch(
      /^401 The ID token is signed with a key that .* does not have/,
    );
  });

  test('when another key than the named one signed it', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const [header = '', payload = ''] = (await issuer.idToken()).split('.');
    const other = await startIssuer();
    onTestFinished(() => other.close());
    const [, , signature = ''] = (await other.idToken({ iss: issuer.url })).split('.');
    expect(words(await exchange(`${header}.${payload}.${signature}`))).toMatch(/^401 The signature of the ID token does not hold/);
  });

  test('when a claim was changed after it was signed', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const [header, , signature] = (await issuer.idToken({ repository_id: '666', repository: 'eve/shop' })).split('.');
    expect(words(await exchange(`${header}.${coded(usualClaims(issuer.url))}.${signature}`))).toMatch(/^401 The signature/);
  });

  test('when it is not signed at all', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const kid = issuer.publicKey().kid;
    for (const alg of ['none', 'None', 'NONE'])
      expect(words(await exchange(`${coded({ alg, kid })}.${coded(usualClaims(issuer.url))}.`)), `signed by ${alg}`).toMatch(
        /^401 The ID token is signed in a way/,
      );
  });

  test('when the public key of the issuer was used as a shared secret', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const key = issuer.publicKey();
    const text = `${coded({ alg: 'HS256', kid: key.kid })}.${coded(usualClaims(issuer.url))}`;
    const pem = createPublicKey({ key: { ...key }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString();
    for (const secret of [pem, JSON.stringify(key), key.n ?? ''])
      expect(words(await exchange(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`))).toMatch(
        /^401 The ID token is signed in a way/,
      );
  });

  test('when its times or its claims are not those of a job that runs now', async () => {
    const { exchange, rule } = await door();
    await rule();
    for (const [what, claims, refusal] of wrongClaims) expect.soft(words(await exchange(claims)), what).toMatch(refusal);
  });

  test('by what else is in its header', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const other = await startIssuer();
    onTestFinished(() => other.close());
    const kid = issuer.publicKey().kid ?? '';
    const [, payload = '', signature = ''] = (await other.idToken({ iss: issuer.url })).split('.');
    for (const more of [
      { jwk: other.publicKey() },
      { jku: `${other.url}/.well-known/jwks` },
      { x5u: other.url },
      { crit: ['b64'], b64: false },
    ])
      expect
        .soft(words(await exchange(`${coded({ alg: 'RS256', kid, ...more })}.${payload}.${signature}`)), JSON.stringify(more))
        .toMatch(/^401 The signature of the ID token does not hold/);
    expect(words(await exchange(`${coded({ alg: 'PS256', kid })}.${payload}.${signature}`))).toMatch(
      /^401 The ID token is signed in a way/,
    );
    expect(other.asked).toEqual([]);
  });

  test('when another issuer that is trusted signed it, with a key of the same name', async () => {
    const { exchange, issuer, rule } = await door();
    await rule();
    const other = await startIssuer();
    onTestFinished(() => other.close());
    await rule({ issuer: other.url, repositoryId: '666', repository: 'eve/shop' });
    const [, payload = '', signature = ''] = (await other.idToken({ iss: issuer.url })).split('.');
    const header = coded({ alg: 'RS256', kid: issuer.publicKey().kid, typ: 'JWT' });
    expect((await exchange(await other.idToken({ repository: 'eve/shop', repository_id: '666' }))).status).toBe(201);
    expect(words(await exchange(`${header}.${payload}.${signature}`))).toMatch(/^401 The signature of the ID token does not hold/);
    expect(words(await exchange(await other.idToken()))).toMatch(/^403 No rule of the organization 'acme' is for .* of 'http:/);
  });

  test('when its clock is a little ahead or behind, it is', async () => {
    const { exchange, rule } = await door();
    await rule();
    const at = Math.floor(Date.now() / 1000);
    expect((await exchange({ jti: randomUUID(), iat: at + 15, nbf: at + 15, exp: at + 300 })).status).toBe(201);
    expect((await exchange({ jti: randomUUID(), iat: at - 100, nbf: at - 100, exp: at - 15 })).status).toBe(201);
  });
});
