import { errors, MockAgent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connections } from '../../src/client/connections.ts';
import { startDeadline } from '../../src/client/index.ts';
import { exchange, requestName, type HttpAnswer } from '../../src/client/exchange.ts';
import { failureOf } from './setup.ts';

const agents: MockAgent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

const url = new URL('https://user:word@evidence.example/a?token=x');

/** Connections with one request that ends so. Nothing leaves the machine. */
function connectionsThat(ending: Error | { readonly status: number; readonly text: string | Buffer }, proxy?: string): Connections {
  const agent = new MockAgent();
  agents.push(agent);
  agent.disableNetConnect();
  const intercepted = agent.get('https://evidence.example').intercept({ path: '/a?token=x', method: 'GET' });
  if (ending instanceof Error) intercepted.replyWithError(ending);
  else intercepted.reply(ending.status, ending.text, { headers: { 'x-from': 'service' } });
  return { towards: () => Promise.resolve({ dispatcher: agent, proxy }), describe: () => [], close: () => undefined };
}

const ask = (connections: Connections): Promise<HttpAnswer> =>
  exchange({ method: 'GET', url, headers: {} }, connections, startDeadline(20_000));

/** An error with a code, as Node's are. */
const coded = (code: unknown, message = 'it said'): Error => Object.assign(new Error(message), { code });
const within = (cause: unknown): Error => new Error('fetch failed', { cause });

it('a request is named without credentials and query', () => {
  expect(requestName({ method: 'POST', url })).toBe('POST https://evidence.example/a');
});

it('an answer is given as it came', async () => {
  const answer = await ask(connectionsThat({ status: 418, text: 'größe' }));
  expect(answer).toMatchObject({ status: 418, text: 'größe', headers: { 'x-from': 'service' } });
});

describe('the size of an answer', () => {
  const most = 32 * 1024 * 1024;

  it('may be up to its bound', async () => {
    expect((await ask(connectionsThat({ status: 200, text: Buffer.alloc(most, 'x') }))).text).toHaveLength(most);
  });

  it('is not more: the rest is not read', async () => {
    expect(await failureOf(ask(connectionsThat({ status: 200, text: Buffer.alloc(most + 1, 'x') })))).toMatchObject({
      name: 'TransportError',
      code: 'body-too-large',
      message: 'The answer to GET https://evidence.example/a is larger than 32 MiB',
      request: 'GET https://evidence.example/a',
    });
  });
});

const slow = {
  code: 'timeout',
  message: 'No answer in time to GET https://evidence.example/a',
  fix: 'Check that the service is up, and that the network lets you through',
};
const untrusted = (code: string): object => ({
  code: 'tls',
  message: `The certificate for GET https://evidence.example/a is not trusted (${code})`,
  fix: 'For a private certificate authority set NODE_EXTRA_CA_CERTS to its PEM file, in the environment of the whole job',
});
const broken = { code: 'cut-off', message: 'The connection broke during GET https://evidence.example/a (it said)', fix: undefined };
const away = (why: string, through = ''): object => ({
  code: 'unreachable',
  message: `Could not reach GET https://evidence.example/a${through} (${why})`,
  fix: 'Check base-url (https, the name and the port), and HTTPS_PROXY where a proxy is needed',
});

describe('where no whole answer comes, the error says why, what to do, and whether the request may have arrived', () => {
  it.each([
    [new errors.ConnectTimeoutError('slow'), slow, false],
    [new errors.HeadersTimeoutError('slow'), slow, true],
    [new errors.BodyTimeoutError('slow'), slow, true],
    [coded('CERT_HAS_EXPIRED'), untrusted('CERT_HAS_EXPIRED'), false],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), untrusted('DEPTH_ZERO_SELF_SIGNED_CERT'), false],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), untrusted('SELF_SIGNED_CERT_IN_CHAIN'), false],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), untrusted('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), false],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), untrusted('ERR_TLS_CERT_ALTNAME_INVALID'), false],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), away('ERR_SSL_WRONG_VERSION_NUMBER'), true],
    [coded('UND_ERR_SOCKET'), broken, true],
    [coded('ECONNRESET'), broken, true],
    [coded('EPIPE'), broken, true],
    [coded('UND_ERR_RESPONSE'), broken, true],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), broken, true],
    [new Error('terminated'), { ...broken, message: expect.stringMatching(/\(terminated\)$/) }, true],
    [coded('X', 'other side closed'), { ...broken, message: expect.stringMatching(/\(other side closed\)$/) }, true],
    [coded('ECONNREFUSED'), away('ECONNREFUSED'), false],
    [coded('ENOTFOUND'), away('ENOTFOUND'), false],
    [coded('EAI_AGAIN'), away('EAI_AGAIN'), false],
    [coded('XECONNREFUSED'), away('XECONNREFUSED'), true],
    [coded('EHOSTUNREACH'), away('EHOSTUNREACH'), true],
    [new Error('no code'), away('no code'), true],
    [coded(7, 'a number'), away('a number'), true],
    // The reason is inside.
    [within(coded('ECONNREFUSED')), away('ECONNREFUSED'), false],
    [within(within(new AggregateError([coded('ENOTFOUND'), coded('EPIPE')]))), away('ENOTFOUND'), false],
    [within('a text'), away('fetch failed'), true],
    [[1, 2, 3, 4, 5, 6].reduce<Error>((cause) => within(cause), coded('ECONNREFUSED')), away('fetch failed'), true],
    [[1, 2, 3, 4, 5].reduce<Error>((cause) => within(cause), coded('ECONNREFUSED')), away('ECONNREFUSED'), false],
  ])('%o', async (cause, expected, mayHaveArrived) => {
    const error = await failureOf(ask(connectionsThat(cause)));
    expect(error).toMatchObject({ name: 'TransportError', request: 'GET https://evidence.example/a', mayHaveArrived, cause, ...expected });
  });

  it('through a proxy it is named', async () => {
    const through = ' through the proxy http://proxy.example:3128';
    const error = await failureOf(ask(connectionsThat(coded('ECONNREFUSED'), 'http://proxy.example:3128')));
    expect(error).toMatchObject(away('ECONNREFUSED', through));
  });

  it('a proxy that refuses the way says so', async () => {
    const refusal = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
    expect(await failureOf(ask(connectionsThat(refusal, 'http://proxy.example:3128')))).toMatchObject({
      code: 'unreachable',
      message: 'The proxy http://proxy.example:3128 refused the way (407) to GET https://evidence.example/a',
      fix: 'Let the proxy reach that host, give its user and password in HTTPS_PROXY, or name the host in NO_PROXY',
      mayHaveArrived: false,
    });
    const quoted = new Error('about Proxy response (407) !== 200');
    expect(await failureOf(ask(connectionsThat(quoted)))).toMatchObject({ code: 'unreachable', mayHaveArrived: true });
  });
});
