import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { attest, client, field, green, token, world, type World } from './support.ts';

const post = '/attestations/acme/f/trail/t/junit';

describe('who may', () => {
  test('nobody without a token, or with one that is not known', async () => {
    const it = await world();
    const none = await client(it.service.url, {}).get('/trails/acme/f');
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await it.as('another-token-altogether').get('/trails/acme/f')).status).toBe(401);
    expect((await client(it.service.url, {}).form('POST', post, '{')).status).toBe(401);
  });

  test('a token as the user name of basic authentication, too', async () => {
    const it = await world();
    await attest(it, 'f/t');
    const basic = `Basic ${Buffer.from(`${token}:ignored`).toString('base64')}`;
    expect((await client(it.service.url, { authorization: basic }).get('/trails/acme/f')).status).toBe(200);
  });

  test('only members of the organization, and the same is said of one that does not exist', async () => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['other'], role: 'admin', token: 'eve-has-a-token-too' });
    const eve = it.as('eve-has-a-token-too');
    const [known, unknown] = [await eve.get('/trails/acme/f'), await eve.get('/trails/nowhere/f')];
    expect([known.status, unknown.status]).toEqual([403, 403]);
    expect(JSON.stringify(known.body).replaceAll('acme', 'nowhere')).toBe(JSON.stringify(unknown.body));
    expect((await eve.form('POST', post, {})).status).toBe(403);
  });

  test.each([
    ['admin', 201],
    ['member', 201],
    ['recorder', 201],
    ['approver', 403],
    ['snapshotter', 403],
    ['auditor', 403],
    ['reader', 403],
  ] as const)('a %s reads, and is answered %i to a write', async (role, status) => {
    const it = await world();
    await attest(it, 'f/t');
    const of = it.as(await createToken({ dataDir: it.dataDir, user: role, orgs: ['acme'], role }));
    expect((await of.get('/trails/acme/f/t')).status).toBe(200);
    expect((await attest(of, 'f/t')).status).toBe(status);
  });
});

