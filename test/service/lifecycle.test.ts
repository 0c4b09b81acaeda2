import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { attest, client, field, folder, token, world } from './support.ts';

describe('the service', () => {
  test('says where it listens, is ready, and describes itself', async () => {
    const it = await world();
    expect(it.service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await client(it.service.url, {}).get('/ready')).status).toBe(200);
    const { body } = await client(it.service.url, {}).get('/openapi.json');
    expect(field(body, 'openapi')).toBe('3.1.0');
    expect(Object.keys(Object(field(body, 'paths')))).toContain('/api/v2/attestations/{org}/{flow_name}/trail/{trail_name}/junit');
  });

  test('links to its public address where it has one', async () => {
    const dataDir = await folder();
    await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir, publicUrl: 'https://evidence.example.com/base/' });
    const to = client(service.url, { authorization: `Bearer ${token}` });
    await attest(to, 'f/t');
    const { body } = await to.get('/trails/acme/f/t');
    await service.close();
    expect(field(body, 'html_url')).toBe('https://evidence.example.com/base/acme/flows/f/trails/t');
  });

  test('refuses a data directory that another one has, and takes it when that is gone', async () => {
    const it = await world();
    const second = startService({ host: '127.0.0.1', port: 0, dataDir: it.dataDir });
    await expect(second).rejects.toThrow(UsageError);
    await expect(second).rejects.toThrow(`Another service is running on the data directory ${it.dataDir}.`);
    expect((await attest(it, 'f/t')).status).toBe(201);
    const again = await it.restart();
    expect((await again.get('/trails/acme/f/t')).status).toBe(200);
  });

  test('lets go of the data directory when its port is taken', async () => {
    const [it, dataDir] = [await world(), await folder()];
    const port = Number(new URL(it.service.url).port);
    const error: unknown = await startService({ host: '127.0.0.1', port, dataDir }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      message: `The service cannot listen on 127.0.0.1, port ${port}: something else listens there.`,
      fix: expect.stringContaining('another port'),
    });
    await (await startService({ host: '127.0.0.1', port: 0, dataDir })).close();
  });

  test('says which address this machine does not have', async () => {
    const error: unknown = await startService({ host: '192.0.2.1', port: 0, dataDir: await folder(), proxies: 1 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringContaining('192.0.2.1'), fix: expect.stringContaining('address') });
  });

  test.each([
    ['is a file', 'a-file'],
    ['lies below a file', 'a-file/data'],
    ['holds a folder in place of the database', 'a-folder'],
  ])('says that a data directory which %s cannot be written, and what to do', async (_, name) => {
    const home = await folder();
    await writeFile(join(home, 'a-file'), '');
    await mkdir(join(home, 'a-folder', 'evidence.db'), { recursive: true });
    const dataDir = join(home, name);
    const attempts = [
      () => startService({ host: '127.0.0.1', port: 0, dataDir }),
      () => createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' }),
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({
        message: expect.stringContaining(`The data directory ${dataDir} cannot be written: `),
        fix: 'Name a folder that this user may write.',
      });
    }
  });

  test('finishes what is under way before it stops, and leaves one tidy file', async () => {
    const it = await world();
    const slow = request(`${it.service.url}/api/v2/attestations/acme/f/trail/t/junit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answered = new Promise<unknown>((resolve, reject) => {
      const ended = ({ headers, statusCode }: IncomingMessage) => resolve([statusCode, headers.connection]);
      slow.on('error', reject).on('response', (response) => response.resume().on('end', () => ended(response)));
    });
    slow.write('--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n{"attestation_name":"unit",');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = it.service.close();
    slow.end('"junit_results":[]}\r\n--b--\r\n');
    // A connection that was kept alive would hold it up for 5 s and more.
    expect(await answered).toEqual([201, 'close']);
    await closed;
    expect((await readdir(it.dataDir)).toSorted()).toEqual(['blobs', 'evidence.db', 'service.lock']);
    const again = await it.restart();
    expect((await again.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
  });

  test('settles at its start what a crash left among the incoming files', async () => {
    const it = await world();
    await attest(it, 'f/t', {}, { content: '<kept/>' });
    await it.service.close();
    const blobs = join(it.dataDir, 'blobs');
    const [kept = ''] = (await readdir(blobs)).filter((name) => name !== 'incoming');
    // This is how a crash looks between the commit and the move, and in the middle of another file.
    await mkdir(join(blobs, 'incoming'), { recursive: true });
    await writeFile(join(blobs, 'incoming', kept), await readFile(join(blobs, kept)));
    await writeFile(join(blobs, 'incoming', '00000000-0000-0000-0000-00000000'), 'half');
    await it.restart();
    expect(await readdir(join(blobs, 'incoming'))).toEqual([]);
    expect(await readFile(join(blobs, kept), 'utf8')).toBe('<kept/>');
  });

  test('keeps its data from other users of the machine', async () => {
    const dataDir = join(await folder(), 'new');
    await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, 'evidence.db'))).mode & 0o077).toBe(0);
  });
});

describe('a token', () => {
  test('is made of 256 random bits, and only its hash is kept', async () => {
    const it = await world();
    const made = await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'member' });
    expect(made).toMatch(/^ce_[\w-]{43}$/);
    expect((await attest(it.as(made), 'f/t')).status).toBe(201);
    await it.service.close();
    const files = await readdir(it.dataDir, { recursive: true, withFileTypes: true });
    for (const each of files.filter((file) => file.isFile())) {
      const content = await readFile(join(each.parentPath, each.name), 'latin1');
      expect(content).not.toContain(made);
      expect(content).not.toContain(made.slice(3));
    }
  });

  test('is for the organizations that it is made for, next to a service that runs', async () => {
    const it = await world();
    const made = it.as(await createToken({ dataDir: it.dataDir, user: 'ada', orgs: ['second', 'third'], role: 'reader' }));
    const statuses = ['acme', 'second', 'third'].map(async (org) => (await made.get(`/attestations/${org}`)).status);
    expect(await Promise.all(statuses)).toEqual([403, 200, 200]);
  });

  test('can be made while the service is written to', async () => {
    const it = await world();
    const posts = Array.from({ length: 40 }, (_, index) => attest(it, `f/t${index}`));
    const tokens = await Promise.all(
      Array.from({ length: 5 }, (_, index) => createToken({ dataDir: it.dataDir, user: `u${index}`, orgs: ['acme'], role: 'reader' })),
    );
    expect((await Promise.all(posts)).every(({ status }) => status === 201)).toBe(true);
    for (const each of tokens) expect((await it.as(each).get('/trails/acme/f')).status).toBe(200);
  });

  test.each([
    [{ orgs: [] }, 'at least one organization'],
    [{ orgs: ['a/b'] }, 'no name for an organization'],
    [{ user: '' }, 'needs a name'],
    [{ user: 'a\nb' }, 'needs a name'],
    [{ token: 'with:colon' }, '1 to 512'],
    [{ token: 'with a space in it' }, '1 to 512'],
    [{ user: 'eve', token }, 'belongs to another user'],
  ])('is not made of %j', async (wrong, message) => {
    const dataDir = await folder();
    await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
    const attempt = createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', ...wrong });
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(message);
  });
});
