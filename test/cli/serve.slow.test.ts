import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attest, client, token } from '../service/client.ts';
import { makeCertificate } from '../support/certificates.ts';
import { answered, ended, serving } from './served.ts';
import { runWords } from './run-lines.ts';

const { cli, home, serve } = serving();

describe('serve', () => {
  test('refuses plain HTTP for others before it makes anything, with exit code 64 and the three ways', async () => {
    const { code, stderr } = await cli().run(['serve', '--init', '--data', join(home(), 'never'), '--host', '0.0.0.0']);
    expect([code, stderr]).toEqual([64, expect.stringMatching(/--tls-cert FILE --tls-key FILE.*--behind-proxy.*--host 127\.0\.0\.1/s)]);
  });

  test.each([
    [['--tls-cert', 'a.pem'], '--tls-cert needs --tls-key too'],
    [['--tls-cert', 'a.pem', '--tls-key', 'b.pem'], '--tls-cert names a file that is not there: a.pem'],
    [['--behind-proxy', '0'], '--behind-proxy is not a number of proxies: 0'],
    [['--max-connections', 'many'], '--max-connections is not a number of connections: many'],
    [['--metrics-port', '70000'], '--metrics-port is not a port: 70000'],
    [['--metrics-host', '0.0.0.0'], '--metrics-host needs a port'],
    [['--log-format', 'xml'], '--log-format is neither text nor json: xml'],
    [['--log-level', 'loud'], '--log-level is not a level: loud'],
    [['--drain', 'soon'], '--drain is not a time: "soon"'],
    [['--ephemeral', '--org', 'acme', '--tls-cert', 'a.pem'], "cannot be used with option '--tls-cert"],
  ])('refuses %j', async (more, message) => {
    const place = more.includes('--ephemeral') ? [] : ['--init', '--data', join(home(), 'never')];
    const { code, stderr } = await runWords(['serve', ...place, ...more]);
    expect([code, stderr]).toEqual([64, expect.stringContaining(message)]);
  });

  test('with a certificate says https, and speaks it', async () => {
    const files = makeCertificate(home());
    const served = await serve('--host', '0.0.0.0', '--tls-cert', files.certificate, '--tls-key', files.key);
    const dispatcher = new Agent({ connect: { ca: await readFile(files.certificate) } });
    onTestFinished(() => dispatcher.close());
    const { statusCode } = await request(`${served.url.replace('0.0.0.0', 'localhost')}/ready`, { dispatcher });
    expect([[200, 503].includes(statusCode), served.url.slice(0, 8)]).toEqual([true, 'https://']);
    served.child.kill('SIGTERM');
    expect(await ended(served)).toBe(0);
  });

  test('with JSON logs writes a line for each request and for all that happens, and no secret', async () => {
    const served = await serve('--log-format', 'json', '--metrics-port', '0');
    const to = client(served.url, { authorization: `Bearer ${token}`, cookie: 'session=very-secret', 'x-request-id': 'build-7' });
    await answered(() => attest(to, 'f/t', { description: 'very-secret' }));
    await answered(() => to.get('/trails/acme/f/t?access_token=very-secret'));
    await answered(() => client(served.url, { authorization: 'Bearer very-secret' }).get('/trails/acme/f/t'));
    await answered(() => client(served.url, {}).get('/ready'));
    served.child.kill('SIGTERM');
    expect([await ended(served), await served.stderr]).toEqual([0, '']);
    const all = await served.stdout;
    for (const secret of ['very-secret', token]) expect(all).not.toContain(secret);
    const lines: readonly Record<string, unknown>[] = all
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ status }) => status !== 503);
    expect(lines.map(({ level, message }) => [level, String(message).replace(/http:\S+/, 'URL')])).toEqual([
      ['info', 'compliance-evidence is ready at URL'],
      ['info', 'The metrics are at URL'],
      ['info', 'POST /api/v2/attestations/:org/:flow_name/trail/:trail_name/junit 201'],
      ['info', 'GET /api/v2/trails/:org/:flow_name/:trail_name 400'],
      ['info', 'GET /api/v2/trails/:org/:flow_name/:trail_name 401'],
      ['info', expect.stringContaining('The service stops')],
      ['info', 'The service has stopped.'],
    ]);
    expect(lines[2]).toMatchObject({
      request_id: 'build-7',
      method: 'POST',
      status: 201,
      address: '127.0.0.1',
      user: 'ada',
      credential: expect.stringMatching(/^token [\da-f-]+$/),
      ms: expect.any(Number),
    });
    expect(lines[4]).not.toHaveProperty('user');
    for (const { time } of lines) expect(new Date(String(time)).toISOString()).toBe(time);
  });

  test('with text logs says nothing of requests, unless it is told to', async () => {
    for (const [more, expected] of [
      [[], ''],
      [['--log-level', 'info'], expect.stringMatching(/^GET \/api\/v2\/flows\/:org 200 [\d.]+ ms ada an-id\n/m)],
    ] as const) {
      const served = await serve(...more);
      await answered(() => client(served.url, { authorization: `Bearer ${token}`, 'x-request-id': 'an-id' }).get('/flows/acme'));
      served.child.kill('SIGTERM');
      expect([await ended(served), await served.stderr]).toEqual([0, expected]);
    }
  });

  test('does not stop because nobody reads its log any more', async () => {
    const served = await serve('--log-format', 'json');
    served.child.stdout?.destroy();
    const to = client(served.url, { authorization: `Bearer ${token}` });
    for (let index = 0; index < 20; index += 1) expect((await answered(() => attest(to, `f/t${index}`))).status).toBe(201);
    served.child.kill('SIGTERM');
    expect(await ended(served)).toBe(0);
  });
});
