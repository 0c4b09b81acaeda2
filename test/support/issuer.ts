import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type GenerateKeyPairResult, type JWK } from 'jose';
import { listenOnLoopback } from './loopback.ts';

/** The audience of the ID tokens, unless a test says otherwise. */
export const audience = 'https://evidence.example';

/** How an issuer answers the question for its keys, and for where they are. */
type Manner =
  | 'well'
  | 'slow'
  | 'down'
  | 'redirecting'
  | 'huge'
  | 'many'
  | 'other-issuer'
  | 'keys-elsewhere'
  | 'no-json'
  | 'broken'
  | 'weak';

/** How the endpoint that gives a job its ID tokens answers; a number is a status. */
type Giving = 'well' | 'no-json' | 'no-value' | number;

export type Claims = Readonly<Record<string, unknown>>;

export interface Issuer {
  readonly url: string;
  /** The variables that the runner sets for a job with `id-token: write`: the issuer answers there as GitHub does. */
  readonly variables: { readonly ACTIONS_ID_TOKEN_REQUEST_URL: string; readonly ACTIONS_ID_TOKEN_REQUEST_TOKEN: string };
  /** The ID tokens that jobs were given there. */
  readonly given: readonly string[];
  /** The paths that it was asked for. */
  readonly asked: readonly string[];
  /** An ID token of a push to `main` of `acme/shop`, with these claims in place of the usual ones; `undefined` takes one out. */
  idToken(claims?: Claims): Promise<string>;
  /** Signs with a new key from now on, and publishes no other one. */
  rotate(): Promise<void>;
  behave(manner: Manner): void;
  /** Changes the claims of the ID tokens that a job is given, or how it is answered: in turn, and then as at last. */
  give(claims: Claims, ...givings: readonly Giving[]): void;
  /** The public key, as it is published. */
  publicKey(): JWK;
  close(): Promise<void>;
}

type Pair = GenerateKeyPairResult;
/** Pairs of issuers that are closed: to make one takes as long as a test. No two issuers have one at the same time. */
const idle: Readonly<Record<'RS256' | 'ES256', Pair[]>> = { RS256: [], ES256: [] };

async function newKey(algorithm: 'RS256' | 'ES256', taken: Pair[]): Promise<{ readonly sign: CryptoKey; readonly published: JWK }> {
  const pair = idle[algorithm].pop() ?? (await generateKeyPair(algorithm, { extractable: true }));
  taken.push(pair);
  const { privateKey, publicKey } = pair;
  const kid = randomUUID();
  return { sign: privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' } };
}

/** The numbers of a public key that is too short to be believed. */
function weak(): JsonWebKey {
  return generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
}

/** The claims of a push to the main branch of acme/shop, as GitHub names them. */
export function usualClaims(issuer: string, now = Date.now() / 1000): Claims {
  const at = Math.floor(now);
  return {
    iss: issuer,
    aud: audience,
    sub: 'repo:acme/shop:ref:refs/heads/main',
    jti: randomUUID(),
    iat: at,
    nbf: at - 10,
    exp: at + 300,
    repository: 'acme/shop',
    repository_id: '4711',
    repository_owner: 'acme',
    ref: 'refs/heads/main',
    ref_type: 'branch',
    ref_protected: 'true',
    sha: 'c0ffee0000000000000000000000000000000001',
    event_name: 'push',
    actor: 'ada',
    run_id: '99',
    run_attempt: '2',
    workflow: 'Tests',
    workflow_ref: 'acme/shop/.github/workflows/tests.yml@refs/heads/main',
    job_workflow_ref: 'acme/shop/.github/workflows/tests.yml@refs/heads/main',
    runner_environment: 'github-hosted',
  };
}

/** A real issuer on a free port of loopback: its configuration and its keys are asked by HTTP, and its tokens are signed by `jose`. */
export async function startIssuer(algorithm: 'RS256' | 'ES256' = 'RS256'): Promise<Issuer> {
  const taken: Pair[] = [];
  let key = await newKey(algorithm, taken);
  let manner: Manner = 'well';
  let ofJob: Claims = {};
  let givings: readonly Giving[] = [];
  const asked: string[] = [];
  const given: string[] = [];
  const requestToken = `request-${randomUUID()}`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://issuer');
    if (pathname === '/id-token') return void give(response, request.headers.authorization, searchParams.get('audience'));
    asked.push(request.url ?? '');
    answer(response, request.url ?? '');
  });
  const { close, url } = await listenOnLoopback(server);

  function answer(response: ServerResponse, path: string): void {
    if (manner === 'slow') return;
    if (manner === 'down') return void response.writeHead(503).end();
    if (manner === 'redirecting') return void response.writeHead(302, { location: `${url}/elsewhere` }).end();
    if (manner === 'no-json') return void response.end('<html>');
    response.setHeader('content-type', 'application/json');
    if (path === '/.well-known/openid-configuration') {
      const jwks = manner === 'keys-elsewhere' ? 'http://127.0.0.1:1/keys' : `${url}/.well-known/jwks`;
      return void response.end(JSON.stringify({ issuer: manner === 'other-issuer' ? 'https://other.example' : url, jwks_uri: jwks }));
    }
    if (manner === 'broken') return void response.end(JSON.stringify({ keys: ['', [], { ...key.published, n: undefined, x: undefined }] }));
    if (manner === 'weak') return void response.end(JSON.stringify({ keys: [{ ...key.published, ...weak() }] }));
    const keys = manner === 'many' ? Array.from({ length: 101 }, () => key.published) : [key.published];
    if (manner === 'huge') return void response.end(JSON.stringify({ keys, more: 'x'.repeat(1024 * 1024) }));
    response.end(JSON.stringify({ keys }));
  }

  async function give(response: ServerResponse, authorization: string | undefined, audienceOfJob: string | null): Promise<void> {
    if (authorization !== `Bearer ${requestToken}`) return void response.writeHead(401).end('{"message":"no such job"}');
    const [giving = 'well', ...later] = givings;
    if (later.length > 0) givings = later;
    if (typeof giving === 'number') return void response.writeHead(giving).end(`{"message":"not for ${requestToken}"}`);
    if (giving === 'no-json') return void response.end('<html>');
    const value = await idToken({ aud: audienceOfJob ?? '', ...ofJob });
    if (giving === 'well') given.push(value);
    response.end(JSON.stringify(giving === 'well' ? { count: value.length, value } : { count: 0 }));
  }

  async function idToken(claims: Claims = {}): Promise<string> {
    const payload = { ...usualClaims(url), ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(payload)))
      .setProtectedHeader({ alg: algorithm, kid: key.published.kid ?? '', typ: 'JWT' })
      .sign(key.sign);
  }

  return {
    url,
    variables: { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/id-token?api-version=2.0`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken },
    asked,
    given,
    idToken,
    give(claims, ...next) {
      [ofJob, givings] = [claims, next];
    },
    async rotate() {
      key = await newKey(algorithm, taken);
    },
    behave(next) {
      manner = next;
    },
    publicKey: () => key.published,
    close: async () => {
      await close();
      idle[algorithm].push(...taken.splice(0));
    },
  };
}
