import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import type { Place } from '../../src/service/store/open-data.ts';
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

interface Found {
  /** The records that were answered before the backup began, and are not there with their files. */
  readonly lost: readonly string[];
  readonly problem: string | undefined;
  /** Whether a request that comes again with its key is answered, and records nothing. */
  readonly isRepeatKnown: boolean;
}

/** Backs up a new place while 16 clients write there, with an attached file each, and restores it in another one. */
export async function backUpWhileWriting(from: Place, to: Place): Promise<Found> {
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
  const again = await serve(to);
  const lost: string[] = [];
  for (const { content, id, trail } of before) {
    const path = `/api/v2/attestations/acme/f/trail/${trail}/attestation/${id}/evidence`;
    const found = await fetch(`${again.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (found.status !== 200 || (await found.text()) !== content) lost.push(id);
  }
  const [first] = before;
  if (first === undefined) throw new Error('Nothing was answered.');
  const { body } = await send(again.it, first);
  const { organizations, problem } = await verifyData({ dataDir: to });
  const [one] = organizations;
  return {
    lost,
    problem: verification.problem ?? verification.organizations[0]?.problem ?? problem ?? one?.problem,
    isRepeatKnown: field(body, 'attestation_id') === first.id && one?.records === verification.organizations[0]?.records,
  };
}

/** As it is when nothing is wrong. */
export const wholeBackup: Found = { lost: [], problem: undefined, isRepeatKnown: true };
