import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type GenerateKeyPairResult, type JWTPayload } from 'jose';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Ways in which the provider does not do as it should. */
export interface Faults {
  /** Claims of its ID tokens that others stand for; `undefined` takes one out. */
  claims?: Claims;
  /** Who signs them, if it is not the provider. */
  signed?: 'nobody' | 'others';
  /** Parameters of its answer to the browser. */
  answer?: Readonly<Record<string, string>>;
  /** The status of all that it answers. */
  status?: number;
  /** In its description of itself. */
  metadata?: Claims;
  takesCodesAgain?: true;
}

/** The certified provider of npm, on a port of loopback, at which somebody is signed in. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientSecret: string;
  /** Who is in front of the browser. `sub` is always there. */
  person: Claims;
  faults: Faults;
  /** Each code, ID token and access token that it gave. */
  readonly secrets: string[];
  /** The paths that it was asked for. */
  readonly asked: string[];
  /** Goes to an address of the provider as a browser of this person: where it is sent back to. */
  readonly visit: (address: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Made once: to make a pair takes as long as a test. */
let pairs: Promise<readonly [GenerateKeyPairResult, GenerateKeyPairResult]> | undefined;
const makePairs = () => Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);

export const callback = 'https://evidence.example/sign-in/callback';

export async function openTestProvider(): Promise<TestProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    it.asked.push((request.url ?? '').split('?')[0] ?? '');
    if (it.faults.status !== undefined) response.writeHead(it.faults.status, { location: 'https://elsewhere.example/' }).end('{}');
    else void provider?.callback()(request, response);
  });
  const { close, url: issuer } = await listenOnLoopback(server);
  const [own, others] = await (pairs ??= makePairs());
  const it: TestProvider = {
    issuer,
    clientSecret: randomBytes(24).toString('base64url'),
    person: { sub: 'sub-of-ada', preferred_username: 'ada', groups: ['developers'] },
    faults: {},
    secrets: [],
    asked: [],
    visit: (address) => visit(address, issuer),
    close,
  };
  provider = new Provider(issuer, {
    adapter: memoryOf(it),
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    clients: [
      { client_id: 'evidence', client_secret: it.clientSecret, redirect_uris: [callback] },
      { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris: [callback] },
    ],
    claims: {
      openid: ['sub', 'groups', 'tid', '_claim_names', 'azp', 'roles'],
      profile: ['preferred_username', 'name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...it.person, sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      if (provider === undefined) return undefined;
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/')) {
      await provider?.interactionFinished(context.req, context.res, { login: { accountId: String(it.person['sub']) } });
      return;
    }
    await next();
    await spoil(context, it, { own: own.privateKey, others: others.privateKey });
  });
  onTestFinished(close);
  return it;
}

/** Keeps what the provider keeps. Its own memory warns on each start, and uses no code twice. */
function memoryOf(it: TestProvider): (name: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (name) => ({
    upsert: async (id, payload) => void kept.set(`${name} ${id}`, payload),
    find: async (id) => kept.get(`${name} ${id}`),
    findByUid: async (uid) => [...kept].find(([key, payload]) => key.startsWith(`${name} `) && payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    destroy: async (id) => void kept.delete(`${name} ${id}`),
    consume: async (id) => {
      const payload = kept.get(`${name} ${id}`);
      if (payload !== undefined && it.faults.takesCodesAgain !== true) payload.consumed = Math.floor(Date.now() / 1000);
    },
    revokeByGrantId: async () => {},
  });
}

interface Answer {
  readonly path: string;
  body: unknown;
  readonly response: { get: (name: string) => string; redirect: (address: string) => void };
}

async function spoil(
  context: Answer,
  { faults, secrets }: TestProvider,
  keys: Readonly<Record<'own' | 'others', CryptoKey>>,
): Promise<void> {
  const body: Record<string, unknown> = Object(context.body);
  if (context.path === '/.well-known/openid-configuration') context.body = { ...body, ...faults.metadata };
  const { access_token: access, id_token: token } = body;
  if (typeof token === 'string') {
    const { claims, signed } = faults;
    if (claims !== undefined || signed !== undefined) body['id_token'] = await signAgain(token, claims ?? {}, signed, keys);
    secrets.push(String(access), String(body['id_token']));
  }
  const location = URL.parse(context.response.get('location'));
  if (location === null || !location.href.startsWith(callback)) return;
  secrets.push(location.searchParams.get('code') ?? 'no code');
  for (const [name, value] of Object.entries(faults.answer ?? {})) location.searchParams.set(name, value);
  context.response.redirect(location.href);
}

async function signAgain(
  token: string,
  changed: Claims,
  signed: Faults['signed'],
  keys: Readonly<Record<'own' | 'others', CryptoKey>>,
): Promise<string> {
  const payload: JWTPayload = { ...JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()), ...changed };
  if (signed === 'nobody') return new UnsecuredJWT(payload).encode();
  return await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(signed === 'others' ? keys.others : keys.own);
}

/** Follows the provider, with its cookies, until it sends the browser elsewhere. */
async function visit(address: string, issuer: string): Promise<string> {
  const kept = new Map<string, string>();
  let at = address;
  for (let step = 0; step < 10 && at.startsWith(issuer); step += 1) {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      kept.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider shows a page: ${answer.status} ${await answer.text()}`);
    at = new URL(next, at).href;
  }
  return at;
}
