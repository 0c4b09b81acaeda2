import { expect, test } from 'vitest';
import { connectionOptions, openReader, readConnection, readLookup, uses, type RawOptions } from '../../src/options/index.ts';
import { said } from '../support/commands.ts';

const job = { requestUrl: 'https://run.example/token', requestToken: 'asks' };
const given = { 'base-url': 'https://evidence.example', org: 'acme' };
const reader = (raw: RawOptions, isJob = true) =>
  openReader(uses(connectionOptions), { raw: { ...given, ...raw }, naming: (name) => name, ...(isJob ? { job } : {}) });
const connected = (raw: RawOptions, isJob?: boolean): unknown => said(() => readConnection(reader(raw, isJob)));
const address = { baseUrl: new URL('https://evidence.example/api/v2'), timeout: 300_000, org: 'acme' };
const missing = /^api-token is missing: Give it: Token of the evidence service/;

test('a job without a token says itself who it is, to the service or to whom it is told', () => {
  expect(connected({})).toEqual({ ...address, token: { ...job, org: 'acme', audience: 'https://evidence.example' } });
  const audience = 'x'.repeat(512);
  expect(connected({ 'oidc-audience': audience })).toMatchObject({ token: { audience } });
});

test('a token counts where there is one', () => {
  expect(connected({ 'api-token': 'a-token' })).toEqual({ ...address, token: 'a-token' });
  expect(connected({ 'api-token': 'a-token', 'oidc-audience': 'a b' })).toMatchObject({ token: 'a-token' });
  expect(connected({ 'api-token': 'a-token' }, false)).toEqual({ ...address, token: 'a-token' });
  expect(connected({}, false)).toMatch(missing);
});

test.each(['a b', 'a\nb', 'é', 'x'.repeat(513)])('an audience of %j is none', (audience) => {
  expect(connected({ 'oidc-audience': audience })).toBe(
    'oidc-audience holds a space, a line break or a character that is not ASCII: Write it as the rule of the service does',
  );
});

test('who looks up may leave out the organization, but for a job, which has none', () => {
  const lookup = (raw: RawOptions, isJob: boolean): unknown => said(() => readLookup(reader({ org: '', ...raw }, isJob)));
  expect(lookup({ 'api-token': 'a-token' }, false)).toEqual({ ...address, org: undefined, token: 'a-token' });
  expect(lookup({ 'api-token': 'a-token', org: 'acme' }, true)).toEqual({ ...address, token: 'a-token' });
  expect(lookup({}, true)).toMatch(/^org is missing/);
  expect(lookup({ org: 'acme' }, true)).toMatchObject({ token: { org: 'acme' } });
  expect(lookup({}, false)).toMatch(missing);
});