describe('what is sent', () => {
  test.each([
    ['an unknown field, with the nearest one', { atestation_name: 'x' }, 'atestation_name', /did you mean attestation_name/],
    ['a missing field', { junit_results: undefined }, 'junit_results', /missing/],
    [
      'a number as text, which is not converted',
      { junit_results: [{ ...green, total: '3' }] },
      'junit_results[0].total',
      /whole number.*\[input: "3"\]/,
    ],
    ['a field that rows do not have', { junit_results: [{ ...green, passed: 3 }] }, 'junit_results[0].passed', /not a field/],
    ['a negative count', { junit_results: [{ ...green, errors: -1 }] }, 'junit_results[0].errors', /at least 0/],
    ['a name with a space', { attestation_name: 'a b' }, 'attestation_name', /letters, digits.*\[input: "a b"\]/],
    ['a fingerprint in capitals', { artifact_fingerprint: 'A'.repeat(64) }, 'artifact_fingerprint', /SHA-256/],
    ['a short commit', { git_commit_info: { sha1: 'abc' } }, 'git_commit_info.sha1', /commit SHA/],
    ['an origin that is no web address', { origin_url: 'javascript:alert(1)' }, 'origin_url', /https/],
    ['an artifact by name, at no commit', { target_artifacts: ['cli'] }, 'target_artifacts', /git_commit_info/],
    ['an origin that is empty', { origin_url: '' }, 'origin_url', /https/],
  ])('names %s', async (_, data, path, sentence) => {
    const it = await world();
    const answer = await attest(it, 'f/t', data);
    expect(answer.status).toBe(400);
    const errors = field(answer.body, 'errors');
    expect(new Map(Object.entries(Object(errors))).get(path)).toMatch(sentence);
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });

  test.each([
    ['no JSON', '{"attestation_name":'],
    ['a list', '[]'],
    ['a number that is too large', '{"attestation_name":"a","junit_results":[],"user_data":{"n":1e400}}'],
    ['half a surrogate pair', '{"attestation_name":"a","junit_results":[],"user_data":{"s":"\\ud800"}}'],
    ['a thousand levels', `{"attestation_name":"a","junit_results":[],"user_data":${'['.repeat(1000)}${']'.repeat(1000)}}`],
  ])('refuses %s', async (_, json) => {
    const it = await world();
    expect((await it.form('POST', post, json)).status).toBe(400);
  });

  test('keeps what looks like a prototype as plain data', async () => {
    const it = await world();
    expect((await it.form('POST', post, '{"attestation_name":"a","junit_results":[],"user_data":{"__proto__":{"x":1}}}')).status).toBe(201);
    expect(JSON.stringify((await it.get('/attestations/acme')).body)).toContain('"user_data":{"__proto__":{"x":1}}');
  });

  test('refuses a form without data_json, with it twice, or with an unknown part, and a body that is no form', async () => {
    const it = await world();
    expect(await it.form('POST', post, undefined, { content: 'x' })).toMatchObject({
      status: 400,
      body: { errors: { data_json: 'is missing: add it.' } },
    });
    expect(await attest(it, 'f/t', {}, { field: 'attachment', content: 'x' })).toMatchObject({
      status: 400,
      body: { errors: { attachment: expect.stringContaining('attachment_file') } },
    });
    expect((await attest(it, 'f/t', {}, { field: 'data_json', content: '{}' })).status).toBe(400);
    const json = await fetch(`${it.service.url}/api/v2${post}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(400);
    expect(JSON.stringify(await json.json())).toContain('multipart');
  });
});

describe('how much', () => {
  const mebibyte = 1024 * 1024;

  test('10 MiB of attachment pass, one byte more does not, and then nothing is recorded', async () => {
    const it = await world();
    expect((await attest(it, 'f/t', {}, { content: new Uint8Array(10 * mebibyte) })).status).toBe(201);
    const answer = await attest(it, 'f/other', {}, { content: new Uint8Array(10 * mebibyte + 1) });
    expect(answer).toMatchObject({ status: 413, body: { message: expect.stringContaining('attachment_file is larger than') } });
    expect((await it.get('/trails/acme/f/other')).status).toBe(404);
    expect(await readdir(join(it.dataDir, 'blobs', 'incoming'))).toEqual([]);
  });

  test('a client that sends far too much hears so, and may go on with its connection', async () => {
    const it = await world();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, bytes: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': bytes };
        const sent = request(`${it.service.url}/api/v2${path}`, { method, headers, agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        const head = '--b\r\nContent-Disposition: form-data; name="attachment_file"; filename="r"\r\n\r\n';
        sent.on('error', reject).end(bytes === 0 ? undefined : head.padEnd(bytes, 'x'));
      });
    for (let round = 0; round < 4; round += 1) {
      expect(await send('POST', post, 30 * mebibyte)).toBe(413);
      expect(await send('GET', '/attestations/acme', 0)).toBe(200);
    }
    agent.destroy();
  });

  test('one that sends too much JSON goes on with its connection, again and again', async () => {
    const it = await world();
    // A body that nobody reads any more would hold its connection for 72 s, which is longer than a test may take.
    for (let round = 0; round < 8; round += 1)
      expect((await attest(it, 'f/t', { description: 'x'.repeat(9.5 * mebibyte) })).status).toBe(413);
  });

  test('data_json of more than 8 MiB does not pass', async () => {
    const it = await world();
    expect((await attest(it, 'f/t', { description: 'x'.repeat(8 * mebibyte) })).status).toBe(413);
    expect((await attest(it, 'f/t', { description: 'x'.repeat(7 * mebibyte) })).status).toBe(201);
  });
});

describe('a form that is cut off or malformed', () => {
  const head = '--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n{"attestation_name":"unit","junit_results":[]}';
  const file =
    '\r\n--b\r\nContent-Disposition: form-data; name="attachment_file"; filename="r.xml"\r\nContent-Type: application/octet-stream\r\n\r\n<x>';
  test.each([
    ['inside data_json', head],
    ['inside the file', `${head}${file}`],
    ['in the headers of a part', `${head}\r\n--b\r\nContent-Disp`],
    ['before its first part', '--b'],
    ['at once', ''],
    ['without a boundary', 'nothing of the kind'],
  ])('%s is answered 400, and nothing is recorded', async (_, body) => {
    const it = await world();
    expect(await raw(it, body)).toBe(400);
    expect((await it.get('/flows/acme/f')).status).toBe(404);
    expect(it.log).toEqual([]);
  });

  test('as whole it is taken', async () => {
    const it = await world();
    expect(await raw(it, `${head}${file}\r\n--b--\r\n`)).toBe(201);
  });

  test('by a connection that breaks leaves nothing, and the service stands', async () => {
    const it = await world();
    const { port, hostname } = new URL(it.service.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const lines = [
          `POST /api/v2${post} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${token}`,
          'Content-Type: multipart/form-data; boundary=b',
          'Content-Length: 100000',
          '',
          `${head}${file}`,
        ];
        socket.write(lines.join('\r\n'), () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('close', () => resolve());
    });
    expect((await attest(it, 'other/t')).status).toBe(201);
    await expect.poll(() => readdir(join(it.dataDir, 'blobs', 'incoming'))).toEqual([]);
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });
});

function raw(it: World, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${it.service.url}/api/v2${post}`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}

test('what is not there is answered in JSON', async () => {
  const it = await world();
  for (const path of ['/api/v2/nothing', '/api/nothing', '/nothing/at/all']) {
    const answer = await fetch(`${it.service.url}${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(field(await answer.json(), 'message')).toContain('nothing at this path');
  }
  expect((await it.get('/ready')).status).toBe(200);
});

test('a name that is longer than any is no path of the service', async () => {
  expect(await (await world()).get(`/trails/acme/${'x'.repeat(2000)}`)).toMatchObject({ status: 404 });
});

test.each(['%ff', 'a%2Fb', 'x'.repeat(300)])('a name in the path that is none is refused: %s', async (name) => {
  const it = await world();
  expect(await it.get(`/trails/acme/${name}`)).toMatchObject({ status: 400, body: { message: expect.stringMatching(/path|request/) } });
});
