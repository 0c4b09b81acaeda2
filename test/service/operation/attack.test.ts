import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { usualLimits } from '../../../src/service/operation/listener.ts';
import { attest, token, world, type World } from '../support.ts';
import { answerIn, open } from './connection.ts';

const path = '/api/v2/attestations/acme/f/trail/t/junit';
const head = (more: readonly string[], method = 'POST', at = path) =>
  [`${method} ${at} HTTP/1.1`, 'host: service', `authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');
const form = (length: number) => head(['content-type: multipart/form-data; boundary=b', `content-length: ${length}`]);
const begun = '--b\r\ncontent-disposition: form-data; name="data_json"\r\n\r\n{"attestation_name":"unit",';

describe('a body without end', () => {
  const limits = { ...usualLimits, bodyBytes: 1024 * 1024, lookMs: 50 };
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;

  /** All that a service answers to somebody who has sent half as much again as it takes, and is not at the end. */
  async function endless(header: string): Promise<readonly [string, World]> {
    const it = await world(undefined, { limits });
    const { send, whole } = await open(it.service.url);
    send(header + chunk.repeat(24));
    return [await whole, it];
  }

  test('in which no part begins ends its connection with an answer, and others are answered', async () => {
    const [all, it] = await endless(head(['transfer-encoding: chunked', 'content-type: multipart/form-data; boundary=b']));
    expect(answerIn(all)).toEqual([413, 'The body of the request has more than 1 MiB. Send less, or split it.']);
    expect((await it.get('/trails/acme/f')).status).toBe(404);
  });

  test.each([
    ['that nobody may send', head(['transfer-encoding: chunked']).replace(token, 'a-stranger'), 401],
    ['that nobody reads', head(['transfer-encoding: chunked'], 'GET', '/ready'), 200],
  ])('%s ends its connection after its answer', async (_, header, status) => {
    const [all] = await endless(header);
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });
});

test('a client that says nothing is told so, and loses its connection', async () => {
  const it = await world(undefined, { limits: { ...usualLimits, headersMs: 100, lookMs: 50 } });
  const { whole } = await open(it.service.url);
  expect(answerIn(await whole)).toEqual([408, 'The request came too slowly. Send it again, at once and as a whole.']);
});

describe('connections', () => {
  test('beyond the most are refused, which the log says once; when others end there is room again', async () => {
    const it = await world(undefined, { maxConnections: 5 });
    const idle = await Promise.all(Array.from({ length: 5 }, () => open(it.service.url)));
    await sleep(50);
    const more = await Promise.all(Array.from({ length: 20 }, () => open(it.service.url)));
    expect((await Promise.all(more.map(({ whole }) => whole))).every((all) => all === '' || all.startsWith('broken'))).toBe(true);
    expect(it.log).toEqual([
      '5 connections are open, which is the most. A new one was refused. See who holds them, or give a larger --max-connections.',
    ]);
    for (const { socket } of idle) socket.destroy();
    await expect
      .poll(() =>
        it.get('/trails/acme/f').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(404);
  });

  test('that are reset at any moment leave the service as it was', async () => {
    const it = await world();
    const whole = `${form(200) + begun}"junit_results":[]}\r\n--b--\r\n`;
    for (let cut = 0; cut < whole.length; cut += 7) {
      const { send, socket } = await open(it.service.url);
      send(whole.slice(0, cut));
      if (cut % 2 === 0) await sleep(1);
      socket.resetAndDestroy();
    }
    expect((await attest(it, 'f/t')).status).toBe(201);
    expect(it.log).toEqual([]);
  });
});

describe('a request that no client sends', () => {
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['is no HTTP', 'hello\r\n\r\n', 400, 'not one of HTTP'],
    ['speaks TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003', 400, 'https://'],
    ['has headers without end', head([`x-more: ${'x'.repeat(70_000)}`], 'GET', '/ready'), 431, 'more than 64 KiB'],
    ['has a path without end', head([], 'GET', `/ready?${'x'.repeat(70_000)}`), 431, 'more than 64 KiB'],
    ['has two lengths', head(['content-length: 3', 'content-length: 4']), 400, 'not one of HTTP'],
    ['has a length and chunks', head(['content-length: 3', 'transfer-encoding: chunked']), 400, 'not one of HTTP'],
    [
      'has a boundary without end',
      `${head(['content-length: 2', `content-type: multipart/form-data; boundary=${'b'.repeat(300)}`, 'connection: close'])}ab`,
      400,
      'malformed',
    ],
    ['has chunks with endless extensions', `${head(['transfer-encoding: chunked'])}1;${'x'.repeat(40_000)}\r\n`, 413, 'extensions'],
  ];
  test.each(cases)('because it %s is answered in the form of every problem', async (_, bytes, status, message) => {
    const it = await world();
    const { send, whole } = await open(it.service.url);
    send(Buffer.from(bytes, 'latin1'));
    expect(answerIn(await whole)).toEqual([status, expect.stringContaining(message)]);
    expect((await it.get('/trails/acme/f')).status).toBe(404);
  });

  const ahead = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `GET /api/v2/trails/acme/f${index} HTTP/1.1\r\nhost: s\r\nauthorization: Bearer ${token}\r\n\r\n`,
    ).join('');

  test('with some others ahead of their answers gets its own in its turn', async () => {
    const it = await world();
    const { send, whole } = await open(it.service.url);
    send(`${ahead(30)}GET /health HTTP/1.1\r\nhost: s\r\nconnection: close\r\n\r\n`);
    const flows = [...(await whole).matchAll(/'f(\d+)'/g)].map(([, number]) => Number(number));
    expect(flows).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });

  test('with thousands of others ahead of their answers loses its connection', async () => {
    const it = await world();
    const { send, whole } = await open(it.service.url);
    send(ahead(3000));
    expect((await whole).match(/HTTP/g)?.length ?? 0).toBeLessThanOrEqual(33);
    expect((await it.get('/trails/acme/f')).status).toBe(404);
  });

  test('with long headers ahead of their answers loses its connection before they fill the memory', async () => {
    const it = await world();
    const long = head([`x-more: ${'x'.repeat(30_000)}`], 'GET', '/health');
    const { send, whole } = await open(it.service.url);
    send(long.repeat(5));
    expect((await whole).match(/HTTP/g)?.length ?? 0).toBeLessThan(5);
    const turns = await open(it.service.url);
    for (let time = 0; time < 5; time += 1) {
      turns.send(long);
      await expect.poll(() => turns.socket.bytesRead).toBeGreaterThan(time * 200);
    }
    turns.send(long.replace('host:', 'connection: close\r\nhost:'));
    expect((await turns.whole).match(/HTTP/g)).toHaveLength(6);
  });

  test('with thousands of parts is refused at the first that it may not have', async () => {
    const it = await world();
    const { send, whole } = await open(it.service.url);
    const parts = Array.from({ length: 5000 }, (_, index) => `--b\r\ncontent-disposition: form-data; name="p${index}"\r\n\r\nx\r\n`).join(
      '',
    );
    send(form(parts.length + 7).replace('host:', 'connection: close\r\nhost:') + parts + '--b--\r\n');
    expect(answerIn(await whole)).toEqual([400, expect.stringContaining('a part that this operation does not take')]);
  });
});
