import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attest, write } from '../../src/client/index.ts';
import { formBody } from '../../src/client/body.ts';
import { ContractError, ResponseError } from '../../src/errors/index.ts';
import { fault, type RecordedRequest } from '../support/fault-server.ts';
import { attestation, closeAll, failureOf, serve, sha, submissionOf, token } from './setup.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-post-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(closeAll);

const accepted = fault.status(201, {}, { message: 'OK', attestation_id: 'made' });

/** The parts of a multipart body by the letter of RFC 7578: raw header lines, and bytes. */
function partsOf(request: RecordedRequest | undefined): readonly { readonly head: string; readonly content: Buffer }[] {
  const { body = Buffer.alloc(0), headers = {} } = request ?? {};
  const form = /^multipart\/form-data; boundary="?([^";]+)"?$/;
  expect(headers).toHaveProperty('content-type', expect.stringMatching(form));
  const [, boundary] = form.exec(String(headers['content-type'])) ?? [];
  const bytes = body.toString('latin1');
  expect(bytes.startsWith(`--${boundary}\r\n`)).toBe(true);
  expect(bytes.endsWith(`\r\n--${boundary}--\r\n`)).toBe(true);
  return `\r\n${bytes}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.slice(2).split('\r\n\r\n');
      return { head, content: Buffer.from(rest.join('\r\n\r\n'), 'latin1') };
    });
}

describe('posting an attestation', () => {
  it('names us, carries the token, and gives the id of the record', async () => {
    const { call, server } = await serve(() => accepted);
    await expect(attest(call, 'attestJunit', submissionOf(randomUUID()))).resolves.toEqual({ id: 'made' });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', url: `/api/v2/attestations/acme/shop/trail/${sha}/junit` });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'user-agent': 'compliance-evidence/test',
      accept: 'application/json',
    });
  });

  it('has no id where the service tells none', async () => {
    const { call } = await serve(() => fault.status(201, { 'content-type': 'application/json' }, '"OK"'));
    await expect(attest(call, 'attestJunit', submissionOf(randomUUID()))).resolves.toEqual({ id: undefined });
  });

  it.each(['"OK"', '{"message":"recorded"}', '{"attestation_id":"made"}'])('takes %s for an acceptance', async (body) => {
    const { call } = await serve(() => fault.status(200, { 'content-type': 'application/json' }, body));
    const id = body.includes('attestation_id') ? 'made' : undefined;
    await expect(attest(call, 'attestJunit', submissionOf(randomUUID()))).resolves.toEqual({ id });
  });

  it.each(['{"error":"denied"}', '{"message":null}', '{}', 'null', '[]', 'true'])('takes %s for no acceptance', async (body) => {
    const { call, server } = await serve(() => fault.status(200, { 'content-type': 'application/json' }, body));
    const error = await failureOf(attest(call, 'attestJunit', submissionOf(randomUUID())));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      code: 'wrong-shape',
      message: expect.stringContaining('accepted'),
      expected: '"OK", or an object with attestation_id or message',
      fix: expect.stringContaining('base-url'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('sends data_json alone, without a type or a file name, and says how long it is', async () => {
    const { call, server } = await serve(() => accepted);
    await attest(call, 'attestJunit', submissionOf(randomUUID()));
    const [request] = server.requests;
    const parts = partsOf(request);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.head).toMatch(/^content-disposition: form-data; name="data_json"$/i);
    expect(parts[0]?.content.toString()).toBe(JSON.stringify(attestation));
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
  });

  it('sends data_json first, then the file with its name, as bytes', async () => {
    const path = join(folder, 'evidence.tgz');
    await writeFile(path, Buffer.from([0, 13, 10, 45, 45, 255]));
    const { call, server } = await serve(() => accepted);
    await attest(call, 'attestJunit', submissionOf(randomUUID(), { name: 'evidence.tgz', path }));
    const parts = partsOf(server.requests[0]);
    expect(parts.map(({ head }) => head.split('\r\n').map((line) => line.toLowerCase()))).toEqual([
      ['content-disposition: form-data; name="data_json"'],
      ['content-disposition: form-data; name="attachment_file"; filename="evidence.tgz"', 'content-type: application/octet-stream'],
    ]);
    expect([...(parts[1]?.content ?? [])]).toEqual([0, 13, 10, 45, 45, 255]);
  });

  it('keeps a hostile file name inside its quotes', async () => {
    const { call, server } = await serve(() => accepted);
    await attest(call, 'attestJunit', submissionOf(randomUUID(), { name: 'a"; name="data_json\r\nx: y', content: Buffer.from('x') }));
    const [, file] = partsOf(server.requests[0]);
    expect(file?.head.split('\r\n')).toEqual([
      'Content-Disposition: form-data; name="attachment_file"; filename="a%22; name=%22data_json%0D%0Ax: y"',
      'Content-Type: application/octet-stream',
    ]);
  });

  it('sends 10 MiB from disk whole, again for each try', async () => {
    const content = randomBytes(10 * 1024 * 1024);
    const path = join(folder, 'large.bin');
    await writeFile(path, content);
    const { call, server } = await serve((_, n) => (n === 1 ? fault.status(503) : accepted));
    await attest(call, 'attestJunit', submissionOf(randomUUID(), { name: 'large.bin', path }));
    expect(server.requests).toHaveLength(2);
    for (const request of server.requests) {
      expect(request.complete).toBe(true);
      const [, file] = partsOf(request);
      expect(
        createHash('sha256')
          .update(file?.content ?? '')
          .digest('hex'),
      ).toBe(createHash('sha256').update(content).digest('hex'));
    }
  });

  it('streams a file instead of holding it in memory', async () => {
    const path = join(folder, 'streamed.bin');
    await writeFile(path, randomBytes(3 * 1024 * 1024));
    const form = formBody(attestation, { part: 'attachment_file', attachment: { name: 'streamed.bin', path } });
    const sizes: number[] = [];
    for await (const chunk of form.open()) sizes.push(Buffer.from(chunk).length);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(form.contentLength);
  });

  it('sends of a file that grows meanwhile as much as it has announced', async () => {
    const path = join(folder, 'growing.bin');
    await writeFile(path, randomBytes(300 * 1024));
    const form = formBody(attestation, { part: 'attachment_file', attachment: { name: 'growing.bin', path } });
    await appendFile(path, 'more');
    let size = 0;
    for await (const chunk of form.open()) size += Buffer.from(chunk).length;
    expect(size).toBe(form.contentLength);
  });

  it('reads a small file at once: a stream takes longer', async () => {
    const path = join(folder, 'small.bin');
    await writeFile(path, randomBytes(256 * 1024));
    const form = formBody(attestation, { part: 'attachment_file', attachment: { name: 'small.bin', path } });
    expect(form.open()).toBeInstanceOf(Buffer);
  });

  it.each([
    ['an id and the hash that the log ends with', { attestation_id: 'made', head: 'ab'.repeat(32) }, { id: 'made', head: 'ab'.repeat(32) }],
    ['an id alone', { attestation_id: 'made' }, { id: 'made' }],
    ['no hash', { attestation_id: 'made', head: null }, { id: 'made' }],
  ])('is accepted with %s', async (_, answer, expected) => {
    const { call } = await serve(() => fault.status(201, {}, answer));
    expect(await attest(call, 'attestJunit', submissionOf(randomUUID()))).toEqual(expected);
  });

  it('keeps its idempotency key and its bytes over the tries, and each attestation has a key of its own', async () => {
    const { call, server } = await serve((_, n) => (n === 1 ? fault.status(502) : n === 2 ? fault.reset() : accepted));
    const [first, second] = [randomUUID(), randomUUID()];
    await attest(call, 'attestJunit', submissionOf(first));
    await attest(call, 'attestJunit', submissionOf(second));
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([first, first, first, second]);
    const [one, , three] = server.requests;
    expect(partsOf(one)).toEqual(partsOf(three));
  });

  it.each([202, 204, 206])('takes no %i for a success', async (status) => {
    const { call, server } = await serve(() => fault.status(status, {}, status === 204 ? '' : { attestation_id: 'made' }));
    const error = await failureOf(attest(call, 'attestJunit', submissionOf(randomUUID())));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ status, code: 'unexpected-status' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('applying a flow', () => {
  it('sends the template as a file and says whether the flow is new', async () => {
    const { call, server } = await serve((_, n) => fault.status(n === 1 ? 201 : 200, { 'content-type': 'application/json' }, '"OK"'));
    await expect(write(call, 'putFlow', { org: 'acme' }, { name: 'shop', description: 'what it delivers' }, 'version: 1\n')).resolves.toBe(
      'created',
    );
    await expect(write(call, 'putFlow', { org: 'acme' }, { name: 'shop' }, 'version: 1\n')).resolves.toBe('updated');
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'PUT', url: '/api/v2/flows/acme/template_file' });
    const parts = partsOf(request);
    expect(parts[0]?.content.toString()).toBe('{"name":"shop","description":"what it delivers"}');
    expect(parts[1]?.head).toContain('name="template_file"; filename="template.yml"');
    expect(parts[1]?.content.toString()).toBe('version: 1\n');
  });
});
