import { afterEach, describe, expect, it } from 'vitest';
import { getTrail } from '../../src/client/index.ts';
import { ContractError, ResponseError, TransportError } from '../../src/errors/index.ts';
import { fault, type Fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve, shop, token, trailNamed } from './setup.ts';

afterEach(closeAll);

/** An answer of exactly these bytes. */
const bytes = (status: number, body: Buffer, type = 'application/json'): Fault => ({
  kind: 'answer',
  answer: { status, headers: ['content-type', type], body },
});

describe('the body of an error', () => {
  it.each([
    [
      'message and errors',
      { message: 'Input payload validation failed', errors: { flow: 'too long', 'data.x': ['a'] } },
      'Input payload validation failed: flow: too long; data.x: ["a"]',
    ],
    [
      'sentences, which go on in one',
      { message: 'It is not taken.', errors: { flow: 'is too long.', trail: 'is no name.' } },
      'It is not taken: flow: is too long; trail: is no name',
    ],
    ['errors alone', { message: '', errors: { flow: 'is too long.' } }, 'flow: is too long'],
    ['a message alone', { message: 'no such flow' }, 'no such flow'],
    ['a detail', { detail: 'not yours' }, '{"detail":"not yours"}'],
    ['a text', '"plain words"', 'plain words'],
    ['a list', [1, 'two'], '[1,"two"]'],
    ['a number', '42', undefined],
    ['null', 'null', undefined],
    ['nothing', '', undefined],
    ['HTML', '<!doctype html><style>p{}</style><script>alert(1)</script><h1>Bad &amp; sad</h1>\n<p>Gateway</p>', 'Bad &amp; sad Gateway'],
    ['no JSON', '{"message": "cut', '{"message": "cut'],
    ['a message of another type', { message: { text: 'x' } }, '{"message":{"text":"x"}}'],
    [
      'a command of the runner',
      { message: '::error::x\n##[set-output name=verdict]compliant' },
      '\\::error::x ⏎ ##\\[set-output name=verdict]compliant',
    ],
  ])('may be %s', async (_, body, said) => {
    const { call } = await serve(() => fault.status(400, { 'content-type': 'text/plain' }, body));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ status: 400, serverMessage: said });
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['very many bytes', Buffer.alloc(3_000_000, '<a ')],
    ['deeply nested JSON', Buffer.from(`{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)],
    [
      'very many errors',
      Buffer.from(JSON.stringify({ errors: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 'x'.repeat(99)])) })),
    ],
  ])('may be %s, and stays readable', async (_, body) => {
    const { call } = await serve(() => bytes(422, body));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(ResponseError);
    expect(String(error).length).toBeLessThan(2_000);
  });

  it('that repeats the token does not put it into our error', async () => {
    const { call } = await serve(({ headers }) => fault.status(401, {}, { message: `bad header ${String(headers['authorization'])}` }));
    const error = await failureOf(getTrail(call, shop));
    expect(JSON.stringify(error) + String(error)).not.toContain(token);
    expect(error).toMatchObject({ serverMessage: 'bad header Bearer ***' });
  });

  it.each([
    ['of a try before the last', [fault.status(503, {}, { message: `no ${token}` }), fault.reset()]],
    ['of a page in place of an answer', [fault.wrongContentType(`${token} is no guest`)]],
  ])('that repeats the token does not put it into our error: %s', async (_, answers) => {
    const { call } = await serve((_request, n) => answers[n - 1] ?? fault.reset());
    const error = await failureOf(getTrail(call, shop));
    expect(String(error)).toContain('***');
    expect(String(error)).not.toContain(token);
  });

  it('that repeats the token at the place where it is cut does not put half of it into our error', async () => {
    const { call } = await serve(() => fault.status(400, { 'content-type': 'text/plain' }, `${'x'.repeat(290)}${token}`));
    expect(String(await failureOf(getTrail(call, shop)))).not.toContain(token.slice(0, 6));
  });
});

describe('an error', () => {
  it.each([
    [400, 'invalid-request', /input/],
    [401, 'unauthorized', /api-token/],
    [403, 'forbidden', /role/],
    [404, 'not-found', /^Check org and base-url, .*\. `compliance-evidence trail list` shows what there is$/],
    [408, 'unavailable', /again later/],
    [409, 'conflict', /same time/],
    [413, 'too-large', /10 MiB/],
    [422, 'invalid-request', /input/],
    [418, 'unexpected-status', /service/],
    [501, 'unavailable', /service/],
  ])('%i is %s, and says how to fix it', async (status, code, fix) => {
    const { call } = await serve(() => fault.status(status));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({
      code,
      request: expect.stringMatching(/^GET http:/),
      fix: expect.stringMatching(fix),
    });
  });
});

it.each([
  ["There is no trail 'x' in the flow 'shop' of the organization 'acme'.", 'trail list'],
  ["There is no flow 'x' in the organization 'acme'. Check its name, or create it.", 'flow list'],
  ["There is no custom attestation type 'x' in the organization 'acme'.", 'type list'],
  ["Of the environment 'prod' in the organization 'acme' there is no snapshot '~9'.", 'snapshot list'],
  ["The trail 'x' of the flow 'shop' has no attestation 5.", 'attestation find'],
  ["The organization 'acme' has no rule 'r' in force. List its rules.", 'oidc-rule list'],
  ["Flow named 'x' does not exist for organization 'acme'", 'flow list'],
])('404 names the list of what the service says that there is none of: %s', async (message, list) => {
  const { call } = await serve(() => fault.status(404, {}, { message }));
  expect(await failureOf(getTrail(call, shop))).toMatchObject({ fix: `\`compliance-evidence ${list}\` shows what there is` });
});

