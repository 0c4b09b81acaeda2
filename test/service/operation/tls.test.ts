import { once } from 'node:events';
import { chmod, copyFile, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { connect } from 'node:tls';
import { Agent, FormData, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createToken, startService } from '../../../src/service/index.ts';
import { readCertificate, useRenewed, type Certificate, type TlsFiles } from '../../../src/service/operation/certificate.ts';
import { usualLimits } from '../../../src/service/operation/listener.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { field, folder, green, token } from '../support.ts';
import { open } from './connection.ts';

test('a service with a certificate speaks TLS, links to https, and answers nothing without TLS', async () => {
  const [dataDir, files] = [await folder(), makeCertificate(await folder())];
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
  const log: string[] = [];
  const service = await startService({ host: '0.0.0.0', port: 0, dataDir, tls: files, logger: (line) => log.push(line) });
  onTestFinished(() => service.close());
  expect(service.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
  const url = service.url.replace('0.0.0.0', 'localhost');
  const dispatcher = new Agent({ connect: { ca: await readFile(files.certificate) } });
  onTestFinished(() => dispatcher.close());
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set('data_json', JSON.stringify({ attestation_name: 'unit', junit_results: [green] }));
  const made = await request(`${url}/api/v2/attestations/acme/f/trail/t/junit`, { dispatcher, method: 'POST', headers, body });
  expect(made.statusCode).toBe(201);
  const trail = await request(`${url}/api/v2/trails/acme/f/t`, { dispatcher, headers });
  expect(field(await trail.body.json(), 'html_url')).toBe(`${service.url}/acme/flows/f/trails/t`);
  const { statusCode } = await request(`${url}/ready`, { dispatcher });
  expect(statusCode).toBe(200);
  const plain = await open(url.replace('https', 'http'));
  plain.send('GET /ready HTTP/1.1\r\nhost: s\r\n\r\n');
  expect(await plain.whole).not.toContain('HTTP');
  expect(log).toEqual([expect.stringContaining('Name the public address with --public-url')]);
});

test.each(['TLSv1', 'TLSv1.1'] as const)('a client that knows no more than %s is not served', async (maxVersion) => {
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: await folder(), tls: makeCertificate(await folder()) });
  onTestFinished(() => service.close());
  const socket = connect({
    port: Number(new URL(service.url).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion,
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const [error] = await once(socket, 'error');
  expect(String(error)).toMatch(/version|alert|protocol/i);
});

test.each([
  ['says nothing', ''],
  ['stalls', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003'],
])('a handshake that %s loses its connection, and others are served meanwhile', async (_, bytes) => {
  const tls = makeCertificate(await folder());
  const limits = { ...usualLimits, headersMs: 300, lookMs: 50 };
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: await folder(), tls, limits });
  onTestFinished(() => service.close());
  const stalled = await open(service.url);
  stalled.send(Buffer.from(bytes, 'latin1'));
  const other = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void other.destroy());
  await once(other, 'secureConnect');
  expect(await stalled.whole).toMatch(/^(?:broken.*)?$/);
});

test('a handshake that stalls does not keep the service from stopping', async () => {
  const stop = { drainMs: 0, lingerMs: 0, patienceMs: 200 };
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataDir: await folder(),
    tls: makeCertificate(await folder()),
    stop,
  });
  const stalled = await open(service.url);
  await service.close();
  expect(await stalled.whole).toMatch(/^(?:broken.*)?$/);
});

/** A server whose certificate is renewed from files, and the name that a new client sees. */
async function renewing(files: TlsFiles, used?: Partial<Certificate>) {
  const first = await readCertificate(files);
  const server = createServer({ cert: first.cert, key: first.key }, (_, response) => response.end('OK')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const log: string[] = [];
  const { stop } = useRenewed(server, files, { ...first, ...used }, (line) => log.push(line), 20);
  onTestFinished(() => {
    stop();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const seen = async (): Promise<unknown> => {
    const socket = connect({ port: port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  return { log, seen };
}

/** Puts a copy of a file in the place of another one, in one step. */
async function replace(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}

test('a renewed certificate is used without a restart', async () => {
  const at = await folder();
  const [files, other] = [makeCertificate(at), makeCertificate(at, 'renewed')];
  const { log, seen } = await renewing(files);
  expect(await seen()).toBe('server');
  await replace(other.key, files.key);
  await replace(other.certificate, files.certificate);
  await expect.poll(seen).toBe('renewed');
  expect(log.at(-1)).toMatch(/^The new certificate in .*server\.pem is in use; it is valid until \d{4}-\d\d-\d\d\.$/);
});

test('while the new files are wrong or gone the last good certificate stays in use, and the log says why, once', async () => {
  const at = await folder();
  const [files, other] = [makeCertificate(at), makeCertificate(at, 'other')];
  const { log, seen } = await renewing(files);
  await replace(other.certificate, files.certificate);
  await expect.poll(() => log).toEqual([expect.stringMatching(/the last one stays in use: --tls-key is not the key/)]);
  await rm(files.key);
  await expect.poll(() => log.length).toBe(2);
  expect(log[1]).toMatch(/the last one stays in use: --tls-key names a file that is not there/);
  expect(await seen()).toBe('server');
  await replace(other.key, files.key);
  await expect.poll(seen).toBe('other');
  expect(log).toHaveLength(3);
});

test.each([
  [{ validTo: new Date(Date.now() - 86_400_000) }, /ended on \d{4}-\d\d-\d\d, and clients refuse it/],
  [{ validTo: new Date(Date.now() + 3 * 86_400_000) }, /ends on \d{4}-\d\d-\d\d/],
  [{ validFrom: new Date(Date.now() + 86_400_000) }, /is valid only from \d{4}-\d\d-\d\d on/],
])('a certificate that is not valid now, or soon, is in the log: %j', async (used, message) => {
  const { log } = await renewing(makeCertificate(await folder()), used);
  await expect.poll(() => log).toEqual([expect.stringMatching(message)]);
});

test.skipIf(process.platform === 'win32')('a key that every user of the machine may read is in the log', async () => {
  const files = makeCertificate(await folder());
  await chmod(files.key, 0o644);
  const { log } = await renewing(files);
  await expect.poll(() => log).toEqual([expect.stringContaining('Every user of this machine may read')]);
});
