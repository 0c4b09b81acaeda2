import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { startService, verifyData } from '../../../src/service/index.ts';
import type { Place } from '../../../src/service/store/open-data.ts';
import { attest, client, field, folder, token } from '../support.ts';

export const fixtures = join(import.meta.dirname, '../../fixtures/earlier');

/** Everything that was known of some data when it was written. */
export interface Expected {
  readonly version: number;
  readonly heads: readonly string[];
  /** The kinds of things that the program knew. */
  readonly known: readonly string[];
  readonly organizations: readonly { readonly org: string; readonly records: number; readonly head: string }[];
}

/** The folders of data, in the order of their versions. */
export async function earlierNames(): Promise<readonly string[]> {
  const all = await readdir(fixtures, { withFileTypes: true });
  return all
    .flatMap((each) => (each.isDirectory() ? [each.name] : []))
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
}

/** A copy of such data. `unpacked` is what lay in its one compressed file. */
export async function earlier(name: string): Promise<{ readonly home: string; readonly unpacked: Buffer; readonly expected: Expected }> {
  const home = await folder();
  await cp(join(fixtures, name), home, { recursive: true });
  const packed = (await readdir(home)).find((each) => each.endsWith('.br')) ?? '';
  const unpacked = brotliDecompressSync(await readFile(join(home, packed)));
  if (packed === 'evidence.db.br') await writeFile(join(home, 'evidence.db'), unpacked);
  const expected: Expected = JSON.parse(await readFile(join(home, 'expected.json'), 'utf8'));
  await rm(join(home, packed));
  await rm(join(home, 'expected.json'));
  return { home, unpacked, expected };
}

/** Serves such data, which says what it said, holds, and takes new records. Answers the problem that it has after that. */
export async function expectUpgraded(dataDir: Place, { heads, known, organizations }: Expected): Promise<string | undefined> {
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  try {
    expect(await verifyData({ dataDir })).toMatchObject({
      problem: undefined,
      organizations: organizations.map((each) => ({ ...each, problem: undefined, unapplied: new Map() })),
    });
    const it = client(service.url, { authorization: `Bearer ${token}` });
    const flow = known.includes('flow name') ? 'f2' : 'f';
    const statusOf = async (trail: string) => field((await it.get(`/trails/acme/${flow}/${trail}`)).body, 'compliance_status.status');
    expect([await statusOf('t'), await statusOf('bad')]).toEqual(['COMPLIANT', 'NON-COMPLIANT']);
    const path = `/api/v2/attestations/acme/${flow}/trail/t`;
    const record = field((await it.get(`${path}/unit`)).body, '0') ?? (await it.get(`${path}/unit`)).body;
    const file = await fetch(`${service.url}${path}/attestation/${String(field(record, 'attestation_id'))}/evidence`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([file.status, await file.text()]).toEqual([200, '<testsuite/>']);
    // A reader of then is one still: the first token may write, and the second may not.
    expect((await attest(client(service.url, { authorization: `Bearer ${token}-of-eve` }), `${flow}/t`)).status).toBe(403);
    const again = await attest(it, `${flow}/t`, { attestation_name: 'later' }, { content: 'new' });
    expect(again.status).toBe(201);
    const now = await verifyData({ dataDir });
    expect(now.organizations[0]).toMatchObject({ problem: undefined, records: (organizations[0]?.records ?? 0) + 1 });
    for (const head of heads) expect((await verifyData({ dataDir, head })).organizations[0]).toMatchObject({ witness: 'before' });
    return now.problem;
  } finally {
    await service.close();
  }
}