it.each(['The token t-1 ended on 2026-01-31 09:00 UTC. Use the one that replaced it', 'The access of this job has expired.'])(
  'of a token that the service knows to be at its end asks for another one: %s',
  async (message) => {
    const { call } = await serve(() => fault.status(401, {}, { message }));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ code: 'unauthorized', fix: 'Give another token as api-token: this one is at its end' });
  },
);

describe('an answer that is none', () => {
  it.each([
    ['a login page', fault.wrongContentType()],
    ['nothing', fault.status(200, {}, '')],
    ['JSON cut off within its length', fault.status(200, { 'content-type': 'application/json' }, '{"name": "x"')],
    ['bytes', bytes(200, Buffer.from([0x1f, 0x8b, 0x08]))],
  ])('is not in the contract: %s', async (_, answer) => {
    const { call, server } = await serve(() => answer);
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ code: 'not-json', fix: expect.stringContaining('base-url') });
    expect(server.requests).toHaveLength(1);
  });

  it('names the kind of page, and shows its beginning', async () => {
    const { call } = await serve(() => fault.wrongContentType('<!doctype html>\n::error::<title>Sign in</title>'));
    expect(String(await failureOf(getTrail(call, shop)))).toMatch(/text\/html; charset=utf-8, beginning "<!doctype html>/);
  });

  it.each([202, 204, 205, 226, 304])('is a %i, which is no success of this interface', async (status) => {
    const { call } = await serve(() => fault.status(status, {}, status === 204 || status === 304 ? '' : trailNamed(shop.trail_name)));
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ name: 'ResponseError', status, code: 'unexpected-status' });
  });

  it('is cut off every time', async () => {
    const { call, server } = await serve(() => fault.cutOff(trailNamed(shop.trail_name)));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ code: 'cut-off', attempts: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('is larger than is read, and is not asked for again', async () => {
    const { call, server } = await serve(() => bytes(200, Buffer.alloc(33 * 1024 * 1024, ' ')));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ name: 'TransportError', code: 'body-too-large' });
    expect(String(error)).toContain('32 MiB');
    expect(server.requests).toHaveLength(1);
  });

  it('is of something that does not speak HTTP', async () => {
    const { createServer } = await import('node:net');
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
    const address = server.address();
    const { clientOf } = await import('./setup.ts');
    const { call } = clientOf(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    expect(await failureOf(getTrail(call, shop))).toBeInstanceOf(TransportError);
    server.close();
  });
});
