import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import { cut, given, stringAt, valueAt } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { Log } from '../../operation/log.ts';
import { claim } from '../oidc/claims.ts';
import { boundedText, IssuerTrouble, isSafe, usualKeeping } from '../oidc/issuer-keys.ts';
import { otherBrowser, personOf, rolesOf, type People, type SignInSettings } from './person.ts';

/** For one question to the provider, in seconds. */
const patience = 5;

/** Seconds by which two clocks may differ. */
const clockTolerance = 30;

/** Most questions to the provider at once: each visitor of the page can cause one. */
const mostWaiting = 50;

/**
 * All that is sent along with a sign-in derives from the secret that its browser keeps. So only that browser can finish it, nothing is
 * kept here for strangers, and none of it says anything about the secret or about another one of it.
 */
function derived(secret: string, what: 'state' | 'nonce' | 'PKCE'): string {
  return createHmac('sha256', secret).update(`the ${what} of a sign-in`).digest('base64url');
}

/** Signing in by OpenID Connect with a code and PKCE. `returnTo` is where the provider sends browsers back. */
export function openProvider(settings: SignInSettings, returnTo: () => string, log: Log): People {
  const { host } = new URL(settings.issuer);
  let known: Promise<client.Configuration> | undefined;
  let askedAt = 0;
  /** Where the parts of the provider are, which it is asked for again in time. The library asks for its keys again when they change. */
  const configuration = (): Promise<client.Configuration> => {
    if (performance.now() - askedAt > usualKeeping.freshMs) [known, askedAt] = [undefined, performance.now()];
    return (known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  };
  const told = <Result>(step: Promise<Result>): Promise<Result> =>
    step.catch((error: unknown) => {
      throw refusalOf(error, host, log);
    });
  return {
    host,
    rolesOf: (person) => rolesOf(settings, person),
    begin: (secret) => told(configuration().then((found) => addressFor(found, settings, new URL(returnTo()).href, secret))),
    finish: (query, secret) =>
      told(configuration().then(async (found) => personOf(settings, await claimsBy(found, new URL(query, returnTo()), secret)))),
    signOutAddress: async () => {
      const found = await configuration().catch(() => undefined);
      const address = safeAddress(found?.serverMetadata().end_session_endpoint, settings);
      address?.searchParams.set('client_id', settings.clientId);
      return address?.href;
    },
  };
}

async function discover(settings: SignInSettings): Promise<client.Configuration> {
  const { clientId, clientSecret, issuer } = settings;
  const found = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockTolerance },
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      timeout: patience,
      [client.customFetch]: boundedFetch(settings),
      // Without it the library believes a token that came by TLS, whoever signed it.
      execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
    },
  );
  if (safeAddress(found.serverMetadata().authorization_endpoint, settings) !== undefined) return found;
  throw new IssuerTrouble('it names no address with https:// where people sign in');
}

/** An address that the provider names, unless others could change what goes there. */
function safeAddress(address: string | undefined, { issuer }: SignInSettings): URL | undefined {
  const url = URL.parse(address ?? '');
  return url !== null && isSafe(url, issuer.startsWith('http:')) ? url : undefined;
}

async function addressFor(found: client.Configuration, { scopes }: SignInSettings, callback: string, secret: string): Promise<URL> {
  return client.buildAuthorizationUrl(found, {
    response_type: 'code',
    redirect_uri: callback,
    scope: scopes.join(' '),
    state: derived(secret, 'state'),
    nonce: derived(secret, 'nonce'),
    code_challenge: await client.calculatePKCECodeChallenge(derived(secret, 'PKCE')),
    code_challenge_method: 'S256',
  });
}

/** The proved claims of who came back at an address. */
async function claimsBy(found: client.Configuration, address: URL, secret: string): Promise<object> {
  if (address.searchParams.get('state') !== derived(secret, 'state')) throw otherBrowser();
  const tokens = await client.authorizationCodeGrant(found, address, {
    expectedState: derived(secret, 'state'),
    expectedNonce: derived(secret, 'nonce'),
    pkceCodeVerifier: derived(secret, 'PKCE'),
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  // Beyond the questions of the library: a token of the future, and one for us that another client asked for.
  if (claims === undefined || claims.iat > Date.now() / 1000 + clockTolerance) throw new Error('the ID token is of the future');
  if (claims['azp'] !== undefined && claims['azp'] !== found.clientMetadata().client_id)
    throw new Error('the ID token was given to another client');
  return claims;
}

/** Asks the provider alone: follows no redirect, and reads no more than an honest answer has. */
function boundedFetch(settings: SignInSettings): client.CustomFetch {
  let waiting = 0;
  return async (address, { body, headers, method, signal }) => {
    const url = safeAddress(address, settings);
    if (url === undefined) throw new IssuerTrouble('it names an address without TLS');
    if (waiting >= mostWaiting) throw new IssuerTrouble('too many people wait for it');
    waiting += 1;
    try {
      const answer = await fetch(url, { method, headers, redirect: 'manual', ...given({ body, signal }) });
      const text = await boundedText(answer, url);
      if (answer.status >= 500) throw new IssuerTrouble(`${url.pathname} answered ${answer.status}`);
      return new Response(text || null, answer);
    } catch (cause) {
      if (cause instanceof IssuerTrouble) throw cause;
      throw new IssuerTrouble(`${url.pathname} ${signal?.aborted === true ? 'did not answer in time' : 'could not be reached'}`, { cause });
    } finally {
      waiting -= 1;
    }
  };
}

/** Words for what a step failed for. The error itself is not kept as the cause, because it can have tokens and the code in it. */
function refusalOf(error: unknown, host: string, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  const trouble = [error, valueAt(error, 'cause')].find((each) => each instanceof IssuerTrouble);
  const said =
    error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError
      ? [error.error, error.error_description ?? ''].flatMap((text) => claim({ text }, 'text') ?? []).join(', ')
      : // The library says it in texts of its own, without any value.
        (stringAt(valueAt(error, 'cause'), 'message') ?? stringAt(error, 'message') ?? 'its answer cannot be read');
  const fix = 'Sign in again. If it stays so, tell those who run the service.';
  const refusal =
    trouble instanceof IssuerTrouble
      ? new Refusal('unavailable', `${host} cannot be asked who you are: ${trouble.message}.`, { fix: `${fix} A token is another way.` })
      : new Refusal('unauthorized', `${host} does not let you in, or is not believed: ${cut(said, 300)}.`, { fix });
  log(`Somebody could not sign in. ${refusal.message}`, { level: trouble === undefined ? 'info' : 'warn' });
  return refusal;
}
