import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usualLimits } from '../../../src/service/operation/listener.ts';
import { attest, field, token, world } from '../support.ts';
import { answerIn, open } from './connection.ts';

const quick = { ...usualLimits, headersMs: 300, bodyGraceMs: 300, bodyRate: 1000, lookMs: 50 };
const readLink = (name: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return '';
  }
};
const path = '/api/v2/attestations/acme/f/trail/t/junit';
const head = (more: readonly string[], method = 'POST', at = path) =>
  [`${method} ${at} HTTP/1.1`, 'host: service', `authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');
const form = (length: number) => head(['content-type: multipart/form-data; boundary=b', `content-length: ${length}`]);
const begun = '--b\r\ncontent-disposition: form-data; name="data_json"\r\n\r\n{"attestation_name":"unit",';

describe('a client that takes its time', () => {
  test.each([
    ['says nothing', ''],
    ['sends half of its headers', 'GET /ready HTTP/1.1\r\nhost: service\r\nx-more: '],
  ])('and %s is told so, and loses its connection', async (_, bytes) => {
    const it = await world(undefined, { limits: quick });
    const { send, whole } = await open(it.service.url);
    send(bytes);
    expect(answerIn(await whole)).toEqual([408, 'The request came too slowly. Send it again, at once and as a whole.']);
  });

  test('with its headers, a byte at a time, is no better off', async () => {
    const it = await world(undefined, { limits: quick });
    const { send, socket, whole } = await open(it.service.url);
    const drip = setInterval(() => socket.writable && send('x'), 20);
    send('GET /ready HTTP/1.1\r\nhost: service\r\nx-more: ');
    expect(await whole).toContain('408');
    clearInterval(drip);
  });

  test('with its body, a byte at a time, is told so; one that is merely slow is not', async () => {
    const it = await world(undefined, { limits: quick });
    const slow = await open(it.service.url);
    slow.send(form(100_000) + begun);
    const drip = setInterval(() => slow.socket.writable && slow.send(' '), 20);
    const steady = await open(it.service.url);
    const rest = `${' '.repeat(4000)}"junit_results":[]}\r\n--b--\r\n`;
    steady.send(form(begun.length + rest.length).replace('host:', 'connection: close\r\nhost:') + begun);
    for (let at = 0; at < rest.length; at += 200) {
      steady.send(rest.slice(at, at + 200));
      await sleep(50);
    }
    expect(answerIn(await slow.whole)).toEqual([408, 'The body of the request came too slowly. Send it again, at once and as a whole.']);
    clearInterval(drip);
    expect(await steady.whole).toContain('HTTP/1.1 201');
    expect(field((await it.get('/attestations/acme')).body, 'data')).toHaveLength(1);
  });

  test('with a body that nobody wants any more gets no second answer', async () => {
    const it = await world(undefined, { limits: quick });
    const { send, socket, whole } = await open(it.service.url);
    send(form(100_000).replace(token, 'a-stranger'));
    const drip = setInterval(() => socket.writable && send(' '), 20);
    const all = await whole;
    clearInterval(drip);
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  test('with its answer, which it does not read, loses its connection, and the file is let go of', async () => {
    const it = await world(undefined, { limits: { ...quick, idleMs: 400 } });
    const made = await attest(it, 'f/t', {}, { content: 'x'.repeat(9_000_000) });
    const files = () => readdirSync('/proc/self/fd').filter((name) => readLink(name).includes(`${it.dataDir}/blobs/`));
    const { hostname, port } = new URL(it.service.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const asked = head([], 'GET', `/acme/flows/f/trails/t/attestations/${String(field(made.body, 'attestation_id'))}/attachment`);
    // More than the buffers of both ends hold.
    socket.write(asked.repeat(8));
    await expect.poll(files).toHaveLength(1);
    await sleep(200);
    expect(files()).toHaveLength(1);
    await expect.poll(files).toEqual([]);
  });
});
