import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import type { Place } from '../../src/service/store/index.ts';
import { backedUp, restored } from './backup-support.ts';
import { attest, client, field, token, type Client } from './client.ts';

interface Sent {
  readonly key: string;
  readonly trail: string;
  readonly content: string;
}

const send = (to: Client, { content, key, trail }: Sent) =>
  attest(to, `f/${trail}`, { attestation_name: key }, { content }, { 'idempotency-key': key });

async function serve(dataDir: Place) {
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  onTestFinished(() => service.close());
  return { ...service, it: client(service.url, { authorization: `Bearer ${token}` }) };
}

/**
 * Backs up a new place while 16 clients write there, with an attached file each, and restores it in another one. Expects there
 * all that was answered before the backup began.
 */
export async function backUpWhileWriting(from: Place, to: Place): Promise<void> {
  await createToken({ dataDir: from, user: 'ada', orgs: ['acme'], role: 'member', token });
  const { it } = await serve(from);
  const answered: (Sent & { readonly id: string })[] = [];
  const over = new AbortController();
  const writing = Array.from({ length: 16 }, async (_, writer) => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const key = `n${writer}-${index}`;
      const sent = { key, trail: `t${writer}`, content: `${key} `.repeat(2000) };
      const { body, status } = await send(it, sent);
      expect(status).toBe(201);
      answered.push({ ...sent, id: String(field(body, 'attestation_id')) });
    }
  });
  while (answered.length < 48) await sleep(10);
  const before = [...answered];
  const bytes = await backedUp(from);
  const after = answered.length;
  while (answered.length < after + 16) await sleep(10);
  over.abort();
  await Promise.all(writing);
  const { verification } = await restored(bytes, to);
  expect(verification).toMatchObject({ problem: undefined, organizations: [{ org: 'acme', problem: undefined }] });
  const again = await serve(to);
  for (const { content, id, trail } of before) {
    const path = `/api/v2/attestations/acme/f/trail/${trail}/attestation/${id}/evidence`;
    const found = await fetch(`${again.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([id, found.status, await found.text()]).toEqual([id, 200, content]);
  }
  // The key of a request is known there too: it is answered, and nothing is recorded again.
  const [first] = before;
  if (first === undefined) throw new Error('Nothing was answered.');
  const { body, status } = await send(again.it, first);
  expect([status, field(body, 'attestation_id')]).toEqual([201, first.id]);
  expect((await verifyData({ dataDir: to })).organizations[0]?.records).toBe(verification.organizations[0]?.records);
}
